/** A planner that was offered a part of what is registered asks once for more: what is stored, what a crash changes, and what is refused. */
import { describe, expect, it } from "vitest";
import { viewOf } from "../../../src/execution/views/view.ts";
import type { ExecutionDefinitions } from "../../../src/plan/callable.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { modelFailed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withPrompt } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";

const offered = { callables: [callable("read", "READ_ONLY")] };
const found: ExecutionDefinitions = {
  callables: [callable("send_sms", "READ_ONLY"), callable("read", "UNSAFE")],
  providers: [{ name: "world", kind: "MCP", url: "https://other.example", bearerSecret: null, connection: null }],
  catalogRevision: "9",
};

function asked(limits: { readonly maxCorrections?: number } = {}) {
  const { modelWork, ...started } = withPrompt({}, limits.maxCorrections ?? 0);
  if (modelWork?.plan == null) throw new Error("no work for a planner");
  const search = { registered: 2_000, servers: ["phone"] };
  return { ...started, modelWork: { ...modelWork, plan: { ...modelWork.plan, search }, respond: null } };
}

const search = (query = "send sms") => said(JSON.stringify({ search: query }));

/** Answers one after the other. */
function inTurn(...answers: readonly ReturnType<typeof said>[]) {
  const left = [...answers];
  return scripted({ PLAN: () => left.shift() ?? directly });
}

const directly = said(JSON.stringify({ type: "direct_response", content: "Done" }));

function worldThatFinds(
  definitions: ExecutionDefinitions | (() => Promise<ExecutionDefinitions>) = found,
): EngineWorld {
  const world = new EngineWorld();
  world.find = () => (typeof definitions === "function" ? definitions() : definitions);
  return world;
}

const told = (world: EngineWorld) => world.modelCalls.map(({ request }) => toldTo(request).told);

describe("a planner that was offered a part", () => {
  it("[N340, E15] asks for more once, and what was found is pinned before it plans with it", async () => {
    const world = worldThatFinds();
    await world.ask(asked(), inTurn(search(), toolCalls("send_sms")), offered);
    expect(world.searches).toEqual(["send sms"]);
    expect(told(world)).toEqual([
      { callables: ["read"], corrections: [], maySearch: true },
      { callables: ["read", "send_sms"], corrections: [] },
    ]);
    expect(world.journal.kinds.slice(0, 7)).toEqual([
      ...["ExecutionStarted", "ModelCallStarted", "ModelCalled", "CallablesFound"],
      ...["ModelCallStarted", "ModelCalled", "PlanProposed"],
    ]);
    expect(world.calls.map(({ callable: { name } }) => name)).toEqual(["send_sms"]);
    // What was pinned first stays as it was.
    expect(world.calls[0]?.provider.url).toBe("https://world.example/mcp");
    expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
    const view = viewOf(world.state, () => undefined, undefined);
    expect(view.plannerOffer).toEqual({ offered: 2, registered: 2_000, query: "send sms", found: 2 });
  });

  it("[N339] is shown with how many there are, also where it does not ask", async () => {
    const world = worldThatFinds();
    await world.ask(asked(), inTurn(toolCalls("read")), offered);
    expect(world.searches).toEqual([]);
    const view = viewOf(world.state, () => undefined, undefined);
    expect(view.plannerOffer).toEqual({ offered: 1, registered: 2_000, query: null, found: null });
  });

  it("[N340] that asks again is refused, as is one that was offered everything", async () => {
    const world = worldThatFinds();
    await world.ask(asked(), inTurn(search(), search("phone")), offered);
    expect(world.searches).toEqual(["send sms"]);
    expect(world.result).toEqual({ status: "FAILED", code: "PLANNER_OUTPUT_INVALID" });
    const whole = worldThatFinds();
    const { modelWork, ...started } = withPrompt();
    await whole.ask({ ...started, modelWork: { ...modelWork, respond: null } as never }, inTurn(search()), offered);
    expect(whole.searches).toEqual([]);
    expect(whole.result).toEqual({ status: "FAILED", code: "PLANNER_OUTPUT_INVALID" });
  });

  it("[N340] keeps what was found through a correction, and is told of its refused plan", async () => {
    const world = worldThatFinds();
    const plans = inTurn(search(), toolCalls("send_smms"), toolCalls("send_sms"));
    await world.ask(asked({ maxCorrections: 1 }), plans, offered);
    expect(told(world).at(-1)).toMatchObject({
      callables: ["read", "send_sms"],
      corrections: [{ problems: ["UNKNOWN_CALLABLE"] }],
    });
    expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[N340] that finds nothing, or whose search fails, plans with what it has, and the event says why", async () => {
    const nothing = worldThatFinds({ callables: [], providers: [], catalogRevision: "1" });
    await nothing.ask(asked(), inTurn(search(), toolCalls("read")), offered);
    expect(nothing.result).toEqual({ status: "SUCCEEDED", code: null });
    expect(nothing.eventsOf("CallablesFound")).toMatchObject([{ failure: null, definitions: { callables: [] } }]);
    const broken = worldThatFinds(() => Promise.reject(new Error("the catalog is away")));
    await broken.ask(asked(), inTurn(search(), toolCalls("read")), offered);
    expect(broken.eventsOf("CallablesFound")).toMatchObject([{ failure: { code: "INTERNAL" } }]);
    expect(broken.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[N340, E9] waits ten seconds for a search, and a result that comes later changes nothing", async () => {
    const { promise, resolve } = Promise.withResolvers<ExecutionDefinitions>();
    const world = worldThatFinds(() => promise);
    await world.ask(asked(), inTurn(search(), toolCalls("read")), offered);
    expect(world.modelCalls).toHaveLength(1);
    expect(world.runner.busy).toBe(true);
    await world.clock.advance(10_000);
    expect(world.eventsOf("CallablesFound")).toMatchObject([{ failure: { code: "UPSTREAM_UNAVAILABLE" } }]);
    expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
    const stored = world.events.length;
    resolve(found);
    await world.drive();
    expect(world.events).toHaveLength(stored);
  });

  it("[N340] that is cancelled while a search is in flight ends at once; what comes later changes nothing", async () => {
    const { promise, resolve } = Promise.withResolvers<ExecutionDefinitions>();
    const world = worldThatFinds(() => promise);
    await world.ask(asked(), inTurn(search()), offered);
    world.runner.cancel("somebody", undefined);
    await world.drive();
    expect(world.result).toMatchObject({ status: "CANCELLED" });
    expect(world.runner.busy).toBe(false);
    const stored = world.events.length;
    resolve(found);
    await world.drive();
    expect(world.events).toHaveLength(stored);
  });

  it("[N340, E9] is over with the deadline of the execution", async () => {
    const world = worldThatFinds(() => new Promise(() => undefined));
    await world.ask(asked(), inTurn(search()), { ...offered, limits: { timeoutMs: 5_000 } });
    await world.clock.advance(5_000);
    expect(world.result).toEqual({ status: "FAILED", code: "EXECUTION_TIMEOUT" });
  });

  it("[N340, E3] searches within the budgets of the execution: without a call left it ends", async () => {
    const world = worldThatFinds();
    await world.ask(asked(), inTurn(search()), { ...offered, limits: { maxModelCalls: 1 } });
    expect(world.modelCalls).toHaveLength(1);
    expect(world.result).toMatchObject({ status: "FAILED", code: "BUDGET_EXCEEDED" });
  });

  it("[N340, E7] calls a planner again whose answer was lost, with what was found, and searches no more", async () => {
    const world = worldThatFinds();
    await world.ask(asked(), inTurn(search(), modelFailed("UNKNOWN"), toolCalls("send_sms")), offered);
    await world.clock.advance(60_000);
    await world.drive();
    expect(world.searches).toEqual(["send sms"]);
    expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it.each(["ModelCallStarted", "ModelCalled", "CallablesFound", "PlanProposed", "StepFinished"] as const)(
    "[N340, E3, E6] goes on after a crash behind each %s: nothing is called twice, what was found stays",
    async (kind) => {
      const world = worldThatFinds();
      world.crashAfter(kind, 1);
      const answers = [search(), search(), toolCalls("send_sms"), toolCalls("send_sms")];
      // A call that was lost is answered as the first would have been.
      const plan = () => {
        const hasFound = world.eventsOf("CallablesFound").length > 0;
        return (hasFound ? answers[2] : answers[0]) ?? directly;
      };
      await world.ask(asked(), scripted({ PLAN: plan }), offered);
      for (let at = 0; at < 5 && world.result === null; at += 1) {
        await world.drive();
        await world.clock.advance(60_000);
      }
      expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
      expect(world.eventsOf("CallablesFound")).toHaveLength(1);
      expect(world.calls).toHaveLength(1);
      expect(world.state.pinned.callables.get("send_sms")).toBeDefined();
      expect(world.state.pinned.callables.get("read")?.effectClass).toBe("READ_ONLY");
    },
  );
});
