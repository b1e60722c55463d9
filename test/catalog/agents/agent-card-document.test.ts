/** The cards that we serve, read back as a peer reads them. */
import { AgentCard } from "@a2a-js/sdk";
import { describe, expect, it } from "vitest";
import { agentCardOf, cardIn03 } from "../../../src/catalog/agents/agent-card-document.ts";
import { parseAgentCard } from "../../../src/catalog/agents/parse-agent-card.ts";
import { catalogOf, localAgent, savedWorkflow } from "../../support/catalog/small-catalog.ts";

const facts = {
  ...{ endpoint: "https://us.example/a2a/acme/x", tenant: "acme", version: "0.4.0", requiresCredentials: true },
  ...{ streaming: true as const, pushNotifications: true },
};
const workflow = { ...savedWorkflow("report", ["read"], catalogOf()), outputSchema: { type: "array" } };
const agent = localAgent("writer", {
  ...{ tags: ["words"], exampleQueries: ["Write!"], instructions: "Secret instructions", public: true },
  skills: [{ id: "style", instructions: "Secret skill" }],
  actions: [{ id: "sum", prompt: "Secret prompt", inputSchema: { type: "object" } }],
});

function read(card: unknown) {
  const result = parseAgentCard("https://us.example/card.json", card);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.parsed;
}

describe("a card that is served", () => {
  it("[W1][W2] of a workflow says that it is one, and what it takes and gives, in both forms", () => {
    const card = agentCardOf(workflow, facts);
    const typed = { isWorkflow: true, inputSchema: workflow.inputSchema, outputSchema: { type: "array" } };
    expect(read(card).facts).toEqual({
      ...{ ...typed, endpoint: facts.endpoint, protocolVersion: "1.0", interfaceTenant: "acme" },
    });
    expect(read(cardIn03(card)).facts).toEqual({
      ...{ ...typed, endpoint: facts.endpoint, protocolVersion: "0.3", interfaceTenant: null },
    });
    expect(read(card).card.skills).toMatchObject([{ id: "report", tags: ["workflow"] }]);
  });

  it("of an agent names its skills and actions, and nothing of what its model is told", () => {
    const card = agentCardOf(agent, facts);
    expect(read(card).facts.isWorkflow).toBe(false);
    expect(read(card).card.skills.map(({ id }) => id)).toEqual(["style", "sum"]);
    expect(read(agentCardOf(localAgent("plain"), facts)).card.skills.map(({ id }) => id)).toEqual(["plain"]);
    expect(JSON.stringify([card, cardIn03(card)])).not.toContain("Secret");
  });

  it("says how callers prove themselves, in the words of each version, or that they need not", () => {
    const card = agentCardOf(agent, facts);
    expect(card).toMatchObject({
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    });
    expect(cardIn03(card)).toMatchObject({
      ...{ securitySchemes: { bearer: { type: "http", scheme: "Bearer" } }, security: [{ bearer: [] }] },
      ...{ protocolVersion: "0.3.0", preferredTransport: "JSONRPC", supportsAuthenticatedExtendedCard: true },
    });
    expect(agentCardOf(agent, { ...facts, requiresCredentials: false })).not.toHaveProperty("securitySchemes");
  });

  it("is the same card to the official library", () => {
    const { capabilities, name, skills, supportedInterfaces } = AgentCard.fromJSON(agentCardOf(workflow, facts));
    expect({ name, endpoints: supportedInterfaces.map(({ protocolVersion, url }) => [protocolVersion, url]) }).toEqual({
      ...{ name: "report", endpoints: ["1.0", "0.3"].map((version) => [version, facts.endpoint]) },
    });
    expect(capabilities).toMatchObject({ streaming: true, pushNotifications: true, extendedAgentCard: true });
    expect(skills).toHaveLength(1);
  });
});
