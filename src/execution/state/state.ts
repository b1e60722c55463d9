/**
 * Room `execution/state`: the state of an execution, and the questions that are answered from it alone.
 *
 * Owns: `ExecutionState` with its steps, waits and questions (this file); the state of models and turns; status and usage (`status.ts`); the
 * clock (`clock.ts`); permits (`permit.ts`); the values of references (`read-reference.ts`); the small changes that a fold is made of
 * (`state-change.ts`).
 * Leaves: which event changes what to `execution/fold`; what is to be done next to `execution/effects`; what readers see to
 * `execution/views`.
 *
 * Invariants:
 * - State is computed from the journal and holds nothing that cannot be computed from it again (E2).
 * - State holds positions, sizes and digests, never values (E14). A value is read through the `ReadValue` that the caller passes.
 * - The room reads no clock: the time is an argument.
 *
 * This file defines the state and its most used questions.
 */

import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import type { HumanInputRequest } from "../../plan/human-input.ts";
import type { PlanGraph } from "../../plan/order/order.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ArtifactRecord } from "../events/artifact-record.ts";
import type { CallOutcome } from "../events/attempt.ts";
import type { ExecutionFinished, ExecutionStarted, HumanInputResolution, StepStatus } from "../events/event.ts";
import type { AgentRouted } from "../events/model-event.ts";
import type { OrchestrationState } from "../events/orchestration-state.ts";
import type { WaitKind } from "../events/step-waiting.ts";
import type { StepWarning } from "../events/step-warning.ts";
import type { SubBudget, UsageView } from "../events/usage.ts";
import type { ModelCallState, ModelTask, ModelUsageState, TextStreamState } from "./model-state.ts";
import type { TurnsState } from "./turn-state.ts";

/** One attempt, kept for readers; bounded by `maxAttempts` and the three calls after an unknown outcome. */
export interface AttemptState {
  readonly number: number;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly outcome: CallOutcome | null;
  readonly failure: Failure | null;
  readonly retryAt: number | null;
}

/** An answer that a callee waits for to go on with a call. */
export interface CallContinuation {
  /** What is needed to go on, as the callee gave it; opaque here. */
  readonly details: Json;
  readonly isAccepted: boolean;
  /** What the person gave. Null if it declined. */
  readonly response: ValuePosition | null;
}

/** What a step waits for. */
export interface StepWait {
  readonly kind: WaitKind;
  /** Unix milliseconds at which the wait ends by itself. Null if it does not. */
  readonly until: number | null;
  /** When it began, Unix milliseconds. */
  readonly since: number;
  readonly handle: string | null;
  readonly details: Json;
  readonly note: string | null;
}

export interface StepState {
  readonly status: StepStatus;
  /** Number of the latest attempt that may have left. 0 before the first. */
  readonly attempt: number;
  /** Attempts that ended with a known failure; bounded by `maxAttempts`. */
  readonly knownFailures: number;
  /** Calls whose outcome stayed unknown; bounded apart (E7). */
  readonly unknownOutcomes: number;
  /** An object was lost, so the next attempt left at once when its time came, if anybody was there to make it. */
  readonly lostByCrash: boolean;
  /** An object was lost when a further attempt was due that leaves no row, so that nobody knows whether it left. */
  readonly mayHaveLeftUnseen: boolean;
  /**
   * RUNNING with a time: the attempt ended and the next leaves at that time, or may have left since.
   * RUNNING without: an attempt may be on its way now.
   */
  readonly retryAt: number | null;
  readonly wait: StepWait | null;
  /** Children and remote tasks of the step, one for each attempt that waited for one, oldest first. */
  readonly tasks: readonly StepTask[];
  /** Whether a person permitted the call. */
  readonly permitted: boolean;
  /** What the callee asked a person, with the answer; the next attempt sends it. Null if it asked nothing. */
  readonly continuation: CallContinuation | null;
  readonly callId: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly input: ValuePosition | null;
  readonly output: ValuePosition | null;
  readonly content: ValuePosition | null;
  readonly outcome: CallOutcome | null;
  readonly failure: Failure | null;
  readonly warning: Failure | null;
  /** As in `StepFinished`. */
  readonly warnings?: readonly StepWarning[];
  /** The output was taken over from the execution that this one derives from. */
  readonly reused: boolean;
  readonly attempts: readonly AttemptState[];
  readonly questions: readonly HumanInputState[];
}

/** The clock of the execution (E9): it runs towards a deadline, or stands with a remainder while only people are waited for. */
export type ExecutionClock =
  | { readonly running: true; readonly deadlineAt: number }
  | { readonly running: false; readonly remainingMs: number };

/** An artifact with the step for whose call it was stored. */
export interface StoredArtifact extends ArtifactRecord {
  readonly step: string | null;
  readonly storedAt: number;
  /** As in `ArtifactStored`. */
  readonly position?: number;
}

/** Everything about the execution that was fixed when it started. Values are positions. */
export interface PinnedExecution
  extends Omit<ExecutionStarted, "bindings" | "conversation" | "input" | "message" | "plan"> {
  readonly bindings: ValuePosition;
  readonly conversation: ValuePosition | null;
  readonly message: ValuePosition | null;
  readonly input: ValuePosition | null;
  /** The plan that is run. `noPlan` until a planner has proposed one, and if none ever passed. */
  readonly plan: Plan;
  readonly graph: PlanGraph;
  readonly callables: ReadonlyMap<string, CallableDefinition>;
}

export interface ExecutionState {
  /** Number of the last event that was folded. */
  readonly sequence: number;
  readonly pinned: PinnedExecution;
  readonly orchestrationState: OrchestrationState;
  /** Whether there is a plan: given, or proposed by a model. */
  readonly isPlanned: boolean;
  /** What a model is to do. Null while steps run, and at the end; that of the responder begins with its first call. */
  readonly modelTask: ModelTask | null;
  readonly modelCalls: readonly ModelCallState[];
  readonly modelUsage: ModelUsageState;
  /** What children consumed: all that they were given while they run, and for good once they were given up. */
  readonly childUsage: UsageView;
  readonly routing: Omit<AgentRouted, "kind"> | null;
  /** The latest plan that was rejected; it stands if none passed after it. */
  readonly rejected: { readonly failure: Failure; readonly problems: ValuePosition } | null;
  readonly text: TextStreamState | null;
  /** Set once the responder has ended. */
  readonly responded: { readonly response: ValuePosition | null; readonly failure: Failure | null } | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the first step started or was waited for. */
  readonly startedAt: number | null;
  /** By ordinal of the plan graph. */
  readonly steps: readonly StepState[];
  /** By ordinal: how many steps must still finish before the step may begin. */
  readonly blockers: readonly number[];
  /** Ordinals of leaf steps that may begin, in the order in which they became so. */
  readonly ready: readonly number[];
  /** Ordinals of leaf steps that are RUNNING or WAITING. */
  readonly active: readonly number[];
  /** Children and remote tasks that nobody waits for any more and that had not ended, in the order in which they were given up. */
  readonly givenUp: readonly GivenUpTask[];
  /** Ordinals of groups that have begun and not finished. */
  readonly openGroups: readonly number[];
  /** Top-level steps that have not finished. */
  readonly unfinished: number;
  /** The question about the whole plan. Null if none was asked. */
  readonly planApproval: HumanInputState | null;
  /** Where the turns stand. Null for an execution that runs a plan. */
  readonly turns: TurnsState | null;
  /** Ordinal of the step whose failure halted the plan. */
  readonly haltedBy: number | null;
  /** Artifacts that were stored, oldest first. */
  readonly artifacts: readonly StoredArtifact[];
  readonly cancelRequested: { readonly at: number; readonly by: string; readonly reason: string | null } | null;
  /** Resumptions since the last outcome (E6). */
  readonly resumptions: number;
  /** Calls that left, further attempts included. */
  readonly calls: number;
  /** Of these, calls of agents. */
  readonly agentCalls: number;
  readonly clock: ExecutionClock;
  readonly finished:
    | (Omit<ExecutionFinished, "kind" | "output"> & { readonly at: number; readonly output: ValuePosition | null })
    | null;
}

/** Stands in while there is no plan. */
export const noPlan: Plan = { schedule: "SEQUENTIAL", reasoning: null, directResponse: null, steps: [] };

export const pendingStep: StepState = {
  status: "PENDING",
  attempt: 0,
  knownFailures: 0,
  unknownOutcomes: 0,
  lostByCrash: false,
  mayHaveLeftUnseen: false,
  retryAt: null,
  wait: null,
  tasks: [],
  permitted: false,
  continuation: null,
  callId: null,
  startedAt: null,
  finishedAt: null,
  input: null,
  output: null,
  content: null,
  outcome: null,
  failure: null,
  warning: null,
  reused: false,
  attempts: [],
  questions: [],
};

const finalStatuses: ReadonlySet<StepStatus> = new Set<StepStatus>([
  "SUCCEEDED",
  "PARTIAL",
  "FAILED",
  "SKIPPED",
  "CANCELLED",
]);

export function isFinal(status: StepStatus): boolean {
  return finalStatuses.has(status);
}

/** Whether the step was skipped because its condition is false, and not because its turn never came. */
export function isSkippedByCondition({ finishedAt, status }: StepState): boolean {
  return status === "SKIPPED" && finishedAt !== null;
}

/** Whether nothing is missing of the step: it succeeded, or its condition says that it is not wanted (C6, O34). */
export function isFine(step: StepState): boolean {
  return step.status === "SUCCEEDED" || isSkippedByCondition(step);
}

/** The step at `ordinal`. An ordinal comes from the plan graph, so a missing one is a bug. */
export function stepAt(state: ExecutionState, ordinal: number): StepState {
  const step = state.steps[ordinal];
  if (step === undefined) throw new RangeError(`the plan has no step at ordinal ${ordinal}`);
  return step;
}

/** The node of the plan graph at `ordinal`. */
export function nodeAt(state: ExecutionState, ordinal: number) {
  const node = state.pinned.graph.nodes[ordinal];
  if (node === undefined) throw new RangeError(`the plan has no step at ordinal ${ordinal}`);
  return node;
}

/** The question that a waiting step asks now. */
export function openHumanInput(step: StepState): HumanInputState | null {
  const last = step.questions.at(-1);
  return last !== undefined && last.resolution === null ? last : null;
}

export interface StepTask extends StepWait {
  readonly kind: "CHILD" | "REMOTE_TASK";
  /** Name of the object of the child, or identifier of the remote task. */
  readonly handle: string;
  /** Number of the attempt that waits for it. */
  readonly attempt: number;
  readonly standing: "WAITED_FOR" | "ENDED" | "GIVEN_UP";
  /** What of the execution's budgets a child was given. Null for a remote task. */
  readonly reserved: SubBudget | null;
  /** What a child consumed. Null while it runs, and if nobody knows. */
  readonly usage: UsageView | null;
}

/** A task that was given up at `at`, Unix milliseconds. */
export interface GivenUpTask {
  readonly step: number;
  readonly attempt: number;
  readonly at: number;
}

/** A question to a person, kept after it was resolved. */
export interface HumanInputState extends HumanInputRequest {
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly arguments: ValuePosition | null;
  readonly responseSchema: ValuePosition | null;
  readonly response: ValuePosition | null;
  readonly resolution: HumanInputResolution | null;
  readonly resolvedAt: number | null;
  readonly respondedBy: string | null;
  readonly reason: string | null;
}
