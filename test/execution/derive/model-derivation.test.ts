import { describe, expect, it } from "vitest";
import { followingEvents } from "../../../src/durable/execution/initial-events.ts";
import { type DerivationResult, derive } from "../../../src/execution/derive/derivation.ts";
import type { DerivationRequest } from "../../../src/execution/derive/derivation-changes.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import { noPlan } from "../../../src/execution/state/state.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { directResponse, modelFailed, routed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { conversation, withPrompt, withQuestion, withResponder } from "../../support/models/model-work.ts";
import { callable } from "../../support/plan/callables.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const offered = { callables: [callable("read", "READ_ONLY"), callable("write", "UNSAFE")] };
const refusedModel = modelFailed("REJECTED", "MODEL_ERROR", null, false);

function answerOf(source: EngineWorld, request: Partial<DerivationRequest> = {}): DerivationResult {
  const asked = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [], ...request } as const;
  return derive(source.state, asked, (position) => source.journal.value(position));
}

describe("a retry of an execution whose plan a model makes", () => {
  it("takes over the plan, not the planner, and has the responder write again", async () => {
    const source = new EngineWorld((call) => (call.stepId === "step0" ? succeeded({}) : { ...failedTool }));
    await source.ask(withPrompt(), scripted({ PLAN: toolCalls("read", "read"), RESPOND: said("half") }), offered);
    const answer = answerOf(source);
    expect(answer).toMatchObject({
      kind: "DERIVED",
      startedWith: "PROMPT",
      conversation,
      modelWork: { route: null, plan: null, respond: source.state.pinned.modelWork.respond },
      derivation: { reused: ["step0"] },
      chosenAgent: null,
    });
  });

  it.each([
    ["the planner failed", refusedModel],
    ["the plan was rejected", toolCalls("nobody")],
  ])("plans again if %s", async (_, plan) => {
    const source = new EngineWorld();
    await source.ask(withPrompt(), scripted({ PLAN: plan, RESPOND: said("sorry") }), offered);
    expect(answerOf(source, { bindings: { who: "me" } })).toMatchObject({
      kind: "PLANNED_AGAIN",
      derivation: { kind: "RETRY", execution: "execution", fromStep: null, reused: [], keys: [] },
      modelWork: source.state.pinned.modelWork,
      definitions: source.state.pinned.definitions,
      conversation,
      bindings: { who: "me" },
    });
    for (const named of [{ fromStep: "a" }, { callAgain: ["a"] }, { arguments: [{ step: "a", value: {} }] }])
      expect(answerOf(source, named)).toMatchObject({ kind: "REFUSED", member: Object.keys(named)[0], name: "a" });
  });

  it("[C30] routes again if no agent fitted and nobody answered, and names the agent that was chosen", async () => {
    const unrouted = new EngineWorld();
    await unrouted.ask(withQuestion(["read"], { respond: null }), scripted({ ROUTE: routed(null) }), offered);
    expect(answerOf(unrouted)).toMatchObject({ kind: "PLANNED_AGAIN", startedWith: "ASK" });
    const failing = new EngineWorld(() => ({ ...failedTool }));
    await failing.ask(withQuestion(["read"], { respond: null }), scripted({ ROUTE: routed("read") }), offered);
    expect(answerOf(failing)).toMatchObject({
      kind: "DERIVED",
      chosenAgent: { mode: "AUTO", agentName: "read" },
      documents: [{ steps: [{}] }],
    });
  });

  it("is refused where there is nothing to plan and nothing to run", async () => {
    const direct = new EngineWorld();
    await direct.ask(withPrompt(), scripted({ PLAN: directResponse("hello") }), offered);
    expect(answerOf(direct).kind).toBe("INVALID_STATE");
    const refused = new EngineWorld();
    refused.answerModel = scripted({ RESPOND: said("sorry") });
    const failure = { code: "PLAN_INVALID", message: "it is wrong", retryable: false, details: null } as const;
    const facts = { chosenAgent: null, rejected: { failure, problems: [] }, plan: null, reused: [] };
    refused.begin(planOf([]), {
      started: { ...withResponder(), plan: null, planHash: null, onInvalidPlan: "RESPOND" },
      following: followingEvents({ ...facts, conversation: null, execution: "execution", turns: null }),
    });
    await refused.drive();
    expect(answerOf(refused)).toMatchObject({
      kind: "INVALID_STATE",
      message: expect.stringContaining("one whose plan was refused"),
    });
  });

  it("[C30] is refused, with the reason, for a question that had nobody to choose from", async () => {
    const source = new EngineWorld();
    const { modelWork: _, ...question } = withQuestion([], { respond: null });
    const nobody = { ...question, modelWork: noModelWork, plan: noPlan, planHash: "hash" };
    source.begin(noPlan, { started: nobody });
    await source.drive();
    expect(source.state.finished?.failure?.code).toBe("NO_ROUTE");
    const message =
      "Cannot retry the execution: required one with a plan or a choice of agents, found a question that had nobody to choose from; ask it again";
    expect(answerOf(source)).toEqual({ kind: "INVALID_STATE", status: "FAILED", message });
  });

  it("[R27] has the responder write if a cancel kept it from writing, in whatever state it was", async () => {
    const waiting = new EngineWorld(() => succeeded({ n: 1 }));
    waiting.answerModel = scripted({ RESPOND: modelFailed("REJECTED") });
    await waiting.run(planOf([step("a")]), { started: withResponder() });
    waiting.runner.cancel("someone", undefined);
    expect(waiting.state.finished).toMatchObject({ status: "CANCELLED", responseFailure: null });
    expect(answerOf(waiting)).toMatchObject({ kind: "DERIVED", derivation: { reused: ["a"] } });
  });

  it("[C30] routes again if a cancel came before anybody answered a question that no agent fitted", async () => {
    const unrouted = new EngineWorld();
    const silent = () => new Promise<ReturnType<typeof said>>(() => {});
    await unrouted.ask(withQuestion(["read"]), scripted({ ROUTE: routed(null), RESPOND: silent }), offered);
    unrouted.runner.cancel("someone", undefined);
    await unrouted.drive();
    expect(unrouted.state.finished?.status).toBe("CANCELLED");
    expect(answerOf(unrouted)).toMatchObject({ kind: "PLANNED_AGAIN", startedWith: "ASK" });
  });

  it("[R27] calls nothing but the responder if only the responder failed", async () => {
    const source = new EngineWorld(() => succeeded({ n: 1 }));
    source.answerModel = scripted({ RESPOND: refusedModel });
    await source.run(planOf([step("a")]), { started: withResponder() });
    expect(source.state.finished?.status).toBe("SUCCEEDED");
    const answer = answerOf(source);
    if (answer.kind !== "DERIVED") throw new Error(answer.kind);
    const retry = new EngineWorld();
    retry.answerModel = scripted({ RESPOND: said("at last") });
    const { derivation, reused } = answer;
    await retry.run(source.state.pinned.plan, {
      reused,
      started: { ...withResponder(), execution: "retry", derivation, bindings: storedValue(answer.bindings) },
    });
    expect(retry.calls).toEqual([]);
    expect(retry.purposes).toEqual(["RESPOND"]);
    expect(retry.state.finished).toMatchObject({ status: "SUCCEEDED", responseFailure: null });
  });

  it("[E7, H9] calls what succeeded in part again only if somebody says so, if that could do its effect twice", async () => {
    const partial = (isPartial: boolean): AttemptResult => ({
      kind: "SUCCEEDED",
      result: { output: 1, content: [], metadata: null, isPartial },
    });
    const source = new EngineWorld(() => partial(true));
    await source.run(planOf([step("a", { tool: "write" }), step("b", { tool: "read" })]));
    expect(answerOf(source)).toEqual({ kind: "OUTCOME_UNKNOWN", steps: ["a"] });
    expect(answerOf(source, { callAgain: ["a"] })).toMatchObject({ kind: "DERIVED", reused: [] });
  });
});

const failedTool: AttemptResult = {
  kind: "FAILED",
  outcome: "ANSWERED",
  failure: { code: "TOOL_ERROR", message: "it did not work", retryable: false, details: null },
};
