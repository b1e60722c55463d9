/** `Query.storageUsage`: the storage of the tenant or a subject, as the objects of the tenant count it. */
import type { GraphContext } from "../base/graph-context.ts";
import type { StorageUsage } from "../base/schema.generated.ts";

export async function storageUsage(
  subject: string | null | undefined,
  { clients: { storage }, open }: GraphContext,
): Promise<StorageUsage> {
  const whose = subject ?? undefined;
  const { sockets: openSockets, subscriptions: openSubscriptions } = open?.(whose) ?? {
    sockets: null,
    subscriptions: null,
  };
  const [indexed, artifacts, registrations, traffic] = await Promise.all([
    storage.executions(whose),
    storage.artifacts(whose),
    storage.registrations(whose),
    storage.traffic(whose),
  ]);
  return { ...indexed, artifacts, registrations, traffic, openSubscriptions, openSockets };
}
