/** Which names of agents and workflows are taken, by what else is registered. */
import { describe, expect, it } from "vitest";
import type { RegisteredAgent } from "../../../src/catalog/agent-registration.ts";
import type { Named } from "../../../src/catalog/plan-name.ts";
import { nameTaken } from "../../../src/catalog/snapshot/registry-names.ts";
import { catalogOf, localAgent, savedWorkflow } from "../../support/catalog/small-catalog.ts";

const remote = (name: string, isWorkflow: boolean) =>
  ({ ...localAgent(name), kind: "A2A", isWorkflow }) as unknown as Named;

describe("the names of something that is registered again", () => {
  const tools = ["read", "x", "peer_x", "workflow-x"];

  it("[R18] are its own, whatever tools came to have them meanwhile", () => {
    const catalog = catalogOf([localAgent("x")], [savedWorkflow("y", ["read"], catalogOf())], [...tools, "workflow_y"]);
    expect(nameTaken(catalog, localAgent("x"))).toBeUndefined();
    expect(nameTaken(catalog, remote("x", false))).toBeUndefined();
    expect(nameTaken(catalog, { name: "y" })).toBeUndefined();
  });

  it("[R18] are taken if it did not have them before: a tool never comes to mean something else by that", () => {
    const catalog = catalogOf([localAgent("x")], [], tools);
    expect(nameTaken(catalog, remote("x", true))).toBe('a tool "workflow-x" of the server blog');
    const http = { ...localAgent("x"), kind: "HTTP" } as RegisteredAgent;
    expect(nameTaken(catalogOf([http], [], tools), localAgent("x"))).toBe('a tool "peer_x" of the server blog');
  });
});
