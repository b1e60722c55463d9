/** A document of a step: as JSON if it is small, else its beginning, and the whole of it when somebody asks. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { bytes } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { stepPayload } from "./step-payload.generated.ts";

export interface PayloadViewProps {
  readonly nodeId: string;
  readonly of: "input" | "output" | "text" | "content";
  readonly payload: { readonly byteSize: number; readonly preview: string; readonly value: unknown };
}

/** What is larger stays cut: no page can show it. */
const mostBytes = 4_000_000;
const previewLength = 1_000;

export function PayloadView({ nodeId, of, payload }: PayloadViewProps) {
  const [whole, setWhole] = useState<{ readonly value: unknown } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { byteSize, preview, value } = payload;
  // Null is a value too, of four bytes; a larger document without a value is one that was too large.
  const known = whole ?? (value === null && byteSize > 4 ? null : { value });
  const read = async () => {
    const answer = await request(stepPayload, {
      id: nodeId,
      maxBytes: Math.min(mostBytes, byteSize + 1_024),
      ofInput: of === "input",
      ofOutput: of === "output",
      ofContent: of === "content",
      ofText: of === "text",
    });
    const [refused = null] = answer.ok ? answer.problems : [answer.problem];
    setProblem(refused);
    const node = answer.ok
      ? (answer.data.node as { readonly [name: string]: { readonly value: unknown } | null } | null)
      : null;
    const found = node?.[of] ?? null;
    if (found !== null) setWhole(found);
  };
  if (known !== null) {
    return (
      <>
        <JsonView value={known.value} limit={2_000} />
        <CopyButton text={JSON.stringify(known.value, null, 2)} what={of} class="btn quiet small">
          Copy
        </CopyButton>
      </>
    );
  }
  return (
    <>
      <pre class="json">
        <InertText text={preview} limit={previewLength} />
      </pre>
      {problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
      {byteSize <= mostBytes ? (
        <button class="btn small" type="button" onClick={() => void read()}>
          Read it whole ({bytes(byteSize)})
        </button>
      ) : (
        <p class="soft small">The beginning of {bytes(byteSize)}. The API gives the rest.</p>
      )}
    </>
  );
}
