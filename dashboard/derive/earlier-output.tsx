/** The output of a step, read on request: it is reused unchanged. */
import { useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { request } from "../api/request.ts";
import { InertText } from "../parts/inert-text.tsx";
import { bytes } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { stepOutput } from "./derive.generated.ts";

export function EarlierOutput({ nodeId, stepId }: { readonly nodeId: string; readonly stepId: string }) {
  const [shown, setShown] = useState<{ readonly preview: string; readonly byteSize: number } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isOpen, setOpen] = useState(false);
  const read = async () => {
    setOpen(!isOpen);
    if (shown !== null || isOpen) return;
    const answer = await request(stepOutput, { id: nodeId });
    if (!answer.ok) setProblem(answer.problem);
    else if (answer.data.node !== null && "output" in answer.data.node && answer.data.node.output !== null) {
      setShown(answer.data.node.output);
    } else setProblem(answer.problems[0] ?? { code: "GONE", message: "The output is not kept any more." });
  };
  return (
    <>
      <button class="btn quiet small" type="button" aria-expanded={isOpen} onClick={() => void read()}>
        Output<span class="sr"> of {stepId}</span>
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
        <section class="derive-below" aria-label={`Output of ${stepId}`} tabIndex={0}>
          {problem !== null && <ProblemNote {...problem} />}
          {shown !== null && (
            <>
              <pre class="json mono">
                <InertText text={shown.preview} />
              </pre>
              {shown.byteSize > shown.preview.length && (
                <p class="soft fine">The beginning of {bytes(shown.byteSize)}.</p>
              )}
            </>
          )}
        </section>
      )}
    </>
  );
}
