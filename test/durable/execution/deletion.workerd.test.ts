import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { IndexPort } from "../../../src/durable/ports/execution-options.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { given } from "../../support/engine/given-response.ts";
import { eventually } from "../../support/engine/patience.ts";
import { listQuery } from "../../support/graph/list-model.ts";
import { bindings, objectOf, started, tablesOf, withInstance } from "../../support/objects/executions.ts";
import { clockAhead } from "../../support/objects/object-time.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const retentionMs = 720 * 3_600_000;
const index = bindings.INDEX.getByName("default#0");

async function isListed({ execution }: StartRequest): Promise<boolean> {
  const { items } = await index.list(listQuery());
  return items.some((item) => item.execution === execution);
}

/** One that has ended, with a value in parts, and that the index knows. */
async function finished(): Promise<StartRequest> {
  const steps = [tool("a", "set_note", { name: "x", text: "x".repeat(80_000) })];
  const request = await requestFor({ steps }, { waitMs: 10_000 });
  expect((await started(request)).status).toBe("SUCCEEDED");
  await eventually(() => isListed(request));
  return request;
}

const alarmOf = (request: StartRequest) =>
  runInDurableObject(objectOf(request), (_, { storage }) => storage.getAlarm());

describe("an execution that is deleted", () => {
  it("leaves a tombstone and nothing else, in its object and in the index, and deleting it twice is no error", async () => {
    const request = await finished();
    const finishedAt = (await objectOf(request).read(false))?.finishedAt ?? 0;
    expect(await objectOf(request).delete()).toEqual({ kind: "DELETED" });
    expect(await tablesOf(request)).toEqual(["tombstone"]);
    expect(await isListed(request)).toBe(false);
    expect(await objectOf(request).read(true)).toBeNull();
    expect(await objectOf(request).events(0, 10)).toMatchObject({ events: [], gap: null });
    expect(await objectOf(request).value(2, "output")).toBeNull();
    expect(await objectOf(request).cancel("someone", null)).toEqual({ kind: "NOT_FOUND" });
    expect(await objectOf(request).respond(given("a/1"))).toEqual({ kind: "NOT_FOUND" });
    expect(await objectOf(request).announce()).toBe(false);
    const derivation = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] } as const;
    expect(await objectOf(request).derive(derivation, true)).toEqual({ kind: "NOT_FOUND" });
    expect(await objectOf(request).delete()).toEqual({ kind: "DELETED" });
    expect(await alarmOf(request)).toBe(finishedAt + retentionMs);
  });

  it("[E1] keeps its key used until then, across instances, and frees it afterwards", async () => {
    const request = await finished();
    const until = ((await objectOf(request).read(false))?.finishedAt ?? 0) + retentionMs;
    await objectOf(request).delete();
    await evictDurableObject(objectOf(request));
    expect(await objectOf(request).start(request)).toEqual({ kind: "DELETED", until });
    expect(await objectOf(request).lookup(request.fingerprint, request.subject)).toEqual({ kind: "DELETED", until });
    const conflict = { kind: "IDEMPOTENCY_CONFLICT", execution: request.execution };
    expect(await objectOf(request).lookup("other", request.subject)).toEqual(conflict);
    expect(await objectOf(request).lookup(request.fingerprint, "somebody else")).toEqual(conflict);
    expect(await tablesOf(request)).toEqual(["tombstone"]);

    await withInstance(request, { clock: clockAhead(retentionMs + 60_000) }, (instance) => instance.alarm());
    expect(await tablesOf(request)).toEqual([]);
    expect(await alarmOf(request)).toBeNull();
    expect(await objectOf(request).start(request)).toMatchObject({ kind: "STARTED", replayed: false });
  });

  it("[E6] leaves no memory of an alarm behind that a new execution of the key would take for its own", async () => {
    const request = await requestFor({ steps: [tool("a", "slow", { ms: 1_000 })] }, { waitMs: 10_000 });
    await started(request);
    await objectOf(request).delete();
    let now = Date.now() + retentionMs + 60_000;
    const clock = { ...clockAhead(0), now: () => now };
    await withInstance(request, { clock }, async (instance, { storage }) => {
      await instance.alarm();
      expect(await storage.getAlarm()).toBeNull();
      // The alarm of the removal had a lease of thirty seconds, which the removal ended.
      now += 29_500;
      expect(await instance.start({ ...request, waitMs: 0 })).toMatchObject({ kind: "STARTED", replayed: false });
      expect(await storage.getAlarm()).toBe(now + 500);
    });
  });

  it("is not deleted before its end, and there is nothing to delete where nothing was started", async () => {
    const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 10_000 });
    expect(await objectOf(request).delete()).toEqual({ kind: "NOT_FOUND" });
    expect(await tablesOf(request)).toEqual([]);
    await started(request);
    expect(await objectOf(request).delete()).toEqual({ kind: "NOT_FINISHED", status: "WAITING", parkedBy: null });
    expect(await tablesOf(request)).toEqual(["journal"]);
  });

  it("is not deleted by code that does not understand it", async () => {
    const request = await finished();
    const answer = await withInstance(request, { misconfigured: "RETENTION_HOURS is odd" }, (instance) =>
      instance.delete(),
    );
    expect(answer).toMatchObject({ kind: "NOT_FINISHED", parkedBy: "RETENTION_HOURS is odd" });
    expect(await objectOf(request).read(false)).not.toBeNull();
  });

  it("stays unlisted after a crash between its deletion and the index: the alarm asks until it is acknowledged", async () => {
    const request = await finished();
    const away = (): IndexPort => {
      const fail = () => Promise.reject(new Error("the index is away"));
      return {
        ...{ put: fail, putMany: fail, restore: fail, remove: fail, forgetWords: fail, park: fail },
        ...{ putConversation: fail, removeConversation: fail, hadHostsFromTheFirst: fail },
      };
    };
    await withInstance(request, { index: away }, async (instance) => {
      expect(await instance.delete()).toEqual({ kind: "DELETED" });
    });
    expect(await isListed(request)).toBe(true);
    const alarm = await alarmOf(request);
    expect(alarm).toBeLessThanOrEqual(Date.now() + 30_000);
    await withInstance(request, { index: away }, (instance) => instance.alarm());
    expect(await alarmOf(request)).toBeLessThanOrEqual(Date.now() + 30_000);
    await runDurableObjectAlarm(objectOf(request));
    expect(await isListed(request)).toBe(false);
    expect(await alarmOf(request)).toBeGreaterThan(Date.now() + retentionMs - 60_000);
  });

  it("sends its watchers away, and finds no new ones", async () => {
    const request = await finished();
    const response = await objectOf(request).fetch("https://execution/feed", { headers: { upgrade: "websocket" } });
    const socket = response.webSocket;
    if (socket === null) throw new Error(`no socket: HTTP ${response.status}`);
    const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
    socket.accept();
    socket.send(JSON.stringify({ pull: 0 }));
    await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
    await objectOf(request).delete();
    expect(await closed).toBe(1001);
    const again = await objectOf(request).fetch("https://execution/feed", { headers: { upgrade: "websocket" } });
    expect(again.status).toBe(404);
  });

  it("[E1] that is started again at the same moment is deleted or found, never begun twice", async () => {
    const request = await finished();
    const answers = await Promise.all([
      objectOf(request).start(request),
      objectOf(request).delete(),
      objectOf(request).start(request),
      objectOf(request).delete(),
      objectOf(request).start(request),
    ]);
    const kinds = answers.map((answer) => answer.kind);
    expect(kinds.slice(1)).toEqual(["DELETED", "DELETED", "DELETED", "DELETED"]);
    expect(answers[0]).toMatchObject({ kind: "STARTED", replayed: true });
    expect(await tablesOf(request)).toEqual(["tombstone"]);
  });

  it("is found deleted by who waited for its end", async () => {
    const request = await requestFor({ steps: [tool("a", "slow", { ms: 300 })] });
    await started(request);
    const waiting = objectOf(request).start({ ...request, waitMs: 10_000 });
    await eventually(async () => (await objectOf(request).delete()).kind === "DELETED");
    // Whichever came first, nobody is answered with a fault.
    expect(["STARTED", "DELETED"]).toContain((await waiting).kind);
  });
});
