/** Cards as the API shows them: field by field, whatever their origin. */
import { beforeEach, describe, expect, it } from "vitest";
import { readAgentCard } from "../../../src/catalog/agents/agent-card.ts";
import { data } from "../../support/graph/ask.ts";
import {
  a2aAgent,
  exampleCard,
  exampleTools,
  fakeCatalog,
  httpAgent,
  localAgent,
} from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { sendFor } from "../../support/graph/streams.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
  world.catalog = fakeCatalog("1", exampleTools, "blog", [
    a2aAgent("remote"),
    httpAgent("costs"),
    localAgent("writer"),
  ]);
});

const fields = /* GraphQL */ `
  name description version provider { organization url } documentationUrl iconUrl
  supportedInterfaces { url protocolBinding protocolVersion tenant }
  capabilities { streaming pushNotifications extendedAgentCard extensions { uri description required params } }
  defaultInputModes defaultOutputModes skills { skillId name description tags examples inputModes outputModes }
  securitySchemes isSigned isWorkflow inputSchema outputSchema readAt document
`;
const query = `query ($by: AgentCardSelector!) { agentCard(by: $by) { ${fields} } }`;
const cardOf = async (by: object) => (await data(world, query, { variables: { by } })).agentCard;

describe("agentCard", () => {
  it("is of a remote agent the card that was read", async () => {
    const card = await cardOf({ agent: { name: "remote" } });
    expect(card).toMatchObject({
      ...{ name: "remote", version: "7", provider: { organization: "Example" }, documentationUrl: null },
      capabilities: { streaming: true, pushNotifications: false, extensions: [{ uri: "urn:x", params: { a: 1 } }] },
      skills: [{ skillId: "s", examples: ["Why?"], inputModes: null }],
      ...{ isSigned: false, isWorkflow: false, inputSchema: null, readAt: "2026-01-31T09:30:00.000Z" },
    });
    expect(card.document).toMatchObject(exampleCard("remote"));
  });

  it("is of an agent of this deployment the one that is served, below the address of the deployment", async () => {
    const card = await cardOf({ agent: { name: "writer" } });
    expect(card).toMatchObject({ name: "writer", readAt: null, isWorkflow: false });
    expect(card.supportedInterfaces[0]).toMatchObject({
      url: "http://localhost/a2a/default/writer",
      protocolVersion: "1.0",
    });
    world.settings = { publicUrl: "https://plans.example.com" };
    const { agent } = await data(world, '{ agent(by: { name: "writer" }) { card { supportedInterfaces { url } } } }');
    expect(agent.card.supportedInterfaces[0].url).toBe("https://plans.example.com/a2a/default/writer");
  });

  it("[W1] [W2] says of a workflow that it is one, with the schemas that it declares", async () => {
    const input = { type: "object", properties: { a: { type: "string" } } };
    const save = "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }";
    const source = { plan: { steps: [{ tool: { toolName: "echo" } }] } };
    await data(world, save, { variables: { input: { name: "flow", description: "x", source, inputSchema: input } } });
    const [saved] = world.savedWorkflows;
    if (saved === undefined) throw new Error("nothing was saved");
    world.catalog = fakeCatalog("2", exampleTools, "blog", [], [{ ...saved, createdAt: 0 }]);
    expect(await cardOf({ workflowName: "flow" })).toMatchObject({
      isWorkflow: true,
      inputSchema: input,
      outputSchema: null,
    });
  });

  it("is null for an agent that is not reached over A2A, and for nobody", async () => {
    expect(await cardOf({ agent: { name: "costs" } })).toBeNull();
    expect(await cardOf({ agent: { id: "forged" } })).toBeNull();
    expect(await cardOf({ workflowName: "__proto__" })).toBeNull();
  });

  it("may be kept by its caller for some seconds if it is asked for by GET", async () => {
    const response = await sendFor(world, {
      accept: "application/json",
      method: "GET",
      query: '{ agentCard(by: { agent: { name: "writer" } }) { name } }',
    });
    expect(response.headers.get("cache-control")).toBe("private, max-age=5");
    expect(response.headers.get("etag")).toMatch(/^W\/"[0-9a-f]{32}"$/);
  });
});

describe("previewAgentCard", () => {
  const preview = `query ($url: URL!, $bearerSecret: String) {
    previewAgentCard(url: $url, bearerSecret: $bearerSecret) { card { name readAt skills { skillId } } warnings { code message } errors { code message path } }
  }`;
  const variables = { url: "https://agents.example.com/x", bearerSecret: "X" };

  it("[N40] shows a card that could be registered, with what it lacks, and registers nothing", async () => {
    const reading = readAgentCard(exampleCard("seen"));
    if (!reading.ok) throw new Error(reading.message);
    const { card, document } = reading;
    const facts = { endpoint: "https://agents.example.com/seen", inputSchema: null, interfaceTenant: null } as const;
    world.previewAnswer = {
      ...{ kind: "READ", cardUrl: "https://agents.example.com/x", card, document },
      facts: { ...facts, isWorkflow: false, outputSchema: null, protocolVersion: "1.0" },
      warnings: [{ code: "MODES_MISSING", message: "The card has no defaultInputModes: read as text/plain" }],
    };
    expect((await data(world, preview, { variables })).previewAgentCard).toEqual({
      card: { name: "seen", readAt: "2026-01-31T09:30:05.000Z", skills: [{ skillId: "s" }] },
      warnings: [{ code: "MODES_MISSING", message: "The card has no defaultInputModes: read as text/plain" }],
      errors: [],
    });
    expect(world.calls).toEqual(["catalog.previewAgentCard"]);
  });

  it("says why a card cannot be read, at the argument to blame", async () => {
    expect((await data(world, preview, { variables })).previewAgentCard).toMatchObject({
      card: null,
      errors: [{ code: "UPSTREAM_ERROR", path: ["url"] }],
    });
  });
});
