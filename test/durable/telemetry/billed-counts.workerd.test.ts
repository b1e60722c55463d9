/**
 * What the platform bills for an execution, counted exactly in every object that it touches: calls, alarms, rows (E2). The bench prices
 * these counts; a change that costs more has to change them here.
 */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import { IndexObject } from "../../../src/durable/index/index-object.ts";
import { systemClock } from "../../../src/durable/ports/system-clock.ts";
import { TenantLease } from "../../../src/durable/tenant/execution-lease.ts";
import { TenantObject } from "../../../src/durable/tenant/tenant-object.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { Json } from "../../../src/json/json.ts";
import type { ModelDefinition } from "../../../src/plan/model-definition.ts";
import type { CallableRun } from "../../../src/plan/run-definition.ts";
import { type IndexStub, indexName, type TenantStub } from "../../../src/worker/platform/environment.ts";
import { eventually } from "../../support/engine/patience.ts";
import { ledgerOf } from "../../support/objects/example-catalog.ts";
import { childrenOf, childStub, objectOf, started, viewWhen, withInstance } from "../../support/objects/executions.ts";
import { ObjectMeter } from "../../support/objects/object-meter.ts";
import { family, workflow } from "../../support/objects/our-callables.ts";
import { scriptModel } from "../../support/objects/scripted-model.ts";
import { slowPrompt } from "../../support/objects/slow-prompt.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

type Namespace<Stub> = { getByName(name: string): DurableObjectStub & Stub };
const { INDEX, TENANT } = env as unknown as {
  readonly INDEX: Namespace<IndexStub>;
  readonly TENANT: Namespace<TenantStub>;
};

const model: ModelDefinition = {
  ...{ name: "scripted", provider: "OPENAI_COMPATIBLE", model: "scripted-1", baseUrl: "https://models.example/v1" },
  ...{ keySecret: null, maxOutputTokens: 500, timeoutMs: 10_000, price: null },
};

/** A fresh object makes its one table, which the platform counts as two rows. */
const table = 2;

/** A note that no test of any file writes: a long one would be stored in parts, and be counted. */
const unwritten = "unwritten";

const five = Array.from({ length: 5 }, (_, n) =>
  tool(`n${n}`, "read_note", { name: unwritten }, n > 0 ? { after: [`n${n - 1}`] } : {}),
);

/** Calls and alarms that reached objects, by the name of the object. */
const calls: { readonly object: string; readonly method: string }[] = [];
const called = new ObjectMeter((object, method) => {
  calls.push({ object: (object as { readonly ctx: DurableObjectState }).ctx.id.name ?? "", method });
});
const stops: (() => void)[] = [];

beforeAll(() => {
  const classes = [ExecutionObject, IndexObject, TenantObject];
  stops.push(...classes.map(({ prototype }) => called.watchCalls(prototype)));
});

afterAll(() => {
  for (const stop of stops) stop();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A tenant that no other test has, whose index and tenant's object have been used before, so that their tables are there. */
async function usedTenant(more: Partial<StartRequest> = {}): Promise<string> {
  const tenant = `counted ${crypto.randomUUID()}`;
  const request = await requestFor({ steps: five } as Json, { tenant, waitMs: 15_000, ...more });
  await ended(request);
  return tenant;
}

/** Runs `request` to its end, and until everybody has been told. */
async function ended(request: StartRequest): Promise<void> {
  await started(request);
  await viewWhen(request, ({ finishedAt }) => finishedAt !== null);
  await told(request.execution);
}

/**
 * The first of what `attempt` found whose execution took less than `ms`, half a second if nothing else is said: no alarm rings in it then, and
 * nobody is told how it stands before it ends. A machine that does something else beside needs more than one.
 */
async function undisturbed<Found>(
  attempt: () => Promise<{ readonly request: StartRequest; readonly found: Found }>,
  ms = 450,
  isAccepted: (found: Found) => boolean = () => true,
): Promise<Found> {
  for (let turn = 0; turn < 20; turn++) {
    calls.length = 0;
    const { found, request } = await attempt();
    const { createdAt, finishedAt } = await viewWhen(request, () => true);
    if (finishedAt !== null && finishedAt - createdAt < ms && isAccepted(found)) return found;
  }
  throw new Error(`no execution took less than ${ms} ms and was accepted`);
}

/** Whoever has told everything waits for the end of its retention only. */
function told(execution: string): Promise<unknown> {
  return eventually(() =>
    runInDurableObject(childStub(execution), async (_, { storage }) => {
      return ((await storage.getAlarm()) ?? 0) > Date.now() + 3_600_000;
    }),
  );
}

/** What `task` costs an object that others share: its calls in order, rows written, alarms set. */
async function costOf(shared: DurableObjectStub, name: string, task: () => Promise<unknown>) {
  const meter = new ObjectMeter();
  const stop = await runInDurableObject(shared, (_, { storage }) => meter.watchStorage(storage));
  const before = calls.length;
  // An object that nobody asks for ten seconds is let go of, and its meter with it.
  const asking = setInterval(() => void runInDurableObject(shared, () => undefined), 2_000);
  await task();
  clearInterval(asking);
  await runInDurableObject(shared, stop);
  const { alarmsSet, rowsWritten } = meter.read();
  return { calls: callsOf(name, before), rowsWritten, alarmsSet };
}

function callsOf(object: string, from = 0): readonly string[] {
  return calls.slice(from).flatMap((call) => (call.object === object ? [call.method] : []));
}

/** Rows and alarms of an execution's own object. */
function writesOf(execution: string): Promise<{ readonly rows: number; readonly alarms: number }> {
  return runInDurableObject(childStub(execution), (instance) => (instance as unknown as ExecutionObject).writes());
}

describe("what an execution of five steps costs", () => {
  it("[E2] is eight rows and two alarms set in its own object, one call that starts it, and one request for each step", async () => {
    const found = await undisturbed(async () => {
      const request = await requestFor({ steps: five } as Json, { waitMs: 15_000 });
      await started(request);
      await told(request.execution);
      const [writes, ledger] = [await writesOf(request.execution), await ledgerOf(request.requestId)];
      return { request, found: { calls: callsOf(request.execution), writes, requests: ledger.length } };
    });
    // A row for each transaction. The alarm that takes over from whoever drives, and the end of retention.
    expect(found).toEqual({ calls: ["start"], writes: { rows: table + 6, alarms: 2 }, requests: 5 });
  });

  it("[E2] is one call and three rows in the index, however many steps there are", async () => {
    const tenant = await usedTenant();
    for (const steps of [five, five.slice(0, 1)]) {
      const index = indexName(tenant);
      const cost = await undisturbed(async () => {
        const request = await requestFor({ steps } as Json, { tenant, waitMs: 15_000 });
        return { request, found: await costOf(INDEX.getByName(index), index, () => ended(request)) };
      });
      expect(cost).toEqual({ calls: ["put"], rowsWritten: 3, alarmsSet: 0 });
    }
  });

  it("[E10] is nothing in the tenant's object without a cap, and two calls and two rows with one", async () => {
    const tenant = await usedTenant();
    expect(callsOf(tenant)).toEqual([]);
    const capped = async () => {
      const request = await requestFor({ steps: five } as Json, { tenant, waitMs: 15_000 });
      const caps = { maxConcurrentExecutions: 10, maxExecutionsPerMinute: 0, maxExecutionsPerRoot: 0 };
      const lease = (_: string, execution: string) =>
        new TenantLease(execution, { caps, tenant: () => TENANT.getByName(tenant), now: systemClock.now });
      await withInstance(request, { lease }, (instance) => instance.start(request));
      await eventually(() => callsOf(tenant).includes("releaseLease"));
    };
    await capped();
    calls.length = 0;
    const cost = await costOf(TENANT.getByName(tenant), tenant, capped);
    expect(cost).toEqual({ calls: ["acquireLease", "releaseLease"], rowsWritten: 2, alarmsSet: 0 });
  });

  it("[E2] is, when its retention is over, one alarm, one call of the index, and a row for each that it had", async () => {
    const tenant = await usedTenant();
    const request = await requestFor({ steps: five } as Json, { tenant, waitMs: 15_000 });
    await ended(request);
    const meter = new ObjectMeter();
    await runInDurableObject(objectOf(request), (_, { storage }) => {
      storage.sql.exec("UPDATE journal SET at = at - ? WHERE kind = 'ExecutionFinished'", 721 * 3_600_000);
    });
    const index = indexName(tenant);
    const cost = await costOf(INDEX.getByName(index), index, () =>
      withInstance(request, {}, async (instance, { storage }) => {
        meter.watchStorage(storage);
        await instance.alarm();
      }),
    );
    // It was not counted yet: its place in the totals, the day and its callable, and how far is counted. In the accounts of the tenant and of its
    // subject it is counted, counted out again, and, as the only one of its day, removed.
    expect(cost).toEqual({ calls: ["remove"], rowsWritten: 5 + 4 + 3 * 2, alarmsSet: 0 });
    expect(meter.read()).toMatchObject({ rowsWritten: 6, alarmsSet: 1 });
    expect(await runDurableObjectAlarm(objectOf(request))).toBe(false);
  });
});

/** A request for a prompt of `tenant` that a model plans and answers. */
async function promptRequest(tenant: string) {
  const request = await requestFor({ steps: five.slice(0, 1) } as Json, { tenant, waitMs: 25_000 });
  const words = { agent: null, systemPrompt: null, skills: [], history: [], usageHints: null };
  return {
    ...request,
    ...{ startedWith: "PROMPT", dialect: "TOOL_CALLS", plan: null, planHash: null, onInvalidPlan: "RESPOND" },
    conversation: { ...words, message: "What does it say?", sessionContext: {}, agentInstructions: null },
    modelWork: {
      route: null,
      plan: { model, encoding: "FUNCTION", schedule: null, maxCorrections: 0, maxPlanBytes: 100_000 },
      respond: { model, reservedMs: 60_000 },
    },
  } as const satisfies StartRequest;
}

it("[E2, P8] a prompt with one call and an answer in one piece is six rows in its object, one call of the index, and one of the tenant with three rows", async () => {
  const tenant = await usedTenant();
  scriptModel("It is empty.", [{ tool_name: "read_note", arguments: { name: unwritten } }]);
  await ended(await promptRequest(tenant));
  const found = await undisturbed(async () => {
    const request = await promptRequest(tenant);
    const tenantCost = await costOf(TENANT.getByName(tenant), tenant, () => ended(request));
    const own = callsOf(request.execution).filter((method) => method !== "read");
    const { rows } = await writesOf(request.execution);
    return { request, found: { tenantCost, index: callsOf(indexName(tenant)), own, rows } };
  });
  expect(found).toEqual({
    tenantCost: { calls: ["noteModelUsage"], rowsWritten: 3, alarmsSet: 0 },
    ...{ index: ["put"], own: ["start"], rows: table + 4 },
  });
});

it("[N684, E2] a prompt with five calls between two of a model that take five seconds each costs what a short one does, and four rows, an alarm and a summary more", async () => {
  const tenant = await usedTenant();
  const calls = five.map(() => ({ tool_name: "read_note", arguments: { name: unwritten } }));
  scriptModel("It is empty.", calls);
  await ended(await promptRequest(tenant));
  scriptModel("All five of the notes are still empty.", calls, slowPrompt.modelMs);
  const {
    activeMs,
    lastedMs: _,
    ...counted
  } = await undisturbed(
    async () => {
      const request = await promptRequest(tenant);
      const index = indexName(tenant);
      called.reset();
      let tenantCost = {};
      const indexCost = await costOf(INDEX.getByName(index), index, async () => {
        tenantCost = await costOf(TENANT.getByName(tenant), tenant, () => ended(request));
      });
      const { rows, alarms } = await writesOf(request.execution);
      const own = callsOf(request.execution).filter((method) => method !== "read");
      const { createdAt, finishedAt } = await viewWhen(request, () => true);
      const execution = { calls: own, rowsWritten: rows, alarmsSet: alarms };
      const lastedMs = (finishedAt ?? 0) - createdAt;
      return {
        request,
        found: { execution, index: indexCost, tenant: tenantCost, activeMs: called.read().activeMs, lastedMs },
      };
    },
    2 * slowPrompt.modelMs + 900,
    // Awake no longer than the execution lasts, but for reporting its end to others, which a busy machine may hold up.
    (found) => found.activeMs < found.lastedMs + 500,
  );
  const { modelMs, ...expected } = slowPrompt;
  expect(counted).toEqual(expected);
  // Awake while a model writes.
  expect(activeMs).toBeGreaterThanOrEqual(2 * modelMs);
});

it("[E2] a child is one call that makes it and one that tells its end, four rows of its own and five of its parent's, and a summary of its own", async () => {
  const tenant = await usedTenant();
  const note = await workflow("note", { steps: [tool("read", "read_note", { name: "{{input.text}}" })] });
  const plan = { steps: [tool("a", "workflow_note", { text: unwritten })] };
  const index = indexName(tenant);
  const found = await undisturbed(async () => {
    const request = await requestFor(plan, { tenant, waitMs: 15_000 }, family([note]));
    let child = "";
    const cost = await costOf(INDEX.getByName(index), index, async () => {
      await ended(request);
      child = childrenOf(await viewWhen(request, () => true))[0] ?? "";
      await told(child);
    });
    const own = callsOf(request.execution).filter((method) => method !== "read");
    const writes = [await writesOf(request.execution), await writesOf(child)];
    return { request, found: { child: callsOf(child), own, writes, cost } };
  });
  expect(found).toEqual({
    ...{ child: ["start"], own: ["start", "childEnded"] },
    writes: [
      { rows: table + 3, alarms: 2 },
      { rows: table + 2, alarms: 2 },
    ],
    cost: { calls: ["put", "put"], rowsWritten: 3 + 4, alarmsSet: 0 },
  });
});

it("[E2] an A2A task without push configs costs its object what an execution does, and its index one row more", async () => {
  const callable: CallableRun = {
    ...{ kind: "WORKFLOW", name: "report", version: "1", inputSchema: null, outputSchema: null, output: null },
  };
  const facts = { surface: "a2a", callable, startedWith: "WORKFLOW" } as const;
  const tenant = await usedTenant(facts);
  const index = indexName(tenant);
  const found = await undisturbed(async () => {
    const request = await requestFor({ steps: five } as Json, { tenant, waitMs: 15_000, ...facts });
    const cost = await costOf(INDEX.getByName(index), index, () => ended(request));
    const own = callsOf(request.execution).filter((method) => method !== "read");
    return { request, found: { cost, own, writes: await writesOf(request.execution) } };
  });
  expect(found).toEqual({
    cost: { calls: ["put"], rowsWritten: 4, alarmsSet: 0 },
    ...{ own: ["start"], writes: { rows: table + 6, alarms: 2 } },
  });
});
