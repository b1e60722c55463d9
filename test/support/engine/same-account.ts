/** The account of a state that lists give and the snapshot that readers get: of one moment they say the same. */
import { deepStrictEqual } from "node:assert/strict";
import type { ReadValue } from "../../../src/execution/state/read-reference.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import { outlineOfView } from "../../../src/execution/views/outline.ts";
import { summaryOf } from "../../../src/execution/views/summary.ts";
import { viewOf } from "../../../src/execution/views/view.ts";

/** States never change, so each is judged once. */
const judged = new WeakSet<ExecutionState>();

/** Throws unless summary and view of `state` agree in all that a list answers. `read` null leaves values out of the view. */
export function checkSameAccount(state: ExecutionState, read: ReadValue | null): void {
  if (judged.has(state)) return;
  // Rows of their own in the index, which no field of a list shows.
  const { callables: _, consumption: __, questions: ___, task: ____, ...listed } = summaryOf(state);
  const { derivedFrom, outline, parent, revision, root, ...facts } = listed;
  const view = viewOf(state, read ?? undefined, undefined);
  const same = Object.keys(facts).map((name) => [name, (view as unknown as { [name: string]: unknown })[name]]);
  deepStrictEqual(facts, Object.fromEntries(same), "summary and view differ");
  deepStrictEqual(revision, view.sequence, "they are not of one moment");
  deepStrictEqual(
    [root, parent, derivedFrom ?? null],
    [view.origin.root, view.origin.parent?.execution ?? null, view.derivation?.execution ?? null],
    "they differ in the origin",
  );
  deepStrictEqual(outline, outlineOfView(view), "they differ in the outline");
  judged.add(state);
}
