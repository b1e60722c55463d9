/** The downloads of an execution: its artifacts, and all of it as one document. */
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { bytes } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import type { ExecutionHead } from "../store/execution-model.ts";
import { downloadArtifact } from "./artifact-download.ts";
import { useRunExport } from "./run-export.ts";
import { runArtifacts } from "./run-files.generated.ts";

const longestName = 120;

export function RunFiles({ head }: { readonly head: ExecutionHead }) {
  const { data, readAgain } = useAnswer(runArtifacts, { id: head.id });
  const [problem, setProblem] = useState<Problem | null>(null);
  const whole = useRunExport(head.id);
  // For artifacts that were stored since.
  useEffect(() => {
    if (head.finishedAt !== null && data !== null) readAgain();
  }, [head.finishedAt]);
  const page = data?.execution?.artifacts;
  const artifacts = page?.nodes ?? [];
  return (
    <section aria-labelledby="insp-files">
      <h3 id="insp-files">Files</h3>
      {artifacts.length > 0 && (
        <ul class="attachments">
          {artifacts.map(({ byteSize, id, mediaType, name }) => (
            <li key={id}>
              <button
                class="link"
                type="button"
                aria-label={`Download ${madeVisible(name.slice(0, longestName))}`}
                onClick={async () => setProblem(await downloadArtifact(id))}
              >
                <InertText text={name} limit={longestName} />
              </button>{" "}
              <span class="soft">
                <InertText text={`${mediaType}, ${bytes(byteSize)}`} limit={120} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {page?.pageInfo.hasNextPage === true && <p class="soft small">There are more, which the API lists.</p>}
      <p>
        <button class="btn small" type="button" aria-disabled={whole.isExporting} onClick={whole.start}>
          {whole.isExporting ? "Reading all of it" : "Download the execution as JSON"}
        </button>
      </p>
      {problem !== null && <ProblemNote {...problem} />}
      {whole.problem !== null && <ProblemNote {...whole.problem} />}
    </section>
  );
}
