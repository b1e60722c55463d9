/** What a caller may do with an execution now. Nothing with one that this code does not fully understand (E2). */
import type { ExecutionView } from "../plan/execution-view.ts";
import { isFinalExecution } from "../plan/status.ts";
import type { ExecutionAction, Scope } from "./schema.generated.ts";

export function permittedActions(view: ExecutionView, scopes: readonly Scope[]): readonly ExecutionAction[] {
  if (view.parkedBy !== null) return [];
  const [mayControl, mayRespond, mayStart] = (
    ["EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND", "EXECUTION_START"] as const
  ).map((scope) => scopes.includes(scope));
  const isAsked = view.humanInputs.some(({ status }) => status === "PENDING");
  const hasEnded = isFinalExecution(view.status);
  // Without its values there is nothing that a new execution could take over.
  const canDerive = hasEnded && view.archived === null && view.steps.length > 0;
  const didNotSucceed = view.steps.some(({ group, status }) => group === null && status !== "SUCCEEDED");
  const actions: readonly (readonly [ExecutionAction, boolean | undefined])[] = [
    ["CANCEL", !hasEnded && mayControl],
    ["RESPOND", !hasEnded && isAsked && mayRespond],
    ["RETRY", canDerive && didNotSucceed && mayStart],
    ["FORK", canDerive && mayStart],
    ["DELETE", hasEnded && mayControl],
  ];
  return actions.flatMap(([action, applies]) => (applies === true ? [action] : []));
}
