/** How far the callee of a running step says that it is: a bar where it says how much there is, else its words. Nothing is announced. */

import type { StepRow } from "../store/execution-model.ts";
import { progressNote } from "../store/row-note.ts";

export function StepProgress({ row: { progress } }: { readonly row: StepRow }) {
  if (progress === null) return null;
  const { progress: done, total } = progress;
  const hasBar = done !== null && total !== null && total > 0;
  return (
    <section aria-labelledby="insp-progress">
      <h3 id="insp-progress">Progress</h3>
      {hasBar && (
        <progress class="reported" aria-labelledby="insp-progress" max={total} value={Math.min(done, total)} />
      )}
      <p class="reported-note">{progressNote(progress)}</p>
    </section>
  );
}
