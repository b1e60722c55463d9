/**
 * Which calls need the approval of a person before they are made, by the policy of the execution, and what the person is shown. Executions of
 * our own inherit the policy and ask for their calls themselves, so the call that starts one needs no approval. Neither does a question to a
 * person.
 */

import type { JsonObject } from "../../json/json.ts";
import { storedValue } from "../../json/store-value.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { isHumanInput } from "../../plan/human-input-callable.ts";
import { childKeyOf } from "../../plan/run-definitions.ts";
import { toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import type { RequestedInput } from "./human-input-request.ts";

/** The question that has to be accepted before the step at `ordinal` calls `callable` with `given`. Undefined if none has. */
export function approvalNeeded(
  state: ExecutionState,
  ordinal: number,
  callable: CallableDefinition,
  given: JsonObject,
): RequestedInput | undefined {
  const reason = stepAt(state, ordinal).permitted ? undefined : approvalReason(state, callable);
  if (reason === undefined) return undefined;
  return {
    purpose: "APPROVAL",
    kind: "APPROVAL",
    ui: null,
    prompt: `${callable.name} ${reason}. Permit the call?`,
    onExpiry: { kind: "FAIL" },
    onDecline: toolStepAt(state, ordinal).policy.onDecline ?? "FAIL",
    arguments: storedValue(given),
  };
}

function approvalReason({ pinned }: ExecutionState, callable: CallableDefinition): string | undefined {
  const { approval, definitions } = pinned;
  if (approval === "NEVER" || isHumanInput(definitions, callable)) return undefined;
  if (callable.declaredDestructive) return "says of itself that it may destroy data";
  const isRequired = approval === "ALL_EFFECTS" && childKeyOf(definitions, callable) === undefined;
  const { effectClass } = callable;
  return isRequired && effectClass !== "READ_ONLY" ? `may have an effect (${effectClass})` : undefined;
}
