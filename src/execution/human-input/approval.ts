/**
 * Which calls need the approval of a person before they are made, by the policy of the execution, and the data that the person sees.
 * Executions of our own inherit the policy and ask for their calls themselves, so the call that starts one needs no approval. Neither does
 * a question to a person. Flow rules ask in addition to every policy (decision 054). `durable/runner/attempt.ts` stores the question;
 * `execution/effects/plan-approval.ts` asks about a whole plan.
 */

import { type AnswerPolicy, approvalAddress } from "../../access/answer-policy.ts";
import type { Failure } from "../../json/failure.ts";
import type { JsonObject } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { isHumanInput } from "../../plan/human-input-callable.ts";
import { flowText, heldFlows, verdictOf } from "../../plan/labels/call-flows.ts";
import { childKeyOf } from "../../plan/run-definitions.ts";
import type { ValueFlow } from "../../plan/value-flow.ts";
import { toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import { answerPolicyOf } from "./four-eyes.ts";
import type { RequestedInput } from "./human-input-request.ts";

/**
 * The question that has to be accepted before the step at `ordinal` calls `callable` with `given`. Undefined if none has. `flows` are the
 * values that reach the call.
 */
export function approvalNeeded(
  state: ExecutionState,
  ordinal: number,
  callable: CallableDefinition,
  given: JsonObject,
  flows: readonly ValueFlow[],
): RequestedInput | undefined {
  if (stepAt(state, ordinal).permitted) return undefined;
  const held = heldFlows(flows);
  const reasons = [approvalReason(state, ordinal, callable), flowReason(held)].filter((reason) => reason !== undefined);
  if (reasons.length === 0) return undefined;
  return {
    purpose: "APPROVAL",
    kind: "APPROVAL",
    ui: null,
    ...approvalAddress(callPolicy(state, ordinal)),
    prompt: `${callable.name} ${reasons.join(", and ")}. Permit the call?`,
    ...(held.length === 0 ? {} : { flows: held }),
    onExpiry: { kind: "FAIL" },
    onDecline: toolStepAt(state, ordinal).policy.onDecline ?? "FAIL",
    arguments: storedValue(given),
  };
}

/** The others stand beside the prompt. */
function flowReason([first, ...others]: readonly ValueFlow[]): string | undefined {
  if (first === undefined) return undefined;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `takes what needs permission (${flowText(first)}${more})`;
}

/** The addressees of a call's approval. A step can ask for four eyes itself. */
function callPolicy(state: ExecutionState, ordinal: number): AnswerPolicy {
  const policy = answerPolicyOf(state.pinned);
  return toolStepAt(state, ordinal).policy.fourEyes === true ? { ...policy, isFourEyes: true } : policy;
}

function approvalReason(state: ExecutionState, ordinal: number, callable: CallableDefinition): string | undefined {
  const { approval, definitions } = state.pinned;
  if (isHumanInput(definitions, callable)) return undefined;
  if (toolStepAt(state, ordinal).policy.fourEyes === true) return "needs the permission of a second person";
  if (approval === "NEVER") return undefined;
  if (callable.declaredDestructive) return "is marked as destructive";
  const isRequired = approval === "ALL_EFFECTS" && childKeyOf(definitions, callable) === undefined;
  const { effectClass } = callable;
  return isRequired && effectClass !== "READ_ONLY" ? `may have an effect (${effectClass})` : undefined;
}

/** Why a rule forbids the call of `callable` that `flows` reach. Undefined if none does. No person can permit it. */
export function flowRefusal(callable: CallableDefinition, flows: readonly ValueFlow[]): Failure | undefined {
  if (verdictOf(flows) !== "REFUSE") return undefined;
  const refused = heldFlows(flows).filter(({ action }) => action === "REFUSE");
  const [first] = refused;
  const path = first === undefined ? "" : `, found ${flowText(first)}`;
  const message = `Cannot call ${callable.name}: required values that may reach it${path}`;
  const details = refused.map(({ argument, label, path: places }) => ({ argument, label, path: [...places] }));
  return { code: "FLOW_REFUSED", message, retryable: false, details };
}
