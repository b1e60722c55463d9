/** An execution as readers see it: one consistent snapshot, plain data, small values inline and large ones by position (E14). */

import type { Confinement } from "../../access/audience.ts";
import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import type { ValueFrame } from "../../json/stored-value.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import type { HumanInputRequest } from "../../plan/human-input.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import type { ModelPurpose, TokenUsage } from "../../plan/model-definition.ts";
import type {
  ApprovalPolicy,
  ExecutionKind,
  InDoubtPolicy,
  Plan,
  PlanDialect,
  PlanStep,
  WarnedPlan,
} from "../../plan/plan.ts";
import type { CallableRun } from "../../plan/run-definition.ts";
import type { CallOutcome } from "../events/attempt.ts";
import type { LatestProgress } from "../events/callee-progress.ts";
import type {
  ExecutionEvent,
  ExecutionStatus,
  FinalExecutionStatus,
  HumanInputResolution,
  InvalidPlanPolicy,
  RecordedEvent,
  StepStatus,
} from "../events/event.ts";
import type { Derivation, ExecutionOrigin, ScheduleOrigin } from "../events/execution-origin.ts";
import type { FinishReason, RoutingMode } from "../events/model-event.ts";
import type { OrchestrationState } from "../events/orchestration-state.ts";
import type { EventAddress, WaitKind } from "../events/step-waiting.ts";
import type { StepWarning } from "../events/step-warning.ts";
import type { UsageView } from "../events/usage.ts";
import type { ItemCounts } from "../state/shown-items.ts";
import type { FurtherRound, StoredArtifact } from "../state/state.ts";
import type { TurnState } from "../state/turn-state.ts";

export interface AttemptView {
  readonly number: number;
  readonly callId: string;
  /** Unix milliseconds, as all instants of a view. */
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly outcome: CallOutcome | null;
  readonly failure: Failure | null;
  readonly retryAt: number | null;
}

export interface HumanInputView extends HumanInputRequest {
  /** Null for the question about the whole plan. */
  readonly step: string | null;
  readonly status: "PENDING" | HumanInputResolution;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly resolvedAt: number | null;
  readonly respondedBy: string | null;
  readonly reason: string | null;
  /** The data that the person is shown. */
  readonly arguments: ValueFrame | null;
  readonly responseSchema: ValueFrame | null;
  readonly response: ValueFrame | null;
}

export interface StepView {
  readonly id: string;
  readonly index: number | null;
  readonly kind: PlanStep["kind"];
  readonly group: string | null;
  readonly status: StepStatus;
  readonly resultKey: string | null;
  readonly callableName: string | null;
  readonly callId: string | null;
  readonly input: ValueFrame | null;
  /** Null for a group: its output is made of the outputs of its children, see `groupOutput`. */
  readonly output: ValueFrame | null;
  readonly content: ValueFrame | null;
  readonly failure: Failure | null;
  readonly warning: Failure | null;
  /** As in `StepFinished`. */
  readonly warnings?: readonly StepWarning[];
  readonly outcome: CallOutcome | null;
  readonly waitsFor: WaitKind | null;
  /** When the wait ends by itself, Unix milliseconds. Absent if it does not, and from objects of 0.8.0. */
  readonly waitsUntil?: number;
  /** The event that it waits for. Absent for everything else. */
  readonly awaitedEvent?: EventAddress;
  /** Name of the object of the child that it runs, or ran. Null if it has none. */
  readonly child: string | null;
  /** Identifier of the A2A task at a remote agent. Null if it has none. */
  readonly remoteTaskId: string | null;
  /** What a remote task itself waits for. Null for nothing. */
  readonly waitNote: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly attempts: readonly AttemptView[];
  /** Progress of the call in flight. Absent where there is none. */
  readonly progress?: LatestProgress;
  /** The output was reused from the execution that this one derives from. */
  readonly reused: boolean;
  /** Ids of the children of a group, in the order of the plan. Of a map or loop those that are shown (`shown-items.ts`). */
  readonly children: readonly string[];
  /** How many items a map or loop has. Absent for all else. */
  readonly items?: ItemCounts;
}

/** Turns of an execution, for readers. */
export interface TurnsView {
  readonly chatId: string;
  readonly appId: string | null;
  /** Name of the object of the conversation. */
  readonly conversation: string;
  readonly manifest: { readonly name: string; readonly hash: string };
  readonly turns: readonly TurnState[];
  readonly variables: { readonly [name: string]: Json };
  /** Key of the turn that waits for a submission. Null if none does. */
  readonly waitingTurnKey: string | null;
}

/** How the agent for a question was chosen. */
export interface RoutingView {
  readonly mode: RoutingMode;
  readonly agentName: string | null;
  /** As in `AgentRouted`. */
  readonly unknownAgentName?: string;
  readonly confidence: number | null;
  readonly reason: string | null;
}

/** One call of a model. */
export interface ModelCallView extends TokenUsage {
  readonly call: number;
  readonly purpose: ModelPurpose;
  /** Name of the model as the provider reports it; as the deployment knows it while the call runs. */
  readonly model: string;
  readonly startedAt: number;
  /** Null while it runs. */
  readonly durationMs: number | null;
  readonly firstTextMs: number | null;
  readonly outcome: CallOutcome | null;
  readonly usageIsBound: boolean;
  readonly costMicros: number | null;
  readonly failure: Failure | null;
  readonly retryAt: number | null;
  readonly reply: ValueFrame | null;
  /** The request, with its whole size. Absent where it is not kept. */
  readonly request?: ValueFrame;
  /** Why the model stopped. Absent before the end, where nothing was answered, and before 0.9.0. */
  readonly stop?: FinishReason;
}

/** The offer to a planner, out of all registrations. */
export interface PlannerOfferView {
  readonly offered: number;
  readonly registered: number;
  /** The search that it asked for. Null if there was none. */
  readonly query: string | null;
  readonly found: number | null;
}

/**
 * Which small values a view carries: all, none, or those of the execution itself with those of some steps. The values of thousands of steps take
 * longer to read than all else. A value that a view does not carry is read by its place.
 */
export type CarriedValues = boolean | CarriedSteps;

export interface CarriedSteps {
  readonly stepIds: readonly string[];
  /** Whether steps whose output has a name in the plan are among them. */
  readonly bound: boolean;
}

export interface ExecutionView extends WarnedPlan, Confinement {
  /** Absent where a planner was offered all that it may call, and where nothing is planned. */
  readonly plannerOffer?: PlannerOfferView;
  readonly execution: string;
  readonly tenant: string;
  /** The request in one line, see `title.ts`. */
  readonly title: string;
  readonly status: ExecutionStatus;
  readonly state: OrchestrationState;
  /** Number of the latest event that the snapshot reflects. */
  readonly sequence: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly updatedAt: number;
  /** Null while only people are waited for, and at the end. */
  readonly deadlineAt: number | null;
  readonly cancelRequestedAt: number | null;
  /** The end that was decided before the steps of `finally` began. Absent before, and without such steps. */
  readonly ending?: {
    readonly status: FinalExecutionStatus;
    readonly failure: (Failure & { readonly step: string | null }) | null;
    readonly at: number;
  };
  readonly startedWith: ExecutionKind;
  readonly dialect: PlanDialect;
  /** With the steps of all rounds. Null until a planner has proposed one that passed, and if none ever did. */
  readonly plan: Plan | null;
  readonly planHash: string | null;
  /** The plans beyond the first, whose steps stand behind its own in `plan`. Absent for none, and from objects of 0.8.0. */
  readonly furtherRounds?: readonly FurtherRound[];
  readonly onInvalidPlan: InvalidPlanPolicy;
  /** JSON of the `Conversation`. Null if no model is called. */
  readonly conversation: ValueFrame | null;
  /** The callable that the execution is a run of. Null for one that was started with a plan, a prompt or a question. */
  readonly callable: CallableRun | null;
  /** JSON of the `InvocationMessage` that called it. */
  readonly message: ValueFrame | null;
  /** The value of references to `input`. */
  readonly input: ValueFrame | null;
  /** Output of a run of a callable. Null before its end, and for all else. */
  readonly output: ValueFrame | null;
  /** Artifacts that were stored, oldest first. */
  readonly artifacts: readonly StoredArtifact[];
  readonly routing: RoutingView | null;
  /** JSON of the `PlanProblem`s of the latest plan that was rejected. Null if none was, or one passed after it. */
  readonly planProblems: ValueFrame | null;
  /** Text of the responder, as a JSON string. Null if it wrote none so far. */
  readonly response: ValueFrame | null;
  readonly responseFailure: Failure | null;
  readonly modelCalls: readonly ModelCallView[];
  readonly usage: UsageView;
  readonly callables: readonly CallableDefinition[];
  /** Agents that take turns, with where they stand. Null for an execution that runs a plan. */
  readonly turns: TurnsView | null;
  /** Every step in the order of the plan, groups before their children. */
  readonly steps: readonly StepView[];
  readonly bindings: ValueFrame;
  readonly directResponse: string | null;
  readonly failure: (Failure & { readonly step: string | null }) | null;
  readonly humanInputs: readonly HumanInputView[];
  readonly limits: ExecutionLimits;
  readonly inDoubt: InDoubtPolicy;
  readonly approval: ApprovalPolicy;
  readonly requestId: string;
  readonly contextId: string | null;
  readonly idempotencyKey: string | null;
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  readonly traceparent: string;
  readonly subject: string;
  readonly origin: ExecutionOrigin;
  readonly derivation: Derivation | null;
  /** Absent unless a schedule started it. */
  readonly schedule?: ScheduleOrigin;
  readonly waitingFor: WaitKind | null;
  /** When the first of the calls that back off is tried again, of steps and of language models. Null if none backs off. */
  readonly retryAt: number | null;
  readonly currentStep: string | null;
  readonly resumptions: number;
  /** Set once retention has removed the events and values: the rest of them beside this snapshot. */
  readonly archived: { readonly bindingNames: readonly string[] } | null;
  /** The row kind that this code does not know and that parked the execution. Null for one that runs. */
  readonly parkedBy: string | null;
  /** Whether rows of an earlier version park it. No later code can continue it, and it can only be deleted. */
  readonly isTooOld: boolean;
}

/** Events that follow each other, with a small head of where the execution stands after them. */
export interface EventPage {
  /** Position that the page continues (`log-position.ts`): every event between it and `cursor` is in the page or within `gap`. */
  readonly after: number;
  readonly events: readonly PagedEvent[];
  /** Position after this page; a watcher passes it as `after` to continue. */
  readonly cursor: number;
  /** Whether every event that is stored, and all text in flight, was sent. */
  readonly caughtUp: boolean;
  /** Events that retention removed, between `after` and the first of the page. Null if it removed none of them. */
  readonly gap: EventGap | null;
  readonly status: ExecutionStatus;
}

/** An event as a page shows it. */
export interface PagedEvent<Event extends ExecutionEvent = ExecutionEvent> extends RecordedEvent<Event> {
  /** Where a reader stands after it, for text that is not stored yet. */
  readonly position?: number;
}

/** Events that can no longer be read. */
export interface EventGap {
  readonly firstSequence: number;
  readonly lastSequence: number;
}

/** Where an index stands in the changes of its tenant. Numbers of another epoch, that is of an earlier index, mean nothing. */
export interface ChangePosition {
  readonly epoch: string;
  readonly change: number;
}
