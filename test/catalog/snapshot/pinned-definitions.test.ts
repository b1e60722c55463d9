/** What an execution takes along so that neither it nor its children ever ask the catalog (E15). */
import { describe, expect, it } from "vitest";
import type { RemoteAgentRequest } from "../../../src/catalog/agent-registration.ts";
import { parseAgentCard, remoteAgent } from "../../../src/catalog/agents/parse-agent-card.ts";
import { withWorkflowVersion } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { callableNamed, callableNames } from "../../../src/catalog/snapshot/named-callable.ts";
import {
  type PinningSettings,
  pinnableNames,
  pinnedDefinitions,
} from "../../../src/catalog/snapshot/pinned-definitions.ts";
import { executionInput } from "../../../src/execution/callables/callable-input.ts";
import { invocationMessage } from "../../../src/execution/commands/invocation-message.ts";
import { offeredCallable } from "../../../src/plan/callable.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { noModels } from "../../../src/plan/model-definition.ts";
import { definitionsFor } from "../../../src/plan/run-definitions.ts";
import { aimockCard } from "../../support/catalog/cards-of-others.ts";
import { catalogOf, localAgent, models, savedWorkflow } from "../../support/catalog/small-catalog.ts";

const settings: PinningSettings = { maxPlanBytes: 1_000, maxJsonDepth: 9, allowOrchestration: true };

function pinned(catalog: ReturnType<typeof catalogOf>, names: readonly string[]) {
  const pinning = pinnedDefinitions(catalog, names, models, settings);
  if (!pinning.ok) throw new Error(JSON.stringify(pinning.problems));
  return pinning.definitions;
}

const remoteRequest: RemoteAgentRequest = {
  ...{ kind: "A2A", name: null, description: null, url: "https://x.example", bearerSecret: null },
  ...{ effectClass: "UNSAFE", usageHints: "", tags: null, exampleQueries: null, routable: null },
};

const report = savedWorkflow(
  "report",
  ["read", "peer_writer"],
  catalogOf([localAgent("writer", { tools: ["write"] })]),
);
const writer = localAgent("writer", { tools: ["write"], model: "small" });

describe("what an execution pins", () => {
  it("[E15] of a workflow is its version with all that its run and the runs below it may call", () => {
    const definitions = pinned(catalogOf([writer], [report]), ["workflow_report"]);
    expect(definitions.callables.map(({ name }) => name)).toEqual(["workflow_report"]);
    expect(definitions.inherited?.map(({ name }) => name)).toEqual(["read", "peer_writer", "write"]);
    expect(definitions.providers.map(({ kind, name }) => [kind, name])).toEqual([
      ["CHILD", "planwright:child"],
      ["MCP", "blog"],
    ]);
    expect(definitions.blueprints).toMatchObject([
      { kind: "WORKFLOW", key: "workflow:report", version: report.version, callableNames: ["read", "peer_writer"] },
      { kind: "AGENT", key: "agent:writer", callableNames: ["write"], plan: { model: { name: "small" } } },
    ]);
  });

  it("of an agent without tools is nothing but the model that answers", () => {
    const { blueprints } = pinned(catalogOf([localAgent("teller")]), ["teller"]);
    expect(blueprints).toMatchObject([
      { key: "agent:teller", plan: null, respond: { model: { name: "small" }, reservedMs: 60_000 } },
    ]);
  });

  it("plans in the way that the deployment is set to", () => {
    const { blueprints } = pinned(catalogOf([localAgent("writer", { tools: ["write"] })]), ["peer_writer"]);
    expect(blueprints?.[0]).toMatchObject({
      plan: { model: { name: "large" }, encoding: "JSON", schedule: null, maxCorrections: 1, maxPlanBytes: 1_000 },
      respond: { model: { name: "small" } },
    });
  });

  it("[N65] is called by every name that a given plan may use, whichever of them was offered", () => {
    const reading = parseAgentCard("https://x.example", aimockCard);
    if (!reading.ok) throw new Error(reading.refusal.message);
    const remote = (name: string, isWorkflow: boolean) => {
      const agent = remoteAgent({ ...remoteRequest, name }, reading.parsed, 1);
      return { ...agent, isWorkflow, createdAt: 1, updatedAt: 1 };
    };
    const catalog = catalogOf([writer, remote("new-agent", false), remote("far-flow", true)], [report]);
    const names = [
      ["writer", "peer_writer"],
      ["new-agent", "peer_new-agent"],
      ["far-flow", "workflow_far-flow"],
      ["report", "workflow_report"],
    ];
    expect(offeredCallable(pinned(catalog, ["read"]), "blog.read")?.name).toBe("read");
    for (const same of names)
      for (const offered of same) {
        const definitions = pinned(catalog, [offered]);
        for (const written of same)
          expect(offeredCallable(definitions, written)?.name, `${written} for ${offered}`).toBe(offered);
        for (const other of ["new_agent", "peer_far-flow", "workflow_writer", "agent:writer", "blog.writer", "nobody"])
          expect(offeredCallable(definitions, other)).toBeUndefined();
      }
    const twice = pinned(catalog, ["new-agent", "peer_new-agent"]);
    expect(offeredCallable(twice, "peer_new-agent")?.name).toBe("peer_new-agent");
  });

  it("ends where agents call one another in a circle", () => {
    const circle = catalogOf([localAgent("a", { tools: ["peer_b"] }), localAgent("b", { tools: ["a", "read"] })]);
    const { blueprints, inherited } = pinned(circle, ["peer_a"]);
    expect(blueprints?.map(({ key }) => key)).toEqual(["agent:a", "agent:b"]);
    expect(inherited?.map(({ name }) => name)).toEqual(["peer_b", "a", "read"]);
  });

  it("names what an agent lacks: a tool that is gone, one that has changed, a model that nobody configured", () => {
    const problems = (agent: Parameters<typeof localAgent>[1], all = models) => {
      const pinning = pinnedDefinitions(catalogOf([localAgent("a", agent)]), ["peer_a"], all, settings);
      return pinning.ok ? [] : pinning.problems;
    };
    expect(problems({ tools: ["raed"] })).toMatchObject([
      { kind: "UNKNOWN_CALLABLE", name: "raed", nearestNames: ["read"], message: expect.stringContaining('agent "a"') },
    ]);
    expect(problems({ model: "gone" })).toMatchObject([
      { kind: "MODEL_NOT_FOUND", message: expect.stringContaining('"gone"') },
    ]);
    expect(problems({}, noModels)).toMatchObject([{ kind: "MODEL_NOT_FOUND" }]);
    expect(problems({ tools: ["read"] })).toEqual([]);
  });

  it("of names that nobody chose leaves out what cannot run", () => {
    const catalog = catalogOf(
      [localAgent("broken", { tools: ["gone"] }), localAgent("dear", { model: "gone" })],
      [report],
    );
    expect(callableNames(catalog)).toEqual(["peer_dear", "read", "write"]);
    expect(pinnableNames(catalog, callableNames(catalog), models, settings)).toEqual(["read", "write"]);
  });

  it("of a version that is older is that version", () => {
    const older = { ...report, version: "1".repeat(64) };
    const { blueprints } = pinned(withWorkflowVersion(catalogOf([writer], [report]), older), ["workflow_report"]);
    expect(blueprints?.[0]).toMatchObject({ key: "workflow:report", version: older.version });
  });
});

describe("orchestration as a tool of an agent", () => {
  const tools = ["cp__agent_orchestrate", "read", "peer_writer"];
  const catalog = catalogOf([localAgent("lead", { tools }), writer]);

  it("is one run definition over what the agent may call, and is itself called by nobody else", () => {
    const definitions = pinned(catalog, ["peer_lead"]);
    expect(definitions.inherited?.map(({ name }) => name)).toEqual([...tools, "write"]);
    expect(definitions.blueprints?.map(({ key }) => key)).toEqual(["agent:lead", "agent:writer", "orchestration"]);
    expect(definitions.blueprints?.at(-1)).toMatchObject({
      ...{ callableNames: ["read", "peer_writer"], plan: { model: { name: "large" } } },
      ...{ maxPlanBytes: 1_000, maxJsonDepth: 9 },
    });
    expect(callableNamed(catalog, "cp__agent_orchestrate")).toBeUndefined();
    expect(pinned(catalog, ["cp__agent_orchestrate"]).callables).toEqual([]);
  });

  it("[O29] reaches nothing that only another agent with the tool may call", () => {
    const other = localAgent("other", { tools: ["cp__agent_orchestrate", "write"] });
    const both = pinned(catalogOf([localAgent("lead", { tools: tools.slice(0, 2) }), other]), ["peer_lead", "other"]);
    const writes = (tools: readonly string[]) => {
      const plan = { steps: [{ id: "a", type: "agent", agent: { agent_id: "write", with: { topic: "b" } } }] };
      const identity = { contextId: "", requestId: "", traceId: "", userId: "", depth: 1, ancestors: [] };
      const message = invocationMessage({ messageId: "m", text: null, data: { plan }, artifact: null, identity });
      return executionInput(definitionsFor(both, tools), "orchestration", { message, limits: builtInLimits.defaults });
    };
    expect(writes(["cp__agent_orchestrate", "write"])).toMatchObject({ ok: true });
    expect(writes(["cp__agent_orchestrate", "read"])).toMatchObject({ ok: false, failure: { code: "PLAN_INVALID" } });
  });

  it("is a problem of the agent where the deployment does not let agents have it", () => {
    const pinning = pinnedDefinitions(catalog, ["peer_lead"], models, { ...settings, allowOrchestration: false });
    expect(pinning).toMatchObject({
      ok: false,
      problems: [{ name: "cp__agent_orchestrate", message: expect.stringContaining("AGENT_ORCHESTRATE_TOOL") }],
    });
  });
});

describe("the effect of an agent or workflow", () => {
  it("[E7] is READ_ONLY if all that it may reach is, and UNSAFE otherwise", () => {
    const reader = localAgent("reader", { tools: ["read", "peer_lead"] });
    const lead = localAgent("lead", { tools: ["cp__agent_orchestrate", "reader"] });
    const reading = savedWorkflow("reading", ["read", "peer_reader"], catalogOf([reader, lead]));
    const catalog = catalogOf([reader, lead, writer], [reading, report]);
    const effect = (name: string) => {
      const callable = callableNamed(catalog, name);
      return typeof callable === "object" ? callable.effectClass : null;
    };
    for (const name of ["read", "reader", "peer_lead", "workflow_reading"]) expect(effect(name)).toBe("READ_ONLY");
    for (const name of ["write", "peer_writer", "workflow_report"]) expect(effect(name)).toBe("UNSAFE");
  });
});
