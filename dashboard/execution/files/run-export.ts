/** All of an execution as one document, saved as a file. */
import { useState } from "preact/hooks";
import { offline, type Problem, problemIn } from "../../api/problem.ts";
import { credentialHeaders } from "../../api/session.ts";
import { announce } from "../../parts/announce.tsx";
import { saveBlob } from "../payload/save-file.ts";
import { shortId } from "../short-id.ts";

export interface RunExport {
  readonly isExporting: boolean;
  /** Why it could not be saved. Null if it was, or nobody wanted it. */
  readonly problem: Problem | null;
  readonly start: () => void;
  readonly dismiss: () => void;
}

export function useRunExport(executionId: string): RunExport {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isExporting, setExporting] = useState(false);
  const run = async () => {
    if (isExporting) return;
    setExporting(true);
    setProblem(await exported(executionId));
    setExporting(false);
  };
  return { isExporting, problem, start: () => void run(), dismiss: () => setProblem(null) };
}

async function exported(id: string): Promise<Problem | null> {
  try {
    const answer = await fetch(`/export/${encodeURIComponent(id)}`, { headers: credentialHeaders() });
    if (!answer.ok) return await problemIn(answer);
    saveBlob(await answer.blob(), `execution-${shortId(id)}.json`);
    announce("Downloaded the execution");
    return null;
  } catch {
    return offlineMeanwhile;
  }
}

/** It is not asked for again. */
const offlineMeanwhile: Problem = {
  code: offline.code,
  message: "The server did not answer, or broke off. Nothing was saved: try again once the page is live.",
};
