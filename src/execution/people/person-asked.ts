/**
 * Room `execution/people`: the questions that an execution asks people.
 *
 * Owns: the event that makes a step wait for an answer (this file); which calls need an approval (`approval.ts`); the question of a call that
 * people answer (`person-request.ts`); the question of a callee that cannot go on alone (`callee-asked.ts`).
 * Leaves: kinds and bounds of questions to `plan` (`human-input.ts`, `ask-person.ts`); the answer to `execution/decide` (`answer.ts`); the end
 * of the step to `execution/settle`; the approval of a whole plan to `execution/effects`.
 *
 * Invariants:
 * - A question says in its event what becomes of its step if nobody answers. The end of that wait is the only wake-up it needs (E11).
 * - A callee may ask ten times. Its next attempt carries the answer under the same key (E5).
 *
 * This file makes the event of a question, for a step or for the whole plan.
 */

import type { Json } from "../../json/json.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import type { HumanInputRequest } from "../../plan/human-input.ts";
import type { WaitingForPerson, WaitingForPlanApproval } from "../events/step-waiting.ts";
import { groupIdOf, toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";

export interface Question extends Omit<HumanInputRequest, "requestId"> {
  /** What the person is shown. Absent for nothing more than the prompt. */
  readonly arguments?: StoredValue | undefined;
  /** JSON Schema that the answer must satisfy. Absent for a question that is only accepted or declined. */
  readonly responseSchema?: StoredValue | undefined;
  /** Time for an answer, in milliseconds. Absent for as long as the execution gives people. */
  readonly timeoutMs?: number | undefined;
  /** What is needed to go on with a call whose callee asks; opaque here. Absent for all else. */
  readonly details?: Json;
  /** Number of the attempt that asks. Absent for all but callees. */
  readonly attempt?: number;
}

/** Asks `question` at `now`, Unix milliseconds, for the step at `ordinal`. */
export function personAsked(state: ExecutionState, ordinal: number, question: Question, now: number): WaitingForPerson {
  const { id } = toolStepAt(state, ordinal);
  const requestId = `${id}/${stepAt(state, ordinal).questions.length + 1}`;
  return { ...asked(state, question, requestId, now), step: id, group: groupIdOf(state, ordinal) };
}

/** Asks `question` at `now` about the whole plan. */
export function personAskedOfPlan(state: ExecutionState, question: Question, now: number): WaitingForPlanApproval {
  return { ...asked(state, question, "plan/1", now), step: null, group: null };
}

function asked(
  state: ExecutionState,
  question: Question,
  requestId: string,
  now: number,
): Omit<WaitingForPerson, "step" | "group"> {
  const { arguments: shown, attempt, details, responseSchema, timeoutMs, ...request } = question;
  return {
    kind: "StepWaiting",
    waitsFor: "PERSON",
    until: now + (timeoutMs ?? state.pinned.humanInputTimeoutMs),
    request: { requestId, ...request },
    ...(details == null ? {} : { details }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(shown === undefined ? {} : { arguments: shown }),
    ...(responseSchema === undefined ? {} : { responseSchema }),
  };
}
