/** The downloads of an execution: its artifacts, and all of it as one document. */
import { useEffect, useState } from "preact/hooks";
import { offline, type Problem } from "../../api/problem.ts";
import { credentialHeaders } from "../../api/session.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { announce } from "../../parts/announce.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { bytes } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { saveBlob } from "../payload/save-file.ts";
import { shortId } from "../short-id.ts";
import type { ExecutionHead } from "../store/execution-model.ts";
import { downloadArtifact } from "./artifact-download.ts";
import { runArtifacts } from "./run-files.generated.ts";

const longestName = 120;

export function RunFiles({ head }: { readonly head: ExecutionHead }) {
  const { data, readAgain } = useAnswer(runArtifacts, { id: head.id });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isExporting, setExporting] = useState(false);
  // For artifacts that were stored since.
  useEffect(() => {
    if (head.finishedAt !== null && data !== null) readAgain();
  }, [head.finishedAt]);
  const page = data?.execution?.artifacts;
  const artifacts = page?.nodes ?? [];
  const exportAll = async () => {
    if (isExporting) return;
    setExporting(true);
    setProblem(await exported(head.id));
    setExporting(false);
  };
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
        <button class="btn small" type="button" aria-disabled={isExporting} onClick={() => void exportAll()}>
          {isExporting ? "Reading all of it" : "Download the execution as JSON"}
        </button>
      </p>
      {problem !== null && <ProblemNote {...problem} />}
    </section>
  );
}

/** Saves the whole execution as a file. Why it could not be, or null. */
async function exported(id: string): Promise<Problem | null> {
  try {
    const answer = await fetch(`/export/${encodeURIComponent(id)}`, { headers: credentialHeaders() });
    if (!answer.ok)
      return { code: `HTTP ${answer.status}`, message: "The server did not give the execution as a document" };
    saveBlob(await answer.blob(), `execution-${shortId(id)}.json`);
    announce("Downloaded the execution");
    return null;
  } catch {
    return offline;
  }
}
