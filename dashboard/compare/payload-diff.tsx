/** Two documents of executions as a difference, as far as they are small enough to be compared in the page. */
import { ValueDiffView } from "../parts/diff/value-diff-view.tsx";
import { InertText } from "../parts/inert-text.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { bytes } from "../parts/numbers.ts";
import type { ComparedFragment } from "./compare.generated.ts";
import { isSamePayload, isWhole } from "./step-verdict.ts";

export interface PayloadDiffProps {
  readonly left: ComparedFragment | null;
  readonly right: ComparedFragment | null;
}

export function PayloadDiff({ left, right }: PayloadDiffProps) {
  if (left !== null && right !== null && isWhole(left) && isWhole(right))
    return <ValueDiffView left={left.value} right={right.value} />;
  if (left === null && right === null) return <p class="soft small">Neither run has it.</p>;
  return (
    <>
      {left !== null && right !== null && (
        <p class="soft small">
          {isSamePayload(left, right) === false ? "They differ" : "Whether they differ is not known"}: the page compares
          values of up to 64 KB.
        </p>
      )}
      <div class="compare-sides">
        <Side name="Left" payload={left} />
        <Side name="Right" payload={right} />
      </div>
    </>
  );
}

function Side({ name, payload }: { readonly name: string; readonly payload: ComparedFragment | null }) {
  return (
    <div>
      <h4>{name}</h4>
      {payload === null ? (
        <p class="soft small">This run has none.</p>
      ) : isWhole(payload) ? (
        <JsonView value={payload.value} limit={2_000} />
      ) : (
        <pre class="json">
          <InertText text={`${payload.preview}… (${bytes(payload.byteSize)})`} limit={1_000} />
        </pre>
      )}
    </div>
  );
}
