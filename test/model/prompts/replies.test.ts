/** What is made of the answers of planner, responder and router. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import type { ModelReply } from "../../../src/model/port.ts";
import { readPlannerReply } from "../../../src/model/prompts/planner.ts";
import { readResponderReply } from "../../../src/model/prompts/responder.ts";
import { readRouterReply } from "../../../src/model/prompts/router.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { reply } from "../../support/models/prompt-parts.ts";

const plan = { type: "tool_calls", reasoning: "why", calls: [{ tool_name: "a", arguments: { b: null } }] };

function planned(value: Json, isJson = true): ModelReply {
  return reply({ functions: [{ name: "__planning__", arguments: value, isJson }] });
}

function read(given: ModelReply): unknown {
  const reading = readPlannerReply(given, "FUNCTION");
  if (!reading.ok) return reading.message;
  return "search" in reading ? { search: reading.search } : reading.document;
}

describe("a plan is read", () => {
  it("from the arguments of the function [P4, P5]", () => {
    expect(read(planned(plan))).toEqual(plan);
    const direct = { type: "direct_response", content: "Hello" };
    expect(read(planned(direct))).toEqual(direct);
  });

  it("from arguments that are JSON within JSON", () => {
    expect(read(planned(JSON.stringify(plan)))).toEqual(plan);
  });

  it.each([
    ["plain", (json: string) => ` ${json}\n`],
    ["fenced", (json: string) => `\`\`\`json\n${json}\n\`\`\``],
    ["fenced on one line's end", (json: string) => `\`\`\`\n${json}\`\`\``],
    ["fenced with prose around it", (json: string) => `Here is it:\n\`\`\`json\r\n${json}\r\n\`\`\`\r\nGood luck!`],
    ["fenced beside a fence that holds no object", (json: string) => `\`\`\`sh\nls\n\`\`\`\n\`\`\`\n${json}\n\`\`\``],
  ])("from text in which it stands %s, whatever was asked for", (_, write) => {
    for (const json of [JSON.stringify(plan), JSON.stringify(plan, null, 2)]) {
      expect(read(reply({ text: write(json) }))).toEqual(plan);
      expect(readPlannerReply(reply({ text: write(json) }), "JSON")).toEqual({ ok: true, document: plan });
    }
  });

  it.each([
    ["between marks", (draft: string) => `<think>Perhaps:\n\`\`\`json\n${draft}\n\`\`\`\nNo.</think>\n\n`],
    ["whose first mark stands in the prompt", (draft: string) => `Perhaps:\n\`\`\`\n${draft}\n\`\`\`\n</think>`],
    ["that have no plan", () => "<think>\n\n</think>\n\n"],
  ])("[N852] behind thoughts %s, and never from them", (_, thoughts) => {
    const json = JSON.stringify(plan);
    const before = thoughts(JSON.stringify({ ...plan, calls: [{ tool_name: "delete_all", arguments: {} }] }));
    for (const answer of [json, `\`\`\`json\n${json}\n\`\`\``])
      expect(read(reply({ text: before + answer }))).toEqual(plan);
    expect(read(reply({ text: `${before}I would rather not.` }))).toBe("text that is not one JSON object");
    // Thoughts that do not end are no answer.
    if (before.startsWith("<think>"))
      expect(typeof read(reply({ text: before.replace("</think>", "") }))).toBe("string");
  });

  it("[N852] whole, with a text in it that looks like the end of thoughts", () => {
    const marked = { ...plan, reasoning: "<think></think>" };
    expect(read(reply({ text: JSON.stringify(marked) }))).toEqual(marked);
    expect(read(reply({ text: `\`\`\`json\n${JSON.stringify(marked)}\n\`\`\`` }))).toEqual(marked);
  });

  it("without the members that the function has and the document has not [C19]", () => {
    const direct = { type: "direct_response", content: "Hello" };
    expect(read(planned({ ...direct, reasoning: null, calls: null }))).toEqual(direct);
    expect(read(planned({ ...direct, reasoning: "polite", calls: [] }))).toEqual(direct);
    expect(read(planned({ ...plan, content: null }))).toEqual(plan);
    expect(read(planned({ ...plan, content: "" }))).toEqual(plan);
    expect(read(planned({ type: "tool_calls", reasoning: null, calls: [] }))).toEqual({
      type: "tool_calls",
      calls: [],
    });
  });

  it("with what the model thinks aloud beside its calls kept as reasoning", () => {
    expect(read(planned({ ...plan, content: "I will look." }))).toEqual({ ...plan, reasoning: "why\nI will look." });
    expect(read(planned({ type: "tool_calls", content: "I will look.", calls: [] }))).toEqual({
      type: "tool_calls",
      reasoning: "I will look.",
      calls: [],
    });
  });

  it("with everything that it should not have, so that the compiler can refuse it", () => {
    for (const odd of [
      { ...plan, extra: 1 },
      { ...plan, content: 5 },
      { type: "other" },
      {},
      { type: "direct_response", calls: "x" },
    ]) {
      expect(read(planned(odd))).toEqual(odd);
    }
    const spoofed = JSON.parse('{"type":"tool_calls","__proto__":{"calls":[]}}') as Json;
    expect(JSON.stringify(read(planned(spoofed)))).toBe(JSON.stringify(spoofed));
  });
});

describe("a plan is refused", () => {
  const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) as Json;
  it.each<[string, ModelReply, string]>([
    ["nothing", reply({}), "nothing"],
    ["white space", reply({ text: " \n" }), "nothing"],
    ["prose", reply({ text: "I would research first" }), "text that is not one JSON object"],
    [
      "prose around an object without a fence",
      reply({ text: `Plan: ${JSON.stringify(plan)}` }),
      "text that is not one",
    ],
    ["two fenced objects", reply({ text: "```\n{}\n```\n```\n{}\n```" }), "2 JSON objects instead of one"],
    ["a fence that never ends", reply({ text: "```json\n{}" }), "text that is not one JSON object"],
    ["a list", reply({ text: "[1]" }), "JSON that is not an object"],
    ["a list as arguments", planned([1]), "JSON that is not an object"],
    ["null as arguments", planned(null), "JSON that is not an object"],
    ["invalid JSON as arguments", planned('{"type":', false), "arguments that are not JSON"],
    ["invalid JSON within JSON", planned('{"type":'), "arguments that are not JSON"],
    ["empty arguments", planned("", false), "arguments that are not JSON"],
    ["another function", reply({ functions: [{ name: "delete_note", arguments: {}, isJson: true }] }), '"delete_note"'],
    [
      "two calls",
      reply({ functions: [...planned(plan).functions, ...planned(plan).functions] }),
      "2 calls of functions",
    ],
    ["too much", planned({ type: "direct_response", content: "x".repeat(200_001) }), "more than 200000 bytes"],
    ["too much text", reply({ text: `{"a":"${"x".repeat(200_001)}"}` }), "more than 200000 bytes"],
    ["too many levels", planned({ type: deep }), "nested more than 100 levels"],
    [
      "calls beside a direct response",
      planned({ ...plan, type: "direct_response" }),
      "a direct response beside 1 calls",
    ],
    ["an answer that was cut", { ...planned(plan), stop: "LENGTH" }, "cut at its greatest length"],
  ])("that is %s", (_, given, message) => {
    const reading = readPlannerReply(given, "FUNCTION");
    expect(reading).toMatchObject({ ok: false, refused: false, message: expect.stringContaining(message) });
  });

  it("as a refusal if the model refuses, whatever else it says", () => {
    expect(readPlannerReply({ ...planned(plan), stop: "REFUSED" }, "FUNCTION")).toMatchObject({ refused: true });
  });

  it("if a function is called although none was offered [O11]", () => {
    expect(readPlannerReply(planned(plan), "JSON")).toMatchObject({ ok: false });
  });

  it("in the time that its size takes, however its fences lie", () => {
    const fences = "```a\n".repeat(39_999);
    const startedAt = processorMs();
    expect(read(reply({ text: fences }))).toContain("not one JSON object");
    expect(processorMs() - startedAt).toBeLessThan(1_000);
  });
});

describe("the responder's text", () => {
  it("is taken as it is", () => {
    expect(readResponderReply(reply({ text: " Done.\n", stop: "UNKNOWN" }))).toEqual({ ok: true, text: " Done.\n" });
  });

  it.each<[string, Partial<ModelReply>]>([
    ["nothing", {}],
    ["a refusal", { text: "no", stop: "REFUSED" }],
    ["a text that was cut at its greatest length", { text: "half a", stop: "LENGTH" }],
    [
      'a call of the function "delete_note"',
      { text: "x", functions: [{ name: "delete_note", arguments: {}, isJson: true }] },
    ],
  ])("is refused if it is %s", (message, facts) => {
    expect(readResponderReply(reply(facts))).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
});

describe("the router's choice", () => {
  const candidates = ["DummyAgent", "CostAgent"].map((name) => ({
    name,
    description: "",
    tags: [],
    exampleQueries: [],
  }));
  const routed = (answer: Json) => readRouterReply(reply({ text: JSON.stringify(answer) }), candidates);

  it("is exactly the name of a candidate, or none [H14]", () => {
    expect(routed({ selected_agent: " CostAgent ", confidence: 0.9, reasoning: "costs" })).toEqual({
      ok: true,
      agentName: "CostAgent",
      unknownAgentName: undefined,
      confidence: 0.9,
      reason: "costs",
    });
    const nobody = { agentName: undefined, unknownAgentName: undefined, confidence: undefined, reason: undefined };
    expect(routed({ selected_agent: "none" })).toEqual({ ok: true, ...nobody });
  });

  it.each(["ghost", "not DummyAgent", "dummyagent", "DummyAgent, CostAgent", "Dummy Agent", "", "None"])(
    "chooses nobody if it is %j, and keeps the name, so that it is distinguished from none [H14, R26, N83]",
    (selected) => {
      const nobody = { ok: true, agentName: undefined, unknownAgentName: selected };
      expect(routed({ selected_agent: selected, confidence: 1 })).toMatchObject(nobody);
    },
  );

  it.each([null, ["DummyAgent"], 7])("is unusable if it is %j, which is no name [R26]", (selected) => {
    expect(routed({ selected_agent: selected, confidence: 1 })).toMatchObject({ ok: false });
  });

  it("selects an agent that is called none", () => {
    const named = [{ name: "none", description: "", tags: [], exampleQueries: [] }];
    const answer = (word: string) => readRouterReply(reply({ text: JSON.stringify({ selected_agent: word }) }), named);
    expect(answer("none")).toMatchObject({ agentName: "none" });
    expect(answer("none_")).toMatchObject({ agentName: undefined });
  });

  it.each([-0.1, 1.5, "0.9", null, {}])("is taken without a confidence of %j, which says nothing", (confidence) => {
    expect(routed({ selected_agent: "CostAgent", confidence })).toMatchObject({
      agentName: "CostAgent",
      confidence: undefined,
    });
  });

  it("is refused as prose, as a call, cut, or as a refusal", () => {
    const good = JSON.stringify({ selected_agent: "CostAgent" });
    const functions = [{ name: "CostAgent", arguments: {}, isJson: true }];
    const wrong = [{ text: "CostAgent" }, { text: good, functions }, { text: good, stop: "LENGTH" as const }];
    for (const facts of [...wrong, { text: good, stop: "REFUSED" as const }]) {
      expect(readRouterReply(reply(facts), candidates)).toMatchObject({ ok: false });
    }
  });
});
