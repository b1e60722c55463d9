/** Running an ended execution again, as it was or with changes: what would be taken over and what called, before it starts. */
import "../run/run.css";
import "../run/options.css";
import "./derive.css";
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { request } from "../api/request.ts";
import { InertText } from "../parts/inert-text.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { Status } from "../parts/status.tsx";
import { readRegistry } from "../run/registry.ts";
import type { Route } from "../shell/route.ts";
import { executionAddress } from "../shell/route.ts";
import { deriveSource } from "./derive.generated.ts";
import { DeriveForm } from "./derive-form.tsx";
import type { EarlierExecution } from "./derive-steps.ts";

export function DerivePage({ route: { executionId } }: { readonly route: Extract<Route, { view: "DERIVE" }> }) {
  const [earlier, setEarlier] = useState<EarlierExecution | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    setEarlier(null);
    setProblem(null);
    void readRegistry(controller.signal);
    void request(deriveSource, { id: executionId }, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      if (!answer.ok) setProblem(answer.problem);
      else if (answer.data.execution === null) {
        setProblem(
          answer.problems[0] ?? { code: "NOT_FOUND", message: "There is no execution of this ID that you may see." },
        );
      } else setEarlier(answer.data.execution);
    });
    return () => controller.abort();
  }, [executionId]);
  if (problem !== null || earlier === null) {
    return (
      <div class="page">
        <div class="page-head">
          <h1>Run again</h1>
        </div>
        {problem !== null && <ProblemNote {...problem} />}
      </div>
    );
  }
  return (
    <div class="page">
      <DeriveForm earlier={earlier}>
        <p class="derive-of">
          <Status status={earlier.status} /> <a href={executionAddress(earlier.id)}>The earlier execution</a>{" "}
          <InertText text={earlier.title} limit={200} />
        </p>
      </DeriveForm>
    </div>
  );
}
