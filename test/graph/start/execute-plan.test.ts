import { beforeEach, describe, expect, it } from "vitest";
import { executionName } from "../../../src/json/object-name.ts";
import { data, exampleDocument, executePlan, executePlanMutation, send } from "../../support/graph/ask.ts";
import { exampleTools, fakeCatalog } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

/** What the only execution of the world was started with. */
function startedRequest() {
  const [stored] = world.executions.values();
  if (stored === undefined) throw new Error("nothing was started");
  return stored.request;
}

const readExecution = /* GraphQL */ `
  query ($id: ID!) {
    execution(by: { id: $id }) { id status steps { stepId status } bindings { name value { value } } plan { hash } }
  }
`;

describe("executePlan", () => {
  it("[C26] makes one object call with a warm catalog and answers at once; execution makes one too", async () => {
    const input = { source: { document: exampleDocument }, bindings: { topic: "edge" } };
    const { execution, errors, replayed } = await executePlan(world, input);
    expect(errors).toEqual([]);
    expect(replayed).toBe(false);
    expect(execution).toMatchObject({ status: "RUNNING", state: "DISPATCHING_STEP", startedBy: "anonymous" });
    expect(world.calls).toEqual(["catalog.CACHED", "executions.start"]);
    expect(startedRequest().waitMs).toBe(0);
    world.calls.length = 0;
    const read = await data(world, readExecution, { variables: { id: execution.id } });
    expect(read.execution.id).toBe(execution.id);
    expect(read.execution.bindings).toEqual([{ name: "topic", value: { value: "edge" } }]);
    expect(world.calls).toEqual(["executions.read"]);
  });

  it("[C26] hands waitMs to the execution, and refuses more than 25 seconds", async () => {
    const source = { document: exampleDocument };
    await executePlan(world, { source, options: { waitMs: 25_000 } });
    expect(startedRequest().waitMs).toBe(25_000);
    const { errors } = await executePlan(world, { source, options: { waitMs: 25_001 } });
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "options", "waitMs"] }]);
    expect(world.executions.size).toBe(1);
  });

  it("[N561] is refused for a cap that is known to be reached before its plan is looked at, unless its key has started something", async () => {
    const source = { document: exampleDocument };
    const wrong = { document: { type: "nonsense" } };
    const begun = await executePlan(world, { source, options: { idempotencyKey: "k" } });
    const steps = world.checkedSteps;
    world.calls.length = 0;
    const limit = { kind: "TENANT_LIMIT", limit: "maxExecutionsPerMinute", maximum: 1 } as const;
    world.reachedCap = { ...limit, retryAt: world.context().now() + 7_000 };
    for (const given of [source, wrong]) {
      const response = await send(world, executePlanMutation, { variables: { input: { source: given } } });
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
    }
    expect([world.calls, world.checkedSteps]).toEqual([[], steps]);
    const again = await executePlan(world, { source, options: { idempotencyKey: "k" } });
    expect(again).toMatchObject({ replayed: true, execution: { id: begun.execution.id } });
    const other = await send(world, executePlanMutation, {
      variables: { input: { source, options: { idempotencyKey: "other" } } },
    });
    expect([other.status, world.calls]).toEqual([429, ["executions.lookup", "executions.lookup"]]);
    const reader = await send(world, executePlanMutation, {
      ...{ variables: { input: { source } }, caller: { scopes: ["EXECUTION_READ"] } },
    });
    expect(await reader.text()).toContain("EXECUTION_START");
    const ways = [
      ["ask", "AskInput", { query: "Hello" }],
      ["invokeWorkflow", "InvokeWorkflowInput", { workflow: "w", payload: { parameters: {} } }],
      ["retryExecution", "RetryExecutionInput", { executionId: begun.execution.id }],
      ["sendMessage", "SendMessageInput", { text: "Hello", conversation: { start: { manifest: "m" } } }],
      ["forkExecution", "ForkExecutionInput", { nothing: "of its type" }],
    ] as const;
    world.calls.length = 0;
    for (const [field, type, input] of ways) {
      const query = `mutation ($input: ${type}!) { ${field}(input: $input) { replayed } }`;
      const response = await send(world, query, { variables: { input } });
      expect([field, response.status, await response.text()]).toEqual([field, 429, expect.stringContaining("minute")]);
    }
    expect(world.calls).toEqual([]);
  });

  it("[E15] pins only the callables that the plan names, with their servers", async () => {
    await executePlan(world, { source: { document: exampleDocument } });
    const { callables, catalogRevision, providers } = startedRequest().definitions;
    expect(callables.map(({ name }) => name)).toEqual(["research_blog", "create_blog_post"]);
    expect(providers.map(({ name }) => name)).toEqual(["blog"]);
    expect(catalogRevision).toBe("1");
  });

  it("[E1] names the execution by tenant, surface and key, and one without a key by something fresh", async () => {
    const source = { document: exampleDocument };
    await executePlan(world, { source, options: { idempotencyKey: "order-7" } });
    expect([...world.executions.keys()]).toEqual([executionName("default", "graphql", "order-7")]);
    await executePlan(world, { source });
    await executePlan(world, { source });
    expect(world.executions.size).toBe(3);
  });

  it("[E1] answers the same request with the same key with the same execution", async () => {
    const input = { source: { document: exampleDocument }, options: { idempotencyKey: "order-7" } };
    const first = await executePlan(world, input);
    const second = await executePlan(world, input);
    expect(second.replayed).toBe(true);
    expect(second.execution.id).toBe(first.execution.id);
  });

  it.each([
    ["another plan", { source: { document: { ...exampleDocument, reasoning: "changed" } } }, {}],
    ["other bindings", { bindings: { topic: "other" } }, {}],
    ["other limits", {}, { limits: { maxParallel: 2 } }],
    ["another schedule", {}, { schedule: "DATAFLOW" }],
    ["another in-doubt policy", {}, { inDoubt: "ASK" }],
    ["another approval policy", {}, { approval: "NEVER" }],
    ["other labels", {}, { labels: [{ key: "team", value: "b" }] }],
    ["another conversation", {}, { contextId: "elsewhere" }],
  ])("[E1] refuses the same key with %s as a conflict that names the execution", async (_, changes, options) => {
    const source = { document: exampleDocument };
    const first = await executePlan(world, { source, options: { idempotencyKey: "order-7" } });
    const second = await executePlan(world, { source, ...changes, options: { idempotencyKey: "order-7", ...options } });
    expect(second.execution).toBeNull();
    expect(second.errors).toMatchObject([
      {
        __typename: "IdempotencyConflictError",
        code: "IDEMPOTENCY_CONFLICT",
        path: ["input", "options", "idempotencyKey"],
        executionId: first.execution.id,
      },
    ]);
    expect(world.executions.size).toBe(1);
  });

  it("[E1] refuses the same key of another subject, and keeps tenants apart", async () => {
    const input = { source: { document: exampleDocument }, options: { idempotencyKey: "order-7" } };
    await executePlan(world, input);
    const other = await executePlan(world, input, { caller: { subject: "somebody else" } });
    expect(other.errors).toMatchObject([{ code: "IDEMPOTENCY_CONFLICT" }]);
    const elsewhere = await executePlan(world, input, { caller: { tenant: "elsewhere" } });
    expect(elsewhere).toMatchObject({ replayed: false, errors: [] });
  });

  it("[E1] the same key and plan give the same execution after a tool of the plan was removed", async () => {
    const input = { source: { document: exampleDocument }, options: { idempotencyKey: "order-7" } };
    const first = await executePlan(world, input);
    world.catalog = fakeCatalog("2", []);
    world.cached = null;
    world.calls.length = 0;
    const second = await executePlan(world, input);
    expect(second).toMatchObject({ replayed: true, errors: [], execution: { id: first.execution.id } });
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.CURRENT", "executions.lookup"]);
  });

  it("[E1] an invalid plan with a used key is a conflict, with an unused key refused for what is wrong with it", async () => {
    const source = { document: exampleDocument };
    await executePlan(world, { source, options: { idempotencyKey: "used" } });
    const wrong = { document: { type: "tool_calls", reasoning: "", calls: [{ tool_name: "nope", arguments: {} }] } };
    const conflict = await executePlan(world, { source: wrong, options: { idempotencyKey: "used" } });
    expect(conflict.errors).toMatchObject([{ code: "IDEMPOTENCY_CONFLICT" }]);
    const refused = await executePlan(world, { source: wrong, options: { idempotencyKey: "unused" } });
    expect(refused.errors).toMatchObject([{ code: "UNKNOWN_CALLABLE", name: "nope" }]);
    expect(world.executions.size).toBe(1);
  });

  it("[E12] an invalid plan without a key reaches no execution at all", async () => {
    const wrong = { document: { type: "tool_calls", reasoning: "", calls: [{ tool_name: "nope", arguments: {} }] } };
    await executePlan(world, { source: wrong });
    expect(world.calls.filter((call) => call.startsWith("executions."))).toEqual([]);
  });

  it("the Idempotency-Key header does what the option does, quoted or bare", async () => {
    const input = { source: { document: exampleDocument } };
    const byOption = await executePlan(world, { ...input, options: { idempotencyKey: 'order-"7"' } });
    for (const header of ['"order-\\"7\\""', 'order-"7"']) {
      const byHeader = await executePlan(world, input, { headers: { "idempotency-key": header } });
      expect(byHeader).toMatchObject({ replayed: true, execution: { id: byOption.execution.id } });
    }
  });

  it("refuses two different keys in option and header, and keys that are empty or too long", async () => {
    const source = { document: exampleDocument };
    const path = ["input", "options", "idempotencyKey"];
    const two = await executePlan(
      world,
      { source, options: { idempotencyKey: "a" } },
      { headers: { "idempotency-key": "b" } },
    );
    expect(two.errors).toMatchObject([{ code: "INVALID_INPUT", path }]);
    for (const idempotencyKey of ["", "x".repeat(256)]) {
      const { errors } = await executePlan(world, { source, options: { idempotencyKey } });
      expect(errors).toMatchObject([{ code: "INVALID_INPUT", path }]);
    }
    expect(world.executions.size).toBe(0);
    const longest = await executePlan(world, { source, options: { idempotencyKey: "x".repeat(255) } });
    expect(longest.errors).toEqual([]);
  });

  it("reads the catalog again before it refuses a name that the cached one does not know", async () => {
    world.cached = fakeCatalog("0", []);
    const { errors } = await executePlan(world, { source: { document: exampleDocument } });
    expect(errors).toEqual([]);
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.CURRENT", "executions.start"]);
  });

  it("demands the revision of the catalog that the request names", async () => {
    const source = { document: exampleDocument };
    world.cached = fakeCatalog("0", exampleTools);
    await executePlan(world, { source, options: { minCatalogRevision: "1" } });
    expect(startedRequest().definitions.catalogRevision).toBe("1");
    const { errors } = await executePlan(world, { source, options: { minCatalogRevision: "99" } });
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "options", "minCatalogRevision"] }]);
  });

  it("keeps the trace of a request that names a valid one, and starts a fresh one otherwise", async () => {
    const input = { source: { document: exampleDocument } };
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    const { execution } = await executePlan(world, input, { headers: { traceparent } });
    expect(execution.traceId).toBe(trace);
    for (const malformed of ["nonsense", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`]) {
      const fresh = await executePlan(world, input, { headers: { traceparent: malformed } });
      expect(fresh.execution.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(fresh.execution.traceId).not.toMatch(/^0+$/);
    }
    expect(execution.requestId).toMatch(/^req-2026-01-31-[0-9a-f]{12}$/);
  });

  it("[C8] runs documents in sequence and typed plans by dataflow, unless the request says otherwise", async () => {
    const plan = { steps: [{ tool: { toolName: "echo" } }] };
    const schedules = [];
    for (const [source, options] of [
      [{ document: exampleDocument }, {}],
      [{ plan }, {}],
      [{ document: exampleDocument }, { schedule: "DATAFLOW" }],
      [{ plan }, { schedule: "SEQUENTIAL" }],
    ] as const) {
      world.executions.clear();
      await executePlan(world, { source, options });
      schedules.push(startedRequest().plan?.schedule);
    }
    expect(schedules).toEqual(["SEQUENTIAL", "DATAFLOW", "DATAFLOW", "SEQUENTIAL"]);
  });

  it("uses FAIL and DECLARED_DESTRUCTIVE and the default limits where the request is silent", async () => {
    await executePlan(world, { source: { document: exampleDocument } });
    expect(startedRequest()).toMatchObject({
      inDoubt: "FAIL",
      approval: "DECLARED_DESTRUCTIVE",
      limits: { maxSteps: 12, maxParallel: 4, maxDepth: 3, stepTimeoutMs: 60_000, timeoutMs: 1_800_000 },
      humanInputTimeoutMs: 3_600_000,
      labels: [],
      contextId: null,
      origin: { parent: null, depth: 0 },
    });
  });

  it("[N600] takes a title of one visible line, 200 characters at most, and refuses any other by its place", async () => {
    const source = { document: exampleDocument };
    const { errors: none } = await executePlan(world, { source, title: "Nightly import" });
    expect(none).toEqual([]);
    expect(startedRequest().givenTitle).toBe("Nightly import");
    await executePlan(world, { source, title: "x".repeat(200) });
    for (const title of ["", " \n ", "\u200b\u202e", "x".repeat(201)]) {
      const { errors } = await executePlan(world, { source, title });
      expect(errors, JSON.stringify(title)).toMatchObject([{ code: expect.any(String), path: ["input", "title"] }]);
    }
    expect(world.executions.size).toBe(2);
  });

  it("[N600] a title is part of what a key belongs to, and one that is not given changes no fingerprint", async () => {
    const input = { source: { document: exampleDocument }, options: { idempotencyKey: "order-7" } };
    await executePlan(world, input);
    expect((await executePlan(world, { ...input, title: null })).replayed).toBe(true);
    const { errors } = await executePlan(world, { ...input, title: "Nightly import" });
    expect(errors).toMatchObject([{ code: "IDEMPOTENCY_CONFLICT" }]);
  });

  it.each([
    [
      "too many labels",
      { labels: Array.from({ length: 17 }, (_, index) => ({ key: `k${index}`, value: "" })) },
      ["labels"],
    ],
    ["a label without a key", { labels: [{ key: "", value: "" }] }, ["labels", "0", "key"]],
    [
      "a label twice",
      {
        labels: [
          { key: "a", value: "" },
          { key: "a", value: "" },
        ],
      },
      ["labels", "1", "key"],
    ],
    ["a long label", { labels: [{ key: "a", value: "x".repeat(257) }] }, ["labels", "0", "value"]],
    ["an empty contextId", { contextId: "" }, ["contextId"]],
  ])("refuses %s and names the place", async (_, options, place) => {
    const { errors } = await executePlan(world, { source: { document: exampleDocument }, options });
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "options", ...place] }]);
    expect(world.executions.size).toBe(0);
  });
});
