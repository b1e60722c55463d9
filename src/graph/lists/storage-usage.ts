/** `Query.storageUsage`: the storage of the tenant or a subject, as the objects of the tenant count it. */
import type { GraphContext } from "../base/graph-context.ts";
import type { StorageUsage } from "../base/schema.generated.ts";

export async function storageUsage(
  subject: string | null | undefined,
  { clients: { storage }, open }: GraphContext,
): Promise<StorageUsage> {
  const { sockets: openSockets, subscriptions: openSubscriptions } = open?.(subject ?? undefined) ?? {
    sockets: null,
    subscriptions: null,
  };
  if (subject != null) {
    const [indexed, artifacts, registrations] = await Promise.all([
      storage.executions(subject),
      storage.artifacts(subject),
      storage.registrations(subject),
    ]);
    return { ...indexed, artifacts, registrations, traffic: null, openSubscriptions, openSockets };
  }
  const [indexed, artifacts, registrations, traffic] = await Promise.all([
    storage.executions(undefined),
    storage.artifacts(),
    storage.registrations(),
    storage.traffic(),
  ]);
  return { ...indexed, artifacts, registrations, traffic, openSubscriptions, openSockets };
}
