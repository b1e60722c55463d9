import { type GraphQLObjectType, getDirectiveValues, isObjectType } from "graphql";
import { beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "../../src/graph/schema.generated.ts";
import { buildSchema } from "../../src/graph/schema.ts";
import { ask, schemaText } from "./ask.ts";
import { FakeWorld } from "./fake-doors.ts";

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});

const schema = buildSchema(schemaText);

/** A request for every root field of queries and mutations, with the scope that the schema declares for it. */
const requests: readonly (readonly [string, string, readonly Scope[]])[] = [
  ["tool", '{ tool(by: { name: "x" }) { id } }', ["REGISTRY_READ"]],
  ["tools", "{ tools { nodes { id } } }", ["REGISTRY_READ"]],
  ["mcpServers", "{ mcpServers { nodes { id } } }", ["REGISTRY_READ"]],
  ["execution", '{ execution(by: { id: "x" }) { id } }', ["EXECUTION_READ"]],
  ["executions", "{ executions { nodes { id } } }", ["EXECUTION_READ"]],
  ["validatePlan", "{ validatePlan(input: { source: {} }) { valid } }", ["REGISTRY_READ"]],
  ["executePlan", "mutation { executePlan(input: { source: {} }) { replayed } }", ["EXECUTION_START"]],
  [
    "cancelExecution",
    'mutation { cancelExecution(input: { executionId: "x" }) { errors { code } } }',
    ["EXECUTION_CONTROL"],
  ],
  [
    "respondToHumanInput",
    'mutation { respondToHumanInput(input: { requestId: "x", response: { accept: {} } }) { errors { code } } }',
    ["HUMAN_INPUT_RESPOND"],
  ],
  [
    "registerMcpServer",
    'mutation { registerMcpServer(input: { name: "x", url: "https://x.example" }) { errors { code } } }',
    ["REGISTRY_WRITE"],
  ],
  [
    "removeMcpServer",
    'mutation { removeMcpServer(input: { mcpServerId: "x" }) { errors { code } } }',
    ["REGISTRY_WRITE"],
  ],
];

const allScopes = [
  "REGISTRY_READ",
  "REGISTRY_WRITE",
  "EXECUTION_READ",
  "EXECUTION_START",
  "EXECUTION_CONTROL",
  "HUMAN_INPUT_RESPOND",
] as const;

function declaredScopes(type: GraphQLObjectType, field?: string): readonly Scope[] {
  const directive = schema.getDirective("requiresScopes");
  const node = field === undefined ? type.astNode : type.getFields()[field]?.astNode;
  if (directive == null || node == null) throw new Error("nothing is declared");
  return (getDirectiveValues(directive, node)?.scopes as readonly Scope[] | undefined) ?? [];
}

describe("scopes", () => {
  it.each(requests)(
    "%s is refused without its scope, before any door opens, and runs with it alone",
    async (field, request, scopes) => {
      const others = allScopes.filter((scope) => !scopes.includes(scope));
      const refused = await ask(world, request, { caller: { scopes: others } });
      expect(refused.errors).toMatchObject([{ path: [field], extensions: { code: "FORBIDDEN" } }]);
      expect(refused.data).toEqual({ [field]: null });
      expect(world.calls).toEqual([]);
      const answered = await ask(world, request, { caller: { scopes } });
      expect(answered.errors).toBeUndefined();
    },
  );

  it("are declared for every root field but those that tell nothing of a tenant", () => {
    const open = ["node", "nodes", "viewer", "serverInfo"];
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      if (root == null) throw new Error("the schema lacks a root type");
      for (const field of Object.keys(root.getFields())) {
        const declared = declaredScopes(root, field);
        expect(declared.length > 0, `${root.name}.${field}`).toBe(!open.includes(field));
        const request = requests.find(([name]) => name === field);
        if (request !== undefined) expect(declared).toEqual(request[2]);
      }
    }
  });

  it("are declared for every type that can be fetched by id, and alike for both kinds of steps", () => {
    const node = schema.getType("Node");
    const types = Object.values(schema.getTypeMap()).filter(
      (type): type is GraphQLObjectType => isObjectType(type) && type.getInterfaces().some((each) => each === node),
    );
    expect(types.length).toBeGreaterThan(4);
    for (const type of types) expect(declaredScopes(type).length, type.name).toBeGreaterThan(0);
    const [tool, parallel] = ["ToolStep", "ParallelStep"].map((name) => schema.getType(name) as GraphQLObjectType);
    if (tool === undefined || parallel === undefined) throw new Error("a kind of step is missing");
    expect(declaredScopes(tool)).toEqual(declaredScopes(parallel));
  });
});
