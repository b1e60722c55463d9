/** What an agent may name among its tools: refused at registration rather than in every run. */
import { describe, expect, it } from "vitest";
import { agentRefusal } from "../../../src/catalog/snapshot/agent-refusal.ts";
import { callableLack } from "../../../src/catalog/snapshot/callable-lack.ts";
import { catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { catalogOf, localAgent } from "../../support/catalog/small-catalog.ts";

const rules = { allowHttp: false, allowPrivate: false };

describe("a name among the tools of an agent", () => {
  it("[N64] may be a tool by either name, an agent, a workflow, orchestration or a question to a person", () => {
    const catalog = catalogOf([localAgent("clerk", { tools: ["read", "cp__agent_orchestrate", "ask_person"] })]);
    for (const name of ["read", "blog.write", "clerk", "peer_clerk", "cp__agent_orchestrate", "ask_person"])
      expect(callableLack(catalog, name), name).toBeUndefined();
  });

  it("[N64] that means nothing is reported with the nearest names", () => {
    expect(callableLack(catalogOf(), "raed")).toBe(
      "required a tool, agent or workflow that is registered, found none of this name; nearest: read",
    );
  });

  it("[N64] that was dropped from its server's list is reported with the reason", () => {
    const [server] = catalogOf().servers;
    if (server === undefined) throw new Error("Expected a server");
    const dropped = [{ name: "odd", reason: "its schema is no object" }];
    const catalog = catalogSnapshot("6", { contents: [{ server: { ...server, dropped }, tools: [] }] });
    for (const name of ["odd", "blog.odd"]) {
      expect(callableLack(catalog, name)).toBe(
        "required a tool that can be called, found one of the server blog that was dropped: its schema is no object",
      );
    }
  });

  it("[N64] that has changed since it was accepted says who accepts it", () => {
    const catalog = catalogOf();
    const [tool] = catalog.tools;
    if (tool === undefined) throw new Error("Expected a tool");
    const changed = { ...catalog, tools: [{ ...tool, status: "CHANGED" as const }] };
    expect(callableLack(changed, tool.name)).toContain("acceptTool accepts them");
  });

  it("[N64] that calls something which cannot be called is reported with the cause, but for the agent that is registered", () => {
    const catalog = catalogOf([localAgent("broken", { tools: ["gone"] }), localAgent("middle", { tools: ["broken"] })]);
    const lack =
      'required a callable that has all it calls, found one that calls "gone": required a tool, agent or workflow';
    expect(callableLack(catalog, "middle")).toContain(lack);
    expect(callableLack(catalog, "peer_middle", new Set(["broken", "peer_broken"]))).toBeUndefined();
  });

  it("[N64] is not orchestration alone, which would have nothing to orchestrate", () => {
    expect(agentRefusal(localAgent("lead", { tools: ["cp__agent_orchestrate"] }), rules)).toMatchObject({
      member: "tools",
      message: expect.stringContaining("others beside cp__agent_orchestrate"),
    });
    expect(agentRefusal(localAgent("lead", { tools: ["cp__agent_orchestrate", "read"] }), rules)).toBeUndefined();
  });
});
