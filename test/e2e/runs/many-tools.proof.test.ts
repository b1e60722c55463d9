/** Prompts over a registry of 2,000 tools: what the planner is offered and asks for, over the real Worker, and that it is shown. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { McpServers } from "../../support/callees/mcp-servers.ts";
import { startRegistryServers } from "../../support/callees/registry-server.ts";
import { largeRegistry } from "../../support/catalog/large-registry.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { prompt } from "../../support/deployed/model-executions.ts";

const served = deployedWorld({ models: {} });
let registry: McpServers;

beforeAll(async () => {
  registry = await startRegistryServers(largeRegistry);
  for (const { name } of largeRegistry) await served.planwright.register(name, `${registry.url}/${name}/mcp`, true);
});

afterAll(() => registry?.close());

interface Shown {
  readonly plannerOffer: object | null;
  readonly events: {
    readonly nodes: readonly { readonly query?: string; readonly callableNames?: readonly string[] }[];
  };
}

async function shown(id: string): Promise<Shown> {
  const { execution } = await served.planwright.ask<{ execution: Shown }>(
    `query ($id: ID!) { execution(by: { id: $id }) {
      plannerOffer { offered registered query found }
      events(first: 100) { nodes { ... on CallablesFound { query callableNames failure { code } } } }
    } }`,
    { id },
  );
  return execution;
}

const planning = (plan: object) => ({
  for: "PLAN",
  answer: { functions: [{ name: "__planning__", arguments: JSON.stringify(plan) }] },
});

describe("a prompt over 2,000 tools", () => {
  it("[N339] offers the sixty that its words fit, names the servers, and runs what the planner chose", async () => {
    const execution = await prompt(served.planwright, "Refund the last payment: call create_refund {}");
    expect(execution).toMatchObject({ status: "SUCCEEDED", usage: { modelCalls: 2, toolCalls: 1 } });
    expect(registry.calls.at(-1)).toBe("create_refund");
    const { plannerOffer } = await shown(execution.id);
    expect(plannerOffer).toMatchObject({ registered: expect.any(Number), query: null, found: null });
    const { offered, registered } = plannerOffer as { offered: number; registered: number };
    expect(offered).toBeLessThanOrEqual(60);
    expect(registered).toBeGreaterThanOrEqual(2_000);
    const [sent] = await served.sentToModel();
    const system = JSON.stringify(sent?.body.messages[0]);
    expect(system).toContain(`${registered} callables are registered. The ${offered} that fit`);
    expect(system).toContain("shopify");
    expect(JSON.stringify(sent?.body).length).toBeLessThan(60_000);
  });

  it("[N340] lets the planner search once, in words of its own, and runs what was found", async () => {
    const calls = [{ tool_name: "create_sms", arguments: {} }];
    await served.script(
      planning({ type: "search", search: "send sms text message phone" }),
      planning({ type: "tool_calls", reasoning: "She reads them.", calls }),
    );
    const execution = await prompt(served.planwright, "Let the courier know on her phone that we are late");
    expect(execution).toMatchObject({ status: "SUCCEEDED", usage: { modelCalls: 3, toolCalls: 1 } });
    expect(registry.calls.at(-1)).toBe("create_sms");
    const { events, plannerOffer } = await shown(execution.id);
    expect(plannerOffer).toMatchObject({ query: "send sms text message phone" });
    const [found] = events.nodes.filter(({ query }) => query !== undefined);
    expect(found).toMatchObject({ query: "send sms text message phone", failure: null });
    expect(found?.callableNames).toContain("create_sms");
    const [first, second, third] = await served.sentToModel();
    expect(JSON.stringify(first?.body)).not.toContain("create_sms");
    expect(JSON.stringify(second?.body)).toContain("create_sms");
    // What the responder is told begins with what the planner was told last.
    expect(third?.body.messages.slice(0, 2)).toEqual(second?.body.messages.slice(0, 2));
  });

  it("[N339] offers what `callables` names and nothing else, without a search", async () => {
    const execution = await prompt(served.planwright, "Call create_refund {}", { callables: ["stripe.create_refund"] });
    expect(execution).toMatchObject({ status: "SUCCEEDED" });
    expect((await shown(execution.id)).plannerOffer).toBeNull();
  });
});
