/**
 * The actions that a caller may take on an execution now. None is permitted on one that this code does not fully understand (E2), except to
 * delete one that is too old for any later code.
 */

import { holdsScope } from "../../access/audience.ts";
import { isFinalExecution } from "../../execution/state/status.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { ExecutionAction, Scope } from "../base/schema.generated.ts";

export function permittedActions(view: ExecutionView, scopes: readonly Scope[]): readonly ExecutionAction[] {
  if (view.parkedBy !== null) return view.isTooOld && holdsScope(scopes, "EXECUTION_CONTROL") ? ["DELETE"] : [];
  const [mayControl, mayRespond, mayStart] = (
    ["EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND", "EXECUTION_START"] as const
  ).map((scope) => holdsScope(scopes, scope));
  // The new execution shows the reused values.
  const mayDerive = mayStart && holdsScope(scopes, "EXECUTION_READ");
  const isAsked = view.humanInputs.some(({ status }) => status === "PENDING");
  const hasEnded = isFinalExecution(view.status);
  // Without its values there is nothing to reuse. Messages of agents are repeated by a new message.
  const canDerive = hasEnded && view.archived === null && view.turns === null;
  const hasSteps = view.steps.length > 0;
  const actions: readonly (readonly [ExecutionAction, boolean | undefined])[] = [
    ["CANCEL", !hasEnded && mayControl],
    ["RESPOND", !hasEnded && isAsked && mayRespond],
    ["RETRY", canDerive && (hasSteps ? didNotSucceed(view) : wasNeverPlanned(view)) && mayDerive],
    ["FORK", canDerive && hasSteps && mayDerive],
    ["DELETE", hasEnded && mayControl],
  ];
  return actions.flatMap(([action, applies]) => (applies === true ? [action] : []));
}

/** Some step did not succeed, a model could not make the further plan that it wanted, or the responder wrote no answer although it was asked for. */
function didNotSucceed({ responseFailure, status, steps }: ExecutionView): boolean {
  return (
    status === "PARTIAL" ||
    responseFailure !== null ||
    steps.some(({ group, status }) => group === null && status !== "SUCCEEDED")
  );
}

/** A model made no plan that passed, or found no agent that fits: it can be asked again. A given plan stays what it is. */
function wasNeverPlanned({ plan, routing, startedWith, status }: ExecutionView): boolean {
  if (startedWith === "PLAN") return false;
  return plan === null || (routing?.agentName === null && status === "FAILED");
}
