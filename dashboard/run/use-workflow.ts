/** A workflow in one of its versions, read when it is chosen and again after a sign-in. */
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { requestUntilAnswered } from "../api/request.ts";
import { signIns } from "../api/session.ts";
import { type WorkflowDetailQuery, workflowDetail } from "./run.generated.ts";

export type Workflow = NonNullable<WorkflowDetailQuery["workflow"]>;

export interface ReadWorkflow {
  /** Null until it was read: of one that was chosen before nothing is shown or started any more. */
  readonly workflow: Workflow | null;
  readonly failure: Problem | null;
}

/** Empty `name` for none, empty `version` for the newest. */
export function useWorkflow(name: string, version: string): ReadWorkflow {
  const [read, setRead] = useState<{ readonly wanted: string; readonly workflow: Workflow } | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  const wanted = JSON.stringify([name, version, signIns.value]);
  useEffect(() => {
    setFailure(null);
    if (name === "") return;
    const controller = new AbortController();
    const by = version === "" ? { name } : { version: { name, version } };
    void requestUntilAnswered(workflowDetail, { by }, controller.signal, setFailure).then((answer) => {
      if (controller.signal.aborted) return;
      if (!answer.ok) setFailure(answer.problem);
      else if (answer.data.workflow === null) {
        setFailure({ code: "NOT_FOUND", message: `There is no workflow "${name}" in this version.` });
      } else setRead({ wanted, workflow: answer.data.workflow });
    });
    return () => controller.abort();
  }, [wanted]);
  return { workflow: read?.wanted === wanted ? read.workflow : null, failure };
}
