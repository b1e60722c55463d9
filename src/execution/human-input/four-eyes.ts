/** The policy by which an execution addresses its questions (`access/answer-policy.ts`), from its first row. Executions below have the same. */
import type { Address } from "../../access/address.ts";
import { type AnswerPolicy, unanswerableFinding } from "../../access/answer-policy.ts";
import type { Failure } from "../../json/failure.ts";
import type { ExecutionStarted } from "../events/event.ts";

type Pinned = Pick<ExecutionStarted, "approvers" | "fourEyes" | "starters" | "subject">;

export function answerPolicyOf({ approvers, fourEyes, starters = [], subject }: Pinned): AnswerPolicy {
  return { approvers, isFourEyes: fourEyes === true, starters: [...new Set([...starters, subject])] };
}

/** INPUT_INVALID for a question that nobody could answer. Undefined if somebody could. */
export function unanswerable(address: Address): Failure | undefined {
  const finding = unanswerableFinding(address);
  if (finding === undefined) return undefined;
  return {
    code: "INPUT_INVALID",
    message: `Cannot ask a person: required ${finding}`,
    retryable: false,
    details: null,
  };
}
