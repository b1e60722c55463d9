/** The model calls of agents that take turns: what they are asked, what is streamed of them, what they may consume. */
import { describe, expect, it } from "vitest";
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import type { MessageAdded } from "../../../src/execution/events/turn-event.ts";
import type { Json } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { builtInLimits, type ExecutionLimits } from "../../../src/plan/limits.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";
import type { TurnAgent, TurnWork, VariableDefinition } from "../../../src/plan/turn-work.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { type ModelAnswerTo, modelFailed, said } from "../../support/models/model-answers.ts";
import { conversation, model } from "../../support/models/model-work.ts";
import { toldTo } from "../../support/models/one-line-prompts.ts";
import { planOf } from "../../support/plan/plan-steps.ts";

const output = {
  name: "Plan",
  schema: {
    type: "object",
    properties: { agent_message: { type: "string" } },
    required: ["agent_message"],
    additionalProperties: false,
  },
};

function agent(name: string, facts: Partial<TurnAgent> = {}): TurnAgent {
  const of = { name, description: "", instructions: "", skills: [] };
  return { name, agent: of, model, output: null, binding: null, maxConsecutiveAutoReply: null, ...facts };
}

function variable(value: string, uiHidden = true): VariableDefinition {
  const trigger = { sourceAgent: "Interview", value, uiHidden };
  return { name: `said_${value.toLowerCase()}`, description: "", initial: false, trigger };
}

function work(facts: Partial<TurnWork> = {}): TurnWork {
  return {
    ...{ chatId: "chat_1", conversation: "c1", appId: null, manifest: { name: "Generator", hash: "h" }, maxTurns: 10 },
    agents: [agent("Interview"), agent("Context", { output })],
    variables: [variable("NEXT")],
    handoffs: [],
    start: { agentName: "Interview", turn: 1, variables: { said_next: false }, set: {} },
    ...facts,
  };
}

const history = [
  { role: "USER", text: "Hello" },
  { role: "AGENT", agentName: "Interview", text: "What for?" },
];

/** Runs the message "Tea" in a conversation; the models answer as `answer` says. */
async function talk(answer: ModelAnswerTo, turns: TurnWork = work(), limits: Partial<ExecutionLimits> = {}) {
  const world = new EngineWorld();
  world.answerModel = answer;
  world.answerReservation = ({ turn }) => ({ kind: "RESERVED", key: `turn_${turn}` });
  const asked: MessageAdded = {
    kind: "MessageAdded",
    ...{ messageId: "e/1", author: "PERSON", agentName: null, turn: null, uiHidden: false, text: storedValue("Tea") },
  };
  const told = { ...conversation, history, message: "Tea" };
  const started: Partial<ExecutionStarted> = {
    ...{ startedWith: "MESSAGE", modelWork: noModelWork, turns },
    conversation: storedValue(told as unknown as Json),
  };
  await world.run(planOf([]), { started, following: [asked], limits: { ...builtInLimits.defaults, ...limits } });
  return world;
}

/** Text that was streamed, by call. */
function streamed(world: EngineWorld): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { event } of world.journal.read(0).records) {
    if (event.kind === "TextProduced") texts[event.streamId] = `${texts[event.streamId] ?? ""}${event.text}`;
  }
  return texts;
}

/** Kinds of the rows that everybody is shown and that have `words`. */
function shownWith(world: EngineWorld, words: string): readonly string[] {
  return world.journal.read(0).records.flatMap(({ event, hidden }) => {
    return !hidden && JSON.stringify(event).includes(words) ? [event.kind] : [];
  });
}

/** Says `text` in these pieces, then as a whole. */
function inPieces(...pieces: string[]): ModelAnswerTo {
  return (call) => {
    for (const piece of pieces) call.text(piece);
    return said(pieces.join(""));
  };
}

describe("what the agent is asked whose turn it is", () => {
  it("is given the history, the message and what was said since, of any agent", async () => {
    const handoffs = [
      { sourceAgent: "Interview", target: { kind: "AGENT", agentName: "Context" }, condition: null },
    ] as const;
    const world = await talk(
      ({ request }) => (request.answer.kind === "TEXT" ? said("NEXT") : said('{"agent_message":"Look"}')),
      work({ handoffs }),
    );
    expect(world.modelCalls.map(({ request }) => toldTo(request).told)).toEqual([
      { agent: "Interview", messages: ["PERSON: Hello", "Interview: What for?", "PERSON: Tea"], rejected: null },
      {
        agent: "Context",
        messages: ["PERSON: Hello", "Interview: What for?", "PERSON: Tea", "Interview: NEXT"],
        rejected: null,
      },
    ]);
    expect(world.modelCalls[1]?.request.answer).toEqual({ kind: "JSON", ...output });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[T35] what is no JSON is corrected like what breaks the schema, with what was answered before it", async () => {
    const answers = ["Let us talk", '{"agent_mesage":1}', '{"agent_message":"Look"}'];
    const start = { agentName: "Context", turn: 1, variables: {}, set: {} };
    const world = await talk((call) => inPieces(answers.shift() ?? "")(call), work({ start }));
    const told = world.modelCalls.map(({ request }) => toldTo(request).told) as unknown as readonly {
      readonly messages: readonly string[];
      readonly rejected: string | null;
    }[];
    expect(told.map(({ rejected }) => rejected)).toEqual([null, "Let us talk", '{"agent_mesage":1}']);
    expect(told[1]?.messages.at(-1)).toBe(
      "RUNTIME: Your output did not match the required schema. Error: /: expected JSON, found text that is not JSON",
    );
    expect(told[2]?.messages.at(-1)).toMatch(/^RUNTIME: Your output did not match the required schema\. Error: /);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(streamed(world)).toEqual({});
  });

  it("a reply of 1 MB that is no JSON fills no row of the check", async () => {
    const start = { agentName: "Context", turn: 1, variables: {}, set: {} };
    const world = await talk(() => said("x".repeat(1_048_576)), work({ start }));
    const checks = world.journal
      .read(0)
      .records.flatMap(({ event }) => (event.kind === "StructuredOutputChecked" ? [event.data.bytes] : []));
    expect(checks).toEqual([8_194, 8_194, 8_194]);
    expect(world.modelCalls.map(({ request }) => JSON.stringify(request).length < 10_000)).toEqual([true, true, true]);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID" } });
  });

  it("an agent that says nothing has failed, and its turn with it", async () => {
    const world = await talk(() => said(""));
    expect(world.modelCalls).toHaveLength(1);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "MODEL_ERROR" } });
  });
});

describe("the text of an agent as it comes [T33]", () => {
  it("is streamed under the number of its call, and is the message in the end", async () => {
    const world = await talk(inPieces("What ", "else?"));
    expect(streamed(world)).toEqual({ "agent/1": "What else?" });
  });

  it.each([[" N", "EX", "T\n"], ["NEXT"]])("is never streamed if it is a hidden trigger (%j)", async (...pieces) => {
    const world = await talk(inPieces(...pieces));
    expect(world.state.turns?.variables).toEqual({ said_next: true });
    expect(streamed(world)).toEqual({});
    expect(shownWith(world, "NEXT")).toEqual(["ExecutionStarted"]);
  });

  it("is streamed in full if it only begins like one [T32]", async () => {
    const world = await talk(inPieces("NE", "XT", "."));
    expect(streamed(world)).toEqual({ "agent/1": "NEXT." });
    expect(world.state.turns?.variables).toEqual({ said_next: false });
    expect(streamed(await talk(inPieces("NEX")))).toEqual({ "agent/1": "NEX" });
  });

  it("is streamed although it is a trigger, if that hides nothing or is another agent's", async () => {
    const open = await talk(inPieces("NEXT"), work({ variables: [variable("NEXT", false)] }));
    expect(streamed(open)).toEqual({ "agent/1": "NEXT" });
    const agents = [agent("Interview"), agent("Other")];
    const start = { agentName: "Other", turn: 1, variables: {}, set: {} };
    expect(streamed(await talk(inPieces("NEXT"), work({ agents, start })))).toEqual({ "agent/1": "NEXT" });
  });

  it("is not streamed by half when the call is lost, and begins anew with the next call", async () => {
    const world = await talk((call) => {
      call.text("NE");
      return new Promise(() => {});
    });
    world.crash();
    world.answerModel = inPieces("NE", "XT");
    await world.drive();
    await world.clock.advance(60_000);
    await world.drive();
    expect(world.modelCalls).toHaveLength(2);
    expect(streamed(world)).toEqual({});
    expect(world.state.turns?.variables).toEqual({ said_next: true });
  });

  it("is not streamed by half when the call fails", async () => {
    const world = await talk((call) => {
      call.text("NEX");
      return modelFailed("ANSWERED", "MODEL_ERROR", null, false);
    });
    expect(streamed(world)).toEqual({});
  });

  it.each([
    { ...modelFailed("UNKNOWN", "MODEL_ERROR", null, false), received: 'data: {"delta":"NEXT"}' },
    said("NEXT", { stop: "REFUSED" }),
  ])("is kept of no call that brought no message, if the agent has words to hide (%#)", async (answer) => {
    const world = await talk(() => answer);
    expect(world.state.finished?.status).toBe("FAILED");
    expect(shownWith(world, "NEXT")).toEqual(["ExecutionStarted"]);
    const open = await talk(() => answer, work({ variables: [variable("NEXT", false)] }));
    expect(shownWith(open, "NEXT"), "what hides nothing is kept for debugging").toContain("ModelCalled");
  });

  it("is hidden in structured output too: no row but its own has it, and what the tool does not take is left out", async () => {
    const start = { agentName: "Interview", turn: 1, variables: {}, set: {} };
    const hidden = work({ agents: [agent("Interview", { output })], start });
    const world = await talk(() => said('{"agent_message":" NEXT"}'), hidden);
    expect(world.state.turns?.variables).toEqual({ said_next: true });
    expect(shownWith(world, "NEXT")).toEqual(["ExecutionStarted"]);
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED", directResponse: null });
    const open = await talk(() => said('{"agent_message":"Look"}'), hidden);
    expect(shownWith(open, "Look")).toEqual(
      expect.arrayContaining(["ModelCalled", "MessageAdded", "StructuredOutputChecked", "StepFinished"]),
    );
  });
});

describe("what turns may consume [E9]", () => {
  it("each call is reserved whole, repeated ones counted, and none leaves past maxModelCalls", async () => {
    const world = await talk(() => modelFailed("UNKNOWN"), work(), { maxModelCalls: 2 });
    for (let n = 0; n < 4; n += 1) {
      await world.clock.advance(10_000);
      await world.drive();
    }
    expect(world.modelCalls).toHaveLength(2);
    expect(world.state.modelCalls.every(({ end }) => end?.usageIsBound)).toBe(true);
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "UPSTREAM_UNAVAILABLE" } });
  });

  it("a turn that could pass maxTokens is refused before it leaves, and the execution says so", async () => {
    const first = await talk(() => said("Well?"));
    const { inputTokens, outputTokens } = first.state.modelCalls[0]?.reserved ?? { inputTokens: 0, outputTokens: 0 };
    const enough = inputTokens + outputTokens;
    expect((await talk(() => said("Well?"), work(), { maxTokens: enough })).state.finished?.status).toBe("SUCCEEDED");
    const refused = await talk(() => said("Well?"), work(), { maxTokens: enough - 1 });
    expect(refused.modelCalls).toEqual([]);
    expect(refused.state.finished).toMatchObject({
      status: "FAILED",
      failure: { code: "BUDGET_EXCEEDED", details: { limit: "maxTokens", needed: enough } },
    });
  });

  it("handoffs that loop end by maxTurns, or earlier by the calls that are left", async () => {
    const handoffs = [
      { sourceAgent: "Interview", target: { kind: "AGENT", agentName: "Interview" }, condition: null },
    ] as const;
    const looping = work({ handoffs, maxTurns: 4 });
    const byTurns = await talk(() => said("Again"), looping);
    expect(byTurns.modelCalls).toHaveLength(4);
    expect(byTurns.state.finished).toMatchObject({ failure: { code: "LIMIT_EXCEEDED" } });
    const byCalls = await talk(() => said("Again"), looping, { maxModelCalls: 2 });
    expect(byCalls.modelCalls).toHaveLength(2);
    expect(byCalls.state.finished).toMatchObject({ failure: { code: "BUDGET_EXCEEDED" } });
  });
});
