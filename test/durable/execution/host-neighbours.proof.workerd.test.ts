/** What an execution in a host does to its neighbours when it is too many, too slow, too large or broken: nothing. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { indexName } from "../../../src/worker/platform/environment.ts";
import { hostName } from "../../../src/worker/platform/execution-homes.ts";
import rowsOf7 from "../../released/0.7.0/finished.journal.json" with { type: "json" };
import rowsOf8 from "../../released/0.8.0/finished.journal.json" with { type: "json" };
import { eventually } from "../../support/engine/patience.ts";
import { listQuery } from "../../support/graph/list-model.ts";
import { bindings } from "../../support/objects/executions.ts";
import {
  besides,
  hasEnded,
  homeOf,
  hostedViewWhen,
  hostOf,
  neighbours,
  rowsByNumber,
  settled,
  tenantWithHosts,
  wakeOf,
  withHost,
} from "../../support/objects/hosted-executions.ts";
import { clockAhead } from "../../support/objects/object-time.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const retentionMs = 720 * 3_600_000;
const quick = { steps: [tool("a", "read_note", { name: "x" })] };
const slow = (ms: number) => ({ steps: [tool("a", "slow", { ms })] });

/** How many of these executions have an object of their own. */
async function ownObjects(requests: readonly StartRequest[]): Promise<number> {
  const views = await Promise.all(requests.map(({ execution }) => bindings.EXECUTION.getByName(execution).read(false)));
  return views.filter((view) => view !== null).length;
}

/**
 * The example server, which tells `notices` times of its progress before it answers a call for the note `flood`, a thousand times in a turn.
 */
function floodedCalls(notices: number) {
  const real = globalThis.fetch;
  const encoder = new TextEncoder();
  let told = 0;
  const flooded: typeof fetch = async (resource, init) => {
    const asked = typeof init?.body === "string" ? (JSON.parse(init.body) as Asked) : undefined;
    const answer = await real(resource, init);
    const token = asked?.params?._meta?.progressToken;
    if (asked?.params?.arguments?.name !== "flood" || token === undefined) return answer;
    const text = await answer.text();
    const end = answer.headers.get("content-type")?.startsWith("text/event-stream") ? text : `data: ${text}\n\n`;
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve));
        let piece = "";
        for (let n = 0; n < 1_000; n++) {
          sent += 1;
          const params = { progressToken: token, progress: sent, total: notices };
          piece += `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })}\n\n`;
        }
        told += 1_000;
        controller.enqueue(encoder.encode(sent < notices ? piece : piece + end));
        if (sent >= notices) controller.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  return { fetch: flooded, told: () => told };
}

interface Asked {
  readonly params?: {
    readonly arguments?: { readonly name?: string };
    readonly _meta?: { readonly progressToken?: string | number };
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("neighbours in a host", () => {
  it("[N250] end although one of them can store nothing more", async () => {
    const [broken, ...others] = await neighbours(4, {
      steps: [tool("a", "slow", { ms: 100 }), tool("b", "read_note", { name: "x" }, { after: ["a"] })],
    });
    const statuses = await withHost(
      broken,
      {
        journal: (journal) => {
          let isBroken = false;
          return {
            ...{ read: journal.read.bind(journal), value: journal.value.bind(journal) },
            append(records) {
              const [first] = records;
              if (isBroken) throw new Error("the fold of this one throws");
              journal.append(records);
              isBroken = first?.event.kind === "ExecutionStarted" && first.event.execution === broken.execution;
            },
          };
        },
      },
      async (instance) => {
        const all = [broken, ...others];
        for (const request of all) await instance.startHosted({ request: JSON.stringify(request), mayHost: true });
        const read = async ({ execution }: StartRequest) => {
          const answer = await instance.hosted({ name: execution, method: "read", given: [false] });
          return answer.kind === "HERE" ? (answer.value as { readonly status: string }).status : answer.kind;
        };
        return eventually(async () => {
          const found = await Promise.all(all.map(read));
          return found.filter((status) => status === "SUCCEEDED").length === others.length ? found : null;
        });
      },
    );
    expect(statuses).toEqual(["RUNNING", ...others.map(() => "SUCCEEDED")]);
  });

  it("[N251] end in time beside executions that fail, repeat and answer with megabytes", async () => {
    const large = await requestFor({ steps: [tool("a", "set_note", { name: "large", text: "x".repeat(90_000) })] });
    await homeOf(large).start({ ...large, waitMs: 20_000 });
    // One call at a time, so that the host has room for all of them.
    const steps = [...Array(32).keys()].map((at) => {
      const after = at === 0 ? {} : { after: [`s${at - 1}`] };
      const policy = { maxAttempts: 2, initialBackoffMs: 100 };
      return at % 8 === 0
        ? tool(`s${at}`, "flaky", { mode: "UNAVAILABLE", times: 1 }, { policy, ...after })
        : tool(`s${at}`, "read_note", { name: "large" }, after);
    });
    const [first, ...loud] = await neighbours(4, { steps });
    const small = besides(await requestFor(quick), first);
    await Promise.all([small, first, ...loud].map((request) => homeOf(request).start(request)));
    const { finishedAt, status } = await hostedViewWhen(small, hasEnded);
    expect(status).toBe("SUCCEEDED");
    for (const request of [first, ...loud]) {
      const view = await hostedViewWhen(request, hasEnded);
      // One call beside thirty-two: whoever is loud ends later, however slow the machine.
      expect(finishedAt).toBeLessThan(view.finishedAt ?? 0);
      expect(view.steps.filter(({ status }) => status !== "SUCCEEDED").map((step) => [step.id, step.failure])).toEqual(
        [],
      );
    }
    expect(await ownObjects([small, first, ...loud])).toBe(0);
  });

  it("[N681] end in time beside one whose tool tells of its progress ten thousand times", async () => {
    const flood = floodedCalls(10_000);
    vi.stubGlobal("fetch", flood.fetch);
    const loud = await requestFor({ steps: [tool("a", "read_note", { name: "flood" })] });
    const [one, other] = [besides(await requestFor(quick), loud), besides(await requestFor(quick), loud)];
    await Promise.all([loud, one, other].map((request) => homeOf(request).start(request)));
    const loudEnd = await hostedViewWhen(loud, hasEnded);
    expect([loudEnd.status, flood.told()]).toEqual(["SUCCEEDED", 10_000]);
    for (const request of [one, other]) {
      const { finishedAt, status } = await hostedViewWhen(request, hasEnded);
      expect(status).toBe("SUCCEEDED");
      expect(finishedAt).toBeLessThan(loudEnd.finishedAt ?? 0);
    }
    // What is told and overtaken costs no row.
    const { events } = await homeOf(loud).events(0, 1_000);
    expect(events.length).toBeLessThan(50);
    expect(await ownObjects([loud, one, other])).toBe(0);
  });

  it("[N240, N252] get their calls while six others are slow, and the seventh has an object of its own", async () => {
    // Until they are cancelled.
    const [first, ...others] = await neighbours(8, slow(600_000));
    const requests = [first, ...others];
    for (const request of requests) await homeOf(request).start(request);
    expect(await ownObjects(requests)).toBe(2);
    const small = besides(await requestFor(quick, { idempotencyKey: "mine" }), first);
    expect(await homeOf(small).start(small)).toMatchObject({ kind: "STARTED", replayed: false });
    expect((await hostedViewWhen(small, hasEnded)).status).toBe("SUCCEEDED");
    expect(await ownObjects([small])).toBe(1);
    expect(await homeOf(small).start(small)).toMatchObject({ kind: "STARTED", replayed: true });
    for (const request of requests) {
      expect((await homeOf(request).read(false))?.status).toBe("RUNNING");
      await homeOf(request).cancel("someone", null);
      expect((await hostedViewWhen(request, hasEnded)).status).toBe("CANCELLED");
    }
  });

  it("[N253] are found in one of sixteen hosts by the first digit of their name, which no setting changes", () => {
    expect([..."0123456789abcdef"].map((digit) => hostName("acme", `${digit}1`))).toEqual(
      [..."0123456789abcdef"].map((digit) => `acme#host-of-16/${digit}`),
    );
  });

  it("[N254] are archived and removed one by one when their time is over, with their rows and their lines in the index", async () => {
    const [early, late] = await neighbours(2, quick, { waitMs: 20_000 });
    for (const request of [early, late]) await homeOf(request).start(request);
    for (const request of [early, late]) await settled(request);
    const index = bindings.INDEX.getByName(indexName(early.tenant));
    const isListed = async ({ execution }: StartRequest) =>
      (await index.list(listQuery())).items.some((item) => item.execution === execution);
    for (const request of [early, late]) await eventually(() => isListed(request));
    const before = await rowsByNumber(early, "journal");
    // The end of one lies further back than its retention when the next instance reads it.
    await runInDurableObject(hostOf(early), (_, { storage: { sql } }) => {
      const { id } = sql.exec<{ id: number }>("SELECT id FROM hosted WHERE name = ?", early.execution).one();
      sql.exec(
        "UPDATE hosted_journal SET at = at - ? WHERE hosted = ? AND kind = 'ExecutionFinished'",
        retentionMs + 1,
        id,
      );
      sql.exec("UPDATE hosted SET at = 0 WHERE id = ?", id);
    });
    await evictDurableObject(hostOf(early));
    await runDurableObjectAlarm(hostOf(early));
    expect(await homeOf(early).read(false)).toBeNull();
    expect([await isListed(early), await isListed(late)]).toEqual([false, true]);
    expect(await rowsByNumber(early, "journal")).toHaveLength(before.length - 1);
    expect(await wakeOf(early)).toBeUndefined();
    expect((await homeOf(late).read(true))?.status).toBe("SUCCEEDED");
    // Events go before the execution where the deployment says so.
    await runInDurableObject(hostOf(late), (_, { storage: { sql } }) => {
      sql.exec("UPDATE hosted SET at = 0 WHERE name = ?", late.execution);
    });
    await evictDurableObject(hostOf(late));
    await withHost(late, { eventRetentionMs: 1_000, clock: clockAhead(10_000) }, (instance) => instance.alarm());
    expect(await homeOf(late).read(true)).toMatchObject({ status: "SUCCEEDED", archived: expect.anything() });
  });

  it.each([
    ["0.7.0", rowsOf7],
    ["0.8.0", rowsOf8],
  ])("[N244, N255] leave an execution of %s in its own object, where its id finds it", async (_, rows) => {
    const [, execution = ""] = /"execution":"([0-9a-f]{32,})"/.exec(rows[0]?.body ?? "") ?? [];
    const stub = bindings.EXECUTION.getByName(execution);
    await runInDurableObject(stub, (_, { storage: { sql } }) => {
      sql.exec("DROP TABLE IF EXISTS journal");
      sql.exec(
        "CREATE TABLE journal(seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, hidden INTEGER NOT NULL, body TEXT NOT NULL)",
      );
      for (const { at, body, hidden, kind, seq, version } of rows)
        sql.exec("INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?)", seq, kind, version, at, hidden, body);
    });
    await evictDurableObject(stub);
    const tenant = await tenantWithHosts(false);
    const start = { ...(await requestFor(quick, { idempotencyKey: "mine" })), execution, tenant };
    expect((await homeOf(start).read(false))?.status).toBe((await stub.read(false))?.status);
    expect(await homeOf(start).read(false)).not.toBeNull();
    expect(await homeOf(start).start(start)).toMatchObject({ kind: "IDEMPOTENCY_CONFLICT", execution });
  });
});
