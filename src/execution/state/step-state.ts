/**
 * The state of one step, as a union by status: each status owns the fields that apply to it. The facts that a step keeps through all of
 * them, such as its attempts and questions, are its `StepRecord`.
 */

import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import type { HumanInputRequest } from "../../plan/human-input.ts";
import type { CallOutcome } from "../events/attempt.ts";
import type { FinalStepStatus, HumanInputResolution, StepStatus } from "../events/event.ts";
import type { WaitKind } from "../events/step-waiting.ts";
import type { StepWarning } from "../events/step-warning.ts";
import type { SubBudget, UsageView } from "../events/usage.ts";

export type StepState = Own<PendingStep> | Own<RunningStep> | Own<WaitingStep> | Own<EndedStep>;

/** A status with its own fields alone: those of the others read as undefined and cannot be given. */
type Own<Step> = Step & { readonly [Field in Exclude<AnyField, keyof Step>]?: undefined };
type AnyField = keyof RunningStep | keyof WaitingStep | keyof EndedStep;

/** The facts that a step keeps from status to status. */
export interface StepRecord {
  /** Number of the latest attempt that may have left. 0 before the first. */
  readonly attempt: number;
  /** Attempts that ended with a known failure; bounded by `maxAttempts`. */
  readonly knownFailures: number;
  /** Calls whose outcome stayed unknown; bounded apart (E7). */
  readonly unknownOutcomes: number;
  /** An object was lost, so the next attempt left at once when its time came, if anybody was there to make it. */
  readonly lostByCrash: boolean;
  /** An object was lost when a further attempt was due that leaves no row, so it is unknown whether it left. */
  readonly mayHaveLeftUnseen: boolean;
  /** Children and remote tasks of the step, one for each attempt that waited for one, oldest first. */
  readonly tasks: readonly StepTask[];
  /** Whether a person permitted the call. */
  readonly permitted: boolean;
  readonly attempts: readonly AttemptState[];
  readonly questions: readonly HumanInputState[];
  /** Absent until the call is named. */
  readonly callId?: string | undefined;
  /** Absent until the step starts or waits. */
  readonly startedAt?: number | undefined;
  /** Absent until the arguments are resolved or shown to a person. */
  readonly input?: ValuePosition | undefined;
}

/** Its turn has not come, or a person permitted its call and it has yet to leave. */
export interface PendingStep extends StepRecord {
  readonly status: "PENDING";
}

/** The result of the latest attempt. Absent before one ended. */
interface LatestEnd {
  readonly outcome?: CallOutcome | undefined;
  readonly failure?: Failure | undefined;
}

/** A step that has begun and not ended. */
interface BegunStep extends StepRecord, LatestEnd {
  /** The callee's question to a person, with the answer; the next attempt sends it. Absent if it asked nothing. */
  readonly continuation?: CallContinuation | undefined;
}

export interface RunningStep extends BegunStep {
  readonly status: "RUNNING";
  /**
   * With a time: the attempt ended and the next leaves at that time, or may have left since.
   * Without: an attempt may be on its way now.
   */
  readonly retryAt?: number | undefined;
}

export interface WaitingStep extends BegunStep {
  readonly status: "WAITING";
  /** Absent once a person was asked and the question is resolved: the same transaction says how the step continues. */
  readonly wait?: StepWait | undefined;
}

export interface EndedStep extends StepRecord, LatestEnd {
  readonly status: FinalStepStatus;
  /** Absent if the turn of the step never came. */
  readonly finishedAt?: number | undefined;
  readonly output?: ValuePosition | undefined;
  readonly content?: ValuePosition | undefined;
  readonly warning?: Failure | undefined;
  /** As in `StepFinished`. */
  readonly warnings?: readonly StepWarning[];
  /** The output was reused from the execution that this one derives from. */
  readonly reused: boolean;
}

/** The wait of a step. */
export interface StepWait {
  readonly kind: WaitKind;
  /** Unix milliseconds at which the wait ends by itself. Absent if it does not. */
  readonly until?: number | undefined;
  /** When it began, Unix milliseconds. */
  readonly since: number;
  /** Name of the object of a child, of a wait for an event, identifier of a remote task, or key of a turn. Absent for all else. */
  readonly handle?: string | undefined;
  /** As in the event. Null for none. */
  readonly details: Json;
  readonly note?: string | undefined;
}

export interface StepTask extends StepWait {
  readonly kind: "CHILD" | "REMOTE_TASK" | "EVENT";
  /** Name of the object of the child, identifier of the remote task, or name of the wait for an event. */
  readonly handle: string;
  /** Number of the attempt that waits for it. */
  readonly attempt: number;
  readonly standing: "WAITED_FOR" | "ENDED" | "GIVEN_UP";
  /** The child's part of the execution's budgets. Absent for a remote task. */
  readonly reserved?: SubBudget | undefined;
  /** Places that a child was given (E10). Absent where there is no cap. */
  readonly places?: number | undefined;
  /** Consumption of a child. Absent while it runs, and if it is unknown. */
  readonly usage?: UsageView | undefined;
}

/** A task that was given up at `at`, Unix milliseconds. */
export interface GivenUpTask {
  readonly step: number;
  readonly attempt: number;
  readonly at: number;
}

/** One attempt, kept for readers; bounded by `maxAttempts` and the three calls after an unknown outcome. */
export interface AttemptState {
  readonly number: number;
  readonly startedAt: number;
  readonly finishedAt?: number | undefined;
  readonly outcome?: CallOutcome | undefined;
  readonly failure?: Failure | undefined;
  readonly retryAt?: number | undefined;
}

/** An answer that a callee waits for to continue with a call. */
export interface CallContinuation {
  /** The callee's data for continuing; opaque here. */
  readonly details: Json;
  readonly isAccepted: boolean;
  /** The person's data. Absent if the person declined. */
  readonly response?: ValuePosition | undefined;
}

/** A question to a person, kept after it was resolved. */
export interface HumanInputState extends HumanInputRequest {
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly arguments?: ValuePosition | undefined;
  readonly responseSchema?: ValuePosition | undefined;
  readonly response?: ValuePosition | undefined;
  readonly resolution?: HumanInputResolution | undefined;
  readonly resolvedAt?: number | undefined;
  readonly respondedBy?: string | undefined;
  readonly reason?: string | undefined;
}

export const pendingStep: Own<PendingStep> = {
  status: "PENDING",
  attempt: 0,
  knownFailures: 0,
  unknownOutcomes: 0,
  lostByCrash: false,
  mayHaveLeftUnseen: false,
  tasks: [],
  permitted: false,
  attempts: [],
  questions: [],
};

/** The facts that `step` keeps when its status changes. */
export function recordOfStep(step: StepState): StepRecord {
  const { attempt, attempts, callId, input, knownFailures, lostByCrash, mayHaveLeftUnseen, permitted } = step;
  const { questions, startedAt, tasks, unknownOutcomes } = step;
  const counts = { attempt, knownFailures, unknownOutcomes, lostByCrash, mayHaveLeftUnseen, permitted };
  return { ...counts, attempts, tasks, questions, callId, input, startedAt };
}

/** `step` ended without a row of its own: its turn never came, or a sibling decided its group. */
export function endedUnseen(step: StepState, status: "CANCELLED" | "SKIPPED"): StepState {
  const { failure, outcome } = step;
  return { ...recordOfStep(step), status, outcome, failure, reused: false };
}

const finalStatuses: ReadonlySet<StepStatus> = new Set<StepStatus>([
  "SUCCEEDED",
  "PARTIAL",
  "FAILED",
  "SKIPPED",
  "CANCELLED",
]);

export function isFinal(status: StepStatus): status is FinalStepStatus {
  return finalStatuses.has(status);
}

/** Whether the step was skipped because its condition is false, and not because its turn never came. */
export function isSkippedByCondition(step: StepState): boolean {
  return step.status === "SKIPPED" && step.finishedAt !== undefined;
}

/** Whether nothing is missing of the step: it succeeded, or its condition says that it is not wanted (C6, O34). */
export function isFine(step: StepState): boolean {
  return step.status === "SUCCEEDED" || isSkippedByCondition(step);
}

/** The question that a waiting step asks now. */
export function openHumanInput(step: StepState): HumanInputState | undefined {
  const last = step.questions.at(-1);
  return last !== undefined && last.resolution === undefined ? last : undefined;
}
