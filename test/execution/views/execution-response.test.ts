/** The projection to the ExecutionResponse of document Host contract: whatever became of an execution, we answer as we want to be answered. */
import { describe, expect, it } from "vitest";
import { childEndOf } from "../../../src/durable/calls/child-end.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import { projectionOf } from "../../../src/execution/views/projection.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { attemptOfResponse, executionResponseShape } from "../../../src/tools/http-agent/agent-response.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { directResponse, routed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withPrompt, withQuestion } from "../../support/models/model-work.ts";
import { callable } from "../../support/plan/callables.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

/** What we answer, after it was taken by the code that takes answers of others. */
function response(world: EngineWorld): JsonObject {
  const projection = projectionOf(world.state, "EXECUTION_RESPONSE", (position) => world.journal.value(position));
  const { requestId } = world.state.pinned;
  expect(executionResponseShape().safeParse(projection).error).toBeUndefined();
  expect(attemptOfResponse("the call", requestId, projection)).not.toMatchObject({ failure: { code: "PROTOCOL" } });
  return projection as JsonObject;
}

function answering(answers: Record<string, Json | ReturnType<AnswerTo>>): AnswerTo {
  return (call) => {
    const answer = answers[call.stepId] ?? { of: call.stepId };
    return typeof answer === "object" && answer !== null && "kind" in answer
      ? (answer as ReturnType<AnswerTo>)
      : succeeded(answer as Json);
  };
}

const refused = failed("ANSWERED", "TOOL_ERROR", null, false);

describe("[C5] the status of an execution for others", () => {
  it("[H7][H9] is success with all outputs by result key, else by step, in the order of the document", async () => {
    const world = new EngineWorld(answering({}));
    const children = [step("g.a", { resultKey: "left" })];
    await world.run(planOf([step("a", { resultKey: "first" }), step("b"), group("g", children)]));
    const found = response(world);
    expect(Object.keys(found)).toEqual(["request_id", "status", "result", "metadata"]);
    expect(found).toMatchObject({
      request_id: world.state.pinned.requestId,
      status: "success",
      result: { first: { of: "a" }, b: { of: "b" }, g: { left: { of: "g.a" } } },
    });
  });

  it("[H11] is partial without an error if some step failed that may", async () => {
    const world = new EngineWorld(answering({ a: refused }));
    await world.run(planOf([step("a", { policy: { continueOnFailure: true } }), step("b")]));
    expect(response(world)).toMatchObject({ status: "partial", result: { b: { of: "b" } } });
    expect(response(world)).not.toHaveProperty("error");
  });

  it("[H11] is error with its words if it failed, also where every step was allowed to", async () => {
    const halted = new EngineWorld(answering({ a: refused }));
    await halted.run(planOf([step("a")]));
    expect(response(halted)).toMatchObject({
      status: "error",
      error: expect.stringContaining("TOOL_ERROR"),
      result: {},
    });
    const allowed = new EngineWorld(answering({ a: refused }));
    await allowed.run(planOf([step("a", { policy: { continueOnFailure: true } })]));
    expect(response(allowed)).toMatchObject({ status: "error", error: expect.stringContaining("TOOL_ERROR") });
  });

  it("[H11] is error if it was cancelled", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]));
    expect(projectionOf(world.state, "EXECUTION_RESPONSE", () => undefined)).toBeNull();
    world.runner.cancel("ann", undefined);
    await world.drive();
    expect(response(world)).toMatchObject({ status: "error", error: "the execution was cancelled" });
  });
});

describe("the result of an execution for others", () => {
  it.each([[{ cost: 74.33 }], ["a summary"], [[1, 2]], [null]])(
    "[H10] is that of the agent that was asked, as it came, whatever the responder makes of it: %j",
    async (result) => {
      const world = new EngineWorld(answering({}));
      world.answer = () => succeeded(result);
      await world.ask(withQuestion(["read"]), scripted({ ROUTE: routed("read"), RESPOND: said("In other words") }));
      expect(world.calls).toHaveLength(1);
      expect(response(world)).toMatchObject({
        status: "success",
        result,
        metadata: { model_calls: 2 },
      });
    },
  );

  it("[H9] is what there is of one that answered partially", async () => {
    const world = new EngineWorld();
    const [whole] = [succeeded(["one of two"])];
    world.answer = () =>
      whole.kind === "SUCCEEDED" ? { ...whole, result: { ...whole.result, isPartial: true } } : whole;
    await world.ask(withQuestion(["read"]), scripted({ ROUTE: routed("read"), RESPOND: said("One of two") }));
    expect(response(world)).toMatchObject({ status: "partial", result: ["one of two"] });
  });

  it("[C30] is the text of the responder if no agent was asked", async () => {
    const world = new EngineWorld();
    await world.ask(withQuestion(["read"]), scripted({ ROUTE: routed(null), RESPOND: said("Nobody knows") }));
    expect(response(world)).toMatchObject({ status: "success", result: "Nobody knows", metadata: { tool_used: [] } });
  });

  it("is the text of the responder for a prompt, else the direct answer", async () => {
    const planned = new EngineWorld(answering({}));
    await planned.ask(withPrompt(), scripted({ PLAN: toolCalls("read"), RESPOND: said("It is so") }));
    expect(response(planned)).toMatchObject({ status: "success", result: "It is so" });
    const direct = new EngineWorld();
    await direct.ask(withPrompt(), scripted({ PLAN: directResponse("Hello") }));
    expect(response(direct)).toMatchObject({ status: "success", result: "Hello" });
  });

  it("[C32] leaves out a value that would make it too large, and says how large it is", async () => {
    const world = new EngineWorld(answering({ a: "x".repeat(1_100_000) }));
    await world.run(planOf([step("a"), step("b")]));
    expect(response(world).result).toEqual({ a: { truncated: true, bytes: 1_100_002 }, b: { of: "b" } });
  });
});

describe("[H12] the metadata of an execution for others", () => {
  const agents = { callables: [callable("costs", "READ_ONLY", { kind: "AGENT", provider: "agents" })] };
  const script = scripted({ ROUTE: routed("costs"), RESPOND: said("In other words") });

  /** The metadata of a question that an agent answered with `received` metadata. */
  async function metadataAfter(received: Json, answer: AttemptResult = succeeded({ cost: 1 })): Promise<JsonObject> {
    const world = new EngineWorld(() =>
      "result" in answer && answer.result !== undefined
        ? { ...answer, result: { ...answer.result, metadata: received } }
        : answer,
    );
    await world.ask(withQuestion(["costs"]), script, agents);
    expect(world.calls.length).toBeGreaterThan(0);
    return response(world).metadata as JsonObject;
  }

  it("[N74, H12] is that of the agent that answered a question, as the document shows it, beside what models consumed", async () => {
    const own = { duration_ms: 243, tool_used: "azure_cost_report", agent_version: "v0.2.0", region: "west" };
    expect(await metadataAfter(own)).toEqual({ ...own, model_calls: 2, input_tokens: 20, output_tokens: 10 });
    expect(Object.keys(await metadataAfter(own)).slice(0, 3)).toEqual(["duration_ms", "tool_used", "agent_version"]);
  });

  it("[N74] claims no tool and no version for an agent that states neither; null counts as not stated", async () => {
    const silent = { duration_ms: expect.any(Number), model_calls: 2, input_tokens: 20, output_tokens: 10 };
    for (const own of [null, {}, { tool_used: null, agent_version: null }, "none"]) {
      expect(await metadataAfter(own)).toEqual(silent);
    }
  });

  it("[N74, H9] is that of the agent also where it failed, and not that of an answer that broke the contract", async () => {
    const answer = (code: "AGENT_ERROR" | "PROTOCOL"): AttemptResult => ({
      ...{ kind: "FAILED", outcome: "ANSWERED" },
      failure: { code, message: "It timed out", retryable: false, details: {} },
      result: { output: undefined, content: [], metadata: null, isPartial: false },
    });
    const own = { tool_used: "azure_cost_report" };
    expect(await metadataAfter(own, answer("AGENT_ERROR"))).toMatchObject(own);
    expect(await metadataAfter(own, answer("PROTOCOL"))).not.toHaveProperty("tool_used");
  });

  it("[N74] an agent of ours gives its own to the execution that asked it", async () => {
    const world = new EngineWorld(answering({}));
    await world.run(planOf([step("a"), step("b", { tool: "write" })]));
    const { pinned } = world.state;
    const run = { name: "clerk", version: null, inputSchema: null, outputSchema: null, output: null };
    const endOf = (kind: "AGENT" | "WORKFLOW") => {
      const output = { bytes: 2, sequence: 1, slot: "bindings" as const, digest: null };
      const finished = world.state.finished === undefined ? null : { ...world.state.finished, output };
      return childEndOf(
        { ...world.state, finished: finished ?? undefined, pinned: { ...pinned, callable: { ...run, kind } } },
        () => ({}),
      );
    };
    expect(endOf("AGENT")?.result?.metadata).toEqual({
      ...{ duration_ms: expect.any(Number), tool_used: ["read", "write"], agent_version: pinned.codeVersion },
    });
    expect(endOf("WORKFLOW")?.result?.metadata).toBeNull();
  });

  it("[N74, C32] that is too large is left out, and its size is stated", async () => {
    expect(await metadataAfter({ note: "x".repeat(1_100_000) })).toMatchObject({ truncated: true, model_calls: 2 });
  });

  it("[H12] tell time, what was called, once each, what models consumed, and our version", async () => {
    const world = new EngineWorld(answering({}));
    await world.run(planOf([step("a"), step("b", { tool: "write" }), step("c")]));
    const { createdAt, finished, pinned } = world.state;
    expect(response(world).metadata).toEqual({
      duration_ms: (finished?.at ?? 0) - createdAt,
      tool_used: ["read", "write"],
      model_calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      agent_version: pinned.codeVersion,
    });
  });
});
