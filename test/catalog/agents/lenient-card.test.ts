/** Cards that break the letter of A2A and whose meaning is certain are read, with a warning for each gap; all others are refused by the true cause. */
import { describe, expect, it } from "vitest";
import type { RemoteAgentRequest } from "../../../src/catalog/agent-registration.ts";
import { readAgentCard } from "../../../src/catalog/agents/agent-card.ts";
import { parseAgentCard, remoteAgent } from "../../../src/catalog/agents/parse-agent-card.ts";
import { agentRefusal } from "../../../src/catalog/snapshot/agent-refusal.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { aimockCard, mastraCard, pythonCard, voltAgentCard } from "../../support/catalog/cards-of-others.ts";
import { processorMs } from "../../support/engine/processor-time.ts";

const cardUrl = "https://agents.example.com/.well-known/weather/agent-card.json";
const request: RemoteAgentRequest = {
  ...{ kind: "A2A", name: null, description: null, url: cardUrl, bearerSecret: null, effectClass: "UNSAFE" },
  ...{ usageHints: "", tags: null, exampleQueries: null, routable: null },
};

function accepted(received: JsonObject) {
  const result = parseAgentCard(cardUrl, received);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.parsed;
}

function refusal(received: JsonObject): string {
  const result = parseAgentCard(cardUrl, received);
  if (result.ok) throw new Error("Expected a refusal, found a card");
  return result.refusal.message;
}

const codes = (received: JsonObject) => accepted(received).warnings.map(({ code }) => code);
const without = (card: JsonObject, field: string): JsonObject => {
  const { [field]: _, ...rest } = card;
  return rest;
};

it("[N845] a card is read in time proportional to its name", () => {
  const begun = processorMs();
  const named = remoteAgent(request, accepted({ ...mastraCard, name: `a${"_".repeat(200_000)}b` }), 1);
  expect(named.name).toBe(`a${"_".repeat(47)}`);
  expect(processorMs() - begun).toBeLessThan(1_000);
});

describe("[N40] a card that lacks something whose meaning is certain", () => {
  it("is read as Mastra publishes it: url without protocolVersion is 0.3, a relative address is resolved against the card's", () => {
    const { document, facts, warnings } = accepted(mastraCard);
    expect(facts).toMatchObject({ protocolVersion: "0.3", endpoint: "https://agents.example.com/a2a/weather-agent" });
    expect(warnings.map(({ code }) => code)).toEqual(["PROTOCOL_VERSION_MISSING", "RELATIVE_ADDRESS"]);
    expect(warnings[0]?.message).toBe(
      "The card has no protocolVersion: read as A2A 0.3, the only version whose cards have a url at the top",
    );
    expect(warnings[1]?.message).toContain('"/a2a/weather-agent"');
    expect(warnings[1]?.message).toContain("https://agents.example.com/a2a/weather-agent");
    expect(readAgentCard(document)).toMatchObject({ ok: true, warnings: [] });
  });

  it("is read as VoltAgent publishes it: without a description the agent has its name, until the registration says more", () => {
    const parsed = accepted(voltAgentCard);
    expect(parsed.warnings.map(({ code }) => code)).toEqual(["PROTOCOL_VERSION_MISSING", "DESCRIPTION_MISSING"]);
    const named = remoteAgent(request, parsed, 1);
    expect(named).toMatchObject({ name: "support", description: "support", protocolVersion: "0.3" });
    expect(named.warnings).toEqual(parsed.warnings);
    expect(agentRefusal(named, { allowHttp: true, allowPrivate: true })).toBeUndefined();
    const described = remoteAgent({ ...request, description: "Answers customers" }, parsed, 1);
    expect(described.description).toBe("Answers customers");
    expect(described.warnings.map(({ code }) => code)).toEqual(["PROTOCOL_VERSION_MISSING"]);
  });

  it("is read as aimock publishes it: absent modes are text", () => {
    const { card, warnings } = accepted(aimockCard);
    expect(card).toMatchObject({ defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] });
    expect(card.skills).toMatchObject([{ id: "greet", description: "", tags: [] }]);
    expect(warnings.map(({ code }) => code)).toEqual([
      ...["MODES_MISSING", "MODES_MISSING", "FIELD_MISSING", "FIELD_MISSING"],
    ]);
  });

  it("is read as the samples of a2a-python publish it: an interface of 1.0 without a version", () => {
    const { facts, warnings } = accepted(pythonCard);
    expect(facts).toMatchObject({ protocolVersion: "1.0", endpoint: "http://127.0.0.1:9999" });
    expect(warnings.map(({ code }) => code)).toEqual(["PROTOCOL_VERSION_MISSING"]);
  });

  it.each(["version", "capabilities", "skills"])(
    "without %s has none, as protobuf leaves out what is empty",
    (field) => {
      expect(
        codes(without({ ...pythonCard, supportedInterfaces: aimockCard.supportedInterfaces ?? [] }, field)),
      ).toEqual(["FIELD_MISSING"]);
    },
  );

  it("with null in the place of a member is read as one without it, and one that lacks nothing has no warnings", () => {
    expect(codes({ ...voltAgentCard, protocolVersion: null, description: null })).toEqual([
      ...["PROTOCOL_VERSION_MISSING", "DESCRIPTION_MISSING"],
    ]);
    expect(codes({ ...mastraCard, protocolVersion: "0.3.0", url: "https://a.example/rpc" })).toEqual([]);
  });

  it("without a name is registered under that of the registration, and refused by the true cause without one", () => {
    const parsed = accepted(without(mastraCard, "name"));
    expect(parsed.warnings.map(({ code }) => code)).toContain("NAME_MISSING");
    const rules = { allowHttp: true, allowPrivate: true };
    expect(agentRefusal(remoteAgent(request, parsed, 1), rules)?.message).toBe(
      "Cannot use the name of the agent: required one in the registration, because the card has none that can be used, found none",
    );
    const named = remoteAgent({ ...request, name: "weather" }, parsed, 1);
    expect(agentRefusal(named, rules)).toBeUndefined();
    expect(named.warnings.map(({ code }) => code)).not.toContain("NAME_MISSING");
  });

  it("has every relative address resolved, and none gets around the egress rules", () => {
    const additional = [{ url: "rest", transport: "HTTP+JSON" }];
    const { card, warnings } = accepted({ ...mastraCard, protocolVersion: "0.3.0", additionalInterfaces: additional });
    expect(card.supportedInterfaces.map(({ url }) => url)).toEqual([
      "https://agents.example.com/a2a/weather-agent",
      "https://agents.example.com/.well-known/weather/rest",
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(["RELATIVE_ADDRESS", "RELATIVE_ADDRESS"]);
    const elsewhere = remoteAgent(request, accepted({ ...mastraCard, url: "//169.254.169.254/latest" }), 1);
    expect(elsewhere.endpoint).toBe("https://169.254.169.254/latest");
    expect(agentRefusal(elsewhere, { allowHttp: true, allowPrivate: false })).toMatchObject({ code: "EGRESS_DENIED" });
  });
});

describe("a card whose meaning is not certain", () => {
  it.each([
    [
      "neither interfaces nor url",
      without(mastraCard, "url"),
      "found neither supportedInterfaces (A2A 1.0) nor url (A2A 0.3)",
    ],
    [
      "0.3 without url",
      without({ ...mastraCard, protocolVersion: "0.3.0" }, "url"),
      'found the version "0.3.0" and no url',
    ],
    [
      "1.0 without interfaces",
      { ...mastraCard, protocolVersion: "1.0" },
      "required supportedInterfaces in a card of A2A 1.0",
    ],
    ["an older version", { ...mastraCard, protocolVersion: "0.2.6" }, 'found "0.2.6"'],
    ["an empty url", { ...mastraCard, url: "" }, "supportedInterfaces.0.url"],
    [
      "no binding",
      { ...pythonCard, supportedInterfaces: [{ url: "https://a.example" }] },
      "protocolBinding is missing",
    ],
    ["a wrong type", { ...mastraCard, description: 7 }, "description: "],
  ])("[N41] is refused by the true cause: %s", (_, card, words) => {
    expect(refusal(card)).toContain(words);
  });

  it("[N40] has warnings that are bounded, whatever it holds", () => {
    const skills = Array.from({ length: 5_000 }, (_, position) => ({ id: `s${position}`, name: "x" }));
    const { warnings } = accepted({ ...mastraCard, url: `/${"x".repeat(5_000)}`, skills });
    expect(warnings.length).toBeLessThanOrEqual(20);
    for (const { message } of warnings) expect(message.length).toBeLessThanOrEqual(600);
    expect(warnings.some(({ message }) => message.includes("5000 skills"))).toBe(true);
  });
});
