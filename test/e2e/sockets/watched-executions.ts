/** Executions that wait for a person while they are watched over an event stream. */
import { createClient } from "graphql-sse";
import type { ExecutionSeen, Planwright } from "../../support/deployed/planwright.ts";

export const heartbeatMs = 5_000;

const query = `subscription ($id: ID!, $heartbeatMs: Int!) {
  executionEvents(executionId: $id, heartbeatMs: $heartbeatMs) { status events { sequence type } }
}`;

/** A batch of the subscription; a heartbeat has no events. */
export interface Batch {
  readonly status: string;
  readonly events: readonly { readonly sequence: number; readonly type: string }[];
}

/** Follows an execution; `onBatch` sees each batch. Returns the sequences in the order in which they came. */
export async function follow(
  { endpoint }: Planwright,
  id: string,
  onBatch: (batch: Batch) => Promise<void>,
): Promise<readonly number[]> {
  const client = createClient({ url: endpoint, retryAttempts: 0 });
  const sequences: number[] = [];
  const items = client.iterate<{ readonly executionEvents: Batch }>({ query, variables: { id, heartbeatMs } });
  for await (const { data, errors } of items) {
    if (data == null) throw new Error(JSON.stringify(errors));
    sequences.push(...data.executionEvents.events.map(({ sequence }) => sequence));
    await onBatch(data.executionEvents);
  }
  client.dispose();
  return sequences;
}

/** Says yes to the first question of an execution. */
export async function accept(planwright: Planwright, { id }: ExecutionSeen): Promise<void> {
  const execution = await planwright.execution({ id });
  const errors = await planwright.answer(execution?.pendingHumanInputs[0]?.id ?? "", { accept: {} });
  if (errors.length > 0) throw new Error(`Cannot answer: ${errors[0]?.message}`);
}

export async function everySequence(planwright: Planwright, { id }: ExecutionSeen): Promise<readonly number[]> {
  return ((await planwright.execution({ id }))?.events.nodes ?? []).map(({ sequence }) => sequence);
}
