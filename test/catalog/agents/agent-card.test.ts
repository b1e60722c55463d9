/** Cards as they are received: in every form that exists, and in those that must be refused. */
import { describe, expect, it } from "vitest";
import type { RemoteAgentRequest } from "../../../src/catalog/agent-registration.ts";
import { readAgentCard } from "../../../src/catalog/agents/agent-card.ts";
import { agentTypeExtension, nameOfCard, schemasExtension } from "../../../src/catalog/agents/card-facts.ts";
import { agentCardUrl, parseAgentCard, remoteAgent } from "../../../src/catalog/agents/parse-agent-card.ts";
import { agentRefusal } from "../../../src/catalog/snapshot/agent-refusal.ts";
import type { JsonObject } from "../../../src/json/json.ts";

const skill = { id: "t", name: "Translate", description: "Translates", tags: ["words"], examples: ["Hello in Greek"] };
const common = {
  name: "Translator",
  description: "Translates texts",
  version: "2.0.0",
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [skill],
};
const card10: JsonObject = {
  ...common,
  supportedInterfaces: [
    { url: "https://agent.example.com/grpc", protocolBinding: "GRPC", protocolVersion: "1.0" },
    { url: "https://agent.example.com/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0.2", tenant: "Acme / 7" },
    { url: "https://agent.example.com/old", protocolBinding: "JSONRPC", protocolVersion: "0.3" },
  ],
  capabilities: { streaming: true },
  securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
};
const card03: JsonObject = {
  ...common,
  protocolVersion: "0.3.0",
  url: "https://agent.example.com/old",
  preferredTransport: "JSONRPC",
  additionalInterfaces: [
    { url: "https://agent.example.com/old", transport: "JSONRPC" },
    { url: "https://agent.example.com/rest", transport: "HTTP+JSON" },
  ],
  capabilities: { streaming: true, stateTransitionHistory: true },
  supportsAuthenticatedExtendedCard: true,
  securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" }, mutual: { type: "mutualTLS" } },
  security: [{ key: ["read"] }],
};

function accepted(received: unknown) {
  const result = parseAgentCard("https://agent.example.com/card.json", received);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.parsed;
}

function refused(received: unknown) {
  const result = parseAgentCard("https://agent.example.com/card.json", received);
  if (result.ok) throw new Error("Expected a refusal, found a card");
  expect(result.refusal.message).toMatch(/^Cannot (read|use) the /);
  return result.refusal;
}

const withExtensions = (...extensions: readonly JsonObject[]) => ({ ...card10, capabilities: { extensions } });
const withSchemas = (params: JsonObject) => withExtensions({ uri: schemasExtension, params });

describe("the card of a remote agent", () => {
  it("in the form of 1.0 gives the first interface that is spoken here, with its tenant to the letter", () => {
    const { card, facts } = accepted(card10);
    expect(card.capabilities).toEqual({
      ...{ streaming: true, pushNotifications: false, extendedAgentCard: false },
      extensions: [],
    });
    expect(facts).toEqual({
      ...{ endpoint: "https://agent.example.com/rpc", protocolVersion: "1.0", interfaceTenant: "Acme / 7" },
      ...{ isWorkflow: false, inputSchema: null, outputSchema: null },
    });
  });

  it("in the form of 0.3 is brought into that of 1.0: interfaces, security and capabilities", () => {
    const { document, facts } = accepted(card03);
    expect(facts).toMatchObject({ endpoint: "https://agent.example.com/old", protocolVersion: "0.3" });
    expect(facts.interfaceTenant).toBeNull();
    expect(document).toMatchObject({
      supportedInterfaces: [
        { url: "https://agent.example.com/old", protocolBinding: "JSONRPC", protocolVersion: "0.3" },
        { url: "https://agent.example.com/rest", protocolBinding: "HTTP+JSON", protocolVersion: "0.3" },
      ],
      capabilities: { streaming: true, extendedAgentCard: true },
      securitySchemes: {
        key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
        mutual: { mtlsSecurityScheme: {} },
      },
      securityRequirements: [{ schemes: { key: { list: ["read"] } } }],
    });
    expect(document).not.toHaveProperty("url");
  });

  it("in both forms at once is read as one of 1.0", () => {
    expect(accepted({ ...card03, ...card10 }).facts).toMatchObject({ protocolVersion: "1.0" });
  });

  it("is stored in a form that reads back as the same card, without what is not known", () => {
    for (const received of [card10, card03, withSchemas({ input_schema: { type: "object", default: null } })]) {
      const { card, document } = accepted({ ...received, invented: true, __proto__: { name: "x" } });
      expect(readAgentCard(JSON.parse(JSON.stringify(document)))).toEqual({ ok: true, card, document, warnings: [] });
      expect(document).not.toHaveProperty("invented");
    }
  });

  it.each(["name", "description", "version", "capabilities", "defaultInputModes", "defaultOutputModes", "skills"])(
    "without %s is read with a warning that names the field, of a wrong type it is refused",
    (field) => {
      for (const received of [card10, card03]) {
        const { [field]: _, ...rest } = received;
        expect(accepted(rest).warnings).toMatchObject([{ message: expect.stringContaining(field) }]);
        const wrong = refused({ ...received, [field]: 7 });
        expect(wrong).toMatchObject({ code: "UPSTREAM_ERROR", message: expect.stringContaining(field) });
      }
    },
  );

  it("without any interface, or with fields of a wrong type, is refused", () => {
    expect(refused(common).message).toContain("found neither supportedInterfaces (A2A 1.0) nor url (A2A 0.3)");
    expect(refused({ ...card10, supportedInterfaces: [] }).message).toContain("supportedInterfaces");
    expect(refused({ ...card10, skills: [{ ...skill, tags: "words" }] }).message).toContain("skills.0.tags");
    for (const received of [null, [], "card", 7]) expect(refused(received).code).toBe("UPSTREAM_ERROR");
  });

  it.each(["0.2.6", "2.0", "1.1", 3])("of the unknown version %s is refused", (version) => {
    expect(refused({ ...card03, protocolVersion: version }).message).toContain(JSON.stringify(version));
    const only = [{ url: "https://a.example", protocolBinding: "JSONRPC", protocolVersion: String(version) }];
    expect(refused({ ...card10, supportedInterfaces: only }).message).toContain(`JSONRPC ${version}`);
  });

  it("is refused if it requires an extension that is not spoken here", () => {
    const required = { uri: "https://example.com/ext/payment", required: true };
    expect(refused(withExtensions(required)).message).toContain(required.uri);
    expect(accepted(withExtensions({ ...required, required: false })).facts.isWorkflow).toBe(false);
  });

  it.each(["type", "agent_type", "component_type"])(
    "[W1] says by an extension alone, under %s, that the agent is a workflow",
    (key) => {
      const uri = "https://example.com/ext/agent-type";
      expect(accepted(withExtensions({ uri, params: { [key]: "workflow" } })).facts.isWorkflow).toBe(true);
      expect(accepted(withExtensions({ uri, params: { [key]: "agent" } })).facts.isWorkflow).toBe(false);
      expect(accepted(withExtensions({ uri: `${uri}s`, params: { [key]: "workflow" } })).facts.isWorkflow).toBe(false);
      expect(accepted({ ...card10, name: "workflow", agent_type: "workflow" }).facts.isWorkflow).toBe(false);
    },
  );

  it("[W2] advertises its schemas by the existing extension and by no other place", () => {
    const input = { type: "object", properties: { text: { type: "string" } } };
    const { facts } = accepted(withSchemas({ input_schema: input, output_schema: { type: "array" } }));
    expect(facts).toMatchObject({ inputSchema: input, outputSchema: { type: "array" } });
    const elsewhere = withExtensions({ uri: agentTypeExtension, params: { type: "workflow", input_schema: input } });
    expect(accepted({ ...elsewhere, input_schema: input }).facts).toMatchObject({
      ...{ isWorkflow: true, inputSchema: null, outputSchema: null },
    });
  });

  it("is refused with a schema that must be fetched, that nothing bounds or that holds no parameters", () => {
    const large = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, { type: "string" }]));
    const cases: readonly (readonly [JsonObject[string], string])[] = [
      [{ type: "object", properties: { a: { $ref: "https://example.com/schema.json" } } }, "UPSTREAM_ERROR"],
      [{ type: "object", properties: large }, "LIMIT_EXCEEDED"],
      [{ type: "string" }, "UPSTREAM_ERROR"],
      [{ $ref: "#" }, "UPSTREAM_ERROR"],
      ["object", "UPSTREAM_ERROR"],
      [{ type: "object", properties: { input_artifact: {}, _input_artifact: {} } }, "UPSTREAM_ERROR"],
    ];
    for (const [schema, code] of cases) {
      expect(refused(withSchemas({ input_schema: schema as JsonObject }))).toMatchObject({
        code,
        message: expect.stringContaining("input_schema"),
      });
    }
    expect(refused(withSchemas({ output_schema: { $ref: "other.json" } })).message).toContain("output_schema");
  });

  it("may hold a schema that refers to itself: the circle is bounded where it is used", () => {
    const tree = { type: "object", properties: { child: { $ref: "#" } } };
    expect(accepted(withSchemas({ input_schema: tree })).facts.inputSchema).toEqual(tree);
  });
});

const request: RemoteAgentRequest = {
  ...{ kind: "A2A", name: null, description: null, url: "https://agent.example.com", bearerSecret: null },
  ...{ effectClass: "UNSAFE", usageHints: "", tags: null, exampleQueries: null, routable: null },
};

describe("a remote agent", () => {
  it("is what its card says, as far as nobody says otherwise", () => {
    const parsed = accepted(card10);
    expect(remoteAgent(request, parsed, 5)).toMatchObject({
      ...{ kind: "A2A", name: "Translator", description: "Translates texts", tags: ["words"], cardReadAt: 5 },
      ...{ exampleQueries: ["Hello in Greek"], endpoint: "https://agent.example.com/rpc", interfaceTenant: "Acme / 7" },
    });
    const said = { name: "greek", description: "Greek only", tags: [], exampleQueries: [], routable: false };
    expect(remoteAgent({ ...request, ...said }, parsed, 5)).toMatchObject(said);
  });

  it("[H14] may be chosen by the router if it takes words, unless somebody says otherwise", () => {
    const words = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
    const order = { type: "object", properties: { order: { type: "integer" } }, required: ["order"] };
    for (const [card, routable] of [
      [card10, true],
      [withSchemas({ input_schema: words }), true],
      [withSchemas({ input_schema: order }), false],
    ] as const) {
      expect(remoteAgent(request, accepted(card), 5).routable).toBe(routable);
      expect(remoteAgent({ ...request, routable: false }, accepted(card), 5).routable).toBe(false);
    }
    const rules = { allowPrivate: false, allowHttp: false };
    const asked = { ...request, routable: true };
    expect(agentRefusal(remoteAgent(asked, accepted(card10), 5), rules)).toBeUndefined();
    expect(agentRefusal(remoteAgent(asked, accepted(withSchemas({ input_schema: order })), 5), rules)).toMatchObject({
      ...{ code: "INVALID_INPUT", member: "routable" },
      message: expect.stringContaining("takes {text} alone"),
    });
  });

  it.each([
    ["Invoice Agent (EU)", "Invoice_Agent_EU"],
    ["  $$ ", ""],
    ["a".repeat(60), "a".repeat(48)],
    ["über-agent", "ber-agent"],
  ])("has the name of its card, %s, as plans can write it: %s", (name, expected) => {
    expect(nameOfCard(accepted({ ...card10, name }).card)).toBe(expected);
  });

  it.each([
    ["https://a.example", "https://a.example/.well-known/agent-card.json"],
    ["https://a.example/a2a/acme/x?y=1#z", "https://a.example/a2a/acme/x/.well-known/agent-card.json"],
    ["https://a.example/cards/x.json?v=2", "https://a.example/cards/x.json?v=2"],
  ])("of %s has its card at %s", (url, expected) => {
    expect(agentCardUrl(url)).toBe(expected);
    expect(agentCardUrl("no address")).toBeUndefined();
  });
});
