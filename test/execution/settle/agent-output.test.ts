/** The output that an agent with an output schema owes: forced, checked, corrected, and given up. */
import { describe, expect, it } from "vitest";
import { derive } from "../../../src/execution/derive/derivation.ts";
import { noPlan } from "../../../src/execution/state/state.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import type { ModelCallSeen } from "../../support/models/model-answers.ts";
import { directResponse, modelFailed, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withPrompt } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { callable } from "../../support/plan/callables.ts";

const outputSchema: JsonObject = {
  type: "object",
  properties: { total: { type: "integer" }, currency: { type: "string", default: "EUR" } },
  required: ["total"],
  additionalProperties: false,
};

const readOnly = { callables: [callable("read", "READ_ONLY")] };

function run(schema: JsonObject | null = outputSchema) {
  const facts = { name: "sum", version: null, inputSchema: null, output: null };
  return { callable: { kind: "AGENT" as const, ...facts, outputSchema: schema }, startedWith: "AGENT" as const };
}

/** Answers one after the other, the last one again and again. */
function answers(...texts: readonly string[]): (call: ModelCallSeen) => ReturnType<typeof said> {
  const left = [...texts];
  return () => said((left.length > 1 ? left.shift() : left[0]) ?? "");
}

/** An agent without tools whose model says `texts`. */
function answering(...texts: readonly string[]): EngineWorld {
  const world = new EngineWorld();
  world.answerModel = scripted({ RESPOND: answers(...texts) });
  return world;
}

function start(world: EngineWorld, options: StartOptions = {}) {
  const started = { ...withPrompt({ plan: null }), ...run(), plan: noPlan };
  return world.run(noPlan, { ...options, started: { ...started, ...options.started } });
}

function outputOf({ journal, state }: EngineWorld): Json | undefined {
  return state.finished?.output === undefined ? undefined : journal.value(state.finished.output);
}

function corrections(world: EngineWorld, call: number): Json {
  const seen = world.modelCalls[call];
  return seen === undefined ? null : ((toldTo(seen.request).told as JsonObject).corrections ?? null);
}

describe("the output of an agent that declares one", () => {
  it("[N267] is the object that its model answered with, defaults filled in, and its text is the JSON of it", async () => {
    const world = answering('{"total": 7}');
    await start(world);
    expect(world.modelCalls).toMatchObject([
      { request: { answer: { kind: "JSON", name: "sum", schema: outputSchema } } },
    ]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(outputOf(world)).toEqual({ total: 7, currency: "EUR" });
    const response = world.state.finished?.response;
    expect(
      response == null ? null : world.state.responded?.response && world.journal.value(world.state.responded.response),
    ).toBe('{"total":7,"currency":"EUR"}');
  });

  it("[N267] is never shown as text while it is written", async () => {
    const world = new EngineWorld();
    world.answerModel = scripted({
      RESPOND: (call) => {
        call.text('{"total"');
        return said('{"total": 7}');
      },
    });
    await start(world);
    expect(world.told).toEqual([]);
    expect(world.journal.kinds).not.toContain("TextProduced");
  });

  it.each<readonly [string, string, string]>([
    ["prose", "It is seven.", "not JSON"],
    ["a list", "[7]", "JSON"],
    ["another type", '{"total": "7"}', "/total"],
    ["a field too many", '{"total": 7, "tax": 1}', "tax"],
    ["a number that JSON cannot hold", '{"total": 1e999}', "/total"],
    ["nothing", "", "JSON"],
  ])("[N267] is asked for again after %s, with what was wrong, and then taken", async (_, wrong, words) => {
    const world = answering(wrong, '{"total": 7}');
    await start(world);
    expect(outputOf(world)).toEqual({ total: 7, currency: "EUR" });
    expect(world.modelCalls).toHaveLength(2);
    expect(corrections(world, 0)).toEqual([]);
    expect(JSON.stringify(corrections(world, 1))).toContain(JSON.stringify(words).slice(1, -1));
    const [first, second] = world.eventsOf("ModelCalled");
    expect(first).toMatchObject({
      outcome: "ANSWERED",
      failure: { code: "OUTPUT_INVALID" },
      retryAt: expect.any(Number),
    });
    expect(second).toMatchObject({ failure: null, retryAt: null });
  });

  it("[N267] is asked for twice more, each time with all that was wrong before, then the run fails with the problems of the last answer", async () => {
    const world = answering('{"total": "a"}', '{"total": "b"}', '{"sum": 1}', '{"total": 7}');
    await start(world);
    expect(world.modelCalls).toHaveLength(3);
    expect(corrections(world, 2)).toMatchObject([{ reply: '{"total": "a"}' }, { reply: '{"total": "b"}' }]);
    expect(world.state.finished).toMatchObject({
      status: "FAILED",
      failure: { code: "OUTPUT_INVALID", retryable: false },
    });
    const details = world.state.finished?.failure?.details;
    expect(JSON.stringify(details)).toContain("total");
    expect(JSON.stringify(details)).toContain("sum");
    expect(outputOf(world)).toBeUndefined();
    expect(world.eventsOf("ModelCalled").at(-1)).toMatchObject({ failure: { code: "OUTPUT_INVALID" }, retryAt: null });
  });

  it("[N267] is not asked for again beyond the budget of calls: the answer that was wrong is the failure", async () => {
    const world = answering('{"total": "a"}');
    await start(world, { limits: { maxModelCalls: 1 } });
    expect(world.modelCalls).toHaveLength(1);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID" } });
  });

  it("[N267] is the failure too where the budget of tokens has no room for the correction", async () => {
    const world = answering('{"total": "a"}');
    await start(world, { limits: { maxTokens: 800 } });
    expect(world.modelCalls).toHaveLength(1);
    expect(world.state.finished).toMatchObject({
      status: "FAILED",
      failure: { code: "OUTPUT_INVALID", details: [{ instance: "/total" }] },
      responseFailure: { code: "BUDGET_EXCEEDED" },
    });
  });

  it("[N267] is given up at once where the model refuses: asking again would bring the same", async () => {
    const world = new EngineWorld();
    world.answerModel = scripted({ RESPOND: said("", { stop: "REFUSED" }) });
    await start(world);
    expect(world.modelCalls).toHaveLength(1);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "MODEL_ERROR" } });
  });

  it("[N268, E7] a call that fails is made again with the same corrections, as often as the first could fail", async () => {
    const world = new EngineWorld();
    const script = [said("no"), modelFailed("REJECTED"), modelFailed("REJECTED"), said('{"total": 1}')];
    world.answerModel = scripted({ RESPOND: () => script.shift() ?? said("") });
    void start(world);
    for (let turn = 0; turn < 4; turn += 1) {
      await world.drive();
      await world.clock.advance(10_000);
    }
    expect(outputOf(world)).toEqual({ total: 1, currency: "EUR" });
    expect(corrections(world, 1)).toMatchObject([{ reply: "no" }]);
    expect(corrections(world, 3)).toMatchObject([{ reply: "no" }]);
  });

  it("[N268, E6] a crash between an answer and its correction makes the correction, and nothing twice", async () => {
    const world = answering("no", '{"total": 1}');
    world.crashAfter("ModelCalled", 1);
    await start(world);
    await world.drive();
    expect(world.crashes).toBe(1);
    expect(world.modelCalls).toHaveLength(2);
    expect(corrections(world, 1)).toMatchObject([{ reply: "no" }]);
    expect(outputOf(world)).toEqual({ total: 1, currency: "EUR" });
  });

  it("[N268, E7] a correction that is lost with its object is made again, the number of corrections unchanged", async () => {
    const world = answering("no", "never", "no", "no", '{"total": 9}');
    const lost = (call: ModelCallSeen) => {
      if (world.modelCalls.length === 2) {
        world.crash();
        return new Promise<never>(() => undefined);
      }
      return said(world.modelCalls.length > 3 ? "no again" : `no ${call.purpose}`);
    };
    world.answerModel = scripted({ RESPOND: lost });
    await start(world);
    await world.drive();
    expect(world.eventsOf("ModelCalled").map(({ byCrash }) => byCrash)).toEqual([false, true, false, false]);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID" } });
  });

  it("[N267] is text where no schema is declared, whatever it looks like", async () => {
    const world = answering('{"total": 7}');
    await start(world, { started: run(null) });
    expect(world.modelCalls).toMatchObject([{ request: { answer: { kind: "TEXT" } } }]);
    expect(outputOf(world)).toEqual({ text: '{"total": 7}' });
  });
});

describe("an agent with tools that owes an output", () => {
  const ask = async (script: Parameters<typeof scripted>[0], answer?: EngineWorld["answer"]) => {
    const world = new EngineWorld(answer ?? (() => succeeded({ n: 1 })));
    await world.ask({ ...withPrompt(), ...run(), onInvalidPlan: "REJECT" }, scripted(script), readOnly);
    return world;
  };
  const total = said('{"total": 1}');

  it("[N267] plans in words of its own and answers in its schema", async () => {
    const world = await ask({ PLAN: toolCalls("read"), RESPOND: total });
    expect(world.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(outputOf(world)).toEqual({ total: 1, currency: "EUR" });
  });

  it("[N267] puts the answer that its planner gave in place of a plan into the schema", async () => {
    const world = await ask({ PLAN: directResponse("One, I think."), RESPOND: total });
    expect(world.purposes).toEqual(["PLAN", "RESPOND"]);
    expect(toldTo(world.modelCalls[1]?.request ?? ({} as never)).told).toMatchObject({
      plannedAnswer: "One, I think.",
    });
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", directResponse: null });
    expect(outputOf(world)).toEqual({ total: 1, currency: "EUR" });
    expect(world.eventsOf("PlanProposed")).toMatchObject([{ worstCase: { modelCalls: expect.any(Number) } }]);
  });

  it("[N267] is asked for no output once its plan was refused or all of it failed", async () => {
    const refused = await ask({ PLAN: toolCalls("reed") });
    expect(refused.purposes).toEqual(["PLAN"]);
    expect(refused.state.finished).toMatchObject({ status: "FAILED", failure: { code: "PLAN_INVALID" } });
    const broken = await ask({ PLAN: toolCalls("read") }, () => failed("ANSWERED", "TOOL_ERROR", null, false));
    expect(broken.purposes).toEqual(["PLAN"]);
    expect(broken.state.finished).toMatchObject({ status: "FAILED", failure: { code: "TOOL_ERROR" } });
  });

  it("[N267] whose answers never fitted may be tried again: its steps are taken over, and only the output is asked for", async () => {
    const world = await ask({ PLAN: toolCalls("read"), RESPOND: said("no") });
    expect(world.purposes).toEqual(["PLAN", "RESPOND", "RESPOND", "RESPOND"]);
    const request = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] } as const;
    const derived = derive(world.state, request, (position) => world.journal.value(position));
    expect(derived).toMatchObject({
      kind: "DERIVED",
      callable: { kind: "AGENT", outputSchema },
      derivation: { reused: ["step0"] },
      modelWork: { plan: null, respond: world.state.pinned.modelWork.respond },
    });
  });

  it("[N267] its worst case counts the corrections", async () => {
    const text = new EngineWorld(() => succeeded({}));
    await text.ask(withPrompt(), scripted({ PLAN: toolCalls("read"), RESPOND: said("x") }), {
      ...readOnly,
      limits: { maxModelCalls: 100 },
    });
    const typed = new EngineWorld(() => succeeded({}));
    await typed.ask({ ...withPrompt(), ...run() }, scripted({ PLAN: toolCalls("read"), RESPOND: total }), {
      ...readOnly,
      limits: { maxModelCalls: 100 },
    });
    const calls = (world: EngineWorld) => world.eventsOf("PlanProposed")[0]?.worstCase.modelCalls;
    expect(calls(text)).toBe(6);
    expect(calls(typed)).toBe(18);
  });
});
