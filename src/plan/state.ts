/**
 * What an execution is now: the fold of its events. It holds positions, sizes and digests, never values (E14), and nothing
 * that cannot be computed again from the journal (E2).
 */
import type { CallOutcome } from "./attempt.ts";
import type { CallableDefinition } from "./callable.ts";
import type {
  ExecutionFinished,
  ExecutionStarted,
  HumanInputRequest,
  HumanInputResolution,
  MachineState,
  StepStatus,
  WaitKind,
} from "./event.ts";
import type { Failure } from "./failure.ts";
import type { PlanGraph } from "./order.ts";
import type { ValuePosition } from "./stored-value.ts";

/** One attempt, kept for readers; bounded by `maxAttempts` and the three calls after an unknown outcome. */
export interface AttemptState {
  readonly number: number;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly outcome: CallOutcome | null;
  readonly failure: Failure | null;
  readonly retryAt: number | null;
}

/** A question to a person, kept after it was resolved. */
export interface QuestionState extends HumanInputRequest {
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly arguments: ValuePosition | null;
  readonly resolution: HumanInputResolution | null;
  readonly resolvedAt: number | null;
  readonly respondedBy: string | null;
  readonly reason: string | null;
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
  readonly wait: { readonly kind: WaitKind; readonly until: number | null } | null;
  /** Whether a person permitted the call. */
  readonly permitted: boolean;
  readonly callId: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly input: ValuePosition | null;
  readonly output: ValuePosition | null;
  readonly content: ValuePosition | null;
  readonly outcome: CallOutcome | null;
  readonly failure: Failure | null;
  readonly warning: Failure | null;
  /** The output was taken over from the execution that this one derives from. */
  readonly reused: boolean;
  readonly attempts: readonly AttemptState[];
  readonly questions: readonly QuestionState[];
}

/** The clock of the execution (E9): it runs towards a deadline, or stands with a remainder while only people are waited for. */
export type ExecutionClock =
  | { readonly running: true; readonly deadlineAt: number }
  | { readonly running: false; readonly remainingMs: number };

/** Everything about the execution that was fixed when it started. Bindings are a position, not a value. */
export interface PinnedExecution extends Omit<ExecutionStarted, "bindings"> {
  readonly bindings: ValuePosition;
  readonly graph: PlanGraph;
  readonly callables: ReadonlyMap<string, CallableDefinition>;
}

export interface ExecutionState {
  /** Number of the last event that was folded. */
  readonly sequence: number;
  readonly pinned: PinnedExecution;
  readonly machine: MachineState;
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
  /** Ordinals of groups that have begun and not finished. */
  readonly openGroups: readonly number[];
  /** Top-level steps that have not finished. */
  readonly unfinished: number;
  /** Ordinal of the step whose failure halted the plan. */
  readonly haltedBy: number | null;
  readonly cancelRequested: { readonly at: number; readonly by: string; readonly reason: string | null } | null;
  /** Resumptions since the last outcome (E6). */
  readonly resumptions: number;
  /** Calls that left, further attempts included. */
  readonly calls: number;
  readonly clock: ExecutionClock;
  readonly finished: (Omit<ExecutionFinished, "kind"> & { readonly at: number }) | null;
}

export const pendingStep: StepState = {
  status: "PENDING",
  attempt: 0,
  knownFailures: 0,
  unknownOutcomes: 0,
  lostByCrash: false,
  mayHaveLeftUnseen: false,
  retryAt: null,
  wait: null,
  permitted: false,
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
export function openQuestion(step: StepState): QuestionState | null {
  const last = step.questions.at(-1);
  return last !== undefined && last.resolution === null ? last : null;
}
