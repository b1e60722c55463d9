/** What calls of tools start, refuse and answer. */
import { describe, expect, it } from "vitest";
import { orchestrationTool } from "../../src/catalog/orchestration-tool.ts";
import type { JsonObject } from "../../src/json/json.ts";
import { executionName } from "../../src/json/object-name.ts";
import { callOriginOf } from "../../src/mcp-server/call-origin.ts";
import { fittedOrchestration } from "../../src/mcp-server/fitted-steps.ts";
import { builtInLimits } from "../../src/plan/limits.ts";
import { violations } from "../../src/schema/validator.ts";
import { patience } from "../support/engine/patience.ts";
import { catalogOf, FakeMcpServer, workflow } from "./fake-session.ts";
import { call } from "./wire.ts";

const plan = { steps: [{ id: "a", type: "agent", agent: { agent_id: "clerk" } }] };
const older = { "mcp-protocol-version": "2025-11-25" };
const orchestrated = { success: true, steps: [], bindings: { a: 1 } };

/** The error that a workflow is answered with. */
function errorOf(result: { readonly content: readonly { readonly text: string }[] }) {
  return JSON.parse(result.content.at(-1)?.text ?? "null").error;
}

function endingWith(end: Parameters<FakeMcpServer["runs"][number]["finish"]>[0]): FakeMcpServer {
  const world = new FakeMcpServer();
  world.onStart = (run) => run.finish(end);
  return world;
}

describe("cp__agent_orchestrate", () => {
  it.each([
    ["both plan and prompt", { plan, prompt: "do" }],
    ["neither plan nor prompt", { bindings: {} }],
    ["a prompt that is no text", { prompt: 7 }],
    ["a plan that is no object", { plan: [] }],
    ["a plan that is null", { plan: null }],
    ["a time of 0", { prompt: "do", timeout_ms: 0 }],
    ["half a call at a time", { prompt: "do", max_parallel: 0.5 }],
    ["bindings that are a list", { prompt: "do", bindings: [] }],
    ["an argument that it does not know", { prompt: "do", max_steps: 3 }],
  ])("[O2] refuses %s in the shape of its output, and starts nothing", async (_, input) => {
    const world = new FakeMcpServer();
    const result = await call(world, "cp__agent_orchestrate", input);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ success: false, steps: [], errors: [{ code: "INPUT_INVALID" }] });
    expect([world.runs, world.orchestrations]).toEqual([[], []]);
  });

  it("[O2, O12] hands on what it was given, and starts one execution of the surface mcp", async () => {
    const world = endingWith({ status: "SUCCEEDED", projection: orchestrated });
    await call(world, "cp__agent_orchestrate", { plan, bindings: { b: 1 }, timeout_ms: 5_000, max_parallel: 2 });
    expect(world.orchestrations).toEqual([{ plan, bindings: { b: 1 }, timeoutMs: 5_000, maxParallel: 2 }]);
    expect(world.runs).toHaveLength(1);
    expect(world.runs[0]?.request).toMatchObject({
      ...{ surface: "mcp", tenant: "default", subject: "alice", idempotencyKey: null },
      origin: { parent: null, depth: 0, ancestors: [] },
    });
  });

  it("[N853] describes its steps as one object, so that clients which merge alternatives lose no type of them", () => {
    const { plan: planSchema } = orchestrationTool.inputSchema.definitions;
    const alternatives = (schema: unknown): unknown[] =>
      typeof schema === "object" && schema !== null
        ? Object.entries(schema).flatMap(([key, value]) =>
            /^(?:any|one|all)Of$/.test(key) ? value : alternatives(value),
          )
        : [];
    expect(alternatives(planSchema)).toEqual([{ required: ["agent"] }, { required: ["parallel"] }]);
    const called = { agent_id: "clerk" };
    const isStep = (step: JsonObject) => violations(planSchema, { steps: [{ id: "a", ...step }] }).length === 0;
    expect(isStep({ type: "agent", agent: called })).toBe(true);
    expect(isStep({ type: "parallel", parallel: { steps: [called] } })).toBe(true);
    for (const wrong of [{ type: "agent" }, { agent: called }, { type: "tool", agent: called }])
      expect(isStep(wrong)).toBe(false);
    expect(isStep({ type: "agent", agent: called, parallel: { steps: [called] } })).toBe(false);
  });

  it("[R17] takes null for an argument that may be left out, as it does for agents of ours", async () => {
    const world = endingWith({ status: "SUCCEEDED", projection: orchestrated });
    const nulls = { prompt: null, bindings: null, timeout_ms: null, max_parallel: null, schedule: null };
    expect((await call(world, "cp__agent_orchestrate", { ...nulls, plan })).isError).toBe(false);
    expect((await call(world, "cp__agent_orchestrate", { ...nulls, plan: null, prompt: "do" })).isError).toBe(false);
    expect(world.orchestrations).toEqual([{ plan }, { prompt: "do" }]);
  });

  it("[O37] tells everything that is wrong with a plan, and starts nothing", async () => {
    const world = new FakeMcpServer();
    const problem = { code: "UNKNOWN_CALLABLE", message: "Cannot call it", path: ["plan", "steps", "0"] };
    world.problems = [{ ...problem, retryable: false, details: null }];
    const result = await call(world, "cp__agent_orchestrate", { plan });
    expect(result.isError).toBe(true);
    expect(result.structuredContent.errors).toEqual([problem]);
    expect(world.runs).toEqual([]);
  });

  it("[O34, O37] is an error if a step failed, with everything that was done", async () => {
    const projection = {
      success: false,
      steps: [{ id: "a", type: "agent", status: "failed" }],
      errors: [{ step_id: "a", code: "TOOL_ERROR", message: "no", details: null }],
    };
    const world = endingWith({ status: "FAILED", projection });
    const result = await call(world, "cp__agent_orchestrate", { plan });
    expect([result.isError, result.structuredContent]).toEqual([true, projection]);
    expect(JSON.parse(result.content.at(-1).text)).toEqual(projection);
  });

  it("[O37] tells a failure that is the failure of no step", async () => {
    const failure = { code: "EXECUTION_TIMEOUT", message: "The time was over" };
    const world = endingWith({ status: "FAILED", projection: { success: false, steps: [] }, failure });
    const result = await call(world, "cp__agent_orchestrate", { prompt: "do" });
    expect(result.structuredContent.errors).toEqual([failure]);
  });

  it("[O30] marks outputs for which there is no room, and keeps those before and after that fit", () => {
    const step = (id: string, outputs: unknown, children?: object[]) => ({
      id,
      outputs,
      ...(children && { children }),
    });
    const orchestration = {
      success: true,
      steps: [step("a", "x".repeat(20)), step("b", "y".repeat(200), [step("b.0", "z".repeat(200))]), step("c", 1)],
    };
    const fitted = fittedOrchestration(JSON.parse(JSON.stringify(orchestration)), 100);
    const mark = { truncated: true, bytes: 202 };
    expect(fitted.steps).toEqual([step("a", "x".repeat(20)), step("b", mark, [step("b.0", mark)]), step("c", 1)]);
  });
});

describe("a workflow", () => {
  it.each([
    ["without what is required", {}],
    ["with a value of another type", { amount: "ten" }],
  ])("[W8] refuses input %s, and starts nothing", async (_, input) => {
    const world = new FakeMcpServer();
    const result = await call(world, "workflow_invoice", input);
    expect(result.isError).toBe(true);
    expect(errorOf(result).code).toBe("INPUT_INVALID");
    expect(world.runs).toEqual([]);
  });

  it("[R17] takes null for a parameter that may be left out, as a step does", async () => {
    const world = endingWith({ status: "SUCCEEDED", output: { total: 1 } });
    const properties = { amount: { type: "number" }, note: { type: "string" } };
    world.catalog = catalogOf([
      workflow("invoice", { inputSchema: { type: "object", properties, required: ["amount"] } }),
    ]);
    expect((await call(world, "workflow_invoice", { amount: 1, note: null })).isError).toBe(false);
    expect(world.messages[0]?.parts).toMatchObject([{ data: { amount: 1 } }]);
    expect(JSON.stringify(world.messages[0])).not.toContain("note");
    expect((await call(world, "workflow_invoice", { amount: null })).isError).toBe(true);
  });

  it("that failed is an error with its code", async () => {
    const failure = { code: "CHILD_FAILED", message: "A step failed", retryable: false, details: null };
    const result = await call(endingWith({ status: "FAILED", failure }), "workflow_invoice", { amount: 1 });
    expect([result.isError, errorOf(result).code]).toEqual([true, "CHILD_FAILED"]);
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("that succeeded in part gives its output, and says so in its status", async () => {
    const world = endingWith({ status: "PARTIAL", output: { total: 1 } });
    const result = await call(world, "workflow_invoice", { amount: 1 });
    expect(result).toMatchObject({ isError: false, structuredContent: { total: 1 } });
    expect(result._meta["dev.planwright/execution"].status).toBe("PARTIAL");
  });

  it("whose output is no object is given as it is", async () => {
    const world = endingWith({ status: "SUCCEEDED", output: [1, 2] });
    world.catalog = catalogOf([workflow("invoice", { outputSchema: { type: "array" } })]);
    expect((await call(world, "workflow_invoice", { amount: 1 })).structuredContent).toEqual([1, 2]);
  });

  it("that was saved a moment ago is found although the isolate has not seen it", async () => {
    const world = endingWith({ status: "SUCCEEDED", output: { total: 1 } });
    world.cached = catalogOf([]);
    expect((await call(world, "workflow_invoice", { amount: 1 })).isError).toBe(false);
  });
});

describe("[C23] nesting", () => {
  const nested = (depth: number, ancestors: readonly string[] = []) => ({
    "dev.planwright/execution": { contextId: "ctx", depth, ancestors },
  });

  it("goes on from the depth and the ancestors of the caller", async () => {
    const world = endingWith({ status: "SUCCEEDED", output: { total: 1 } });
    await call(world, "workflow_invoice", { amount: 1 }, nested(2, ["workflow:refund"]));
    expect(world.runs[0]?.request).toMatchObject({
      contextId: "ctx",
      origin: { depth: 3, ancestors: ["workflow:refund"] },
    });
    expect(world.messages[0]?.metadata).toMatchObject({
      "dev.planwright/execution": { depth: 2, ancestors: ["workflow:refund"], requestId: "req-1" },
    });
  });

  it.each(["workflow_invoice", "cp__agent_orchestrate"])(
    "[O24, O32] over the limit is refused to %s and counted, and starts nothing",
    async (tool) => {
      const world = new FakeMcpServer();
      const input = tool === "workflow_invoice" ? { amount: 1 } : { prompt: "do" };
      const result = await call(world, tool, input, nested(builtInLimits.defaults.maxDepth));
      expect(result.isError).toBe(true);
      expect(result.content.at(-1).text).toContain("DEPTH_EXCEEDED");
      expect(world.runs).toEqual([]);
      expect(world.logged).toContainEqual(
        expect.objectContaining({ log: "depth_rejected", tool, count: expect.any(Number) }),
      );
    },
  );

  it("of a workflow in itself is refused, and starts nothing", async () => {
    const world = new FakeMcpServer();
    const result = await call(world, "workflow_invoice", { amount: 1 }, nested(1, ["workflow:invoice"]));
    expect(errorOf(result).code).toBe("CALL_CYCLE");
    expect(world.runs).toEqual([]);
  });

  it.each([
    ["a depth that is no number", { "dev.planwright/execution": { depth: "1" } }],
    ["a depth below 0", { "dev.planwright/execution": { depth: -1 } }],
    ["an empty key", { "dev.planwright/idempotencyKey": "" }],
    ["a key that is too long", { "dev.planwright/idempotencyKey": "k".repeat(256) }],
  ])("or identity that says %s is refused with -32602", async (_, meta) => {
    const world = new FakeMcpServer();
    const error = await call(world, "workflow_invoice", { amount: 1 }, meta);
    expect(error.error.code).toBe(-32602);
    expect(world.runs).toEqual([]);
  });

  it("is read beside members of others, and a trace context that is not valid is as good as none", () => {
    const given = { progressToken: 7, traceparent: "00-0-0-01" };
    expect(callOriginOf(given)).toMatchObject({ ok: true, origin: { key: undefined, depth: 0, trace: undefined } });
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const traced = callOriginOf({ traceparent, tracestate: "rojo=1" });
    expect(traced).toMatchObject({ ok: true, origin: { trace: { traceparent, tracestate: "rojo=1" } } });
    // Alone it names nothing, and in any other form it is none.
    expect(callOriginOf({ tracestate: "rojo=1" })).toMatchObject({ ok: true, origin: { trace: undefined } });
    expect(callOriginOf({ traceparent, tracestate: 7 })).toMatchObject({ origin: { trace: { tracestate: null } } });
  });
});

describe("[E1] a key", () => {
  const key = { "dev.planwright/idempotencyKey": "k1" };

  it("names the execution, so that the same call finds it and nothing is started again", async () => {
    const world = endingWith({ status: "SUCCEEDED", output: { total: 1 } });
    const first = await call(world, "workflow_invoice", { amount: 1 }, key);
    const second = await call(world, "workflow_invoice", { amount: 1 }, key);
    expect(second.structuredContent).toEqual(first.structuredContent);
    expect(world.runs.map(({ request }) => request.execution)).toEqual([executionName("default", "mcp", "k1")]);
  });

  it("of another call is a conflict", async () => {
    const world = endingWith({ status: "SUCCEEDED", output: { total: 1 } });
    await call(world, "workflow_invoice", { amount: 1 }, key);
    const other = await call(world, "workflow_invoice", { amount: 2 }, key);
    expect([other.isError, errorOf(other).code]).toEqual([true, "IDEMPOTENCY_CONFLICT"]);
    expect(world.runs).toHaveLength(1);
  });

  it("is answered with what it started also where the call would be refused by now", async () => {
    const world = endingWith({ status: "SUCCEEDED", projection: orchestrated });
    await call(world, "cp__agent_orchestrate", { plan }, key);
    world.problems = [{ code: "UNKNOWN_CALLABLE", message: "gone", path: [], retryable: false, details: null }];
    const again = await call(world, "cp__agent_orchestrate", { plan }, key);
    expect(again.structuredContent).toEqual(orchestrated);
  });
});

describe("waiting", () => {
  it("[C26] ends with a cancel when the time of the call is over, also while the execution waits for a person", async () => {
    const world = new FakeMcpServer();
    world.timeoutMs = 10_000;
    const started = Promise.withResolvers<void>();
    world.onStart = () => started.resolve();
    const result = call(world, "cp__agent_orchestrate", { prompt: "do", timeout_ms: 10_000 });
    await started.promise;
    await expect.poll(() => world.pendingTimers, patience).toBe(1);
    world.pass(15_000);
    expect(world.runs[0]?.cancels).toEqual(["the time of the call was over"]);
    // It did not end in time either.
    world.pass(5_000);
    expect((await result).structuredContent.errors).toMatchObject([{ code: "EXECUTION_TIMEOUT" }]);
    expect(world.pendingTimers).toBe(0);
  });

  it("[O30] leaves one record for each call, and no timer", async () => {
    const world = endingWith({ status: "SUCCEEDED", output: { total: 1 } });
    await call(world, "workflow_invoice", { amount: 1 });
    expect(world.logged).toEqual([
      {
        ...{
          log: "tool_called",
          tool: "workflow_invoice",
          exec_id: `id:${world.runs[0]?.request.execution.slice(0, 8)}`,
        },
        ...{ status: "success", duration_ms: 0, response_bytes: 11, truncated: false },
      },
    ]);
    expect(world.pendingTimers).toBe(0);
  });

  it("says nothing of what is hidden but that it finished", async () => {
    const world = new FakeMcpServer();
    world.onStart = (run) => {
      run.finishStep("secret", "SUCCEEDED", true);
      run.finish({ status: "SUCCEEDED", output: { total: 1 } });
    };
    const response = await world.fetch()("https://planwright.test/mcp", {
      method: "POST",
      headers: { ...older, "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "workflow_invoice", arguments: { amount: 1 }, _meta: { progressToken: "p" } },
      }),
    });
    const text = await response.text();
    expect(text).toContain('"progressToken":"p"');
    expect(text).not.toContain("secret");
  });

  it("is not begun where as many calls are waited for as may be, and every call leaves its place", async () => {
    const world = endingWith({ status: "SUCCEEDED", output: { total: 1 } });
    world.callsAtATime = 0;
    const refused = await call(world, "workflow_invoice", { amount: 1 });
    expect(errorOf(refused).code).toBe("RATE_LIMITED");
    expect(world.runs).toEqual([]);
    world.callsAtATime = 1;
    await call(world, "workflow_invoice", { amount: 1 });
    await call(world, "workflow_invoice", {});
    world.fault = new Error("broken");
    await call(world, "workflow_invoice", { amount: 2 });
    expect(world.openCalls).toBe(0);
  });

  it("is not begun where the tenant has as many executions as it may", async () => {
    const world = new FakeMcpServer();
    const limit = "maxConcurrentExecutions" as const;
    world.tenantLimit = { kind: "TENANT_LIMIT", limit, maximum: 3, retryAt: Date.UTC(2026, 0, 31, 0, 0, 7) };
    const result = await call(world, "workflow_invoice", { amount: 1 });
    expect(errorOf(result)).toMatchObject({ code: "RATE_LIMITED", message: expect.stringContaining("7 seconds") });
  });
});
