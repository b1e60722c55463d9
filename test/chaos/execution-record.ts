/** What the API tells of an execution of the ten-step plan after everything: its journal, its steps and those of its child. */
import type { Planwright } from "../support/deployed/planwright.ts";

export interface RecordedRow {
  readonly type: string;
  readonly sequence: number;
  readonly stepId: string | null;
  /** Unix milliseconds. */
  readonly at: number;
  /** What is known of an attempt that failed. */
  readonly outcome?: string;
}

export interface RecordedStep {
  readonly stepId: string;
  readonly status: string;
  /** Null for steps that call nothing. */
  readonly callId: string | null;
  readonly failure: { readonly code: string } | null;
  readonly output: { readonly value: unknown } | null;
}

export interface ExecutionRecord {
  readonly id: string;
  readonly status: string;
  readonly requestId: string;
  readonly failure: { readonly code: string } | null;
  readonly steps: readonly RecordedStep[];
  readonly rows: readonly RecordedRow[];
  readonly children: readonly ExecutionRecord[];
}

const stepFields = /* GraphQL */ `
  stepId status failure { code } output { value }
  ... on ToolStep { callId } ... on AgentStep { callId } ... on WorkflowStep { callId }
`;

const fields = /* GraphQL */ `
  id status requestId failure { code }
  steps { ${stepFields} ... on ParallelStep { children { ${stepFields} } } }
  events(first: 200) { nodes { type sequence stepId occurredAt ... on AttemptFailed { outcome } } }
`;

interface AnsweredStep extends RecordedStep {
  readonly children?: readonly RecordedStep[];
}

interface Answered extends Omit<ExecutionRecord, "children" | "rows" | "steps"> {
  readonly steps: readonly AnsweredStep[];
  readonly events: { readonly nodes: readonly (Omit<RecordedRow, "at"> & { readonly occurredAt: string })[] };
  readonly children?: { readonly nodes: readonly Answered[] };
}

function recordOf({ children, events, steps, ...rest }: Answered): ExecutionRecord {
  const rows = events.nodes.map(({ occurredAt, ...row }) => ({ ...row, at: Date.parse(occurredAt) }));
  // A group, then what is in it.
  const all = steps.flatMap(({ children = [], ...step }) => [step, ...children]);
  return { ...rest, rows, steps: all, children: (children?.nodes ?? []).map(recordOf) };
}

/** Null if there is no execution with this key. */
export async function readRecord(planwright: Planwright, idempotencyKey: string): Promise<ExecutionRecord | null> {
  const { execution } = await planwright.ask<{ execution: Answered | null }>(
    `query ($by: ExecutionSelector!) { execution(by: $by) { ${fields} children(first: 10) { nodes { ${fields} } } } }`,
    { by: { idempotencyKey } },
  );
  return execution === null ? null : recordOf(execution);
}
