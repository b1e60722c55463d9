import { describe, expect, it } from "vitest";
import type { HttpAgentRegistration, LocalAgentRegistration } from "../../../src/catalog/agent-registration.ts";
import { agentBounds } from "../../../src/catalog/agents/agent-bounds.ts";
import { agentRefusal } from "../../../src/catalog/snapshot/agent-refusal.ts";
import type { JsonObject } from "../../../src/json/json.ts";

const facts = { name: "costs", description: "Knows costs", tags: ["costs"], exampleQueries: ["What did it cost?"] };
const http: HttpAgentRegistration = {
  ...{ kind: "HTTP", ...facts, routable: true, endpoint: "https://agents.example.com/run", bearerSecret: "AGENT" },
  ...{ healthUrl: "https://agents.example.com/health", effectClass: "UNSAFE", usageHints: "" },
};
const local: LocalAgentRegistration = {
  ...{ kind: "LOCAL", ...facts, routable: false, instructions: "Be brief", model: null },
  skills: [{ id: "style", instructions: "No jargon" }],
  ...{ tools: ["read", "files.read"], public: false },
  actions: [{ id: "sum", prompt: "Add them up", inputSchema: { type: "object" } }],
};

const closed = { allowPrivate: false, allowHttp: false };
const long = (characters: number) => "x".repeat(characters);
const many = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);

describe("an agent", () => {
  it("is taken as long as nothing speaks against it, up to every bound", () => {
    expect(agentRefusal(http, closed)).toBeUndefined();
    expect(agentRefusal(local, closed)).toBeUndefined();
    const most = {
      name: long(64),
      description: long(agentBounds.descriptionCharacters),
      tags: many(32),
      exampleQueries: many(20),
    };
    expect(agentRefusal({ ...http, ...most, usageHints: long(4_000) }, closed)).toBeUndefined();
    const actions = many(32).map((id) => ({ id, prompt: long(16 * 1_024), inputSchema: null }));
    const full = { ...most, name: long(48), instructions: long(64 * 1_024), tools: many(64), actions };
    expect(agentRefusal({ ...local, ...full, routable: true }, closed)).toBeUndefined();
  });

  const wrong: readonly [string, Partial<HttpAgentRegistration>][] = [
    ["name", { name: "" }],
    ["name", { name: long(65) }],
    ["name", { name: "notes.read" }],
    ["name", { name: "agent:costs" }],
    ["name", { name: "kösten" }],
    ["name", { name: "none" }],
    ["name", { name: "None" }],
    ["description", { description: "" }],
    ["description", { description: long(4_001) }],
    ["tags", { tags: many(33) }],
    ["tags", { tags: [""] }],
    ["tags", { tags: ["two words"] }],
    ["tags", { tags: [long(65)] }],
    ["exampleQueries", { exampleQueries: many(21) }],
    ["exampleQueries", { exampleQueries: [long(1_001)] }],
    ["bearerSecret", { bearerSecret: "agent" }],
    ["bearerSecret", { bearerSecret: "../X" }],
    ["endpoint", { endpoint: "agents" }],
    ["endpoint", { endpoint: `https://agents.example.com/${long(2_048)}` }],
    ["healthUrl", { healthUrl: "health" }],
    ["usageHints", { usageHints: long(4_001) }],
  ];
  it.each(wrong)("[H14] with a wrong %s is refused with what was required: %j", (member, change) => {
    const refusal = agentRefusal({ ...http, ...change }, closed);
    expect(refusal).toMatchObject({ code: "INVALID_INPUT", member });
    expect(refusal?.message).toMatch(/: required /);
    expect(refusal?.message.length).toBeLessThan(300);
  });

  it.each(["http://169.254.169.254/run", "https://localhost/run", "https://user:pass@agents.example.com/"])(
    "is refused where no request may leave to: %s",
    (url) => {
      expect(agentRefusal({ ...http, endpoint: url }, closed)).toMatchObject({
        code: "EGRESS_DENIED",
        member: "endpoint",
      });
      expect(agentRefusal({ ...http, healthUrl: url }, closed)).toMatchObject({
        code: "EGRESS_DENIED",
        member: "healthUrl",
      });
    },
  );

  const wrongRole: readonly [string, Partial<LocalAgentRegistration>][] = [
    ["instructions", { instructions: "ö".repeat(32 * 1_024 + 1) }],
    ["skills", { skills: many(21).map((id) => ({ id, instructions: "" })) }],
    ["skills", { skills: [{ id: "", instructions: "" }] }],
    ["skills", { skills: [{ id: long(65), instructions: "" }] }],
    ["skills", { skills: [{ id: "a", instructions: long(16 * 1_024 + 1) }] }],
    ["skills", { skills: ["a", "a"].map((id) => ({ id, instructions: "" })) }],
    ["name", { name: long(49) }],
    ["name", { name: "the writer" }],
    ["tools", { tools: many(65) }],
    ["tools", { tools: [""] }],
    ["tools", { tools: ["read", "write", "read"] }],
    ["actions", { actions: many(33).map((id) => ({ id, prompt: "p", inputSchema: null })) }],
    ["actions", { actions: [{ id: "two words", prompt: "p", inputSchema: null }] }],
    ["actions", { actions: [{ id: "a", prompt: "", inputSchema: null }] }],
    ["actions", { actions: [{ id: "a", prompt: long(16 * 1_024 + 1), inputSchema: null }] }],
    ["actions", { actions: ["a", "a"].map((id) => ({ id, prompt: "p", inputSchema: null })) }],
    ["actions", { actions: [{ id: "a", prompt: "p", inputSchema: { type: "string" } }] }],
    ["actions", { actions: [{ id: "a", prompt: "p", inputSchema: { $ref: "https://example.com/schema" } }] }],
    ["actions", { actions: [{ id: "a", prompt: "p", inputSchema: { $ref: "#" } }] }],
  ];
  it.each(wrongRole)("of ours with wrong %s is refused", (member, change) => {
    expect(agentRefusal({ ...local, ...change }, closed)).toMatchObject({ code: "INVALID_INPUT", member });
  });

  const days = { type: "object", properties: { days: { type: "integer" } }, required: ["days"] };
  const typed: LocalAgentRegistration = { ...local, actions: [], inputSchema: days, outputSchema: days };
  const deep = Array.from({ length: 70 }).reduce<JsonObject>(
    (inner) => ({ type: "object", properties: { a: inner } }),
    {
      type: "object",
    },
  );

  it("[N265] of ours takes schemas, and one with actions an output schema alone", () => {
    expect(agentRefusal(typed, closed)).toBeUndefined();
    expect(agentRefusal({ ...local, outputSchema: days }, closed)).toBeUndefined();
    const words = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
    expect(agentRefusal({ ...typed, inputSchema: words, routable: true }, closed)).toBeUndefined();
  });

  it.each<readonly [string, string, Partial<LocalAgentRegistration>, string]>([
    ["an input that is none of objects", "inputSchema", { inputSchema: { type: "string" } }, "one of objects"],
    ["an input that is no schema", "inputSchema", { inputSchema: 7 as never }, "expected an object or a boolean"],
    ["a pattern with a back reference", "inputSchema", nested({ pattern: "^(a)\\1$" }), "/properties/a/pattern"],
    [
      "a reference that leaves the schema",
      "outputSchema",
      output({ $ref: "https://x.example/s" }),
      "/properties/a/$ref",
    ],
    ["a reference that never ends", "outputSchema", { outputSchema: { type: "object", $ref: "#" } }, "#"],
    [
      "an output without a type",
      "outputSchema",
      { outputSchema: { properties: {} } },
      'required "type": "object" at its root',
    ],
    ["an output that is a list", "outputSchema", { outputSchema: { type: "array" } }, "MCP take no other root"],
    [
      "an output that may be null",
      "outputSchema",
      { outputSchema: { type: ["object", "null"] } },
      'found ["object","null"]',
    ],
    [
      "an output that nothing satisfies",
      "outputSchema",
      { outputSchema: { ...days, properties: { days: { type: "integer", minimum: 3, maximum: 2 } } } },
      "found one that none can satisfy",
    ],
    [
      "an input that nothing satisfies",
      "inputSchema",
      { inputSchema: { type: "object", required: ["a"], properties: {}, additionalProperties: false } },
      "found one that none can satisfy",
    ],
    ["an input beside actions", "inputSchema", { actions: local.actions }, "none for an agent with actions"],
    ["an input that takes no words for one that is routed to", "routable", { routable: true }, "takes {text} alone"],
  ])("[N265] of ours with %s is refused with its place", (_, member, change, words) => {
    const refusal = agentRefusal({ ...typed, ...change }, closed);
    expect(refusal).toMatchObject({ code: "INVALID_INPUT", member });
    expect(refusal?.message).toContain(words);
  });

  it("[N265] of ours with a schema beyond the limits of schemas is refused as that", () => {
    expect(agentRefusal({ ...typed, outputSchema: deep }, closed)).toMatchObject({
      code: "LIMIT_EXCEEDED",
      member: "outputSchema",
      message: expect.stringContaining("deeper than 64 levels"),
    });
    const large = { type: "object", description: long(262_144) };
    expect(agentRefusal({ ...typed, inputSchema: large }, closed)).toMatchObject({ code: "LIMIT_EXCEEDED" });
  });
});

function nested(part: JsonObject): Partial<LocalAgentRegistration> {
  return { inputSchema: { type: "object", properties: { a: part } } };
}

function output(part: JsonObject): Partial<LocalAgentRegistration> {
  return { outputSchema: { type: "object", properties: { a: part } } };
}
