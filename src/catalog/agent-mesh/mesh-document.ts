/**
 * The definitions of Solace Agent Mesh as a file holds them: agents and workflows with their nodes. Names come in two spellings
 * (`depends_on`, `dependencies`), of which the first is used from here on. Members that are unknown are refused.
 */
import * as z from "zod";
import { isJsonObject, type JsonObject } from "../../json/json.ts";
import { foreignSchema, jsonObject } from "../../plan/shape-problems.ts";

/** Another spelling of each name, by object. */
const aliases = {
  depends_on: "dependencies",
  input_schema: "inputSchema",
  output_schema: "outputSchema",
  output_mapping: "outputMapping",
  on_exit: "onExit",
  on_success: "onSuccess",
  on_failure: "onFailure",
  on_cancel: "onCancel",
  fail_fast: "failFast",
  max_call_depth: "maxCallDepth",
  retry_strategy: "retryStrategy",
  retry_policy: "retryPolicy",
  max_duration: "maxDuration",
  max_iterations: "maxIterations",
  max_items: "maxItems",
  concurrency_limit: "concurrencyLimit",
  with_param: "withParam",
  with_items: "withItems",
} as const;

/** Each case is a condition of every node that its switch chooses from. */
const mostCases = 50;
const mostNodes = 500;

const switchAliases = { condition: "when", node: "then" } as const;

/** An object whose members may have another spelling. One that is there in both is a problem of the second. */
function spelled<Shape extends z.ZodType>(shape: Shape, names: Readonly<Record<string, string>> = aliases) {
  return z.preprocess((value) => {
    if (!isJsonObject(value)) return value;
    const members = new Map(Object.entries(value));
    for (const [name, other] of Object.entries(names)) {
      if (!members.has(other) || members.has(name)) continue;
      members.set(name, members.get(other) ?? null);
      members.delete(other);
    }
    return Object.fromEntries(members);
  }, shape);
}

const nodeId = z
  .string()
  .regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, "expected letters, digits and _, not beginning with a digit");
const ids = z.array(z.string()).nullish();
const duration = z.union([z.string(), z.number()]);
const bound = z.int("expected a whole number").min(1, "expected at least 1");

const retryShape = spelled(
  z.strictObject({
    limit: z.int("expected a whole number").min(0, "expected at least 0").default(3),
    retry_policy: z.enum(["Always", "OnFailure", "OnError"]).default("OnFailure"),
    backoff: spelled(
      z.strictObject({
        duration: duration.default("1s"),
        factor: z.number().min(1, "expected at least 1").default(2),
        max_duration: duration.nullish(),
      }),
    ).nullish(),
  }),
);

const callMembers = {
  id: nodeId,
  depends_on: ids,
  input: jsonObject().nullish(),
  instruction: z.string().nullish(),
  input_schema_override: foreignSchema().nullish(),
  output_schema_override: foreignSchema().nullish(),
  when: z.string().nullish(),
  retry_strategy: retryShape.nullish(),
  timeout: duration.nullish(),
};

const nodeShape = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("agent"), agent_name: z.string(), ...callMembers }),
  z.strictObject({ type: z.literal("workflow"), workflow_name: z.string(), ...callMembers }),
  z.strictObject({
    type: z.literal("switch"),
    id: nodeId,
    depends_on: ids,
    cases: z
      .array(spelled(z.strictObject({ condition: z.string(), node: z.string() }), switchAliases))
      .min(1, "expected at least one case")
      .max(mostCases, `expected at most ${mostCases} cases`),
    default: z.string().nullish(),
  }),
  z.strictObject({
    type: z.literal("loop"),
    id: nodeId,
    depends_on: ids,
    node: z.string(),
    condition: z.string(),
    max_iterations: bound.default(100),
    delay: duration.nullish(),
  }),
  z.strictObject({
    type: z.literal("map"),
    id: nodeId,
    depends_on: ids,
    node: z.string(),
    items: z.union([z.string(), jsonObject()]).nullish(),
    with_param: z.string().nullish(),
    with_items: z.array(z.json()).nullish(),
    max_items: bound.nullish(),
    concurrency_limit: bound.nullish(),
  }),
]);

const exitShape = z.union([
  z.string(),
  spelled(
    z.strictObject({
      always: z.string().nullish(),
      on_success: z.string().nullish(),
      on_failure: z.string().nullish(),
      on_cancel: z.string().nullish(),
    }),
  ),
]);

const skillShape = z.looseObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});

const definitionShape = spelled(
  z.strictObject({
    description: z.string(),
    version: z.string().nullish(),
    input_schema: foreignSchema().nullish(),
    output_schema: foreignSchema().nullish(),
    nodes: z
      .array(spelled(nodeShape))
      .min(1, "expected at least one node")
      .max(mostNodes, `expected at most ${mostNodes} nodes`),
    output_mapping: jsonObject(),
    skills: z.array(skillShape).nullish(),
    on_exit: exitShape.nullish(),
    fail_fast: z.boolean().nullish(),
    max_call_depth: bound.nullish(),
    retry_strategy: retryShape.nullish(),
  }),
);

const workflowShape = z.strictObject({
  name: z.string(),
  workflow: definitionShape,
  max_workflow_execution_time_seconds: bound.nullish(),
  default_node_timeout_seconds: bound.nullish(),
  node_cancellation_timeout_seconds: bound.nullish(),
  default_max_map_items: bound.nullish(),
});

const agentShape = spelled(
  z.strictObject({
    agent_name: z.string(),
    instruction: z.string(),
    input_schema: foreignSchema().nullish(),
    output_schema: foreignSchema().nullish(),
    agent_card: z.looseObject({ description: z.string().nullish(), skills: z.array(skillShape).nullish() }).nullish(),
  }),
);

/** A file. `source` and `licence` say where it comes from. */
export const meshShape = z.strictObject({
  source: z.string().nullish(),
  licence: z.string().nullish(),
  agents: z.array(agentShape).default([]),
  workflows: z.array(workflowShape).default([]),
});

export type MeshFile = z.output<typeof meshShape>;
export type MeshAgent = MeshFile["agents"][number];
export type MeshWorkflow = MeshFile["workflows"][number];
export type MeshDefinition = MeshWorkflow["workflow"];
export type MeshNode = MeshDefinition["nodes"][number];
export type MeshCall = Extract<MeshNode, { readonly type: "agent" | "workflow" }>;
export type MeshSwitch = Extract<MeshNode, { readonly type: "switch" }>;
export type MeshLoop = Extract<MeshNode, { readonly type: "loop" }>;
export type MeshMap = Extract<MeshNode, { readonly type: "map" }>;
export type MeshRetry = z.output<typeof retryShape>;

export function isCall(node: MeshNode): node is MeshCall {
  return node.type === "agent" || node.type === "workflow";
}

/** Whether a file looks like one of this language: its entries have names that ours lack. */
export function looksLikeMesh({ agents, apps, nodes, workflows }: JsonObject): boolean {
  const has = (list: unknown, member: string) =>
    Array.isArray(list) && list.some((one) => isJsonObject(one) && Object.hasOwn(one, member));
  return has(agents, "agent_name") || has(workflows, "workflow") || apps !== undefined || nodes !== undefined;
}
