/**
 * Room `execution/state`: the state of an execution, and the questions that are answered from it alone.
 *
 * Owns: `ExecutionState` (this file) with its steps, waits and questions (`step-state.ts`); the state of models and turns; status and usage
 * (`status.ts`); the clock (`clock.ts`); permits (`permit.ts`); the values of references (`read-reference.ts`); the small changes that a
 * fold is made of (`state-change.ts`). Leaves: the changes by events to `execution/fold`; the next effects to `execution/effects`; the
 * views of readers to `execution/views`.
 *
 * Invariants:
 * - State is computed from the journal and holds nothing that cannot be computed from it again (E2).
 * - State holds positions, sizes and digests, never values (E14). A value is read through the `ReadValue` that the caller passes.
 * - The room reads no clock: the time is an argument.
 *
 * This file defines the state and its most used questions.
 */

import type { Failure } from "../../json/failure.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import type { PlanGraph } from "../../plan/order/order.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PlanWarning } from "../../plan/problem.ts";
import type { ArtifactRecord } from "../events/artifact-record.ts";
import type { ExecutionFinished, ExecutionStarted, FinallyStarted } from "../events/event.ts";
import type { AgentRouted } from "../events/model-event.ts";
import type { OrchestrationState } from "../events/orchestration-state.ts";
import type { UsageView } from "../events/usage.ts";
import type { ModelCallState, ModelTask, ModelUsageState, TextStreamState } from "./model-state.ts";
import type { StepList } from "./step-list.ts";
import type { GivenUpTask, HumanInputState, StepState } from "./step-state.ts";
import type { TurnsState } from "./turn-state.ts";

/** The clock of the execution (E9): it runs towards a deadline, or stands with a remainder while only people are waited for. */
export type ExecutionClock =
  | { readonly running: true; readonly deadlineAt: number }
  | { readonly running: false; readonly remainingMs: number };

/** An artifact with the step for whose call it was stored. */
export interface StoredArtifact extends ArtifactRecord {
  readonly step?: string | undefined;
  readonly storedAt: number;
  /** As in `ArtifactStored`. */
  readonly position?: number;
}

/** Everything about the execution that was fixed when it started. Values are positions. */
export interface PinnedExecution
  extends Omit<ExecutionStarted, "bindings" | "conversation" | "input" | "message" | "plan"> {
  readonly bindings: ValuePosition;
  readonly conversation?: ValuePosition | undefined;
  readonly message?: ValuePosition | undefined;
  readonly input?: ValuePosition | undefined;
  /** The plan that is run, with the steps of further rounds behind it. `noPlan` until a planner has proposed one, and if none ever passed. */
  readonly plan: Plan;
  readonly graph: PlanGraph;
  readonly callables: ReadonlyMap<string, CallableDefinition>;
}

/** How far a map or loop has come (`repeat-state.ts`). */
export interface RepeatState {
  /** How many of the items, the first ones, have had their turn to begin. */
  readonly released: number;
  /** How many of these have not ended. */
  readonly unfinished: number;
  /** How many have ended. */
  readonly ended: number;
  /** Of these, how many failed. */
  readonly failed: number;
  /** When the latest one ended, Unix milliseconds. Absent before. */
  readonly lastEndedAt?: number | undefined;
}

export interface CancelState {
  readonly at: number;
  readonly by: string;
  readonly reason?: string | undefined;
  /** Whether it ends the steps of `finally` too. */
  readonly isForced: boolean;
}

/** The end that was decided before the steps of `finally` began (R9). */
export interface EndingState {
  readonly status: FinallyStarted["status"];
  /** As in the event. */
  readonly failure?: NonNullable<FinallyStarted["failure"]> | undefined;
  readonly responseFailure?: Failure | undefined;
  readonly at: number;
  /** The cancel that led to it. */
  readonly cancelRequested?: CancelState | undefined;
}

/** A plan beyond the first. */
export interface FurtherRound {
  /** Counted from 2. */
  readonly number: number;
  /** As it was written; the ids of its steps in the execution are those of `planOfRound`. */
  readonly plan: Plan;
  readonly planHash: string;
  readonly planWarnings: readonly PlanWarning[];
  /** Unix milliseconds. */
  readonly proposedAt: number;
}

export interface ExecutionState {
  /** Number of the last event that was folded. */
  readonly sequence: number;
  readonly pinned: PinnedExecution;
  readonly orchestrationState: OrchestrationState;
  /** Whether there is a plan: given, or proposed by a model. */
  readonly isPlanned: boolean;
  /** The current task of a model. Absent while steps run, and at the end; that of the responder begins with its first call. */
  readonly modelTask?: ModelTask | undefined;
  readonly modelCalls: readonly ModelCallState[];
  readonly modelUsage: ModelUsageState;
  /** Consumption of children: their whole part while they run, and for good once they were given up. */
  readonly childUsage: UsageView;
  /** The search that the planner asked for, once it has ended. */
  readonly callableSearch?: { readonly query: string; readonly found: number } | undefined;
  readonly routing?: Omit<AgentRouted, "kind"> | undefined;
  /** The plans beyond the first, in order. */
  readonly furtherRounds: readonly FurtherRound[];
  /** Why no further plan was made, although one was due, or why none of the last one may begin. */
  readonly furtherPlanFailure?: Failure | undefined;
  /** The latest plan that was rejected; it stands if none passed after it. */
  readonly rejected?: { readonly failure: Failure; readonly problems: ValuePosition } | undefined;
  readonly text?: TextStreamState | undefined;
  /** Set once the responder has ended. */
  readonly responded?:
    | { readonly response?: ValuePosition | undefined; readonly failure?: Failure | undefined }
    | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the first step started or was waited for. */
  readonly startedAt?: number | undefined;
  /** By ordinal of the plan graph. */
  readonly steps: StepList;
  /** By ordinal: how many steps must still finish before the step may begin. */
  readonly blockers: readonly number[];
  /** Ordinals of leaf steps that may begin, in the order in which they became so. */
  readonly ready: readonly number[];
  /** Ordinals of leaf steps that are RUNNING or WAITING. */
  readonly active: readonly number[];
  /** Children and remote tasks that are not awaited any more and that had not ended, in the order in which they were given up. */
  readonly givenUp: readonly GivenUpTask[];
  /** Ordinals of groups that have begun and not finished. */
  readonly openGroups: readonly number[];
  /** The maps and loops whose items are known, by ordinal. */
  readonly repeats: ReadonlyMap<number, RepeatState>;
  /** Top-level steps that have not finished. */
  readonly unfinished: number;
  /** The question about the whole plan, that of the latest round. Absent if none was asked. */
  readonly planApproval?: HumanInputState | undefined;
  /** Those about the plans of earlier rounds, all answered. */
  readonly earlierPlanApprovals: readonly HumanInputState[];
  /** Where the turns stand. Absent for an execution that runs a plan. */
  readonly turns?: TurnsState | undefined;
  /** Ordinal of the step whose failure halted the plan. */
  readonly haltedBy?: number | undefined;
  /** Artifacts that were stored, oldest first. */
  readonly artifacts: readonly StoredArtifact[];
  /** A cancel that has yet to end running steps. One that ended the steps before `finally` is in `ending`. */
  readonly cancelRequested?: CancelState | undefined;
  /** Set once the steps before `finally` are over: how the execution ends, regardless of the steps that run now. */
  readonly ending?: EndingState | undefined;
  /** Resumptions since the last outcome (E6). */
  readonly resumptions: number;
  /** Calls that left, further attempts included. */
  readonly calls: number;
  /** Of these, calls of agents. */
  readonly agentCalls: number;
  readonly clock: ExecutionClock;
  readonly finished?:
    | (Omit<ExecutionFinished, "kind" | "output"> & {
        readonly at: number;
        readonly output?: ValuePosition | undefined;
      })
    | undefined;
}

/** Stands in while there is no plan. */
export const noPlan: Plan = { schedule: "SEQUENTIAL", reasoning: null, directResponse: null, steps: [] };

/** The step at `ordinal`. An ordinal comes from the plan graph, so a missing one is a bug. */
export function stepAt(state: ExecutionState, ordinal: number): StepState {
  const step = state.steps.get(ordinal);
  if (step === undefined) throw new RangeError(`the plan has no step at ordinal ${ordinal}`);
  return step;
}

/** The node of the plan graph at `ordinal`. */
export function nodeAt(state: ExecutionState, ordinal: number) {
  const node = state.pinned.graph.nodes[ordinal];
  if (node === undefined) throw new RangeError(`the plan has no step at ordinal ${ordinal}`);
  return node;
}
