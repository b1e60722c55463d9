/**
 * Who may answer the questions of an execution, by its own policy: approvals are addressed to its approvers, and under four eyes they are not
 * for the subjects who started it or an execution that it derives from. Executions below have the policy of the one above.
 */
import { type Address, addressOf, isUnanswerable, unidentifiedSubject } from "../../access/address.ts";
import type { Failure } from "../../json/failure.ts";
import type { ExecutionStarted } from "../events/event.ts";

type Pinned = Pick<ExecutionStarted, "approvers" | "fourEyes" | "starters" | "subject">;

/** The subjects who started it, and those that it derives from. */
export function startersOf({ starters = [], subject }: Pick<Pinned, "starters" | "subject">): readonly string[] {
  return [...new Set([...starters, subject])];
}

/** The address of a question that permits something: a call, the plan, another call after one that was lost. */
export function approvalAddress(pinned: Pinned): Address {
  const { approvers, fourEyes } = pinned;
  return addressOf({ addressees: approvers, notBy: fourEyes === true ? startersOf(pinned) : undefined });
}

/** Why nobody could answer a question with `address`, as in "required …, found …". Undefined if somebody could. */
export function unanswerableFinding(address: Address): string | undefined {
  if (address.notBy?.includes(unidentifiedSubject) === true)
    return "required a starter whose subject is known for four eyes, found none (AUTH_MODE is none)";
  if (!isUnanswerable(address)) return undefined;
  return "required an addressee who did not start the execution, because of four eyes, found none";
}

/** INPUT_INVALID for a question that nobody could answer. Undefined if somebody could. */
export function unanswerable(address: Address): Failure | undefined {
  const finding = unanswerableFinding(address);
  if (finding === undefined) return undefined;
  return { code: "INPUT_INVALID", message: `Cannot ask a person: ${finding}`, retryable: false, details: null };
}
