/**
 * Executions that are too old for this code to read: rows and an archive of 0.1.0, and rows of today whose version was lowered behind the
 * object's back.
 */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ArtifactStore } from "../../../src/durable/ports/artifact-store.ts";
import type { ExecutionOptions, IndexPort } from "../../../src/durable/ports/execution-options.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { type EventKind, eventVersion } from "../../../src/execution/events/event.ts";
import { type IndexStub, indexName } from "../../../src/worker/platform/environment.ts";
import oldArchive from "../../released/too-old/archive.json" with { type: "json" };
import oldRows from "../../released/too-old/finished.journal.json" with { type: "json" };
import { eventually } from "../../support/engine/patience.ts";
import { listQuery } from "../../support/graph/list-model.ts";
import { bindings, objectOf, started, tablesOf, withInstance } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const retentionMs = 720 * 3_600_000;
const index = bindings.INDEX.getByName(indexName("default")) as IndexStub & DurableObjectStub;
const parkedBy = `ExecutionStarted version ${eventVersion.ExecutionStarted - 1}`;

const isListed = async ({ execution }: Pick<StartRequest, "execution">) =>
  (await index.list(listQuery())).items.some((item) => item.execution === execution);

const alarmOf = (request: Pick<StartRequest, "execution">) =>
  runInDurableObject(bindings.EXECUTION.getByName(request.execution), (_, { storage }) => storage.getAlarm());

/** As 0.6.0 would have stored it. */
async function lower(request: StartRequest, kind: EventKind = "ExecutionStarted"): Promise<void> {
  await runInDurableObject(objectOf(request), (_, { storage }) => {
    const named = (version: number) => `"kind":"${kind}","version":${version}`;
    const [old, lower] = [named(eventVersion[kind]), named(eventVersion[kind] - 1)];
    storage.sql.exec("UPDATE journal SET version = version - 1 WHERE kind = ?", kind);
    storage.sql.exec("UPDATE journal SET body = replace(body, ?, ?)", old, lower);
  });
  await evictDurableObject(objectOf(request));
}

/** One that has ended and that the index knows. */
async function ended(): Promise<StartRequest> {
  const request = await requestFor({ steps: [tool("a", "read_note", { name: "too-old" })] }, { waitMs: 10_000 });
  expect((await started(request)).status).toBe("SUCCEEDED");
  await eventually(() => isListed(request));
  return request;
}

/** One that waits for a person, and that the index knows. */
async function waiting(): Promise<StartRequest> {
  const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 10_000 });
  expect((await started(request)).status).toBe("WAITING");
  await eventually(() => isListed(request));
  return request;
}

/** A store of artifacts that keeps whose it was asked to remove. */
function removalsOf() {
  const owners: string[] = [];
  const removeAll = async (_: string, owner: string) => void owners.push(owner);
  return { owners, artifacts: { removeAll } as unknown as ArtifactStore };
}

/** A clock that stands. */
const at = (now: number): Pick<ExecutionOptions, "clock"> => ({ clock: { now: () => now, after: () => () => {} } });

/** Rows of an object that a test made, in the place of whatever this code would have stored. */
function stored(execution: string, write: (sql: SqlStorage) => void) {
  const stub = bindings.EXECUTION.getByName(execution);
  return runInDurableObject(stub, (_, { storage }) => write(storage.sql)).then(() => evictDurableObject(stub));
}

describe("deleteExecution of one that is too old", () => {
  it("[N210] removes it as any other that has ended: a tombstone is left, index and artifacts forget it", async () => {
    const request = await ended();
    const finishedAt = (await objectOf(request).read(false))?.finishedAt ?? 0;
    await lower(request);
    expect(await objectOf(request).read(false)).toMatchObject({ parkedBy, isTooOld: true, status: "SUCCEEDED" });
    const { artifacts, owners } = removalsOf();
    const answers = await withInstance(request, { artifacts }, async (instance) => [
      await instance.delete(),
      await instance.delete(),
    ]);
    expect(answers).toEqual([{ kind: "DELETED" }, { kind: "DELETED" }]);
    expect(await tablesOf(request)).toEqual(["tombstone"]);
    expect(await isListed(request)).toBe(false);
    expect(owners).toEqual([request.execution]);
    expect(await objectOf(request).read(true)).toBeNull();
    expect(await alarmOf(request)).toBe(finishedAt + retentionMs);
    expect(await objectOf(request).start(request)).toMatchObject({ kind: "DELETED", until: finishedAt + retentionMs });
  });

  it("[N210] removes one that has not ended, which no code goes on with", async () => {
    const request = await waiting();
    const updatedAt = (await objectOf(request).read(false))?.updatedAt ?? 0;
    await lower(request);
    expect(await objectOf(request).delete()).toEqual({ kind: "DELETED" });
    expect(await tablesOf(request)).toEqual(["tombstone"]);
    expect(await isListed(request)).toBe(false);
    expect(await alarmOf(request)).toBe(updatedAt + retentionMs);
  });

  it("[N210] removes one whose first rows are read and a later one is not", async () => {
    const request = await ended();
    await lower(request, "StepFinished");
    expect(await objectOf(request).read(false)).toMatchObject({
      parkedBy: `StepFinished version ${eventVersion.StepFinished - 1}`,
      isTooOld: true,
    });
    expect(await objectOf(request).delete()).toEqual({ kind: "DELETED" });
    expect(await tablesOf(request)).toEqual(["tombstone"]);
  });

  it("[N210] leaves one that newer code wrote, and one under settings that cannot be read, as they are", async () => {
    const request = await ended();
    await lower(request);
    const misconfigured = "RETENTION_HOURS is odd";
    const refused = await withInstance(request, { misconfigured }, (instance) => instance.delete());
    expect(refused).toMatchObject({ kind: "NOT_FINISHED", parkedBy: misconfigured });
    await runInDurableObject(objectOf(request), (_, { storage }) => {
      storage.sql.exec("UPDATE journal SET version = version + 2 WHERE kind = 'ExecutionStarted'");
    });
    await evictDurableObject(objectOf(request));
    const newer = `ExecutionStarted version ${eventVersion.ExecutionStarted + 1}`;
    expect(await objectOf(request).delete()).toMatchObject({ kind: "NOT_FINISHED", parkedBy: newer });
    expect(await objectOf(request).read(false)).toMatchObject({ parkedBy: newer, isTooOld: false });
    await objectOf(request).read(true);
    expect(await tablesOf(request)).toEqual(["journal"]);
  });

  it("[N210] removes what 0.1.0 stored, journal and archive", async () => {
    const [journal, archive] = [crypto.randomUUID(), crypto.randomUUID()];
    await stored(journal, (sql) => {
      sql.exec(
        "CREATE TABLE journal(seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, hidden INTEGER NOT NULL, body TEXT NOT NULL)",
      );
      for (const { at, body, hidden, kind, seq, version } of oldRows) {
        const named = body.replace(/"execution":"[0-9a-f]+"/, `"execution":"${journal}"`);
        sql.exec("INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?)", seq, kind, version, at, hidden, named);
      }
    });
    await stored(archive, (sql) => {
      const named = { ...oldArchive, view: { ...oldArchive.view, execution: archive } };
      sql.exec("CREATE TABLE archive(number INTEGER PRIMARY KEY, text TEXT NOT NULL)");
      sql.exec("INSERT INTO archive VALUES(0, ?)", JSON.stringify(named));
    });
    for (const execution of [journal, archive]) {
      const stub = bindings.EXECUTION.getByName(execution);
      expect(await stub.read(true)).toMatchObject({ execution, isTooOld: true, status: "SUCCEEDED" });
      expect(await stub.delete()).toEqual({ kind: "DELETED" });
      expect(await stub.read(true)).toBeNull();
    }
  });
});

describe("retention of one that is too old", () => {
  it.each([
    ["its end", ended],
    ["its last row, if it has no end", waiting],
  ])(
    "[N210] removes it when its time after %s is over, with its artifacts and its row of the index",
    async (_, make) => {
      const request = await make();
      const { finishedAt, updatedAt } = (await objectOf(request).read(false)) ?? { finishedAt: 0, updatedAt: 0 };
      const until = (finishedAt ?? updatedAt) + retentionMs;
      await lower(request);
      const { artifacts, owners } = removalsOf();
      await withInstance(request, { artifacts, ...at(until - 1) }, (instance) => instance.alarm());
      expect(await tablesOf(request)).toEqual(["journal"]);
      expect(await isListed(request)).toBe(true);
      expect(owners).toEqual([]);
      expect(await alarmOf(request)).toBe(until);
      await withInstance(request, { artifacts, ...at(until) }, (instance) => instance.alarm());
      expect(await tablesOf(request)).toEqual([]);
      expect(await isListed(request)).toBe(false);
      expect(owners).toEqual([request.execution]);
      expect(await alarmOf(request)).toBeNull();
      expect(await objectOf(request).start(request)).toMatchObject({ kind: "STARTED", replayed: false });
    },
  );

  it("[N210] asks again while the index does not answer", async () => {
    const request = await ended();
    await lower(request);
    const away = (): IndexPort => {
      const fail = () => Promise.reject(new Error("the index is away"));
      return {
        put: fail,
        putMany: fail,
        restore: fail,
        remove: fail,
        forgetWords: fail,
        park: fail,
        putConversation: fail,
        removeConversation: fail,
        hadHostsFromTheFirst: fail,
      };
    };
    const late = Date.now() + retentionMs + 60_000;
    for (const now of [Date.now(), late]) {
      await withInstance(request, { index: away, ...at(now) }, (instance) => instance.alarm());
      expect(await tablesOf(request)).toEqual(["journal"]);
      expect(await alarmOf(request)).toBe(now + 30_000);
    }
    await withInstance(request, at(late), (instance) => instance.alarm());
    expect(await tablesOf(request)).toEqual([]);
  });
});

describe("the index of a tenant with executions that are too old", () => {
  it("[N211] lists them, also if it had not heard of them, and sleeps", async () => {
    for (const make of [ended, waiting]) {
      const request = await make();
      await lower(request);
      // A page of its list may have left a cursor before its end, and `DROP TABLE` waits for no cursor.
      await evictDurableObject(index);
      await runInDurableObject(index, async (_, { storage }) => {
        storage.sql.exec("DELETE FROM execution WHERE name = ?", request.execution);
        storage.sql.exec("DROP TABLE IF EXISTS parked");
        await storage.deleteAlarm();
      });
      expect(await isListed(request)).toBe(false);
      const before = Date.now();
      await runDurableObjectAlarm(objectOf(request));
      expect(await isListed(request)).toBe(true);
      const [tables, alarm] = await runInDurableObject(index, async (_, { storage }) => [
        storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'parked'").toArray(),
        await storage.getAlarm(),
      ]);
      expect([tables, alarm]).toEqual([[], null]);
      // One that has not ended looks by itself now and then, should code that reads it come back.
      const next = (await alarmOf(request)) ?? 0;
      expect(next).toBeGreaterThan(before + 3_500_000);
      if (make === waiting) expect(next).toBeLessThanOrEqual(Date.now() + 3_600_000);
      else expect(next).toBeGreaterThan(before + retentionMs - 60_000);
      await objectOf(request).delete();
    }
  });

  it("[N211] forgets one that it had been looked after, and sleeps then", async () => {
    const request = await waiting();
    await lower(request);
    await runInDurableObject(index, async (_, { storage }) => {
      storage.sql.exec(
        "CREATE TABLE IF NOT EXISTS parked(name TEXT PRIMARY KEY, tenant TEXT NOT NULL, knows TEXT NOT NULL) WITHOUT ROWID",
      );
      storage.sql.exec("INSERT INTO parked VALUES(?, 'default', 'what earlier code knew')", request.execution);
      await storage.setAlarm(Date.now() + 60_000);
    });
    await runDurableObjectAlarm(index);
    await eventually(async () => ((await alarmOf(request)) ?? 0) > Date.now() + 60_000);
    expect(await runInDurableObject(index, (_, { storage }) => storage.getAlarm())).toBeNull();
    await objectOf(request).delete();
  });
});
