/** Executions that share an object. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { eventually } from "../../support/engine/patience.ts";
import { ledgerOf } from "../../support/objects/example-catalog.ts";
import { bindings } from "../../support/objects/executions.ts";
import {
  besides,
  hasEnded,
  homeOf,
  hostedViewWhen,
  hostOf,
  neighbours,
  rowsByNumber,
  tenantWithHosts,
  wakeOf,
  withHost,
} from "../../support/objects/hosted-executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const keyed = { waitMs: 20_000, idempotencyKey: "mine" };

const notes = (names: readonly string[]) => ({ steps: names.map((name) => tool(name, "read_note", { name })) });

const ownObject = ({ execution }: StartRequest) => bindings.EXECUTION.getByName(execution);

describe("a host of executions", () => {
  it("[N241, E1] holds many, each with its own journal, and answers the same request with the same execution", async () => {
    const requests = await neighbours(3, notes(["a", "b", "c", "d", "e"]), { waitMs: 20_000 });
    for (const request of requests) {
      const answer = await homeOf(request).start(request);
      expect(answer).toMatchObject({ kind: "STARTED", replayed: false, view: { status: "SUCCEEDED" } });
      expect(await homeOf(request).start(request)).toMatchObject({ kind: "STARTED", replayed: true });
      expect(await homeOf(request).start({ ...request, fingerprint: "other" })).toMatchObject({
        kind: "IDEMPOTENCY_CONFLICT",
      });
      expect(await ledgerOf(request.requestId)).toHaveLength(5);
    }
    const [first] = requests;
    expect((await rowsByNumber(first, "journal")).slice(-3).map(([, rows]) => rows)).toEqual([6, 6, 6]);
  });

  it("[N242, E6] goes on with all of them after it was lost, and repeats nothing that had ended", async () => {
    const requests = await neighbours(3, {
      steps: [
        tool("first", "set_note", { name: "first", text: "1" }),
        tool("second", "slow", { ms: 400 }, { after: ["first"] }),
        tool("third", "set_note", { name: "third", text: "3" }, { after: ["second"] }),
      ],
    });
    for (const request of requests) await homeOf(request).start(request);
    for (const request of requests) await hostedViewWhen(request, (view) => view.steps[1]?.status === "RUNNING");
    const [first] = requests;
    await evictDurableObject(hostOf(first));
    await runDurableObjectAlarm(hostOf(first));
    for (const request of requests) {
      expect((await hostedViewWhen(request, hasEnded)).status).toBe("SUCCEEDED");
      const calls = await ledgerOf(request.requestId);
      expect(calls.filter((call) => call.tool === "set_note")).toHaveLength(2);
      expect(new Set(calls.filter((call) => call.tool === "slow").map((call) => call.key)).size).toBe(1);
    }
  });

  it("[N243] leaves the neighbours of an execution alone whose rows cannot be read, also those at work", async () => {
    // Nobody else lists what cannot be read.
    const tenant = await tenantWithHosts(true);
    const [broken, other] = await neighbours(2, notes(["a"]), { waitMs: 20_000, tenant });
    const steps = [tool("a", "slow", { ms: 400 }), tool("b", "read_note", { name: "b" }, { after: ["a"] })];
    const atWork = besides(await requestFor({ steps }, { tenant }), broken);
    await homeOf(broken).start(broken);
    await homeOf(other).start(other);
    await homeOf(atWork).start(atWork);
    await runInDurableObject(hostOf(broken), (_, { storage }) => {
      const { id } = storage.sql.exec<{ id: number }>("SELECT id FROM hosted WHERE name = ?", broken.execution).one();
      storage.sql.exec("UPDATE hosted_journal SET body = 'not JSON' WHERE hosted = ?", id);
      storage.sql.exec("UPDATE hosted SET at = 0");
    });
    await evictDurableObject(hostOf(broken));
    await runDurableObjectAlarm(hostOf(broken));
    await expect(homeOf(broken).read(true)).rejects.toThrow();
    expect((await homeOf(other).read(true))?.status).toBe("SUCCEEDED");
    expect((await hostedViewWhen(atWork, hasEnded)).status).toBe("SUCCEEDED");
    // It is tried again now and then, should code come that reads it.
    expect(await wakeOf(broken)).toBeGreaterThan(Date.now() + 3_000_000);
  });

  it("[N244, E1] finds what was started in an object of its own, whatever the setting says later", async () => {
    const request = await requestFor(notes(["a"]), { ...keyed, tenant: await tenantWithHosts(false) });
    await homeOf(request, "off").start(request);
    expect(await homeOf(request).start(request)).toMatchObject({ kind: "STARTED", replayed: true });
    expect((await homeOf(request, "draining").read(true))?.status).toBe("SUCCEEDED");
    expect(await ledgerOf(request.requestId)).toHaveLength(1);
  });

  it("[N258, E1] takes no key of a tenant that had executions before it had hosts, until none of these can have it", async () => {
    const [early, late] = await neighbours(2, notes(["a"]), { ...keyed, tenant: await tenantWithHosts(false) });
    await homeOf(early).start(early);
    expect((await ownObject(early).read(false))?.status).toBe("SUCCEEDED");
    await runInDurableObject(hostOf(early), (_, { storage }) => {
      const { until } = storage.sql.exec<{ until: number }>("SELECT keys_elsewhere_until AS until FROM host").one();
      expect(until).toBeGreaterThan(Date.now() + 62 * 24 * 3_600_000);
      storage.sql.exec("UPDATE host SET keys_elsewhere_until = ?", Date.now());
    });
    await evictDurableObject(hostOf(early));
    await homeOf(late).start(late);
    expect(await ownObject(late).read(false)).toBeNull();
    expect(await homeOf(early).start(early)).toMatchObject({ kind: "STARTED", replayed: true });
    expect(await ledgerOf(early.requestId)).toHaveLength(1);
  });

  it("[N258] takes keys at once of a tenant that had hosts from the first", async () => {
    const request = await requestFor(notes(["a"]), { ...keyed, tenant: await tenantWithHosts(true) });
    await homeOf(request).start(request);
    expect((await homeOf(request).read(true))?.status).toBe("SUCCEEDED");
    expect(await ownObject(request).read(false)).toBeNull();
  });

  it("[N258] takes no key when the index does not say whether there were hosts from the first, and logs that", async () => {
    const request = await requestFor(notes(["a"]), { ...keyed, tenant: await tenantWithHosts(true) });
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const real = objectOptions(env as unknown as Environment).index;
    const index: ExecutionOptions["index"] = (tenant) => {
      const port = real(tenant);
      return new Proxy(port, {
        get: (target, name) =>
          name === "hadHostsFromTheFirst"
            ? () => Promise.reject(new Error("the index is away"))
            : Reflect.get(target, name),
      });
    };
    const answer = await withHost(request, { index }, (instance) =>
      instance.startHosted({ request: JSON.stringify(request), mayHost: true }),
    );
    expect(answer).toEqual({ kind: "ELSEWHERE" });
    expect(warned.mock.calls.flat().join()).toContain("index_not_asked");
    warned.mockRestore();
  });

  it("[N245] removes the rows of an execution that is deleted, and no others", async () => {
    const [gone, kept] = await neighbours(2, notes(["a"]), { waitMs: 20_000 });
    await homeOf(gone).start(gone);
    await homeOf(kept).start(kept);
    expect(await homeOf(gone).delete()).toEqual({ kind: "DELETED" });
    expect(await homeOf(gone).read(true)).toBeNull();
    expect((await homeOf(kept).read(true))?.status).toBe("SUCCEEDED");
  });

  it("[N246, E1] gives what is large an object of its own, where its key finds it, and another request with it is a conflict", async () => {
    const names = [...Array(65).keys()].map((number) => `n${number}`);
    const [large, small] = await Promise.all([requestFor(notes(names), keyed), requestFor(notes(["a"]), keyed)]);
    const other = { ...small, execution: large.execution, origin: large.origin, fingerprint: "other" };
    expect(await homeOf(large).start(large)).toMatchObject({ kind: "STARTED", view: { status: "SUCCEEDED" } });
    expect((await bindings.EXECUTION.getByName(large.execution).read(true))?.status).toBe("SUCCEEDED");
    expect((await homeOf(large).read(true))?.status).toBe("SUCCEEDED");
    expect(await homeOf(large).start(large)).toMatchObject({ kind: "STARTED", replayed: true });
    expect(await homeOf(other).start(other)).toMatchObject({ kind: "IDEMPOTENCY_CONFLICT" });
  });

  it("[N246] gives an execution for which a location is asked an object of its own, with a key or without", async () => {
    for (const more of [keyed, { ...keyed, idempotencyKey: null }]) {
      const request = await requestFor(notes(["a"]), more);
      await homeOf(request, "on", { locationHint: "weur" }).start(request);
      expect((await ownObject(request).read(false))?.status).toBe("SUCCEEDED");
      expect((await homeOf(request).read(false))?.status).toBe("SUCCEEDED");
    }
  });

  it("[N246] starts nothing in a host that drains, and finds what is in it", async () => {
    const [before, after] = await neighbours(2, notes(["a"]), keyed);
    await homeOf(before).start(before);
    expect(await homeOf(before, "draining").start(before)).toMatchObject({ kind: "STARTED", replayed: true });
    await homeOf(after, "draining").start(after);
    expect((await bindings.EXECUTION.getByName(after.execution).read(true))?.status).toBe("SUCCEEDED");
    expect(await homeOf(after).start(after)).toMatchObject({ kind: "STARTED", replayed: true });
    expect(await ledgerOf(after.requestId)).toHaveLength(1);
  });

  it("[N247, E11] tells a watcher of its execution alone, also after the host slept", async () => {
    const [watched, other] = await neighbours(2, { steps: [tool("a", "slow", { ms: 300 })] });
    await homeOf(watched).start(watched);
    await homeOf(other).start(other);
    const { webSocket } = await homeOf(watched).fetch("https://execution/watch", { headers: { upgrade: "websocket" } });
    if (webSocket === null) throw new Error("the host gave no socket");
    webSocket.accept();
    const told: { sequence: number }[] = [];
    webSocket.addEventListener("message", ({ data }) => {
      told.push(...JSON.parse(String(data)).page.events);
    });
    await evictDurableObject(hostOf(watched));
    webSocket.send(JSON.stringify({ pull: 0 }));
    await runDurableObjectAlarm(hostOf(watched));
    const { sequence } = await hostedViewWhen(watched, hasEnded);
    await hostedViewWhen(other, hasEnded);
    while (told.length < sequence) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told.map((event) => event.sequence)).toEqual([...Array(sequence).keys()].map((before) => before + 1));
    webSocket.close();
  });

  it("[N248] writes eight rows and two alarms for five steps once it is warm", async () => {
    const [cold, warm] = await neighbours(2, notes(["a", "b", "c", "d", "e"]), { waitMs: 20_000 });
    // No alarm rings by itself meanwhile, however long the calls take.
    const written = await withHost(cold, {}, async (instance, { storage: { sql } }) => {
      const run = async (request: StartRequest) => {
        await instance.startHosted({ request: JSON.stringify(request), mayHost: true });
        const ended = `SELECT 1 FROM hosted JOIN hosted_journal ON hosted = hosted.id
          WHERE hosted.name = ? AND hosted.at > ? AND kind = 'ExecutionFinished'`;
        await eventually(() => sql.exec(ended, request.execution, Date.now() + 60_000).toArray().length > 0);
        await instance.alarm();
        return instance.writes();
      };
      const [before, after] = [await run(cold), await run(warm)];
      return { rows: after.rows - before.rows, alarms: after.alarms - before.alarms };
    });
    expect(written).toEqual({ rows: 8, alarms: 2 });
  });

  it("[N1029] asks SQLite nine times for five steps once it is warm: for the name, its place, six rows and the last time to wake", async () => {
    const more = { waitMs: 20_000, withValues: false };
    const [cold, warm] = await neighbours(2, notes(["a", "b", "c", "d", "e"]), more);
    const asked = await withHost(cold, {}, async (instance, { storage: { sql } }) => {
      const exec = sql.exec.bind(sql);
      const settled = ({ execution }: StartRequest) =>
        eventually(() => {
          const wakes = "SELECT 1 FROM hosted WHERE name = ? AND at > ?";
          return exec(wakes, execution, Date.now() + 60_000).toArray().length > 0;
        });
      await instance.startHosted({ request: JSON.stringify(cold), mayHost: true });
      await settled(cold);
      const texts: string[] = [];
      sql.exec = ((text: string, ...bound: SqlStorageValue[]) => {
        texts.push(text.split(/[(?]/)[0]?.trim() ?? "");
        return exec(text, ...bound);
      }) as typeof sql.exec;
      await instance.startHosted({ request: JSON.stringify(warm), mayHost: true });
      await settled(warm);
      return texts;
    });
    const counts = Object.fromEntries(
      [...Map.groupBy(asked, (text) => text)].map(([text, same]) => [text, same.length]),
    );
    expect(counts).toEqual({
      "SELECT id FROM hosted WHERE name =": 1,
      "INSERT OR IGNORE INTO hosted": 1,
      "INSERT INTO hosted_journal": 6,
      "UPDATE hosted SET at =": 1,
    });
  });
});
