// Generated from dashboard/registry/entries/workflow-entry.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Selects one workflow. */
export type WorkflowSelector =
  {   /** By global ID, which is that of a version. */
  readonly id: string; readonly name?: never; readonly version?: never; }
  |  { readonly id?: never;   /** By unique name: the newest version. */
  readonly name: string; readonly version?: never; }
  |  { readonly id?: never; readonly name?: never;   /** By name and version. */
  readonly version: WorkflowVersionSelector; };

/** Selects one version of a workflow. */
export type WorkflowVersionSelector = {
  /** Unique name of the workflow. */
  readonly name: string;
  /** `Workflow.version`. */
  readonly version: string;
};

/** Where a schema comes from. */
export type SchemaSource =
  /** It was given with the workflow. */
  | 'EXPLICIT'
  /** The first or last step of the workflow declares it. */
  | 'INFERRED'
  /** Neither: `{"text": string}`. */
  | 'DEFAULT';

/** Kind of a step. */
export type StepKind =
  /** Asks a person: a `humanInput` step, or a tool of the user interface. */
  | 'HUMAN_INPUT'
  /** Calls a tool. */
  | 'TOOL'
  /** Calls an agent. */
  | 'AGENT'
  /** Calls a workflow. */
  | 'WORKFLOW'
  /** Runs its children concurrently. */
  | 'PARALLEL';

/** How the steps of a plan are ordered. */
export type Schedule =
  /** One after another, in the order of the plan. */
  | 'SEQUENTIAL'
  /** As soon as the inputs exist. Calls that are not read-only keep their order among themselves. */
  | 'DATAFLOW';

/** What becomes the output of a parallel group. */
export type MergeStrategy =
  /** A map from result key to output. Siblings run to their end; fails if every child failed, is partial if some did. */
  | 'COLLECT_ALL'
  /** The output of the first child that succeeds; the others are cancelled. */
  | 'FIRST_SUCCESS';

/** What to do about a call that left and whose answer was lost, if calling again could do its effect twice. */
export type InDoubtPolicy =
  /** Call again with the same idempotency key. */
  | 'RETRY'
  /** Fail the step with `OUTCOME_UNKNOWN`. */
  | 'FAIL'
  /** Ask a person: accepting calls again with the same key, declining fails the step. */
  | 'ASK';

/** What becomes of a step that a person does not answer. */
export type HumanInputOutcome =
  /** It fails. */
  | 'FAIL'
  /** It is skipped. */
  | 'SKIP'
  /** It goes on with the answer that was declared for this. */
  | 'ANSWER';

export type RegisteredWorkflowQueryVariables = Exact<{
  by: WorkflowSelector;
}>;


export type RegisteredWorkflowQuery = { readonly workflow: { readonly id: string, readonly name: string, readonly version: string, readonly description: string, readonly inputSchema: unknown, readonly inputSchemaSource: SchemaSource, readonly outputSchema: unknown, readonly outputSchemaSource: SchemaSource | null, readonly output: unknown, readonly toolName: string, readonly public: boolean, readonly createdAt: string, readonly versions: ReadonlyArray<{ readonly version: string, readonly createdAt: string }> | null, readonly plan: { readonly hash: string, readonly schedule: Schedule, readonly reasoning: string | null, readonly steps: ReadonlyArray<{ readonly stepId: string, readonly index: number | null, readonly kind: StepKind, readonly callableName: string | null, readonly resultKey: string | null, readonly after: ReadonlyArray<string>, readonly independent: boolean, readonly when: string | null, readonly children: ReadonlyArray<{ readonly stepId: string, readonly index: number | null, readonly kind: StepKind, readonly callableName: string | null, readonly resultKey: string | null, readonly after: ReadonlyArray<string>, readonly independent: boolean, readonly when: string | null, readonly references: ReadonlyArray<{ readonly expression: string, readonly target: string, readonly sourceStepId: string | null, readonly source: string }>, readonly policy: { readonly maxAttempts: number, readonly initialBackoffMs: number, readonly timeoutMs: number | null, readonly continueOnFailure: boolean, readonly inDoubt: InDoubtPolicy | null, readonly onDecline: HumanInputOutcome } | null, readonly parallel: { readonly maxConcurrency: number | null, readonly mergeStrategy: MergeStrategy, readonly continueOnFailure: boolean } | null }>, readonly references: ReadonlyArray<{ readonly expression: string, readonly target: string, readonly sourceStepId: string | null, readonly source: string }>, readonly policy: { readonly maxAttempts: number, readonly initialBackoffMs: number, readonly timeoutMs: number | null, readonly continueOnFailure: boolean, readonly inDoubt: InDoubtPolicy | null, readonly onDecline: HumanInputOutcome } | null, readonly parallel: { readonly maxConcurrency: number | null, readonly mergeStrategy: MergeStrategy, readonly continueOnFailure: boolean } | null }> } } | null };

export type PlannedStepFragment = { readonly stepId: string, readonly index: number | null, readonly kind: StepKind, readonly callableName: string | null, readonly resultKey: string | null, readonly after: ReadonlyArray<string>, readonly independent: boolean, readonly when: string | null, readonly references: ReadonlyArray<{ readonly expression: string, readonly target: string, readonly sourceStepId: string | null, readonly source: string }>, readonly policy: { readonly maxAttempts: number, readonly initialBackoffMs: number, readonly timeoutMs: number | null, readonly continueOnFailure: boolean, readonly inDoubt: InDoubtPolicy | null, readonly onDecline: HumanInputOutcome } | null, readonly parallel: { readonly maxConcurrency: number | null, readonly mergeStrategy: MergeStrategy, readonly continueOnFailure: boolean } | null };

export const registeredWorkflow = "query RegisteredWorkflow($by:WorkflowSelector!){workflow(by:$by){id name version description inputSchema inputSchemaSource outputSchema outputSchemaSource output toolName public createdAt versions{version createdAt}plan{hash schedule reasoning steps{...PlannedStep children{...PlannedStep}}}}}fragment PlannedStep on PlanStep{stepId index kind callableName resultKey after independent when references{expression target sourceStepId source}policy{maxAttempts initialBackoffMs timeoutMs continueOnFailure inDoubt onDecline}parallel{maxConcurrency mergeStrategy continueOnFailure}}" as Operation<RegisteredWorkflowQuery, RegisteredWorkflowQueryVariables>;
