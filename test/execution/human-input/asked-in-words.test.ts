/** Executions that were started with words, as the Worker starts them: a question that nobody can be chosen for, an order that was asked for. */
import { describe, expect, it } from "vitest";
import { noPlan } from "../../../src/execution/state/state.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { model, withPrompt, withQuestion } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";

describe("a question without any agent to choose from", () => {
  const nobody = { ...withQuestion([], { route: null }), plan: noPlan, planHash: "0" };

  it("[C30] is answered by the responder, which is told so, with one model call", async () => {
    const world = new EngineWorld();
    const state = await world.ask(nobody, scripted({ RESPOND: said("Nobody here can tell") }));
    expect(state.finished).toMatchObject({ status: "SUCCEEDED", failure: null });
    expect(world.modelCalls.map(({ purpose }) => purpose)).toEqual(["RESPOND"]);
    expect(world.modelCalls.map(({ request }) => toldTo(request).told)).toMatchObject([
      { isUnrouted: true, steps: [] },
    ]);
  });

  it("[C30] ends with NO_ROUTE if no responder is asked for", async () => {
    const world = new EngineWorld();
    const state = await world.ask({ ...nobody, modelWork: noModelWork }, scripted({}));
    expect(state.finished).toMatchObject({ status: "FAILED", failure: { code: "NO_ROUTE" } });
    expect(world.modelCalls).toEqual([]);
  });
});

describe("a prompt", () => {
  it.each(["SEQUENTIAL", "DATAFLOW"] as const)("[C8] whose plan shall run %s does so", async (schedule) => {
    const world = new EngineWorld();
    const plan = { model, encoding: "FUNCTION", schedule, maxCorrections: 0, maxPlanBytes: 100_000 } as const;
    const state = await world.ask(withPrompt({ plan, respond: null }), scripted({ PLAN: toolCalls("a", "b") }), {
      callables: [callable("a", "UNSAFE"), callable("b", "UNSAFE")],
    });
    expect(state.pinned.plan).toMatchObject({ schedule, steps: [{ callableName: "a" }, { callableName: "b" }] });
    expect(state.finished?.status).toBe("SUCCEEDED");
  });
});

describe("a question whose router names an agent that is no candidate", () => {
  it("[H14, C30, N83] is answered by the responder, as if none fitted, and the fact keeps the name", async () => {
    const world = new EngineWorld();
    const state = await world.ask(
      withQuestion(["remote"]),
      scripted({ ROUTE: said('"ghost"'), RESPOND: said("Nobody here can tell") }),
    );
    expect(state.finished).toMatchObject({ status: "SUCCEEDED", failure: null });
    expect(world.purposes).toEqual(["ROUTE", "RESPOND"]);
    expect(world.calls).toEqual([]);
    const routed = world.published.find(({ event }) => event.kind === "AgentRouted")?.event;
    expect(routed).toMatchObject({ agentName: null, unknownAgentName: "ghost", reason: "it fits" });
  });
});
