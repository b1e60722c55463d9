/**
 * What resolvers are handed for each type of the schema: views of the core with what is needed to go on from them. Types that are
 * not listed here are handed as the schema has them. `scripts/generate-schema.mjs` maps them by name.
 */
import type { CatalogSnapshot, RegisteredServer, RegisteredTool } from "../catalog/catalog-snapshot.ts";
import type {
  AttemptFailed,
  CallIgnored,
  CancelRequested,
  Derivation,
  ExecutionEvent,
  ExecutionFinished,
  ExecutionResumed,
  ExecutionStarted,
  HumanInputResolved,
  RecordedEvent,
  StepFinished,
  StepStarted,
  StepWaiting,
} from "../plan/event.ts";
import type { ListedExecution } from "../plan/execution-list.ts";
import type { ExecutionView, HumanInputView, StepView } from "../plan/execution-view.ts";
import type { Plan, PlanStep } from "../plan/plan.ts";

/** An execution: whole, or as the index keeps it where nothing more was selected (see `list-executions.ts`). */
export type ExecutionSource =
  | { readonly kind: "VIEW"; readonly view: ExecutionView }
  | { readonly kind: "SUMMARY"; readonly summary: ListedExecution };

export type DerivationSource = Derivation;

export interface StepSource {
  readonly view: ExecutionView;
  readonly step: StepView;
}

export interface PlanSource {
  readonly plan: Plan;
  readonly hash: string;
}

export interface PlanStepSource {
  readonly step: PlanStep;
}

export interface HumanInputSource {
  readonly execution: string;
  readonly request: HumanInputView;
}

export interface ToolSource {
  readonly tool: RegisteredTool;
  readonly mcpServer: McpServerSource;
}

export interface McpServerSource {
  readonly server: RegisteredServer;
  /** The snapshot that the server was found in. */
  readonly catalog: CatalogSnapshot;
}

/** An event of the log of `execution`. */
export interface EventSource<Event extends ExecutionEvent = ExecutionEvent> {
  readonly execution: string;
  readonly recorded: RecordedEvent<Event>;
}

export type ExecutionStartedSource = EventSource<ExecutionStarted>;
export type StepStartedSource = EventSource<StepStarted>;
export type AttemptFailedSource = EventSource<AttemptFailed>;
export type StepWaitingSource = EventSource<StepWaiting>;
export type HumanInputResolvedSource = EventSource<HumanInputResolved>;
export type StepFinishedSource = EventSource<StepFinished>;
export type CancelRequestedSource = EventSource<CancelRequested>;
export type CallIgnoredSource = EventSource<CallIgnored>;
export type ExecutionResumedSource = EventSource<ExecutionResumed>;
export type ExecutionFinishedSource = EventSource<ExecutionFinished>;

/** An event of the log of `execution` as one of the sources of its kind. */
export type AnyEventSource = {
  readonly [Kind in ExecutionEvent["kind"]]: EventSource<Extract<ExecutionEvent, { kind: Kind }>>;
}[ExecutionEvent["kind"]];
