/** The storage of a tenant, as its objects count it, and the caps on it for a start. */
import type { StartRequest, TenantLimit } from "../../execution/commands/start-request.ts";
import type { TenantTake } from "../../execution/views/usage-totals.ts";
import type { StorageClient } from "../../graph/base/ports.ts";
import { type Environment, indexName } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
import { objectsOf } from "../platform/placement.ts";
import { askTenant } from "../platform/tenant-client.ts";
import type { StorageCaps } from "../settings/settings.ts";

/** When it is worth to try again: something must be deleted first. */
const againMs = 60_000;

/** The client of the account of `tenant`. `subjectLoadCaps` are those of the deployment: without one the use by a subject is not counted. */
export function storageClient(environment: Environment, tenant: string, subjectLoadCaps: TenantTake): StorageClient {
  const countsSubjects = Object.values(subjectLoadCaps).some((cap) => cap > 0);
  return {
    executions: (subject) =>
      callObject(objectsOf(environment, "INDEX", tenant), indexName(tenant), (stub) => stub.stored(subject ?? null)),
    ofSubject: (subject, place) =>
      callObject(objectsOf(environment, "INDEX", tenant), indexName(tenant), (stub) =>
        stub.subjectPage(subject, place),
      ),
    artifacts: (subject) => askTenant(environment, tenant, (stub) => stub.storedArtifacts(subject)),
    registrations: (subject) =>
      callObject(objectsOf(environment, "CATALOG", tenant), tenant, (stub) => stub.stored(subject)),
    registrationsOf: (subject) =>
      callObject(objectsOf(environment, "CATALOG", tenant), tenant, (stub) => stub.registrationsOf(subject)),
    forgetRegistrant: (subject) =>
      callObject(objectsOf(environment, "CATALOG", tenant), tenant, (stub) => stub.forgetRegistrant(subject)),
    traffic: async (subject) =>
      subject === undefined || countsSubjects
        ? askTenant(environment, tenant, (stub) => stub.traffic(Date.now(), subject))
        : null,
  };
}

/** The exceeded cap, so that nothing more may begin. Undefined if none is; without a cap no call is made. */
export async function storageLimit(
  { subject }: Pick<StartRequest, "subject">,
  storage: StorageClient,
  { maxStoredBytes, maxStoredBytesPerSubject }: StorageCaps,
  now: number,
): Promise<TenantLimit | undefined> {
  const limits = await Promise.all([
    exceeded("maxStoredBytes", maxStoredBytes, () => storedBytes(storage, undefined), now),
    exceeded("maxStoredBytesPerSubject", maxStoredBytesPerSubject, () => storedBytes(storage, subject), now),
  ]);
  return limits.find((limit) => limit !== undefined);
}

async function exceeded(
  limit: "maxStoredBytes" | "maxStoredBytesPerSubject",
  maximum: number,
  read: () => Promise<number>,
  now: number,
): Promise<TenantLimit | undefined> {
  if (maximum === 0) return undefined;
  const found = await read();
  return found <= maximum ? undefined : { kind: "TENANT_LIMIT", limit, maximum, found, retryAt: now + againMs };
}

async function storedBytes(storage: StorageClient, subject: string | undefined): Promise<number> {
  const [{ conversations, executions }, artifacts] = await Promise.all([
    storage.executions(subject),
    subject === undefined ? storage.artifacts() : { bytes: 0 },
  ]);
  return conversations.bytes + executions.bytes + artifacts.bytes;
}
