/**
 * The object of a tenant as it is asked: caps under races, tokens that two use at once, keys that outlive the object's memory, and
 * budgets of language models, of which `execution-budget.test.ts` shows more; and artifacts that are of no execution.
 */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { ArtifactBucket } from "../../../src/durable/calls/artifact-bucket.ts";
import type { BudgetReport } from "../../../src/durable/ports/monthly-budget-port.ts";
import { systemClock } from "../../../src/durable/ports/system-clock.ts";
import { SecretSealer } from "../../../src/durable/secrets/secret-sealer.ts";
import type { LeaseCaps } from "../../../src/durable/tenant/execution-lease.ts";
import type { StoredApiKey } from "../../../src/durable/tenant/tenant-api-keys.ts";
import { TenantArtifacts } from "../../../src/durable/tenant/tenant-artifacts.ts";
import { TenantObject } from "../../../src/durable/tenant/tenant-object.ts";
import type { StoredToken } from "../../../src/durable/tenant/tenant-tokens.ts";
import type { Environment, TenantStub } from "../../../src/worker/platform/environment.ts";
import { eventually } from "../../support/engine/patience.ts";
import { objectOf, started } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const { ARTIFACTS, TENANT } = env as unknown as Pick<Environment, "TENANT"> & { readonly ARTIFACTS: R2Bucket };
const start = Date.UTC(2026, 0, 31, 9, 30);
const minuteMs = 60_000;

let tenants = 0;
/** An object that no other test has. */
function freshTenant(): TenantStub & DurableObjectStub {
  tenants += 1;
  return TENANT.getByName(`tenant ${tenants}`) as TenantStub & DurableObjectStub;
}

function rowsIn(
  tenant: DurableObjectStub,
  table: "token" | "lease" | "begun" | "kept_artifact" | "model_use" | "model_reservation",
): Promise<number> {
  return runInDurableObject(
    tenant,
    (_, { storage }) => storage.sql.exec<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).one().count,
  );
}

/** No execution waits for an event here. */
const nobody = () => ({ eventArrived: async () => "GONE" as const });

describe("leases", () => {
  const atATime = (maximum: number): LeaseCaps => ({
    maxConcurrentExecutions: maximum,
    maxExecutionsPerMinute: 0,
    maxExecutionsPerRoot: 0,
  });
  const perMinute = (maximum: number): LeaseCaps => ({
    maxConcurrentExecutions: 0,
    maxExecutionsPerMinute: maximum,
    maxExecutionsPerRoot: 0,
  });
  const take = (tenant: TenantStub, execution: string, caps: LeaseCaps, now = start) =>
    tenant.acquireLease({ execution, caps, until: now + minuteMs }, now);

  it("[E10] of which as many are taken as the cap says, however many ask at once, and one more for each given back", async () => {
    const tenant = freshTenant();
    const names = Array.from({ length: 20 }, (_, index) => `e${index}`);
    const answers = await Promise.all(names.map((name) => take(tenant, name, atATime(3))));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    const limit = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 3, retryAt: start + 1_000 };
    expect(answers.filter((answer) => answer !== null)).toEqual(Array.from({ length: 17 }, () => limit));
    await tenant.releaseLease("nobody");
    expect(await take(tenant, "late", atATime(3))).toEqual(limit);
    await tenant.releaseLease(names[answers.indexOf(null)] ?? "");
    expect(await take(tenant, "late", atATime(3))).toBeNull();
    expect(await take(tenant, "later", atATime(3))).toEqual(limit);
  });

  it("[E10] are taken once by the same execution, also by one that asks again because it missed the answer", async () => {
    const tenant = freshTenant();
    const caps = { maxConcurrentExecutions: 2, maxExecutionsPerMinute: 2, maxExecutionsPerRoot: 0 };
    for (let again = 0; again < 5; again++) expect(await take(tenant, "same", caps)).toBeNull();
    expect(await take(tenant, "other", caps)).toBeNull();
    expect(await take(tenant, "third", caps)).toMatchObject({ kind: "TENANT_LIMIT" });
  });

  it("[E10] end by themselves unless they are renewed, and outlive the object's memory", async () => {
    const tenant = freshTenant();
    await take(tenant, "lost", atATime(2));
    await take(tenant, "renewed", atATime(2));
    await tenant.renewLease("renewed", start + 3 * minuteMs);
    await evictDurableObject(tenant);
    const before = start + minuteMs - 1;
    expect(await take(tenant, "next", atATime(2), before)).toMatchObject({ limit: "maxConcurrentExecutions" });
    expect(await take(tenant, "next", atATime(2), start + minuteMs)).toBeNull();
    expect(await take(tenant, "after", atATime(2), start + minuteMs)).toMatchObject({ kind: "TENANT_LIMIT" });
    expect(await rowsIn(tenant, "lease")).toBe(2);
  });

  it("[E10] are never more than the cap in any minute, and a refusal says when one is free", async () => {
    const tenant = freshTenant();
    expect(await take(tenant, "a", perMinute(2), start)).toBeNull();
    expect(await take(tenant, "b", perMinute(2), start + 30_000)).toBeNull();
    // An execution that has ended still counts in its minute.
    await tenant.releaseLease("a");
    const refused = await take(tenant, "c", perMinute(2), start + 59_999);
    expect(refused).toEqual({
      ...{ kind: "TENANT_LIMIT", limit: "maxExecutionsPerMinute", maximum: 2 },
      retryAt: start + minuteMs + 1_000,
    });
    if (refused === null) throw new Error("the cap did not hold");
    expect(await take(tenant, "c", perMinute(2), refused.retryAt - 1)).not.toBeNull();
    expect(await take(tenant, "c", perMinute(2), refused.retryAt)).toBeNull();
    expect(await take(tenant, "d", perMinute(2), refused.retryAt)).toMatchObject({ retryAt: start + 91_000 });
    // A cap that was lowered: as many must leave as are too many.
    expect(await take(tenant, "d", perMinute(1), refused.retryAt)).toMatchObject({ retryAt: start + 122_000 });
    await take(tenant, "e", perMinute(9), start + 10 * minuteMs);
    expect(await rowsIn(tenant, "begun")).toBe(1);
  });
});

describe("budgets of language models", () => {
  const caps = { maxModelCalls: null, maxTokens: 100, maxCostMicros: null };
  const report = (revision: number, more: Partial<BudgetReport> = {}): BudgetReport => ({
    ...{ revision, modelCalls: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 },
    ...{ reservedTokens: 0, reservedCostMicros: 0, isFinal: false, ...more },
  });

  it("are never reserved beyond, however many ask at once, and outlive the object's memory", async () => {
    const tenant = freshTenant();
    const names = Array.from({ length: 20 }, (_, index) => `e${index}`);
    const ask = (name: string) => tenant.reserveModelCall(name, report(1, { reservedTokens: 30 }), caps, start);
    const answers = await Promise.all(names.map(ask));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    const refusal = { kind: "EXCEEDED", limit: "maxTokens", maximum: 100, found: 120 };
    expect(answers.filter((answer) => answer !== null)).toEqual(Array.from({ length: 17 }, () => refusal));
    await evictDurableObject(tenant);
    expect(await ask("late")).toEqual(refusal);
    const used = { modelCalls: 1, inputTokens: 3, outputTokens: 2, costMicros: 7, isFinal: true };
    const name = names[answers.indexOf(null)] ?? "";
    for (let again = 0; again < 3; again++) await tenant.noteModelUsage(name, report(2, used), start);
    expect(await tenant.modelUsage(start)).toEqual({
      ...{ since: Date.UTC(2026, 0, 1), modelCalls: 1, inputTokens: 3, outputTokens: 2, costMicros: 7 },
      ...{ reservedModelCalls: 2, reservedTokens: 60, reservedCostMicros: 0 },
    });
    expect(await ask("late")).toBeNull();
  });

  it("begin anew with each month, and belong to one tenant", async () => {
    const [tenant, other] = [freshTenant(), freshTenant()];
    const used = { modelCalls: 2, inputTokens: 100, isFinal: true };
    await tenant.noteModelUsage("a", report(2, used), start);
    const ask = (stub: TenantStub, now: number) =>
      stub.reserveModelCall("b", report(1, { reservedTokens: 1 }), caps, now);
    expect(await ask(tenant, start)).toMatchObject({ found: 101 });
    expect(await ask(other, start)).toBeNull();
    const february = Date.UTC(2026, 1, 1);
    expect(await ask(tenant, february)).toBeNull();
    expect(await tenant.modelUsage(february)).toMatchObject({ since: february, modelCalls: 0, reservedTokens: 1 });
  });

  it("do not pile up with executions that have ended", async () => {
    const tenant = freshTenant();
    for (let number = 0; number < 10; number++) {
      await tenant.reserveModelCall(`e${number}`, report(1, { reservedTokens: 5 }), caps, start);
      await tenant.noteModelUsage(`e${number}`, report(2, { modelCalls: 1, isFinal: true }), start);
    }
    expect(await rowsIn(tenant, "model_reservation")).toBe(0);
    await tenant.noteModelUsage("next", report(1, { modelCalls: 1 }), start + 24 * 60 * minuteMs);
    expect(await rowsIn(tenant, "model_use")).toBe(1);
  });
});

describe("tokens that work once", () => {
  const token: StoredToken = {
    ...{ subject: "ada", scopes: ["EXECUTION_READ"], validUntil: start + 90_000 },
    ...{ secretHash: "hash", expiresAt: start + minuteMs },
  };
  const rights = { subject: "ada", scopes: ["EXECUTION_READ"], validUntil: start + 90_000 };

  it("are given to one of many that use them at the same time", async () => {
    const tenant = freshTenant();
    await tenant.addToken("t", token, start);
    await evictDurableObject(tenant);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tenant.useToken("t", "hash", start + 1)));
    expect(answers.filter((answer) => answer !== null)).toEqual([rights]);
    expect(await tenant.useToken("t", "hash", start + 1)).toBeNull();
  });

  it("are worth nothing from the moment they expire, and are left alone by a wrong secret", async () => {
    const tenant = freshTenant();
    await tenant.addToken("late", token, start);
    expect(await tenant.useToken("late", "hash", token.expiresAt)).toBeNull();
    await tenant.addToken("guessed", token, start);
    expect(await tenant.useToken("guessed", "other", start)).toBeNull();
    expect(await tenant.useToken("nobody", "hash", start)).toBeNull();
    expect(await tenant.useToken("guessed", "hash", token.expiresAt - 1)).toEqual(rights);
  });

  it("do not pile up when nobody uses them", async () => {
    const tenant = freshTenant();
    for (let number = 0; number < 10; number++) await tenant.addToken(`t${number}`, token, start);
    await tenant.addToken("next", { ...token, expiresAt: start + 2 * minuteMs }, token.expiresAt);
    expect(await rowsIn(tenant, "token")).toBe(1);
  });
});

describe("API keys", () => {
  const key = (name: string, more: Partial<StoredApiKey> = {}): StoredApiKey => ({
    ...{ name, secretHash: `hash of ${name}`, label: name, subject: "ada", scopes: ["REGISTRY_READ"] },
    ...{ createdAt: start, createdBy: "operator", expiresAt: null, revokedAt: null, ...more },
  });

  it("are kept, listed newest first, and belong to one tenant", async () => {
    const [tenant, other] = [freshTenant(), freshTenant()];
    await tenant.addApiKey(key("a"), 10, start);
    await tenant.addApiKey(key("b", { createdAt: start + 1 }), 10, start);
    await evictDurableObject(tenant);
    expect((await tenant.apiKeys()).map(({ name }) => name)).toEqual(["b", "a"]);
    expect(await tenant.apiKey("a")).toEqual(key("a"));
    expect(await other.apiKey("a")).toBeNull();
    expect(await other.revokeApiKey("a", start)).toBeNull();
    expect((await tenant.apiKey("a"))?.revokedAt).toBeNull();
  });

  it("stay revoked at the time of the first revocation", async () => {
    const tenant = freshTenant();
    await tenant.addApiKey(key("a"), 10, start);
    expect(await tenant.revokeApiKey("a", start + 5)).toMatchObject({ revokedAt: start + 5 });
    expect(await tenant.revokeApiKey("a", start + 9)).toMatchObject({ revokedAt: start + 5 });
    // A call that is repeated because its answer was lost does not bring the key back.
    await tenant.addApiKey(key("a"), 10, start + 10);
    expect(await tenant.apiKey("a")).toMatchObject({ revokedAt: start + 5 });
  });

  it("are refused above the cap, and only those make room that are of no more use", async () => {
    const tenant = freshTenant();
    for (const name of ["a", "b", "c"]) await tenant.addApiKey(key(name), 3, start);
    expect(await tenant.addApiKey(key("d"), 3, start)).toEqual({ kind: "LIMIT_EXCEEDED", maximum: 3, found: 4 });
    await tenant.revokeApiKey("b", start + 1);
    expect(await tenant.addApiKey(key("d", { expiresAt: start + 50 }), 3, start + 2)).toEqual({ kind: "ADDED" });
    expect((await tenant.apiKeys()).map(({ name }) => name).sort()).toEqual(["a", "c", "d"]);
    expect(await tenant.addApiKey(key("e"), 3, start + 49)).toMatchObject({ kind: "LIMIT_EXCEEDED" });
    expect(await tenant.addApiKey(key("e"), 3, start + 50)).toEqual({ kind: "ADDED" });
    expect(await tenant.apiKey("d")).toBeNull();
  });
});

describe("webhooks of the audit log", () => {
  it("[N525, N596] are sent entries by the alarm of the object, also of one that was away, with public ids and a signature", async () => {
    const tenant = freshTenant();
    const address = "http://127.0.0.1:1/audit?key=very-secret";
    const received: { readonly headers: Headers; readonly body: string }[] = [];
    const statuses = [500];
    const real = globalThis.fetch;
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (input !== address) return real(input, init);
      received.push({ headers: new Headers(init?.headers), body: String(init?.body) });
      return new Response(null, { status: statuses.shift() ?? 204 });
    });
    expect(await tenant.registerAuditWebhook("acme", { name: "siem", url: address })).toMatchObject({
      kind: "REGISTERED",
    });
    const action = { subject: "alice", action: "CANCEL", target: { kind: "EXECUTION", name: "object-name" } } as const;
    await tenant.beginAudit([{ id: "entry", action }]);
    await tenant.settleAudit(["entry"], { outcome: "DONE" });
    const attempts = () => tenant.auditWebhooks().then(([webhook]) => webhook?.attempts);
    await eventually(async () => {
      await runDurableObjectAlarm(tenant);
      return (await attempts()) === 1;
    });
    await evictDurableObject(tenant);
    await runInDurableObject(tenant, (_, { storage }) => void storage.sql.exec("UPDATE audit_webhook SET due = 0"));
    await tenant.beginAudit([{ id: "later", action }]);
    await eventually(async () => {
      await runDurableObjectAlarm(tenant);
      return received.length === 2;
    });
    spy.mockRestore();
    const [first, second] = received;
    expect(first?.body).toBe(second?.body);
    expect(first?.headers.get("webhook-id")).toBe(second?.headers.get("webhook-id"));
    expect(first?.headers.get("webhook-signature")).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(first?.headers.has("traceparent")).toBe(false);
    expect(JSON.parse(first?.body ?? "")).toMatchObject({
      data: { action: "CANCEL", outcome: "DONE", subject: "alice" },
    });
    expect(first?.body).not.toContain("object-name");
    expect(await tenant.auditWebhooks()).toMatchObject([{ deliveredTo: 1, attempts: 0, next: 2, suspendedAt: null }]);
    expect(await tenant.resumeAuditWebhook({ name: "siem", passOver: 9 })).toEqual({ kind: "NOT_NEXT", next: 2 });
    expect(await tenant.resumeAuditWebhook({ name: "siem", passOver: 2 })).toMatchObject({
      kind: "RESUMED",
      webhook: { deliveredTo: 2, next: null, lost: 1 },
    });
  });
});

describe("artifacts that are of no execution", () => {
  const bucket = new ArtifactBucket(ARTIFACTS);
  const given = (name: string) => ({ owner: "given", name });
  const facts = { description: null, mediaType: "text/plain" };

  it("are removed when their time has come, by the alarm and no sooner", async () => {
    const tenant = freshTenant();
    const name = crypto.randomUUID();
    const now = Date.now();
    for (const artifact of ["due", "later", "longer"]) await bucket.put(name, given(artifact), "x", facts);
    await tenant.keepArtifact(name, given("due"), now - 1);
    await tenant.keepArtifact(name, given("later"), now + minuteMs);
    await tenant.keepArtifact(name, given("longer"), now + 2 * minuteMs);
    await tenant.keepArtifact(name, given("longer"), now - 1);
    // The platform may have run it by itself; what counts is that nothing but its run removes anything.
    await runDurableObjectAlarm(tenant);
    const kept = (await bucket.list(name, "given", undefined, 10)).map((artifact) => artifact.name);
    expect(kept).toEqual(["later", "longer"]);
    const alarmAt = await runInDurableObject(tenant, (_, { storage }) => storage.getAlarm());
    expect(alarmAt).toBe(now + minuteMs);
  });

  it("are removed if they were stored for an execution that never came to be, and left to one that did", async () => {
    const tenant = freshTenant();
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 5_000 });
    await started(request);
    const deleted = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 5_000 });
    await started(deleted);
    await objectOf(deleted).delete();
    const owners = [request.execution, deleted.execution, "0123456789abcdef"];
    const of = (owner: string) => ({ owner, name: "input.json" });
    for (const owner of owners) {
      await bucket.put("default", of(owner), "{}", facts);
      await tenant.keepArtifact("default", of(owner), Date.now() - 1);
    }
    await runDurableObjectAlarm(tenant);
    const left = await Promise.all(
      owners.map(async (owner) => (await bucket.head("default", of(owner))) !== undefined),
    );
    expect(left).toEqual([true, false, false]);
    expect(await rowsIn(tenant, "kept_artifact")).toBe(0);
  });

  it("stay noted while they cannot be removed, and are tried again", async () => {
    const tenant = freshTenant();
    const due = Date.now() + 2 * minuteMs;
    const isAway = async (): Promise<never> => {
      throw new Error("away");
    };
    const failing = new ArtifactBucket({ ...ARTIFACTS, delete: isAway } as unknown as R2Bucket);
    await tenant.keepArtifact("t", given("x"), due - 1);
    await tenant.keepArtifact("t", { owner: "abc", name: "y" }, due - 1);
    await runInDurableObject(tenant, async (_, { storage }) => {
      const artifacts = new TenantArtifacts(storage.sql);
      const removed = (store: ArtifactBucket | undefined, isStarted: () => Promise<boolean>) =>
        artifacts.removeDue(due, { artifacts: store, isStarted });
      const never = async () => false;
      expect(await removed(failing, never)).toBe(due + 10 * minuteMs);
      expect(await removed(undefined, never)).toBe(due + 10 * minuteMs);
      // What one of them runs into does not keep the others.
      expect(await removed(bucket, isAway)).toBe(due + 10 * minuteMs);
      expect(artifacts.nextAt).toBe(due - 1);
      expect(await removed(bucket, never)).toBeUndefined();
      expect(await removed(undefined, never)).toBeUndefined();
    });
  });

  it("are not stored anew between the look at their row and their removal", async () => {
    const tenant = freshTenant();
    const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const remove = async () => {
      begun.resolve();
      await gone.promise;
    };
    await runInDurableObject(tenant, async (_, state) => {
      const artifacts = { remove } as unknown as ArtifactBucket;
      const options = {
        artifacts,
        clock: systemClock,
        isStarted: async () => false,
        execution: nobody,
        auditRetentionMs: 0,
        auditPost: () => undefined,
        sealer: () => new SecretSealer([]),
        ways: nobody as never,
        waiting: nobody as never,
      };
      const instance = new TenantObject(state, {}, options);
      const inAMinute = Date.now() + minuteMs;
      await instance.keepArtifact("t", given("x"), Date.now() - 1);
      const alarm = instance.alarm();
      await begun.promise;
      const order: string[] = [];
      const keeping = instance.keepArtifact("t", given("x"), inAMinute).then(() => order.push("kept"));
      // What has nothing to do with artifacts is answered meanwhile.
      expect(instance.apiKeys()).toEqual([]);
      await scheduler.wait(0);
      order.push("removed");
      gone.resolve();
      await Promise.all([alarm, keeping]);
      expect(order).toEqual(["removed", "kept"]);
      expect(await state.storage.getAlarm()).toBe(inAMinute);
    });
    expect(await rowsIn(tenant, "kept_artifact")).toBe(1);
  });
});
