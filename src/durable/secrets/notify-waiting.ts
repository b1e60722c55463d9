/**
 * Notifies executions that a person has connected: their questions are answered in the name of the connection's subject. The alarm of the
 * object repeats notifications that failed, so a crash between the two loses nothing.
 */
import type { GivenResponse, RespondResult } from "../../execution/commands/start-request.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { ConnectionTable, StoredConnection, WaitingExecution } from "./connection-table.ts";

/** An execution as it is notified. */
export interface WaitingPeer {
  read(withValues?: boolean): Promise<ExecutionView | null>;
  respond(given: GivenResponse): Promise<RespondResult>;
}

/** How long a step may take from asking for a token to storing its question. */
export const storedWithinMs = 30_000;
const againMs = 30_000;

/** Notifies the executions that wait. Never rejects. */
export async function notifyWaiting(
  table: ConnectionTable,
  execution: (tenant: string, name: string) => WaitingPeer,
  now: () => number,
): Promise<void> {
  for (const connection of table.toNotify()) {
    const left: WaitingExecution[] = [];
    for (const waiting of connection.waiting) {
      const peer = () => execution(connection.tenant, waiting.execution);
      if (!(await isNotified(connection, waiting, peer, now()))) left.push(waiting);
    }
    const current = table.get(connection.id);
    if (current === undefined) continue;
    // Those that have asked since, perhaps again.
    const known = new Map(connection.waiting.map(({ execution, since }) => [execution, since]));
    const later = current.waiting.filter(({ execution, since }) => known.get(execution) !== since);
    const isLater = new Set(later.map((waiting) => waiting.execution));
    const { notifyAt, ...facts } = current;
    const waiting = [...left.filter((one) => !isLater.has(one.execution)), ...later];
    // A person has connected anew.
    if (notifyAt !== connection.notifyAt) table.put({ ...current, waiting });
    // The secrets are stored beside it, so that nothing of it is needed any more.
    else if (waiting.length === 0 && current.credential.kind === "HEADERS") table.remove(current.id);
    else table.put(left.length === 0 ? { ...facts, waiting } : { ...facts, waiting, notifyAt: now() + againMs });
  }
}

/** Whether the execution was notified of all that it asked. */
async function isNotified(
  { id, isWanted, owner }: StoredConnection,
  waiting: WaitingExecution,
  peer: () => WaitingPeer,
  now: number,
): Promise<boolean> {
  try {
    const view = await peer().read(false);
    if (view === null) return true;
    const open = view.humanInputs.filter(({ connect, status }) => connect === id && status === "PENDING");
    const by = owner.scope === "SUBJECT" ? owner.subject : "the tenant's connection";
    for (const { requestId } of open) {
      await peer().respond({ requestId, isAccepted: true, response: null, reason: null, by });
    }
    // A question may be stored after its connection was made, and after another of its execution was answered. Once a person has to connect
    // again, further questions are about that.
    return (isWanted && open.length > 0) || now - waiting.since > storedWithinMs;
  } catch {
    return false;
  }
}
