/** Requests to start typed plans over the example MCP server, compiled as the Worker compiles them. */
import { childProvider } from "../../../src/catalog/child-provider.ts";
import { callableNamed } from "../../../src/catalog/snapshot/named-callable.ts";
import { pinnedDefinitions } from "../../../src/catalog/snapshot/pinned-definitions.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { Json } from "../../../src/json/json.ts";
import { executionName } from "../../../src/json/object-name.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { compilePlan } from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { noModels } from "../../../src/plan/model-definition.ts";
import type { RunDefinition } from "../../../src/plan/run-definition.ts";
import { definitionsFor } from "../../../src/plan/run-definitions.ts";
import { plainStart } from "../engine/plain-start.ts";
import { testCatalog } from "./example-catalog.ts";

/** Agents and workflows of ours that a plan may call beside the tools of the catalog, with the tools that they call. */
export interface OurCallables {
  readonly callables: readonly CallableDefinition[];
  readonly blueprints: readonly RunDefinition[];
  readonly toolNames: readonly string[];
}

const noneOfOurs: OurCallables = { callables: [], blueprints: [], toolNames: [] };

/** A request to run a typed plan, with what it may call pinned from the catalog of the tenant `default` and from `ours`. */
export async function requestFor(
  plan: Json,
  more: Partial<StartRequest> = {},
  ours: OurCallables = noneOfOurs,
): Promise<StartRequest> {
  const snapshot = await testCatalog();
  const compiled = compilePlan({
    source: { kind: "TYPED", plan },
    bindings: more.bindings ?? {},
    requestedLimits: { maxSteps: 1_000, maxParallel: 6 },
    callable: (name) => ours.callables.find((own) => own.name === name) ?? callableNamed(snapshot, name),
    callableNames: () => snapshot.tools.map((tool) => tool.name),
    settings: builtInLimits,
    sourcePath: ["plan"],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const names = compiled.callables.map((callable) => callable.name);
  const pinning = pinnedDefinitions(snapshot, [...names, ...ours.toolNames], noModels);
  if (!pinning.ok) throw new Error(JSON.stringify(pinning.problems));
  const { callables, catalogRevision, providers } = pinning.definitions;
  const known = {
    catalogRevision,
    blueprints: ours.blueprints,
    callables: [...callables, ...ours.callables],
    providers: [...providers, childProvider],
  };
  const execution = executionName("default", "graphql", crypto.randomUUID());
  return {
    ...plainStart,
    execution,
    origin: { root: execution, parent: null, depth: 0, ancestors: [] },
    requestId: crypto.randomUUID(),
    input: { kind: "NONE" },
    chosenAgent: null,
    rejected: null,
    plan: compiled.plan,
    planHash: compiled.planHash,
    definitions: definitionsFor(known, names),
    bindings: {},
    reused: [],
    limits: compiled.limits,
    waitMs: 0,
    withValues: true,
    ...more,
  };
}
