/** Workflows over the example MCP server and agents, as callables of executions in real objects. */
import { childProvider } from "../../../src/catalog/child-provider.ts";
import { callableNamed } from "../../../src/catalog/snapshot/named-callable.ts";
import type { Json, JsonSchema } from "../../../src/json/json.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { compilePlan } from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { type AgentDefinition, type RunDefinition, runDefinitionKey } from "../../../src/plan/run-definition.ts";
import { modelOf } from "../models/model-of.ts";
import { callableOf } from "../plan/callables.ts";
import { tool } from "../plan/typed-tool.ts";
import { testCatalog } from "./example-catalog.ts";
import type { OurCallables } from "./start-request.ts";

/** An agent or a workflow of ours: how it is called, and what it is. */
export interface OurCallable {
  readonly callable: CallableDefinition;
  readonly definition: RunDefinition;
  /** Names of the tools of the example server that it calls. */
  readonly toolNames: readonly string[];
}

export interface WorkflowFacts {
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Template of the output. Without one it is that of the last step. */
  readonly output?: Json;
  /** What of ours its steps call. */
  readonly uses?: readonly OurCallable[];
}

const textSchema: JsonSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/** A workflow of typed steps, called `workflow_{name}`. */
export async function workflow(name: string, plan: Json, facts: WorkflowFacts = {}): Promise<OurCallable> {
  const { inputSchema = textSchema, outputSchema = null, uses = [] } = facts;
  const snapshot = await testCatalog();
  const compiled = compilePlan({
    source: { kind: "TYPED", plan },
    bindings: {},
    requestedLimits: { maxSteps: 100 },
    settings: builtInLimits,
    sourcePath: [],
    input: inputSchema,
    outputSchema: outputSchema ?? undefined,
    ...(facts.output !== undefined && { output: facts.output }),
    callable: (called) =>
      uses.find(({ callable }) => callable.name === called)?.callable ?? callableNamed(snapshot, called),
    callableNames: () => [],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const callableNames = compiled.callables.map((callable) => callable.name);
  const key = runDefinitionKey("WORKFLOW", name);
  const { output, plan: made, planHash } = compiled;
  return {
    callable: ours(`workflow_${name}`, key, {
      kind: "WORKFLOW",
      inputSchema: { type: "object" },
      outputSchema,
      dualMode: { strictSchema: inputSchema, artifactArgument: "input_artifact", targetName: name },
    }),
    definition: {
      kind: "WORKFLOW",
      key,
      callableNames,
      name,
      version: planHash,
      plan: made,
      planHash,
      inputSchema,
      outputSchema,
      output: output ?? null,
    },
    toolNames: callableNames.filter((called) => !uses.some(({ callable }) => callable.name === called)),
  };
}

/** Stores the note that its input names, and gives its name back. */
export const keep = () =>
  workflow(
    "keep",
    { steps: [tool("set", "set_note", { name: "{{input.text}}", text: "kept" })] },
    { output: { kept: "{{steps.set.output.name}}" } as Json },
  );

function ours(name: string, key: string, facts: Partial<CallableDefinition>): CallableDefinition {
  return callableOf({
    name,
    inputSchema: textSchema,
    outputValidation: "OFF",
    provider: childProvider.name,
    remoteName: key,
    ...facts,
  });
}

const model = modelOf({
  name: "scripted",
  baseUrl: "https://models.example/v1",
  maxOutputTokens: 500,
  timeoutMs: 10_000,
});

/** An agent, called `peer_{name}`. It plans with what it uses; without anything it answers at once. */
export function agent(name: string, uses: readonly OurCallable[] = [], toolNames: readonly string[] = []): OurCallable {
  const callableNames = [...toolNames, ...uses.map(({ callable }) => callable.name)];
  const key = runDefinitionKey("AGENT", name);
  const plan = { model, encoding: "FUNCTION", schedule: null, maxCorrections: 0, maxPlanBytes: 100_000 } as const;
  const definition: AgentDefinition = {
    kind: "AGENT",
    key,
    callableNames,
    name,
    actions: [],
    respond: { model, reservedMs: 60_000 },
    agent: { name, description: "", instructions: `You are ${name}.`, skills: [] },
    plan: callableNames.length === 0 ? null : plan,
  };
  return { callable: ours(`peer_${name}`, key, { kind: "AGENT" }), definition, toolNames };
}

/** What a plan may call of ours; `below` is what only those that are called call. */
export function family(called: readonly OurCallable[], below: readonly OurCallable[] = []): OurCallables {
  const all = [...called, ...below];
  return {
    callables: all.map(({ callable }) => callable),
    blueprints: all.map(({ definition }) => definition),
    toolNames: all.flatMap(({ toolNames }) => toolNames),
  };
}
