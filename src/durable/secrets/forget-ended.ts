/**
 * Forgets executions that wait no more for a secret although nobody gave it, such as those that ended first. A connection by secrets that
 * nobody waits for has nothing else to say, and goes.
 */
import type { ConnectionTable, StoredConnection, WaitingExecution } from "./connection-table.ts";
import { storedWithinMs, type WaitingPeer } from "./notify-waiting.ts";

/** How often it is looked. */
export const checkMs = 86_400_000;

/** Looks at the connections whose time it is. Never rejects. */
export async function forgetEnded(
  table: ConnectionTable,
  execution: (tenant: string, name: string) => WaitingPeer,
  now: () => number,
): Promise<void> {
  for (const connection of table.toCheck()) {
    if ((connection.checkAt ?? 0) > now()) continue;
    const gone = new Map<string, number>();
    for (const waiting of connection.waiting) {
      const peer = () => execution(connection.tenant, waiting.execution);
      if (await waitsNoMore(connection, waiting, peer, now())) gone.set(waiting.execution, waiting.since);
    }
    const current = table.get(connection.id);
    if (current === undefined) continue;
    // Those that have asked again meanwhile wait.
    const waiting = current.waiting.filter(({ execution: name, since }) => gone.get(name) !== since);
    if (waiting.length === 0 && current.notifyAt === undefined) table.remove(current.id);
    else table.put({ ...current, waiting, checkAt: now() + checkMs });
  }
}

async function waitsNoMore(
  { id }: StoredConnection,
  { since }: WaitingExecution,
  peer: () => WaitingPeer,
  now: number,
): Promise<boolean> {
  // Its question may not be stored yet.
  if (now - since <= storedWithinMs) return false;
  try {
    const view = await peer().read(false);
    return view === null || !view.humanInputs.some(({ connect, status }) => connect === id && status === "PENDING");
  } catch {
    return false;
  }
}
