/**
 * `@planwright/client` against the real Worker, through a network that cuts connections all the time, while the process of the Worker is
 * killed and started again: each start is one execution, each event arrives once, each answer counts.
 */
import { createClient, type ExecutionEvent, type PlanwrightClient, type Result } from "@planwright/client";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { Planwright, tool } from "../../support/deployed/planwright.ts";
import { droppingProxy, seededRandom } from "./dropping-proxy.ts";

const wantedDrops = 30;
let worker: ChaosProcess;
let tools: ExampleTools;
let url: string;
let direct: PlanwrightClient;

beforeAll(async () => {
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  tools = await startExampleTools();
  url = await worker.start();
  await new Planwright(url).register("example", tools.mcpUrl, true);
  direct = createClient({ url });
});
afterAll(async () => {
  await worker?.remove();
  await tools?.close();
});

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

function got<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** The events that `client` hands out until the execution has ended. */
async function log(client: PlanwrightClient, id: string): Promise<readonly ExecutionEvent[]> {
  const seen: ExecutionEvent[] = [];
  for await (const item of client.watch(id)) {
    if (item.kind === "EVENTS") seen.push(...item.events);
    else if (item.kind !== "DISCONNECTED") throw new Error(JSON.stringify(item));
  }
  return seen;
}

/** Calls that take some milliseconds each. */
function plan(count: number, ms: number) {
  return { steps: Array.from({ length: count }, (_, index) => tool(`s${index}`, "slow", { ms })) } as never;
}

it(`[N445] over SSE and WebSocket each start is one execution and each event comes once and in order, through ${wantedDrops} dropped connections and a SIGKILL of the Worker`, async ({
  onTestFinished,
}) => {
  const networks = await Promise.all(
    (["sse", "websocket"] as const).map(async (transport, index) => {
      // Cut after a quarter of a second at most, and a busy machine often takes longer to answer.
      const proxy = await droppingProxy(url, seededRandom(index + 3), { mostBytes: 40_000 });
      onTestFinished(() => proxy.close());
      return { proxy, client: createClient({ url: proxy.url, transport, attempts: 2_000, delay: soon }) };
    }),
  );
  const labels = [{ key: "test", value: "drops" }];
  const ids: string[] = [];
  let isKilled = false;
  const drops = () => networks.reduce((sum, { proxy }) => sum + proxy.drops, 0);
  while (drops() < wantedDrops) {
    const options = { schedule: "SEQUENTIAL", limits: { maxSteps: 30 }, labels } as const;
    const starts = await Promise.all(networks.map(({ client }) => client.run(plan(30, 10), options)));
    const started = starts.map((start) => got(start).execution.id);
    ids.push(...started);
    // Each follows what the other has started.
    const seen = networks.map(({ client }, index) => log(client, started.at(index - 1) ?? ""));
    if (!isKilled) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await worker.kill();
      url = await worker.start();
      for (const { proxy } of networks) proxy.leadTo(url);
      direct = createClient({ url });
      isKilled = true;
    }
    for (const [index, events] of (await Promise.all(seen)).entries()) {
      const expected = (await log(direct, started.at(index - 1) ?? "")).map(({ sequence }) => sequence);
      expect(expected).toEqual(Array.from({ length: expected.length }, (_, number) => number + 1));
      expect(events.map(({ sequence }) => sequence)).toEqual(expected);
      expect(events.at(-1)).toMatchObject({ __typename: "ExecutionFinished", executionStatus: "SUCCEEDED" });
    }
  }
  const listed = async () => got(await direct.executions({ labels }, { first: 100 })).items.map(({ id }) => id);
  await expect.poll(async () => new Set(await listed())).toEqual(new Set(ids));
});

/** A network that hands over each request and loses the first `lost` answers. */
function losingFetch(lost: number): { readonly fetch: typeof fetch; readonly sent: () => number } {
  let sent = 0;
  return {
    sent: () => sent,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (sent++ < lost) throw new TypeError("terminated");
      return response;
    },
  };
}

const asking = { steps: [{ humanInput: { stepId: "ask", prompt: "Which?", responseSchema: { type: "object" } } }] };

it("[N446] a start and an answer whose receipts were lost are sent again and count once; an answer of somebody else is no success", async () => {
  const losing = losingFetch(2);
  const client = createClient({ url, fetch: losing.fetch, delay: soon });
  const started = got(await client.run(asking as never));
  expect({ sent: losing.sent(), replayed: started.replayed }).toEqual({ sent: 3, replayed: true });
  const waiting = async () => got(await client.execution(started.execution.id))?.pendingHumanInputs ?? [];
  await expect.poll(waiting).toHaveLength(1);
  const [request] = await waiting();
  const forgetful = createClient({ url, fetch: losingFetch(1).fetch, delay: soon });
  const accepted = await forgetful.answer(request?.id ?? "", { accept: { choice: "tea", of: [1, { deep: true }] } });
  expect(got(accepted)).toMatchObject({ id: request?.id, status: "ACCEPTED" });
  const late = await client.answer(request?.id ?? "", { accept: { choice: "coffee" } });
  expect(late).toMatchObject({ ok: false, error: { kind: "REFUSAL", code: "ALREADY_RESOLVED" } });
  expect(got(await client.finished(started.execution.id))).toMatchObject({ status: "SUCCEEDED" });
});
