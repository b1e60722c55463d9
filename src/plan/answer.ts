/** The answer of a person to a question that a step asks: what it leads to. Only the first answer counts, and none after its time. */
import type { ExecutionEvent, StepFinished } from "./event.ts";
import { isPastAnswering, stepEnd } from "./outstanding.ts";
import { toolStepAt } from "./planned-step.ts";
import { outcomeUnknown } from "./settle.ts";
import { type ExecutionState, openQuestion, stepAt } from "./state.ts";

export interface GivenAnswer {
  readonly requestId: string;
  readonly accepted: boolean;
  readonly respondedBy: string;
  readonly reason: string | null;
}

export type PersonAnswer =
  | { readonly kind: "RESOLVED"; readonly events: readonly ExecutionEvent[] }
  /** It was answered, lapsed or was withdrawn before. */
  | { readonly kind: "ALREADY_RESOLVED" }
  | { readonly kind: "NOT_FOUND" };

/** What `answer` leads to at `now`, Unix milliseconds. */
export function answerOf(state: ExecutionState, answer: GivenAnswer, now: number): PersonAnswer {
  const { accepted, reason, requestId, respondedBy } = answer;
  const ordinal = state.steps.findIndex((step) => step.questions.some((asked) => asked.requestId === requestId));
  if (ordinal < 0) return { kind: "NOT_FOUND" };
  const open = openQuestion(stepAt(state, ordinal));
  const lapsed = open !== null && open.expiresAt !== null && open.expiresAt <= now;
  // After a crash the rows may call for the withdrawal of a question that nobody has withdrawn yet.
  if (open?.requestId !== requestId || lapsed || isPastAnswering(state, ordinal, now))
    return { kind: "ALREADY_RESOLVED" };
  const resolution = accepted ? "ACCEPTED" : "DECLINED";
  const { id } = toolStepAt(state, ordinal);
  const resolved: ExecutionEvent = { kind: "HumanInputResolved", step: id, requestId, resolution, respondedBy, reason };
  return { kind: "RESOLVED", events: accepted ? [resolved] : [resolved, declined(state, ordinal, reason)] };
}

function declined(state: ExecutionState, ordinal: number, reason: string | null): StepFinished {
  const step = stepAt(state, ordinal);
  if (openQuestion(step)?.purpose === "IN_DOUBT") {
    return stepEnd(state, ordinal, step, "FAILED", "UNKNOWN", outcomeUnknown(step.failure));
  }
  const message = `a person declined the call of ${toolStepAt(state, ordinal).callableName}${reason === null ? "" : `: ${reason}`}`;
  return stepEnd(state, ordinal, step, "FAILED", null, {
    code: "REJECTED_BY_HUMAN",
    message,
    retryable: false,
    details: null,
  });
}
