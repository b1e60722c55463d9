/** An execution as readers see it: one consistent snapshot, plain data, small values inline and large ones by position (E14). */
import type { CallOutcome } from "./attempt.ts";
import type { CallableDefinition } from "./callable.ts";
import type {
  ExecutionOrigin,
  ExecutionStatus,
  HumanInputRequest,
  HumanInputResolution,
  MachineState,
  PlanDialect,
  RecordedEvent,
  StepStatus,
  WaitKind,
} from "./event.ts";
import type { Failure } from "./failure.ts";
import type { ExecutionLimits } from "./limits.ts";
import type { ApprovalPolicy, InDoubtPolicy, Plan } from "./plan.ts";
import type { ValueFrame } from "./stored-value.ts";

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
  readonly step: string;
  readonly status: "PENDING" | HumanInputResolution;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly resolvedAt: number | null;
  readonly respondedBy: string | null;
  readonly reason: string | null;
  /** The proposed call. */
  readonly arguments: ValueFrame | null;
}

export interface StepView {
  readonly id: string;
  readonly index: number | null;
  readonly kind: "TOOL" | "PARALLEL";
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
  readonly outcome: CallOutcome | null;
  readonly waitsFor: WaitKind | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly attempts: readonly AttemptView[];
  /** Ids of the children of a group, in the order of the plan. */
  readonly children: readonly string[];
}

export interface ExecutionView {
  readonly execution: string;
  readonly tenant: string;
  readonly status: ExecutionStatus;
  readonly state: MachineState;
  /** Number of the latest event that the snapshot reflects. */
  readonly sequence: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly updatedAt: number;
  /** Null while only people are waited for, and at the end. */
  readonly deadlineAt: number | null;
  readonly cancelRequestedAt: number | null;
  readonly dialect: PlanDialect;
  readonly plan: Plan;
  readonly planHash: string;
  readonly callables: readonly CallableDefinition[];
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
  readonly toolCalls: number;
  readonly resumptions: number;
  /** The row kind that this code does not know and that parked the execution. Null for one that runs. */
  readonly parkedBy: string | null;
}

/** Events that follow each other, with a small head of where the execution stands after them. */
export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** Sequence after this page; what a watcher passes as `after` to continue. */
  readonly cursor: number;
  /** Whether every event that is stored was sent. */
  readonly caughtUp: boolean;
  readonly status: ExecutionStatus;
}

/** What the index of a tenant keeps of each execution. Only higher revisions replace lower ones. */
export interface ExecutionSummary {
  readonly execution: string;
  readonly revision: number;
  readonly status: ExecutionStatus;
  readonly state: MachineState;
  readonly waitingFor: WaitKind | null;
  readonly currentStep: string | null;
  readonly subject: string;
  readonly contextId: string | null;
  readonly root: string;
  readonly parent: string | null;
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  readonly toolCalls: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly finishedAt: number | null;
}
