/**
 * This code over rows that a made-up next version wrote, as after a rollback, and then the next version again: the version of the kind
 * `ExecutionStarted` is raised in the tables behind the object's back, and lowered.
 */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { IndexObject } from "../../../src/durable/index/index-object.ts";
import { eventVersion } from "../../../src/execution/events/event.ts";
import type { Json } from "../../../src/json/json.ts";
import { executionName } from "../../../src/json/object-name.ts";
import { indexOptions } from "../../../src/worker/clients/object-options.ts";
import { type Environment, type IndexStub, indexName } from "../../../src/worker/platform/environment.ts";
import { hostName } from "../../../src/worker/platform/execution-homes.ts";
import { eventually } from "../../support/engine/patience.ts";
import { testCatalog } from "../../support/objects/example-catalog.ts";
import { bindings, eventsIn } from "../../support/objects/executions.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const worker = (exports as unknown as { readonly default: Fetcher }).default;

interface Answer {
  readonly data: {
    readonly execution?: Seen | null;
    readonly executePlan?: {
      readonly replayed: boolean;
      readonly execution: Seen | null;
      readonly errors: readonly object[];
    };
    readonly executions?: { readonly nodes: readonly Seen[] };
    readonly cancelExecution?: { readonly errors: readonly object[] };
    readonly respondToHumanInput?: { readonly errors: readonly object[] };
    readonly retryExecution?: { readonly errors: readonly object[] };
  } | null;
  readonly errors?: readonly object[];
}

interface Seen {
  readonly id: string;
  readonly status: string;
  readonly parkedBy: string | null;
  readonly [field: string]: unknown;
}

async function ask(query: string, variables: object = {}): Promise<NonNullable<Answer["data"]>> {
  const body = JSON.stringify({ query, variables });
  const headers = { "content-type": "application/json" };
  const answer = await (
    await worker.fetch("http://localhost/graphql", { method: "POST", headers, body })
  ).json<Answer>();
  expect(answer.errors).toBeUndefined();
  return answer.data as NonNullable<Answer["data"]>;
}

const seen =
  "id status state title parkedBy idempotencyKey startedBy finishedAt lastSequence permittedActions plan { hash } steps { stepId } limits { maxSteps } usage { toolCalls } pendingHumanInputs { id } bindings { name } events { nodes { sequence } }";

/** An execution that may run more calls at a time than a host has requests has an object of its own. */
const homes = [
  { home: "an object of its own", limits: { maxParallel: 7 } },
  { home: "a host", limits: {} },
];

const byKey = async (key: string) =>
  (await ask(`query ($key: String!) { execution(by: { idempotencyKey: $key }) { ${seen} } }`, { key })).execution;

const index = bindings.INDEX.getByName(indexName("default")) as IndexStub & DurableObjectStub;

const parkedBy = `ExecutionStarted version ${eventVersion.ExecutionStarted + 1}`;
const waits = [tool("gone", "delete_note", { name: "x" })];
const reads = [tool("a", "read_note", { name: "x" })];
const keyOf = (name: string) => `${name} ${crypto.randomUUID()}`;

async function listed(id: string): Promise<Seen | undefined> {
  const { executions } = await ask("{ executions(first: 100) { nodes { id status parkedBy } } }");
  return executions?.nodes.find((node) => node.id === id);
}

describe.each(homes)("an execution in $home", ({ home, limits }) => {
  const isHosted = home === "a host";

  async function execute(key: string, steps: readonly Json[], waitMs: number) {
    await testCatalog();
    const input = { source: { plan: { steps } }, options: { idempotencyKey: key, waitMs, limits } };
    const query = `mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { replayed execution { ${seen} } errors { __typename message } } }`;
    return (await ask(query, { input })).executePlan;
  }

  const nameOf = (key: string) => executionName("default", "graphql", key);
  const objectOfKey = (key: string) =>
    bindings.EXECUTION.getByName(isHosted ? hostName("default", nameOf(key)) : nameOf(key));

  /** Raises the versions of one kind in the rows of one execution. */
  function change({ sql }: DurableObjectStorage, key: string, difference: 1 | -1, kind: string) {
    if (!isHosted) return sql.exec("UPDATE journal SET version = version + ? WHERE kind = ?", difference, kind);
    return sql.exec(
      "UPDATE hosted_journal SET version = version + ? WHERE kind = ? AND hosted = (SELECT id FROM hosted WHERE name = ?)",
      ...[difference, kind, nameOf(key)],
    );
  }

  /** As the made-up next version (1) or this one (-1) would have stored it. */
  async function raise(key: string, difference: 1 | -1, kind = "ExecutionStarted") {
    await runInDurableObject(objectOfKey(key), (_, { storage }) => {
      expect(change(storage, key, difference, kind).rowsWritten).toBeGreaterThan(0);
    });
    await evictDurableObject(objectOfKey(key));
  }

  /** The execution's time to wake is now. */
  async function wake(key: string) {
    await runInDurableObject(objectOfKey(key), (_, { storage }) => {
      if (isHosted) storage.sql.exec("UPDATE hosted SET at = 0 WHERE name = ?", nameOf(key));
    });
    // A host keeps times in memory.
    if (isHosted) await evictDurableObject(objectOfKey(key));
    await runDurableObjectAlarm(objectOfKey(key));
  }

  const eventsOf = (key: string) =>
    runInDurableObject(objectOfKey(key), (_, { storage }) => eventsIn(storage.sql, isHosted ? nameOf(key) : undefined));

  /** When it wakes by itself; Unix milliseconds. */
  const wakeOf = (key: string) =>
    runInDurableObject(objectOfKey(key), async (_, { storage }) => {
      if (!isHosted) return (await storage.getAlarm()) ?? undefined;
      const [wake] = storage.sql.exec<{ at: number }>("SELECT at FROM hosted WHERE name = ?", nameOf(key)).toArray();
      return wake?.at;
    });

  it("[N104, E2] an execution that a later version began is answered as parked, by key and by a repeat of its request, with all that later versions keep", async () => {
    const key = keyOf("waits");
    const before = await execute(key, waits, 10_000);
    expect(before?.execution).toMatchObject({ status: "WAITING", parkedBy: null });
    await raise(key, 1);
    const parked = await byKey(key);
    expect(parked).toMatchObject({
      ...{ id: before?.execution?.id, parkedBy, status: "WAITING", title: "delete_note “x”", idempotencyKey: key },
      ...{ startedBy: before?.execution?.startedBy, lastSequence: before?.execution?.lastSequence },
      ...{ state: before?.execution?.state, limits: before?.execution?.limits, finishedAt: null, permittedActions: [] },
      ...{ plan: null, steps: [], pendingHumanInputs: [], bindings: [], events: { nodes: [] } },
    });
    expect(await execute(key, waits, 10_000)).toEqual({ replayed: true, execution: parked, errors: [] });
    const conflict = await execute(key, reads, 0);
    expect(conflict).toMatchObject({ execution: null, errors: [{ __typename: "IdempotencyConflictError" }] });
    expect(await eventsOf(key)).toHaveLength(Number(before?.execution?.lastSequence));
    await raise(key, -1);
  });

  it("[N104] a request to change a parked execution is answered that a later version is needed", async () => {
    const key = keyOf("changed");
    const execution = (await execute(key, waits, 10_000))?.execution;
    const [question] = (execution?.pendingHumanInputs ?? []) as readonly { readonly id: string }[];
    await raise(key, 1);
    const parked = { __typename: "InvalidStateError", message: expect.stringContaining(JSON.stringify(parkedBy)) };
    const errors = "errors { __typename message }";
    const { cancelExecution } = await ask(
      `mutation ($id: ID!) { cancelExecution(input: { executionId: $id }) { ${errors} } }`,
      { id: execution?.id },
    );
    expect(cancelExecution?.errors).toEqual([parked]);
    const { respondToHumanInput } = await ask(
      `mutation ($id: ID!) { respondToHumanInput(input: { requestId: $id, response: { accept: {} } }) { ${errors} } }`,
      { id: question?.id },
    );
    expect(respondToHumanInput?.errors).toEqual([parked]);
    const { retryExecution } = await ask(
      `mutation ($id: ID!) { retryExecution(input: { executionId: $id }) { ${errors} } }`,
      { id: execution?.id },
    );
    expect(retryExecution?.errors).toEqual([parked]);
    await raise(key, -1);
  });

  it("[N104] one that had ended is answered with its end, and stays listed", async () => {
    const key = keyOf("ended");
    const before = (await execute(key, reads, 10_000))?.execution;
    expect(before).toMatchObject({ status: "SUCCEEDED", state: "COMPLETED" });
    await eventually(async () => (await listed(before?.id ?? ""))?.status === "SUCCEEDED");
    await raise(key, 1);
    const parked = {
      id: before?.id,
      status: "SUCCEEDED",
      state: "COMPLETED",
      finishedAt: before?.finishedAt,
      parkedBy,
    };
    expect(await byKey(key)).toMatchObject(parked);
    // What is asked for is not listed, so the execution is read.
    expect(await listed(before?.id ?? "")).toEqual({ id: before?.id, status: "SUCCEEDED", parkedBy });
    await raise(key, -1);
    expect(await byKey(key)).toEqual(before);
  });

  it("[N105] one that the index has not heard of is listed once it parks, and its consumption counts when a version comes that knows it", async () => {
    const key = keyOf("unheard");
    const before = (await execute(key, reads, 10_000))?.execution;
    await eventually(async () => (await listed(before?.id ?? "")) !== undefined);
    await raise(key, 1);
    // As if it had ended right before the rollback.
    await runInDurableObject(index, (_, { storage }) => {
      storage.sql.exec("DELETE FROM execution WHERE name = ?", executionName("default", "graphql", key));
    });
    expect(await listed(before?.id ?? "")).toBeUndefined();
    await wake(key);
    expect(await listed(before?.id ?? "")).toEqual({ id: before?.id, status: "SUCCEEDED", parkedBy });
    const counted = () =>
      runInDurableObject(index, async (instance, { storage }) => {
        // Reading the usage counts what is yet to be counted.
        await (instance as unknown as IndexObject).usage({ firstDay: 0, lastDay: 0 });
        return storage.sql.exec("SELECT * FROM usage").toArray();
      });
    const usageBefore = JSON.stringify(await counted());
    await raise(key, -1);
    await wake(key);
    expect(await listed(before?.id ?? "")).toEqual({ id: before?.id, status: "SUCCEEDED", parkedBy: null });
    expect(JSON.stringify(await counted())).not.toBe(usageBefore);
    const once = JSON.stringify(await counted());
    await wake(key);
    expect(JSON.stringify(await counted())).toBe(once);
  });

  it("[N105] what is parked goes on within seconds of the version that knows it, though nobody asks", async () => {
    const key = keyOf("resumed");
    const slow = [tool("a", "slow", { ms: 2_000 }), tool("b", "read_note", { name: "x" }, { after: ["a"] })];
    const before = (await execute(key, slow, 0))?.execution;
    await runInDurableObject(objectOfKey(key), async (_, state) => {
      change(state.storage, key, 1, "ExecutionStarted");
      await state.storage.sync();
      state.abort("rolled back in the middle of a call");
    }).catch(() => undefined);
    // Its alarm rang, found that it is parked, and told the index.
    await eventually(async () => ((await wakeOf(key)) ?? 0) > Date.now() + 60_000);
    expect(await byKey(key)).toMatchObject({ parkedBy });
    const ofIndex = await runInDurableObject(index, (_, { storage }) => storage.getAlarm());
    expect(ofIndex).toBeLessThanOrEqual(Date.now() + 2_000);

    await raise(key, -1);
    const options = { ...indexOptions(env as unknown as Environment), knownRows: "the next version" };
    await runInDurableObject(index, (_, state) => new IndexObject(state, {}, options).alarm());
    const rows = async () => (await eventsOf(key)).map(({ kind }) => kind);
    await eventually(async () => (await rows()).includes("ExecutionFinished"));
    expect(await rows()).toContain("ExecutionResumed");
    expect(await byKey(key)).toMatchObject({ id: before?.id, status: "SUCCEEDED", parkedBy: null });
    // Nothing is parked any more, so nothing looks.
    await runInDurableObject(index, (_, state) => new IndexObject(state, {}, options).alarm());
    const left = await runInDurableObject(index, (_, { storage }) => [
      storage.sql.exec("SELECT name FROM parked").toArray(),
      storage.getAlarm(),
    ]);
    expect([left[0], await left[1]]).toEqual([[], null]);
  });
});
