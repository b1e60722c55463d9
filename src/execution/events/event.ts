/**
 * Room `execution/events`: the facts of an execution, and all that a row of its journal can say.
 *
 * Owns: the events of steps (this file), models (`model-event.ts`) and turns (`turn-event.ts`), their versions and upcasters (`upcast.ts`);
 * where events keep large values (`value-slots.ts`); outcomes of attempts (`attempt.ts`); attachments, artifacts, warnings and usage.
 * Leaves: the state that follows from the facts to `execution/state` and `execution/fold`; the next facts to `execution/settle` and
 * `execution/effects`; rows and SQL to `durable/storage`.
 *
 * Invariants:
 * - Events are the only truth: state is their fold (E2).
 * - `ExecutionStarted` is the first event and `ExecutionFinished` the last.
 * - A row of an older version is upcast. A row of an unknown kind or version parks its execution, which stays readable and untouched.
 * - Names are past tense, and the same in TypeScript, SQL and GraphQL. Times are Unix milliseconds.
 *
 * This file lists the kinds of event, and defines those of executions and steps.
 */

import type { Addressee } from "../../access/address.ts";
import type { Confinement } from "../../access/audience.ts";
import type { Failure } from "../../json/failure.ts";
import type { StoredValue, ValuePosition } from "../../json/stored-value.ts";
import type { ExecutionDefinitions, FlowRule } from "../../plan/callable.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import type { ModelWork } from "../../plan/model-definition.ts";
import type { ApprovalPolicy, ExecutionKind, InDoubtPolicy, Plan, PlanDialect, WarnedPlan } from "../../plan/plan.ts";
import type { CallableRun } from "../../plan/run-definition.ts";
import type { TurnWork } from "../../plan/turn-work.ts";
import type { PinnedLabel } from "../../plan/value-flow.ts";
import type { ArtifactStored } from "./artifact-record.ts";
import type { CallOutcome } from "./attempt.ts";
import type { StepProgressed } from "./callee-progress.ts";
import type { Derivation, ExecutionOrigin, ScheduleOrigin } from "./execution-origin.ts";
import type {
  AgentRouted,
  CallablesFound,
  ModelCalled,
  ModelCallStarted,
  PlanProposed,
  PlanRejected,
  TextProduced,
} from "./model-event.ts";
import type { OrchestrationTransition } from "./orchestration-state.ts";
import type { StepWaiting } from "./step-waiting.ts";
import type { StepWarning } from "./step-warning.ts";
import type { AutoToolCall, TurnEvent } from "./turn-event.ts";
import type { UsageView } from "./usage.ts";

export type ExecutionStatus = "PENDING" | "RUNNING" | "WAITING" | "SUCCEEDED" | "PARTIAL" | "FAILED" | "CANCELLED";
export type StepStatus = ExecutionStatus | "SKIPPED";
export type FinalStepStatus = "SUCCEEDED" | "PARTIAL" | "FAILED" | "SKIPPED" | "CANCELLED";
export type FinalExecutionStatus = "SUCCEEDED" | "PARTIAL" | "FAILED" | "CANCELLED";

export type HumanInputResolution = "ACCEPTED" | "DECLINED" | "EXPIRED" | "WITHDRAWN";

/** The policy for a plan that does not pass validation (C31): the execution ends, or the responder explains the problems. */
export type InvalidPlanPolicy = "REJECT" | "RESPOND";

export interface ExecutionStarted extends WarnedPlan {
  readonly kind: "ExecutionStarted";
  /** Name of the object that holds this execution (E1). */
  readonly execution: string;
  readonly publicId?: string; // `Execution.id`. Absent until 0.7.0.
  readonly tenant: string;
  readonly surface: "graphql" | "a2a" | "mcp" | "child" | "conversation" | "schedule";
  readonly idempotencyKey: string | null;
  /** Hex SHA-256 of the request: source, bindings, limits, policies (E1). */
  readonly fingerprint: string;
  readonly subject: string;
  /** Who may see it beside the subject. Absent for the whole tenant, and before 0.9.0. */
  readonly visibility?: Confinement["visibility"];
  /** The group that may see it. Absent unless the visibility is GROUP. */
  readonly group?: string;
  readonly origin: ExecutionOrigin;
  /** The request in one line, see `title.ts`. */
  readonly title: string;
  /** The title as it was given with the request; retries and forks keep it. Absent where none was. */
  readonly givenTitle?: string;
  /** Null for an execution that was started by itself. */
  readonly derivation: Derivation | null;
  /** Absent unless a schedule started it. */
  readonly schedule?: ScheduleOrigin;
  readonly requestId: string;
  readonly contextId: string | null;
  /** W3C trace context of the request that started the execution. */
  readonly traceparent: string;
  /** Travels with `traceparent`, unchanged. Null for none. */
  readonly tracestate: string | null;
  readonly codeVersion: string;
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  readonly startedWith: ExecutionKind;
  readonly dialect: PlanDialect;
  /** Null if a model is to make it, or if the given one was refused and the responder explains why. */
  readonly plan: Plan | null;
  readonly planHash: string | null;
  readonly onInvalidPlan: InvalidPlanPolicy;
  /** JSON of a `Conversation`. Null if no model is called. */
  readonly conversation: StoredValue | null;
  readonly modelWork: ModelWork;
  /** The callable that this execution is a run of. Null for one that was started with a plan, a prompt or a question. */
  readonly callable: CallableRun | null;
  /** JSON of the `InvocationMessage` that called it. Null for one that was started without a message. */
  readonly message: StoredValue | null;
  /** The value of references to `input`. Null if there is none, and if it could not be read. */
  readonly input: StoredValue | null;
  /** The callables of the plan; where a model makes the plan, its offer (E15). */
  readonly definitions: ExecutionDefinitions;
  readonly bindings: StoredValue;
  readonly limits: ExecutionLimits;
  readonly inDoubt: InDoubtPolicy;
  readonly approval: ApprovalPolicy;
  /** How long a person has to answer, in milliseconds. */
  readonly humanInputTimeoutMs: number;
  /** Who may answer questions that permit something. Absent for everybody who reaches the execution. */
  readonly approvers?: readonly Addressee[];
  /** Those who started it may not. Absent if they may. */
  readonly fourEyes?: true;
  /** Only the owner reaches it: its visibility is OWN, and its starter can make no token that acts as somebody else. */
  readonly ownerAlone?: true;
  /** Subjects who started the execution that it derives from. Absent if the same subject did, and if it derives from none. */
  readonly starters?: readonly string[];
  /** Agents that take turns. Null for an execution that runs a plan. */
  readonly turns: TurnWork | null;
  /** Labels of its input and of its caller's data, where a step called it. Absent otherwise: then the labels are those of a caller. */
  readonly inputLabels?: readonly PinnedLabel[];
  /** Flow rules that this execution adds to those of its tenant. Absent for none. */
  readonly flowRules?: readonly FlowRule[];
}

export interface StepStarted {
  readonly kind: "StepStarted";
  readonly step: string;
  readonly group: string | null;
  /** Counted from 1. Above 1 only where the intent of a further attempt needs a row of its own (E3). */
  readonly attempt: number;
  readonly generation: number;
  /** Key of the call, the same on every attempt (E5). */
  readonly callId: string;
  readonly callableName: string;
  readonly arguments: StoredValue;
  /** Set for the call of a tool that an agent's output started (T24). */
  readonly autoTool?: AutoToolCall;
}

/** The items of a map are known, or another iteration of a loop is due. From then on each is a step of its own. */
export interface ItemsAdded {
  readonly kind: "ItemsAdded";
  /** The map or loop. */
  readonly step: string;
  /** How many: all items of a map, which may be none, and one iteration of a loop. */
  readonly count: number;
}

export interface AttemptFailed {
  readonly kind: "AttemptFailed";
  readonly step: string;
  readonly attempt: number;
  readonly callId: string;
  readonly outcome: CallOutcome;
  readonly failure: Failure;
  /** When the next attempt may leave. Null if none follows by itself. */
  readonly retryAt: number | null;
  /** The attempt was lost with its object, so that its end is no news from the callee. */
  readonly byCrash: boolean;
  /** When the attempt began. Absent if its own row has the time, or if it began as soon as it might. */
  readonly attemptStartedAt?: number;
  /** Consumption of the child that made the attempt. Absent if no child did, and if it is unknown. */
  readonly childUsage?: UsageView;
}

export interface HumanInputResolved {
  readonly kind: "HumanInputResolved";
  /** Null for the question about the whole plan. */
  readonly step: string | null;
  readonly requestId: string;
  readonly resolution: HumanInputResolution;
  /** Subject who answered. Null if there was no answer. */
  readonly respondedBy: string | null;
  readonly reason: string | null;
  /** The data that was given. Null if none was asked for, or none was given. */
  readonly response: StoredValue | null;
}

export interface StepFinished {
  readonly kind: "StepFinished";
  readonly step: string;
  readonly group: string | null;
  readonly status: FinalStepStatus;
  /** Number of the attempt that ended. 0 if none was started. */
  readonly attempt: number;
  readonly attemptStartedAt?: number;
  readonly callId: string | null;
  readonly outcome: CallOutcome | null;
  readonly output: StoredValue | null;
  /** The callable's content for people and language models, and its metadata. */
  readonly content: StoredValue | null;
  readonly failure: Failure | null;
  /** Output that was taken although it does not satisfy its schema (`WARN`). */
  readonly warning: Failure | null;
  /** Warnings about the result. Absent for none, and in rows of 0.7.0. */
  readonly warnings?: readonly StepWarning[];
  /** The output was reused from the execution that this one derives from; nothing was called. */
  readonly reused: boolean;
  /** As in `AttemptFailed`. */
  readonly childUsage?: UsageView;
  /** As in `StepStarted`. */
  readonly autoTool?: AutoToolCall;
}

export interface CancelRequested {
  readonly kind: "CancelRequested";
  readonly requestedBy: string;
  readonly reason: string | null;
  /** It ends the steps of `finally` too, or keeps them from beginning. Absent for a cancel that does not. */
  readonly force?: true;
}

/**
 * The steps before `finally` are over, and the end of the execution is decided. The later steps can make SUCCEEDED PARTIAL and change
 * nothing else.
 */
export interface FinallyStarted {
  readonly kind: "FinallyStarted";
  readonly status: FinalExecutionStatus;
  /** The failure: why the execution failed, or the failure of a step if it succeeded in part. Null for none, and after a cancel. */
  readonly failure: ExecutionFinished["failure"];
  /** As in `ExecutionFinished`. */
  readonly responseFailure: Failure | null;
}

export interface CallIgnored {
  readonly kind: "CallIgnored";
  readonly step: string | null;
  readonly callId: string;
  readonly reason: string;
}

export interface ExecutionResumed {
  readonly kind: "ExecutionResumed";
  /** Resumptions without a new outcome, this one included. */
  readonly count: number;
}

export interface ExecutionFinished {
  readonly kind: "ExecutionFinished";
  readonly status: FinalExecutionStatus;
  readonly failure: (Failure & { readonly step: string | null }) | null;
  /** Answer of a plan that needed no tools. */
  readonly directResponse: string | null;
  /** Output of a run of a callable that succeeded, at least in part. Null for all else. */
  readonly output: StoredValue | null;
  /** The text of the responder. Null if it wrote none. */
  readonly response: ValuePosition | null;
  /** Why the responder wrote none although it was asked for. Changes nothing of the result (R27). */
  readonly responseFailure: Failure | null;
}

export type ExecutionEvent =
  | ExecutionStarted
  | AgentRouted
  | PlanProposed
  | PlanRejected
  | CallablesFound
  | ModelCallStarted
  | ModelCalled
  | TextProduced
  | ItemsAdded
  | StepStarted
  | StepProgressed
  | AttemptFailed
  | StepWaiting
  | HumanInputResolved
  | ArtifactStored
  | StepFinished
  | CancelRequested
  | FinallyStarted
  | CallIgnored
  | ExecutionResumed
  | ExecutionFinished
  | TurnEvent;

export type EventKind = ExecutionEvent["kind"];

/** An event as it stands in the journal. */
export interface RecordedEvent<Event extends ExecutionEvent = ExecutionEvent> {
  /** Counted from 1, without gaps. */
  readonly sequence: number;
  /** Unix milliseconds. */
  readonly occurredAt: number;
  /** Hidden from end users; decided when it is written. */
  readonly hidden: boolean;
  /** Moves of the state machine that the event caused, computed when it was appended. */
  readonly transitions: readonly OrchestrationTransition[];
  readonly event: Event;
}

/** Version in which each kind of row is written now, see `writtenVersion`. Older rows pass through upcasters, see `upcast.ts`. */
export const eventVersion: { readonly [Kind in EventKind]: number } = {
  ExecutionStarted: 7,
  AgentRouted: 1,
  PlanProposed: 2,
  PlanRejected: 1,
  CallablesFound: 1,
  ModelCallStarted: 1,
  ModelCalled: 1,
  TextProduced: 1,
  ItemsAdded: 1,
  StepStarted: 1,
  StepProgressed: 1,
  AttemptFailed: 1,
  StepWaiting: 3,
  HumanInputResolved: 2,
  ArtifactStored: 1,
  StepFinished: 2,
  CancelRequested: 1,
  FinallyStarted: 1,
  CallIgnored: 1,
  ExecutionResumed: 1,
  ExecutionFinished: 3,
  TurnStarted: 2,
  OutputSubmitted: 1,
  MessageAdded: 1,
  StructuredOutputChecked: 1,
  DuplicateSuppressed: 1,
  BindingSet: 1,
  HandoffMade: 1,
};

/**
 * Version of the row of `event`. Rows of no further round are written in the form from before there were any, so that earlier code reads
 * them.
 */
export function writtenVersion(event: ExecutionEvent): number {
  const isFirst =
    (event.kind === "PlanProposed" && event.round === undefined) ||
    (event.kind === "TurnStarted" && event.cause !== "ROUND");
  return isFirst ? 1 : eventVersion[event.kind];
}
