/** A question to a person, as the row that makes a step wait for the answer. Its end is that of the execution's questions (E9). */
import type { HumanInputRequest, StepWaiting } from "./event.ts";
import { groupIdOf, toolStepAt } from "./planned-step.ts";
import { type ExecutionState, stepAt } from "./state.ts";
import type { StoredValue } from "./stored-value.ts";

export interface Question extends Omit<HumanInputRequest, "requestId"> {
  /** The proposed call, for a question asked before it. */
  readonly arguments: StoredValue | null;
}

/** Asks `question` at `now`, Unix milliseconds, for the step at `ordinal`. */
export function personAsked(state: ExecutionState, ordinal: number, question: Question, now: number): StepWaiting {
  const { id } = toolStepAt(state, ordinal);
  const { arguments: proposed, prompt, purpose } = question;
  return {
    kind: "StepWaiting",
    step: id,
    group: groupIdOf(state, ordinal),
    waitsFor: "PERSON",
    until: now + state.pinned.humanInputTimeoutMs,
    request: { requestId: `${id}/${stepAt(state, ordinal).questions.length + 1}`, purpose, prompt },
    handle: null,
    details: null,
    note: null,
    arguments: proposed,
  };
}
