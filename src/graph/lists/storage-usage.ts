/** `Query.storageUsage`: the storage of the tenant or a subject, as the objects of the tenant count it. */
import type { GraphContext } from "../base/graph-context.ts";
import type { StorageUsage } from "../base/schema.generated.ts";

export async function storageUsage(
  subject: string | null | undefined,
  { clients: { storage }, open }: GraphContext,
): Promise<StorageUsage> {
  if (subject != null) {
    const [indexed, artifacts, registrations] = await Promise.all([
      storage.executions(subject),
      storage.artifacts(subject),
      storage.registrations(subject),
    ]);
    return { ...indexed, artifacts, registrations, traffic: null, openSubscriptions: null, openSockets: null };
  }
  const [indexed, artifacts, registrations, traffic] = await Promise.all([
    storage.executions(undefined),
    storage.artifacts(),
    storage.registrations(),
    storage.traffic(),
  ]);
  const { sockets: openSockets, subscriptions: openSubscriptions } = open?.() ?? { sockets: null, subscriptions: null };
  return { ...indexed, artifacts, registrations, traffic, openSubscriptions, openSockets };
}
