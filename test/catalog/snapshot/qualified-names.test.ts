/** One meaning of a tool's name, wherever the plan comes from that calls it. */
import { describe, expect, it } from "vitest";
import { catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { compileWorkflow } from "../../../src/catalog/snapshot/compile-workflow.ts";
import { callableNamed, callableNames } from "../../../src/catalog/snapshot/named-callable.ts";
import { pinnedDefinitions } from "../../../src/catalog/snapshot/pinned-definitions.ts";
import { executionInput } from "../../../src/execution/callables/callable-input.ts";
import { invocationMessage } from "../../../src/execution/commands/invocation-message.ts";
import { type ExecutionDefinitions, offeredCallable } from "../../../src/plan/callable.ts";
import { compilePlan, type PlanSource } from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import type { PlanProblem } from "../../../src/plan/problem.ts";
import { localAgent, workflowInput } from "../../support/catalog/small-catalog.ts";
import { exampleModels } from "../../support/graph/fake-catalog.ts";

const server = (name: string) => ({
  ...{ name, url: `https://${name}.example/mcp`, bearerSecret: null, trusted: true, connection: { era: "modern" } },
  ...{ outputValidation: "STRICT" as const, status: "READY" as const, failure: null, protocolVersion: "2026-07-28" },
  ...{ lastSyncedAt: 1, dropped: [] },
});
const tool = (name: string) => ({
  ...{ name, title: null, description: null, inputSchema: { type: "object" }, outputSchema: { type: "object" } },
  ...{ annotations: {}, metadata: {} },
});
const contents = [
  { server: server("a"), tools: [tool("read"), tool("only")] },
  { server: server("b"), tools: [tool("read")] },
];
const editor = localAgent("editor", { tools: ["a.read", "a.only", "cp__agent_orchestrate"] });
const catalog = catalogSnapshot("1", { contents, agents: [editor] });

function pinned(names: readonly string[]): ExecutionDefinitions {
  const pinning = pinnedDefinitions(catalog, names, exampleModels, { ...builtInLimits, allowOrchestration: true });
  if (!pinning.ok) throw new Error(JSON.stringify(pinning.problems));
  return pinning.definitions;
}

/** What a plan calls, or what is wrong with it. */
type Result = readonly string[] | readonly PlanProblem[];

function compiled(source: PlanSource, definitions?: ExecutionDefinitions): Result {
  const compilation = compilePlan({
    source,
    bindings: null,
    requestedLimits: {},
    callable: (name) => (definitions === undefined ? callableNamed(catalog, name) : offeredCallable(definitions, name)),
    callableNames: () => definitions?.callables.map(({ name }) => name) ?? callableNames(catalog),
    settings: builtInLimits,
    sourcePath: [],
  });
  return compilation.ok
    ? compilation.callables.map(({ remoteName, provider }) => `${provider}/${remoteName}`)
    : compilation.problems;
}

const document = (value: object): PlanSource => ({ kind: "DOCUMENT", document: value, dialect: undefined });
const typed = (toolName: string) => ({
  steps: [{ parallel: { stepId: "g", steps: [{ tool: { toolName, arguments: {} } }] } }],
});
const calls = (tool_name: string) => ({ type: "tool_calls", calls: [{ tool_name, arguments: {} }] });
const agents = (agent_id: string) => ({ steps: [{ id: "s", type: "agent", agent: { agent_id, with: {} } }] });

const everything = pinned(callableNames(catalog));
/** What a planner of the agent `editor` may call, by the names that its registration has. */
const ofEditor = pinned(["a.read", "a.only"]);

function workflow(name: string): Result {
  const input = { ...workflowInput("w", []), source: { kind: "TYPED" as const, plan: typed(name) } };
  const compilation = compileWorkflow(input, catalog, builtInLimits);
  if (!compilation.ok) return compilation.problems;
  return compiled({ kind: "TYPED", plan: typed(name) }, pinned([name]));
}

function orchestrated(name: string): Result {
  const { blueprints = [], inherited = [], ...rest } = pinned(["peer_editor"]);
  const callables = inherited.filter((callable) => callable.name !== "peer_editor");
  const identity = { contextId: "c", requestId: "r", traceId: "t", userId: "u", depth: 0, ancestors: [] };
  const data = { plan: agents(name) };
  const message = invocationMessage({ messageId: "k", text: null, data, artifact: null, identity });
  const limits = builtInLimits.defaults;
  const reading = executionInput({ ...rest, blueprints, callables }, "orchestration", {
    message,
    limits,
    caps: limits,
  });
  if (reading.ok)
    return reading.work.definitions.callables.map(({ remoteName, provider }) => `${provider}/${remoteName}`);
  return (reading.failure.details ?? []) as unknown as readonly PlanProblem[];
}

const entries: readonly (readonly [string, (name: string) => Result])[] = [
  ["given steps", (name) => compiled({ kind: "TYPED", plan: typed(name) })],
  ["a document of calls", (name) => compiled(document(calls(name)))],
  ["a document of agents", (name) => compiled(document(agents(name)))],
  ["a workflow", workflow],
  ["a planner's calls", (name) => compiled(document(calls(name)), everything)],
  ["a planner's steps", (name) => compiled(document(typed(name)), everything)],
  ["the planner of an agent", (name) => compiled(document(calls(name)), ofEditor)],
  ["orchestration of an agent", orchestrated],
];

describe("a name of a tool", () => {
  it.each(entries)("[N338] means the same, qualified or alone, in %s", (_, meaning) => {
    expect(meaning("a.only")).toEqual(["a/only"]);
    expect(meaning("only")).toEqual(["a/only"]);
    expect(meaning("a.read")).toEqual(["a/read"]);
  });

  it.each(entries.slice(0, 6))("[N338, R18] that two servers have is refused with both, in %s", (_, meaning) => {
    expect(meaning("b.read")).toEqual(["b/read"]);
    expect(meaning("read")).toMatchObject([
      {
        kind: "UNKNOWN_CALLABLE",
        nearestNames: ["a.read", "b.read"],
        message: 'Cannot call "read": required a name that means one callable, found 2: a.read, b.read',
      },
    ]);
  });

  it.each(entries.slice(6))("[N338] means the one that was offered of those that have it, in %s", (_, meaning) => {
    expect(meaning("read")).toEqual(["a/read"]);
    expect(meaning("b.read")).toMatchObject([{ kind: "UNKNOWN_CALLABLE" }]);
  });

  it("[N338] that very many servers have is refused with ten of them", () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ server: server(`s${at}`), tools: [tool("read")] }));
    const snapshot = catalogSnapshot("1", { contents: many });
    const compilation = compilePlan({
      ...{ source: { kind: "TYPED", plan: typed("read") }, bindings: null, requestedLimits: {}, sourcePath: [] },
      callable: (name) => callableNamed(snapshot, name),
      callableNames: () => callableNames(snapshot),
      settings: builtInLimits,
    });
    expect(compilation.ok ? [] : compilation.problems).toMatchObject([
      { message: expect.stringMatching(/found 30: s0\.read, (s\d+\.read(, | or )){9}20 more$/) },
    ]);
  });
});
