/** Descendants in the caps of a tenant: counted once each, exactly, under the lease of their root. */
import { describe, expect, it } from "vitest";
import type { LeaseCaps } from "../../../src/durable/tenant/execution-lease.ts";
import { TenantLeases } from "../../../src/durable/tenant/tenant-leases.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const start = Date.UTC(2026, 0, 31, 9, 30);
const minuteMs = 60_000;

function capsOf(more: Partial<LeaseCaps>): LeaseCaps {
  return { maxConcurrentExecutions: 0, maxExecutionsPerMinute: 0, maxExecutionsPerRoot: 0, ...more };
}

function world(more: Partial<LeaseCaps>) {
  const leases = new TenantLeases(memorySql());
  const caps = capsOf(more);
  return {
    leases,
    root: (execution: string, now = start, until = now + 10 * minuteMs) =>
      leases.acquire({ execution, caps, until }, now),
    child: (execution: string, root = "root", now = start) => leases.admit({ execution, root, caps }, now),
  };
}

describe("the executions of one root", () => {
  it("[N126] are at most as many as the cap says, the root included, and each counts once", () => {
    const { child, leases, root } = world({ maxExecutionsPerRoot: 50 });
    expect(root("root")).toBeUndefined();
    const names = Array.from({ length: 158 }, (_, index) => `c${index}`);
    const admitted = names.filter((name) => child(name) === undefined);
    expect(admitted).toEqual(names.slice(0, 49));
    // A start that is repeated, because its answer was lost, is no further execution.
    for (const name of admitted) expect(child(name)).toBeUndefined();
    expect(child("c49")).toEqual({
      ...{ kind: "TENANT_LIMIT", limit: "maxExecutionsPerRoot", maximum: 50, retryAt: start },
    });
    expect(root("another")).toBeUndefined();
    expect(child("of another", "another")).toBeUndefined();
    leases.release("root");
    expect(child("c49")).toBeUndefined();
  });

  it("[N126] are forgotten with the lease of a root that was lost", () => {
    const { child, root } = world({ maxConcurrentExecutions: 10, maxExecutionsPerRoot: 2 });
    root("root", start, start + minuteMs);
    expect(child("a")).toBeUndefined();
    expect(child("b")).toMatchObject({ limit: "maxExecutionsPerRoot" });
    expect(root("later", start + 2 * minuteMs)).toBeUndefined();
    expect(child("b")).toBeUndefined();
  });
});

describe("the executions of a root that holds no lease, because no other cap is set", () => {
  it("[N126] are counted until it has ended, and for a week after the latest of one that cannot say so", () => {
    const { child, leases } = world({ maxExecutionsPerRoot: 3 });
    const day = 24 * 60 * minuteMs;
    expect([child("a"), child("b")]).toEqual([undefined, undefined]);
    expect(child("c")).toMatchObject({ limit: "maxExecutionsPerRoot", maximum: 3 });
    expect(child("c", "root", start + 6 * day)).toMatchObject({ limit: "maxExecutionsPerRoot" });
    expect(child("x", "another")).toBeUndefined();
    leases.release("another");
    expect([child("x", "another"), child("y", "another")]).toEqual([undefined, undefined]);
    expect(child("c", "root", start + 7 * day)).toBeUndefined();
  });
});

describe("executions within a minute", () => {
  it("[N126] are roots and descendants together", () => {
    const { child, root } = world({ maxExecutionsPerMinute: 10 });
    expect(root("root")).toBeUndefined();
    const names = Array.from({ length: 20 }, (_, index) => `c${index}`);
    expect(names.filter((name) => child(name) === undefined)).toHaveLength(9);
    for (const name of names.slice(0, 9)) expect(child(name)).toBeUndefined();
    expect(child("c9")).toMatchObject({ limit: "maxExecutionsPerMinute", maximum: 10, retryAt: start + 61_000 });
    expect(root("another")).toMatchObject({ limit: "maxExecutionsPerMinute" });
    expect(child("c9", "root", start + 61_000)).toBeUndefined();
  });
});

describe("executions within a second", () => {
  it("[N592] are a thirtieth of those of a minute for descendants, ten at least, and the next one waits for the next second", () => {
    const { child, root } = world({ maxExecutionsPerMinute: 600 });
    const many = (second: number) => Array.from({ length: 100 }, (_, index) => `c${second}-${index}`);
    const admitted = (second: number) =>
      many(second).filter((name) => child(name, "root", start + 1_000 * second + 250) === undefined).length;
    expect([0, 1, 2].map(admitted)).toEqual([20, 20, 20]);
    expect(child("next", "root", start + 2_999)).toEqual({
      kind: "TENANT_LIMIT",
      limit: "maxExecutionsPerMinute",
      maximum: 20,
      isOfSecond: true,
      retryAt: start + 3_000,
    });
    // One that was admitted is not asked to wait, and a root is not refused.
    expect(child("c2-0", "root", start + 2_999)).toBeUndefined();
    expect(root("root", start + 2_999)).toBeUndefined();
    const few = world({ maxExecutionsPerMinute: 60 });
    expect(many(0).filter((name) => few.child(name) === undefined)).toHaveLength(10);
  });

  it("[N592] are the minute's worth in the end, and no more", () => {
    const { child } = world({ maxExecutionsPerMinute: 120 });
    let admitted = 0;
    for (let second = 0; second < 15; second++)
      for (let index = 0; index < 12; index++)
        if (child(`${second}-${index}`, "root", start + second * 1_000) === undefined) admitted += 1;
    expect(admitted).toBe(120);
    expect(child("late", "root", start + 60_000)).toMatchObject({ maximum: 120, retryAt: start + 61_000 });
  });
});

describe("executions at a time", () => {
  it("[N126] are roots: a descendant runs under the place that its root holds, so that neither waits for the other", () => {
    const { child, root } = world({ maxConcurrentExecutions: 1 });
    expect(root("root")).toBeUndefined();
    expect(child("a")).toBeUndefined();
    expect(child("b")).toBeUndefined();
    expect(root("another")).toMatchObject({ limit: "maxConcurrentExecutions" });
  });
});

describe("executions of one subject", () => {
  const caps = capsOf({ maxConcurrentExecutionsPerSubject: 2 });

  it("[N579] are never more at a time than their cap, whatever others run, and one that asks again counts once", () => {
    const sql = memorySql();
    // As an earlier version made the table.
    sql.exec("CREATE TABLE lease(execution TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID");
    sql.exec("INSERT INTO lease(execution, until) VALUES('old', 5000)");
    const leases = new TenantLeases(sql);
    const take = (execution: string, subject: string, now = 0) =>
      leases.acquire({ execution, subject, caps, until: now + 5_000 }, now);
    const limit = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutionsPerSubject", maximum: 2, retryAt: 1_000 };
    expect([take("a", "alice"), take("b", "alice"), take("b", "alice"), take("c", "alice")]).toEqual([
      ...[undefined, undefined, undefined],
      limit,
    ]);
    expect([take("d", "bob"), take("e", "bob"), take("f", "bob")]).toEqual([undefined, undefined, limit]);
    leases.renew("a", 20_000);
    leases.release("b");
    expect(take("c", "alice")).toBeUndefined();
    expect(take("g", "alice", 4_999)).toEqual({ ...limit, retryAt: 5_999 });
    // A lease that was renewed is still its subject's, one that ended is nobody's.
    expect(take("g", "alice", 5_000)).toBeUndefined();
    expect(take("h", "alice", 5_000)).toEqual({ ...limit, retryAt: 6_000 });
  });
});

describe("the executions of one subject within a minute", () => {
  const caps = capsOf({ maxExecutionsPerMinutePerSubject: 12 });
  const later = start + 10 * minuteMs;

  it("[N888] are roots and descendants together, whatever others begin, and each counts once", () => {
    const leases = new TenantLeases(memorySql());
    const root = (execution: string, subject: string, now = start) =>
      leases.acquire({ execution, subject, caps, until: later }, now);
    const child = (execution: string, subject: string, now = start) =>
      leases.admit({ execution, root: "root", subject, caps }, now);
    const limit = { kind: "TENANT_LIMIT", limit: "maxExecutionsPerMinutePerSubject" };
    expect([root("root", "alice"), root("root", "alice")]).toEqual([undefined, undefined]);
    const names = Array.from({ length: 20 }, (_, index) => `c${index}`);
    // Ten of a minute begin within a second, and the root was the first of them.
    expect(names.filter((name) => child(name, "alice") === undefined)).toEqual(names.slice(0, 9));
    expect(child("c9", "alice")).toEqual({ ...limit, maximum: 10, isOfSecond: true, retryAt: start + 1_000 });
    const next = start + 1_000;
    expect(names.filter((name) => child(name, "alice", next) === undefined)).toEqual(names.slice(0, 11));
    expect(child("c11", "alice", next)).toEqual({ ...limit, maximum: 12, retryAt: start + 61_000 });
    expect(root("another", "alice", next)).toEqual({ ...limit, maximum: 12, retryAt: start + 61_000 });
    expect([root("of bob", "bob", next), child("of carl", "carl", next)]).toEqual([undefined, undefined]);
    expect(root("another", "alice", start + 61_000)).toBeUndefined();
  });

  it("[N888] are counted beside those of the tenant, and neither counts what the other refuses", () => {
    const leases = new TenantLeases(memorySql());
    const both = capsOf({ maxExecutionsPerMinute: 3, maxExecutionsPerMinutePerSubject: 2 });
    const take = (execution: string, subject: string) =>
      leases.acquire({ execution, subject, caps: both, until: later }, start)?.limit;
    const names = ["a", "b", "c", "d", "e"];
    expect(names.map((name) => take(name, "alice"))).toEqual([
      ...[undefined, undefined],
      ...["maxExecutionsPerMinutePerSubject", "maxExecutionsPerMinutePerSubject", "maxExecutionsPerMinutePerSubject"],
    ]);
    expect(take("f", "bob")).toBeUndefined();
    expect([take("g", "bob"), take("h", "alice")]).toEqual(["maxExecutionsPerMinute", "maxExecutionsPerMinute"]);
  });

  it("[N888] leave no rows for subjects that come no more, and write none where there is no such cap", () => {
    const sql = memorySql();
    const leases = new TenantLeases(sql);
    for (const subject of ["alice", "bob", "carl"])
      leases.acquire({ execution: `of ${subject}`, subject, caps, until: later }, start);
    leases.acquire({ execution: "late", subject: "alice", caps, until: later }, start + 2 * minuteMs);
    expect(sql.exec("SELECT subject FROM begun_of").toArray()).toEqual([{ subject: "alice" }]);
    expect(sql.exec("SELECT count(*) AS count FROM begun").one()).toEqual({ count: 0 });
    const free = memorySql();
    const others = new TenantLeases(free);
    const minute = capsOf({ maxExecutionsPerMinute: 10 });
    others.acquire({ execution: "a", subject: "alice", caps: minute, until: later }, start);
    // A caller of an earlier version does not say whose it is.
    others.acquire({ execution: "b", caps, until: later }, start);
    expect(free.exec("SELECT name FROM sqlite_master WHERE name = 'begun_of'").toArray()).toEqual([]);
  });
});
