/** The tools that are made of workflows and remote agents: what plans and language models see, and what the call enforces. */
import { describe, expect, it } from "vitest";
import type { A2aAgentRegistration } from "../../../src/catalog/agent-registration.ts";
import { remoteCallable, remoteProvider, workflowCallable } from "../../../src/catalog/agents/generated-tool.ts";
import { localAgentSchemas } from "../../../src/catalog/agents/local-agent-callable.ts";
import { agentOutputSchema } from "../../../src/catalog/default-input.ts";
import { looseSchema } from "../../../src/catalog/loose-schema.ts";
import type { WorkflowRegistration } from "../../../src/catalog/workflow-registration.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { violations } from "../../../src/schema/validator.ts";

const invoiceInput: JsonObject = {
  type: "object",
  properties: {
    customer: { type: "string", description: "Number of the customer" },
    amount: { type: "number", minimum: 0 },
    currency: { enum: ["EUR", "USD"] },
    lines: { type: "array", items: { $ref: "#/$defs/line" } },
    first: { $ref: "#/$defs/line" },
  },
  required: ["customer", "amount"],
  additionalProperties: false,
  $defs: { line: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } },
};

const workflow: WorkflowRegistration = {
  ...{ name: "invoice", description: "Writes an invoice.", version: "0".repeat(64), planHash: "", document: {} },
  plan: { schedule: "DATAFLOW", reasoning: null, directResponse: null, steps: [] },
  ...{ inputSchema: invoiceInput, inputSchemaSource: "EXPLICIT", outputSchema: { type: "object" } },
  ...{ outputSchemaSource: "EXPLICIT", output: null, public: false },
};

const agent: A2aAgentRegistration = {
  ...{ kind: "A2A", name: "translator", description: "Translates.", tags: [], exampleQueries: [], routable: false },
  ...{ cardUrl: "https://a.example/card.json", card: {}, cardReadAt: 0, endpoint: "https://a.example/rpc" },
  ...{ protocolVersion: "1.0", interfaceTenant: "Acme", bearerSecret: "A", effectClass: "UNSAFE", usageHints: "" },
  ...{ isWorkflow: false, inputSchema: null, outputSchema: null, warnings: [] },
};

const fits = (schema: JsonObject, value: Json) => violations(schema, value).length === 0;

describe("the tool of a workflow", () => {
  const callable = workflowCallable(workflow, "READ_ONLY");

  it("[W5][W6][C20] shows everything as optional and nullable beside the artifact, and keeps the strict schema for the call", () => {
    expect(callable).toMatchObject({ kind: "WORKFLOW", effectClass: "READ_ONLY", remoteName: "workflow:invoice" });
    expect(callable.dualMode).toEqual({
      ...{ strictSchema: invoiceInput, artifactArgument: "input_artifact", targetName: "invoice" },
    });
    expect(callable.inputSchema).toEqual({
      type: "object",
      properties: {
        customer: { type: ["string", "null"], description: "Number of the customer" },
        amount: { type: ["number", "null"], minimum: 0 },
        currency: { enum: ["EUR", "USD", null] },
        lines: { type: ["array", "null"], items: { $ref: "#/$defs/line" } },
        first: { anyOf: [{ $ref: "#/$defs/line" }, { type: "null" }] },
        input_artifact: {
          type: ["string", "null"],
          description:
            "Name or artifact:// address of a stored JSON artifact that holds all parameters, given instead of them",
        },
      },
      additionalProperties: false,
      $defs: invoiceInput.$defs,
    });
  });

  it("[R17] takes nothing, nulls, parameters or the artifact, and still refuses what could never fit", () => {
    const loose = callable.inputSchema as JsonObject;
    for (const given of [
      {},
      { customer: null, amount: null, currency: null, lines: null, first: null, input_artifact: null },
      { customer: "7", amount: 1, first: { text: "a" } },
      { input_artifact: "invoice.json" },
    ])
      expect(fits(loose, given)).toBe(true);
    for (const given of [{ amount: "1" }, { first: {} }, { invented: 1 }, { input_artifact: 7 }])
      expect(fits(loose, given)).toBe(false);
  });

  it("[W7] is described by its purpose and the two ways to call it, always in the same words", () => {
    expect(callable.description).toBe(
      "Writes an invoice.\n\nThis calls a workflow with typed input, in one of two ways, never both: with parameters, of which `customer`, `amount` must be given; or with `input_artifact` alone, the name or artifact:// address of a stored JSON artifact that holds all parameters.",
    );
  });

  it("[C20] calls the artifact `_input_artifact` if the schema has a property of the usual name", () => {
    const inputSchema = { type: "object", properties: { input_artifact: { type: "integer" } } };
    const { description, dualMode, inputSchema: loose } = workflowCallable({ ...workflow, inputSchema }, "UNSAFE");
    expect(dualMode?.artifactArgument).toBe("_input_artifact");
    expect(description).toContain("`_input_artifact`");
    expect(loose).toMatchObject({
      properties: { input_artifact: { type: ["integer", "null"] }, _input_artifact: { type: ["string", "null"] } },
    });
  });

  it("[W15, C12] is not asked by its caller whether its output is what it promised", () => {
    expect(callable).toMatchObject({ outputSchema: { type: "object" }, outputValidation: "OFF" });
  });
});

describe("a loose schema", () => {
  const schemas: readonly (readonly [string, JsonObject, Json])[] = [
    ["a root that is a reference", { $ref: "#/$defs/in", $defs: { in: invoiceInput.$defs as Json } }, { a: 1 }],
    [
      "a root reference to an object",
      {
        $ref: "#/$defs/in",
        $defs: { in: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] } },
      },
      { a: 1 },
    ],
    [
      "properties that are declared by alternatives",
      {
        type: "object",
        anyOf: [{ properties: { a: { const: 1 } }, required: ["a"] }, { properties: { b: { const: 2 } } }],
      },
      { a: 1 },
    ],
    [
      "names by pattern",
      { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
      { "x-a": "b" },
    ],
    [
      "a pointer into a property that is moved",
      {
        type: "object",
        properties: { a: { allOf: [{ type: "object", properties: { b: { type: "string" } } }] } },
        additionalProperties: { $ref: "#/properties/a/allOf/0/properties/b" },
      },
      { a: { b: "c" }, d: "e" },
    ],
    [
      "a pointer into a keyword that is left out",
      { type: "object", allOf: [{ type: "object" }], properties: { a: { items: { $ref: "#/allOf/0" } } } },
      { a: [{}] },
    ],
    ["a schema within itself", { type: "object", properties: { child: { $ref: "#" } }, required: ["child"] }, null],
    ["constants and negations", { properties: { a: { const: 1 }, b: { not: { type: "string" } } } }, { a: 1, b: 2 }],
    ["any value", { properties: { a: true, b: { type: "null" } } }, { a: {}, b: null }],
  ];

  it.each(schemas)("of %s takes what the strict one takes, and the artifact alone", (_, strict, example) => {
    const loose = looseSchema(strict, "input_artifact");
    if (example !== null) {
      expect(fits(strict, example)).toBe(true);
      expect(fits(loose, example)).toBe(true);
    }
    expect(fits(loose, { input_artifact: "a.json" })).toBe(true);
    expect(fits(loose, { input_artifact: 1 })).toBe(false);
  });

  it("shows the members of a root that is a reference", () => {
    const strict = schemas[1]?.[1] ?? {};
    expect(looseSchema(strict, "input_artifact")).toMatchObject({ properties: { a: { type: ["integer", "null"] } } });
  });
});

describe("the tool of a remote agent", () => {
  it("[W13] takes words if its card advertises no schema, and nothing else is enforced", () => {
    const callable = remoteCallable(agent);
    expect(callable).toMatchObject({ kind: "AGENT", description: "Translates.", effectClass: "UNSAFE" });
    expect(callable.inputSchema).toEqual({
      ...{ type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    });
    expect(callable.dualMode).toBeUndefined();
  });

  it("[W5] takes parameters or an artifact if its card advertises a schema, or says that it is a workflow", () => {
    const typed = remoteCallable({ ...agent, inputSchema: invoiceInput, outputSchema: { type: "array" } });
    expect(typed).toMatchObject({
      kind: "AGENT",
      dualMode: { strictSchema: invoiceInput },
      outputSchema: { type: "array" },
    });
    expect(typed.description).toContain("This calls a remote agent with typed input");
    const remoteWorkflow = remoteCallable({ ...agent, isWorkflow: true });
    expect(remoteWorkflow).toMatchObject({ kind: "WORKFLOW", dualMode: { strictSchema: { required: ["text"] } } });
    expect(remoteWorkflow.description).toContain("of which `text` must be given");
  });

  it("[E15] is reached at the interface that was chosen, with its tenant to the letter", () => {
    expect(remoteProvider(agent)).toEqual({
      ...{ name: "agent:translator", kind: "A2A", url: "https://a.example/rpc", bearerSecret: "A" },
      connection: { protocolVersion: "1.0", tenant: "Acme", extensions: [] },
    });
  });
});

describe("the tool of an agent of ours", () => {
  const { inputSchema: schema } = localAgentSchemas({
    actions: [
      {
        id: "sum",
        prompt: "Add",
        inputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
      },
      { id: "tell", prompt: "Tell", inputSchema: null },
    ],
  });

  it("takes words, or an action with the parameters that it asks for", () => {
    for (const given of [
      { text: "Add" },
      { action: "tell" },
      { text: null, action: "sum", parameters: { n: 1 } },
      { text: "Add", action: null, parameters: null },
    ])
      expect(fits(schema, given)).toBe(true);
    for (const given of [
      {},
      { text: null },
      { text: null, action: null },
      { action: "sing" },
      { action: "sum" },
      { action: "sum", parameters: { n: "1" } },
      { text: "Add", invented: 1 },
    ])
      expect(fits(schema, given)).toBe(false);
  });

  it("takes words alone if it has no actions", () => {
    const { inputSchema } = localAgentSchemas({ actions: [] });
    expect(fits(inputSchema, { text: "Hello" })).toBe(true);
    for (const given of [{}, { text: null }, { text: "Hello", action: "sum" }])
      expect(fits(inputSchema, given)).toBe(false);
  });

  it("[N265] takes and gives what its schemas say, to the letter, and text where it has none", () => {
    const [inputSchema, outputSchema] = [invoiceInput, { type: "object", properties: { total: { type: "number" } } }];
    expect(localAgentSchemas({ actions: [], inputSchema, outputSchema })).toEqual({ inputSchema, outputSchema });
    expect(localAgentSchemas({ actions: [], inputSchema }).outputSchema).toEqual(agentOutputSchema);
    expect(localAgentSchemas({ actions: [], outputSchema }).inputSchema).toMatchObject({ required: ["text"] });
  });
});
