import { describe, expect, it } from "vitest";
import type { HttpAgentRegistration } from "../../../src/catalog/agent-registration.ts";
import { agentCallable } from "../../../src/catalog/agents/agent-callable.ts";
import { registrationRefusal, type ServerRegistration } from "../../../src/catalog/server-registration.ts";
import { toolDefinition } from "../../../src/catalog/tool-definition.ts";

const server: ServerRegistration = {
  ...{ name: "web", url: "https://web.example/mcp", bearerSecret: null, trusted: false, outputValidation: "STRICT" },
};
const tool = {
  ...{ name: "page", title: null, description: null, metadata: {}, annotations: {} },
  ...{ inputSchema: { type: "object" }, outputSchema: null },
};
const rules = { allowPrivate: false, allowHttp: false };

function labelsOf(registration: Partial<ServerRegistration>, annotations = {}) {
  return toolDefinition({ ...tool, annotations }, { ...server, ...registration }).callable.outputLabels;
}

describe("labels that a registration declares", () => {
  it("[N551] go before what its trust says, and those of a tool before those of its server", () => {
    expect(labelsOf({})).toBeUndefined();
    expect(labelsOf({ trusted: true })).toEqual([]);
    expect(labelsOf({ trusted: true }, { openWorldHint: true })).toBeUndefined();
    expect(labelsOf({ trusted: false }, { openWorldHint: false })).toBeUndefined();
    expect(labelsOf({ trusted: true, protocol: "OPENAPI" })).toBeUndefined();
    expect(labelsOf({ trusted: true, outputLabels: ["UNTRUSTED", "web"] })).toEqual(["UNTRUSTED", "web"]);
    expect(labelsOf({ outputLabels: ["web"] })).toEqual(["UNTRUSTED", "web"]);
    expect(labelsOf({ trusted: true, outputLabels: ["web"] })).toEqual(["web"]);
    expect(labelsOf({ outputLabels: ["TRUSTED"] })).toEqual(["TRUSTED"]);
    const tools = [{ name: "page", outputLabels: ["TRUSTED"] }];
    expect(labelsOf({ outputLabels: ["web"], tools })).toEqual(["TRUSTED"]);
  });

  it("[N551] of an agent elsewhere are added to UNTRUSTED unless it is declared trusted", () => {
    const agent: HttpAgentRegistration = {
      kind: "HTTP",
      ...{ name: "a", description: "", tags: [], exampleQueries: [], routable: true, usageHints: "" },
      ...{ endpoint: "https://a.example", bearerSecret: null, healthUrl: null, effectClass: "UNSAFE" as const },
    };
    expect(agentCallable(agent).outputLabels).toBeUndefined();
    expect(agentCallable({ ...agent, outputLabels: ["legal"] }).outputLabels).toEqual(["UNTRUSTED", "legal"]);
    expect(agentCallable({ ...agent, outputLabels: ["TRUSTED"] }).outputLabels).toEqual(["TRUSTED"]);
  });

  it.each<[readonly string[], string]>([
    [["TRUSTED", "UNTRUSTED"], "required either TRUSTED or UNTRUSTED, found both"],
    [["CALLER"], 'found "CALLER"'],
    [["Web"], 'found "Web"'],
    [[""], 'found ""'],
    [["x".repeat(33)], "at most 31"],
    [["web", "web"], 'required each label once, found "web" again'],
    [Array.from({ length: 17 }, (_, at) => `l${at}`), "required at most 16 labels, found 17"],
  ])("[N551] are refused with the reason: %j", (outputLabels, words) => {
    const refusal = registrationRefusal({ ...server, outputLabels }, rules);
    expect(refusal).toMatchObject({ code: "INVALID_INPUT", member: "outputLabels" });
    expect(refusal?.message).toContain(words);
    const ofTool = registrationRefusal({ ...server, tools: [{ name: "page", outputLabels }] }, rules);
    expect(ofTool).toMatchObject({ member: "tools", message: expect.stringContaining(words) });
  });

  it("[N551] may be as many and as long as they may be", () => {
    const outputLabels = Array.from({ length: 16 }, (_, at) => `l${at}`.padEnd(32, "x"));
    expect(registrationRefusal({ ...server, outputLabels }, rules)).toBeUndefined();
  });
});
