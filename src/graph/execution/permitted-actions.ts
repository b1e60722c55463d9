/**
 * The actions that a caller may take on an execution now: those of its scopes, as far as each reaches the execution. None is permitted on one
 * that this code does not fully understand (E2), except to delete one that is too old for any later code.
 */

import { addressRefusal } from "../../access/address.ts";
import { type Accessor, audienceOf, holdsScope, mayAccess } from "../../access/audience.ts";
import { isFinalExecution } from "../../execution/state/status.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { ExecutionAction } from "../base/schema.generated.ts";

export function permittedActions(view: ExecutionView, caller: Accessor): readonly ExecutionAction[] {
  const { mayCancel, mayDelete, mayDerive, mayRespond } = reachOn(view, caller);
  if (view.parkedBy !== null) return view.isTooOld && mayDelete ? ["DELETE"] : [];
  const isAsked = view.humanInputs.some(
    (asked) => asked.status === "PENDING" && addressRefusal(caller, asked) === undefined,
  );
  const hasEnded = isFinalExecution(view.status);
  // Without its values there is nothing to reuse. Messages of agents are repeated by a new message.
  const canDerive = hasEnded && view.archived === null && view.turns === null;
  const hasSteps = view.steps.length > 0;
  const actions: readonly (readonly [ExecutionAction, boolean | undefined])[] = [
    ["CANCEL", !hasEnded && mayCancel],
    ["RESPOND", !hasEnded && isAsked && mayRespond],
    ["RETRY", canDerive && (hasSteps ? didNotSucceed(view) : wasNeverPlanned(view)) && mayDerive],
    ["FORK", canDerive && hasSteps && mayDerive],
    ["DELETE", hasEnded && mayDelete],
  ];
  return actions.flatMap(([action, applies]) => (applies === true ? [action] : []));
}

/** What the credential of the caller permits with this execution, whatever its state. */
function reachOn(view: ExecutionView, caller: Accessor) {
  const { grant, scopes } = caller;
  if (grant !== undefined) {
    // It reaches the execution, which is shown to it, and no field that deletes or starts.
    const { actions } = grant;
    return {
      mayCancel: actions.includes("CANCEL"),
      mayRespond: actions.includes("ANSWER"),
      mayDelete: false,
      mayDerive: false,
    };
  }
  const audience = audienceOf(view);
  const mayControl = holdsScope(scopes, "EXECUTION_CONTROL") && mayAccess(caller, audience, "CONTROL");
  return {
    mayCancel: mayControl,
    mayRespond: holdsScope(scopes, "HUMAN_INPUT_RESPOND") && mayAccess(caller, audience, "RESPOND"),
    mayDelete: mayControl,
    // The new execution shows the reused values.
    mayDerive:
      holdsScope(scopes, "EXECUTION_START") &&
      holdsScope(scopes, "EXECUTION_READ") &&
      mayAccess(caller, audience, "READ"),
  };
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
