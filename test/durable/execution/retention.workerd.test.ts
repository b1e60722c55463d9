import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { readArchive, storeArchive } from "../../../src/durable/execution/archive.ts";
import { ownStorage } from "../../../src/durable/storage/execution-storage.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { noPlan } from "../../../src/execution/state/state.ts";
import type { EventPage } from "../../../src/execution/views/execution-view.ts";
import { eventually } from "../../support/engine/patience.ts";
import { everything, listQuery, summaryNamed } from "../../support/graph/list-model.ts";
import { bindings, objectOf, started, tablesOf, viewWhen, withInstance } from "../../support/objects/executions.ts";
import { clockAhead } from "../../support/objects/object-time.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

it("a finished execution is kept until its retention ends, then it and its line in the index are gone", async () => {
  const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 10_000 });
  const view = await started(request);
  const index = bindings.INDEX.getByName("default#0");
  const listed = async () => {
    const page = await index.list(listQuery());
    return page.items.some((item) => item.execution === request.execution);
  };
  await eventually(listed);
  const alarm = await eventually(() =>
    runInDurableObject(objectOf(request), async (_, state) => {
      const at = await state.storage.getAlarm();
      return at !== null && at > Date.now() + 3_600_000 ? at : null;
    }),
  );
  const retentionMs = 720 * 3_600_000;
  expect(alarm).toBe((view.finishedAt ?? 0) + retentionMs);

  await runDurableObjectAlarm(objectOf(request));
  expect((await viewWhen(request, () => true)).status).toBe("SUCCEEDED");

  // The end of the execution lies further back than its retention when the next instance reads it.
  await runInDurableObject(objectOf(request), (_, state) => {
    state.storage.sql.exec("UPDATE journal SET at = at - ? WHERE kind = 'ExecutionFinished'", retentionMs + 1);
  });
  await evictDurableObject(objectOf(request));
  await runDurableObjectAlarm(objectOf(request));
  expect(await objectOf(request).read(true)).toBeNull();
  expect(await listed()).toBe(false);
});

describe("an execution whose events are kept for a shorter time than itself", () => {
  const hourMs = 3_600_000;
  const options = { eventRetentionMs: hourMs };
  const text = "x".repeat(80_000);

  /** One that has ended, with a value in parts; its events and values are still there. */
  async function finished(): Promise<StartRequest> {
    const steps = [
      tool("big", "set_note", { name: "big", text }),
      tool("small", "read_note", { name: "{{bindings.name}}" }, { after: ["big"] }),
    ];
    const request = await requestFor({ steps }, { bindings: { name: "big" }, waitMs: 10_000 });
    expect((await started(request)).status).toBe("SUCCEEDED");
    return request;
  }

  async function archived(): Promise<StartRequest> {
    const request = await finished();
    await withInstance(request, { ...options, clock: clockAhead(hourMs + 1) }, (instance) => instance.alarm());
    return request;
  }

  it("sets its alarm for the end of its events first, then for its own", async () => {
    const request = await finished();
    const alarms = await withInstance(request, options, async (instance, { storage }) => {
      await instance.alarm();
      return storage.getAlarm();
    });
    const finishedAt = (await objectOf(request).read(true))?.finishedAt ?? 0;
    expect(alarms).toBe(finishedAt + hourMs);
    const later = { ...options, clock: clockAhead(hourMs + 1) };
    const alarm = await withInstance(request, later, async (instance, { storage }) => {
      await instance.alarm();
      return storage.getAlarm();
    });
    expect(alarm).toBe(finishedAt + 720 * hourMs);
  });

  it("[E2] keeps its snapshot without values, and of its rows the last", async () => {
    const request = await finished();
    const before = await objectOf(request).read(false);
    await withInstance(request, { ...options, clock: clockAhead(hourMs + 1) }, (instance) => instance.alarm());
    expect(await tablesOf(request)).toEqual(["journal", "archive"]);
    const rows = await runInDurableObject(objectOf(request), (_, { storage }) =>
      storage.sql.exec<{ seq: number; kind: string }>("SELECT seq, kind FROM journal").toArray(),
    );
    expect(rows).toEqual([{ seq: before?.sequence, kind: "ExecutionFinished" }]);
    expect(await objectOf(request).read(true)).toEqual({ ...before, archived: { bindingNames: ["name"] } });
  });

  it("[N620] is not found by what was asked once its values are gone, which costs one call and one row", async () => {
    const words = { agent: null, systemPrompt: null, skills: [], history: [], usageHints: null };
    const conversation = {
      ...words,
      message: `${"Which one is it? ".repeat(20)} zambezi`,
      sessionContext: {},
      agentInstructions: null,
    };
    const work = { conversation, waitMs: 10_000, tenant: "default" };
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, work);
    expect((await started(request)).status).toBe("SUCCEEDED");
    const index = bindings.INDEX.getByName("default#0");
    const found = async (word: string) =>
      (await index.list(listQuery({ filter: { ...everything, words: [word] } }))).items.length;
    await expect.poll(() => found("zambezi")).toBe(1);
    await withInstance(request, { ...options, clock: clockAhead(hourMs + 1) }, (instance) => instance.alarm());
    expect(await tablesOf(request)).toEqual(["journal", "archive"]);
    expect([await found("zambezi"), await found("which")]).toEqual([0, 1]);
  });

  it("keeps a snapshot that is larger than a row may be", async () => {
    const request = await finished();
    // Two units a character, and so placed that a piece of even length would end between them.
    const reasoning = `x${"\u{1F600}".repeat(2_000_000)}`;
    const view = await objectOf(request).read(false);
    if (view === null) throw new Error("there is no execution");
    const read = await runInDurableObject(objectOf(request), (_, { storage }) => {
      const large = { ...view, plan: { ...(view.plan ?? noPlan), reasoning }, archived: { bindingNames: [] } };
      storeArchive(ownStorage(storage), {
        version: 5,
        fingerprint: "fingerprint",
        view: large,
        summary: summaryNamed("x", 1),
      });
      const rows = storage.sql.exec<{ bytes: number }>("SELECT length(CAST(text AS BLOB)) AS bytes FROM archive");
      const pieces = rows.toArray().map(({ bytes }) => bytes);
      return { pieces, isSame: readArchive(ownStorage(storage))?.archive.view.plan?.reasoning === reasoning };
    });
    expect(read.pieces.length).toBeGreaterThan(4);
    expect(Math.max(...read.pieces)).toBeLessThan(2_000_000);
    expect(read.isSame).toBe(true);
  });

  it("keeps all of it or the archive if it is lost while it archives", async () => {
    const request = await finished();
    await withInstance(request, { ...options, clock: clockAhead(hourMs + 1) }, async (instance, { storage }) => {
      // The archive is written before the first row is deleted, which fails here.
      storage.sql.exec("CREATE TRIGGER lost BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'lost'); END");
      await instance.alarm();
      storage.sql.exec("DROP TRIGGER lost");
    });
    expect((await objectOf(request).events(0, 100)).gap).toBeNull();
    expect(
      await objectOf(request).value((await objectOf(request).read(false))?.steps[0]?.output?.sequence ?? 0, "output"),
    ).toEqual({
      value: { name: "big", text },
    });
    expect((await objectOf(request).read(true))?.archived).toBeNull();
  });

  it("gives a gap for what is missing, then the last event, to readers and to watchers alike", async () => {
    const request = await archived();
    const last = (await objectOf(request).read(false))?.sequence ?? 0;
    const page = await objectOf(request).events(0, 100);
    expect(page).toMatchObject({
      ...{ after: 0, cursor: last, caughtUp: true, status: "SUCCEEDED" },
      gap: { firstSequence: 1, lastSequence: last - 1 },
    });
    expect(page.events.map(({ event }) => event.kind)).toEqual(["ExecutionFinished"]);
    expect(await objectOf(request).events(2, 100)).toMatchObject({ gap: { firstSequence: 3, lastSequence: last - 1 } });
    expect(await objectOf(request).events(last - 1, 100)).toMatchObject({ gap: null, cursor: last });
    expect(await objectOf(request).events(last, 100)).toMatchObject({ gap: null, events: [], caughtUp: true });
    expect(await pageOf(request, 0)).toMatchObject({ gap: { firstSequence: 1, lastSequence: last - 1 } });
  });

  it("[N890] stores no bytes of events any more, and says of each value that it is gone, never that it is null", async () => {
    const request = await archived();
    const view = await objectOf(request).read(true);
    for (const step of view?.steps ?? []) {
      expect(step.output?.bytes).toBeGreaterThan(0);
      expect(await objectOf(request).value(step.output?.sequence ?? 0, "output")).toBeNull();
    }
    expect(await objectOf(request).projection("ORCHESTRATE")).toBeNull();
    expect(await objectOf(request).storedBytes()).toBe(0);
  });

  it("[E1] is still found by its request, cannot be derived from, cancelled or answered, and can be deleted", async () => {
    const request = await archived();
    const { fingerprint, subject } = request;
    expect(await objectOf(request).lookup(fingerprint, subject)).toMatchObject({ kind: "STARTED", replayed: true });
    expect(await objectOf(request).start(request)).toMatchObject({ kind: "STARTED", replayed: true });
    expect(await objectOf(request).lookup("other", subject)).toMatchObject({ kind: "IDEMPOTENCY_CONFLICT" });
    const derivation = { kind: "FORK", fromStep: "small", arguments: [], bindings: {}, callAgain: [] } as const;
    expect(await objectOf(request).derive(derivation, true)).toMatchObject({
      kind: "INVALID_STATE",
      status: "SUCCEEDED",
    });
    expect(await objectOf(request).cancel("someone", null)).toMatchObject({ kind: "ALREADY_FINISHED" });
    expect(await objectOf(request).delete()).toEqual({ kind: "DELETED" });
    expect(await tablesOf(request)).toEqual(["tombstone"]);
  });

  it("is announced to the index as it was, and removed whole when its own retention ends", async () => {
    const request = await archived();
    const index = bindings.INDEX.getByName("default#0");
    const isListed = async () => {
      const { items } = await index.list(listQuery());
      return items.some(({ execution }) => execution === request.execution);
    };
    expect(await objectOf(request).announce()).toBe(true);
    expect(await isListed()).toBe(true);
    await withInstance(request, { clock: clockAhead(721 * hourMs) }, (instance) => instance.alarm());
    expect(await objectOf(request).read(true)).toBeNull();
    expect(await tablesOf(request)).toEqual([]);
    expect(await isListed()).toBe(false);
  });
});

/** The page that a watcher gets who pulls after `after`. */
async function pageOf(request: StartRequest, after: number): Promise<EventPage> {
  const response = await objectOf(request).fetch("https://execution/feed", { headers: { upgrade: "websocket" } });
  const socket = response.webSocket;
  if (socket === null) throw new Error(`no socket: HTTP ${response.status}`);
  const { promise, resolve } = Promise.withResolvers<EventPage>();
  socket.accept();
  socket.addEventListener("message", ({ data }) => resolve((JSON.parse(String(data)) as { page: EventPage }).page));
  socket.send(JSON.stringify({ pull: after }));
  const page = await promise;
  socket.close();
  return page;
}
