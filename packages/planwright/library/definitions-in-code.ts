/** Agents and workflows in code. They are compiled when the Worker starts, against the tools in code and one another: of a tenant they know nothing. */
import * as z from "zod";
import type { LocalAgentRegistration, RegisteredAgent } from "../../../src/catalog/agent-registration.ts";
import type { DiscoveredTool } from "../../../src/catalog/discovered-tool.ts";
import { catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { compileDefinitions } from "../../../src/catalog/snapshot/compile-definitions.ts";
import type { WorkflowInput } from "../../../src/catalog/snapshot/compile-workflow.ts";
import type { RegisteredWorkflow } from "../../../src/catalog/workflow-registration.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { ConfigurationError } from "./configuration-error.ts";
import type { DefinitionsInCode } from "./definition-options.ts";

const json = z.custom<Json>((value) => value !== undefined);
const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
const texts = z.array(z.string()).optional();

const shape = z.object({
  agents: z.array(
    z.strictObject({
      ...{
        name: z.string(),
        description: z.string(),
        instructions: z.string(),
        tools: texts,
        model: z.string().optional(),
      },
      ...{ maxRounds: z.number().optional(), inputSchema: jsonObject.optional(), outputSchema: jsonObject.optional() },
      ...{ tags: texts, exampleQueries: texts, routable: z.boolean().optional(), public: z.boolean().optional() },
    }),
  ),
  workflows: z.array(
    z.strictObject({
      ...{ name: z.string(), description: z.string(), plan: jsonObject, output: json.optional() },
      ...{ inputSchema: json.optional(), outputSchema: json.optional(), public: z.boolean().optional() },
      ...{ schedule: z.enum(["SEQUENTIAL", "DATAFLOW"]).optional(), timeoutMs: z.number().optional() },
    }),
  ),
});

type Given = z.output<typeof shape>;

/** The definitions as the catalog has them. */
export function definitionsOf({ agents = [], workflows = [] }: DefinitionsInCode, tools: readonly DiscoveredTool[]) {
  const parsed = shape.safeParse({ agents, workflows });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigurationError(placeOf(issue?.path ?? []), `required what its type says: ${issue?.message}`);
  }
  const snapshot = catalogSnapshot("0", { deployed: { tools, agents: [], workflows: [] } });
  // A workflow states no limits of its own: it may be as large as any request could permit.
  const limits = { ...builtInLimits, defaults: builtInLimits.caps };
  const input = { agents: parsed.data.agents.map(agentOf), workflows: parsed.data.workflows.map(workflowOf) };
  const result = compileDefinitions(input, snapshot, limits);
  if (!result.ok) {
    const [problem] = result.problems;
    throw new ConfigurationError(placeOf(problem?.path ?? []), problem?.message ?? "it cannot be compiled");
  }
  const found: { agents: RegisteredAgent[]; workflows: RegisteredWorkflow[] } = { agents: [], workflows: [] };
  // They are as old as the code, whose age nobody knows here.
  for (const definition of result.definitions) {
    if (definition.kind === "AGENT") found.agents.push({ ...definition.agent, createdAt: 0, updatedAt: 0 });
    else found.workflows.push({ ...definition.workflow, createdAt: 0 });
  }
  return found;
}

function agentOf(agent: Given["agents"][number]): LocalAgentRegistration {
  const { inputSchema, maxRounds, outputSchema } = agent;
  return {
    kind: "LOCAL",
    name: agent.name,
    description: agent.description,
    instructions: agent.instructions,
    tags: agent.tags ?? [],
    exampleQueries: agent.exampleQueries ?? [],
    // Only one that takes text can be routed to.
    routable: agent.routable ?? inputSchema === undefined,
    skills: [],
    model: agent.model ?? null,
    tools: agent.tools ?? [],
    actions: [],
    public: agent.public ?? false,
    ...(maxRounds === undefined ? {} : { maxRounds }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

function workflowOf(workflow: Given["workflows"][number]): WorkflowInput {
  const { description, inputSchema, name, output, outputSchema, plan, schedule, timeoutMs } = workflow;
  return {
    name,
    description,
    source: { kind: "TYPED", plan },
    schedule: schedule ?? null,
    inputSchema: (inputSchema as WorkflowInput["inputSchema"] | undefined) ?? null,
    outputSchema: (outputSchema as WorkflowInput["outputSchema"] | undefined) ?? null,
    public: workflow.public ?? false,
    timeoutMs: timeoutMs ?? null,
    ...(output === undefined ? {} : { output }),
  };
}

/** `agents[0].tools`, of a path that may lead through the form of a file. */
function placeOf(path: readonly PropertyKey[]): string {
  const shown = path.map(String).filter((part) => part !== "source" && part !== "local");
  return (
    shown.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`)).join("") || "agents"
  );
}
