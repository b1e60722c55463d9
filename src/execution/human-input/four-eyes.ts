/** The policy by which an execution addresses its questions (`access/answer-policy.ts`), from its first row. Executions below have the same. */
import type { Address } from "../../access/address.ts";
import { type AnswerPolicy, unanswerableFinding } from "../../access/answer-policy.ts";
import type { Failure } from "../../json/failure.ts";
import type { ExecutionStarted } from "../events/event.ts";

type Pinned = Pick<ExecutionStarted, "approvers" | "fourEyes" | "ownerAlone" | "starters" | "subject" | "visibility">;

export function answerPolicyOf(pinned: Pinned): AnswerPolicy {
  const { approvers, fourEyes, ownerAlone, starters = [], subject, visibility } = pinned;
  return {
    approvers,
    isFourEyes: fourEyes === true,
    starters: [...new Set([...starters, subject])],
    owner: visibility === "OWN" ? subject : undefined,
    isOwnerAlone: ownerAlone,
  };
}

/** INPUT_INVALID for a question that no subject could answer. Undefined if one could. */
export function unanswerable(address: Address, pinned: Pinned): Failure | undefined {
  const finding = unanswerableFinding(address, answerPolicyOf(pinned));
  if (finding === undefined) return undefined;
  return {
    code: "INPUT_INVALID",
    message: `Cannot ask a person: required ${finding}`,
    retryable: false,
    details: null,
  };
}
