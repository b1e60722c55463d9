/** Running an ended execution again, as it was or with changes: reused results and repeated calls are shown before it starts. */
import "../run/run.css";
import "../run/start/options.css";
import "./derive.css";
import { useEffect } from "preact/hooks";
import { signIns } from "../api/session.ts";
import { useAnswer } from "../api/use-answer.ts";
import { InertText } from "../parts/inert-text.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { Status } from "../parts/status.tsx";
import { readRegistry } from "../run/registry.ts";
import { executionAddress, type Route } from "../shell/route.ts";
import { deriveSource } from "./derive.generated.ts";
import { DeriveForm } from "./derive-form.tsx";

export function DerivePage({ route: { executionId } }: { readonly route: Extract<Route, { view: "DERIVE" }> }) {
  const answer = useAnswer(deriveSource, { id: executionId });
  const signedIn = signIns.value;
  useEffect(() => readRegistry(), [signedIn]);
  const earlier = answer.data?.execution ?? null;
  const isMissing = answer.data !== null && earlier === null;
  const missing = { code: "NOT_FOUND", message: "There is no execution of this ID that you may see." };
  const problem = answer.problem ?? (isMissing ? missing : null);
  if (earlier === null) {
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
      <DeriveForm key={earlier.id} earlier={earlier}>
        <p class="derive-of">
          <Status status={earlier.status} /> <a href={executionAddress(earlier.id)}>The earlier execution</a>{" "}
          <InertText text={earlier.title} limit={200} />
        </p>
      </DeriveForm>
    </div>
  );
}
