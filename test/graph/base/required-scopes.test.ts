/** Scopes are declared in the schema and enforced from it: every root field is asked for, as the schema says that it exists. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isEnumType,
  isObjectType,
} from "graphql";
import { describe, expect, it } from "vitest";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { takesAccessTokens } from "../../../src/graph/base/required-scopes.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { buildSchema } from "../../../src/graph/schema.ts";
import { type Answer, ask, endpoint, schemaText } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { freshExecution } from "../../support/graph/streams.ts";
import { leafOf, literalOf } from "./smallest-request.ts";

const schema = buildSchema(schemaText);
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
  (root) => root != null,
);
const rootFields = roots.flatMap((root) => Object.values(root.getFields()).map((field) => ({ root, field })));
const scopeType = schema.getType("Scope");
const allScopes = isEnumType(scopeType) ? scopeType.getValues().map(({ name }) => name as Scope) : [];

/** Null for nothing declared, which is not the same as an empty list. */
function declaredScopes(node: GraphQLField<unknown, unknown>["astNode"] | GraphQLObjectType["astNode"]) {
  const directive = schema.getDirective("requiresScopes");
  if (directive == null || node == null) return null;
  return (getDirectiveValues(directive, node)?.scopes as readonly Scope[] | undefined) ?? null;
}

/** The smallest request for a root field: required arguments only, one leaf. */
function requestFor(root: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string {
  const given = field.args.filter(({ type }) => String(type).endsWith("!"));
  const args = given.map(({ name, type }) => `${name}: ${literalOf(type)}`).join(", ");
  const operation = root.name.toLowerCase();
  return `${operation} { ${field.name}${args === "" ? "" : `(${args})`} ${leafOf(field.type)} }`;
}

/** The errors of the answer to a request, of the first item for a subscription, and the clients that it opened. */
async function answerTo(request: string, scopes: readonly Scope[], more: Partial<Caller> = {}) {
  const world = new FakeClients();
  const abort = new AbortController();
  const isStream = request.startsWith("subscription");
  const response = await endpoint.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...(isStream && { accept: "text/event-stream" }) },
      body: JSON.stringify({ query: request }),
      signal: abort.signal,
    }),
    world.context({ scopes, ...more }),
  );
  const text = isStream ? await firstEvent(response) : await response.text();
  abort.abort();
  const answer: Answer = JSON.parse(text);
  return { calls: world.calls, errors: (answer.errors ?? []) as Answer[], data: answer.data };
}

async function firstEvent({ body, headers }: Response): Promise<string> {
  if (headers.get("content-type")?.includes("json") === true) return new Response(body).text();
  let text = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    const found = /^data: (\{.*)$/m.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`The stream ended without an event: ${text}`);
}

/**
 * Fields below `field` by which a caller who holds `held` comes to a type whose scopes it does not hold. Each is told once; what lies
 * below such a type counts as held.
 */
function* unguarded(
  field: GraphQLField<unknown, unknown>,
  held: readonly Scope[],
  owner: string,
  seen: Set<string>,
): Generator<string, void> {
  const named = getNamedType(field.type);
  const types = isAbstractType(named) ? schema.getPossibleTypes(named) : isObjectType(named) ? [named] : [];
  for (const type of types) {
    const needed = declaredScopes(type.astNode) ?? [];
    if (needed.some((scope) => !held.includes(scope))) yield `${owner}.${field.name}`;
    const below = [...new Set([...held, ...needed])].sort();
    const state = `${type.name} ${below.join(" ")}`;
    if (seen.has(state)) continue;
    seen.add(state);
    for (const next of Object.values(type.getFields())) {
      yield* unguarded(next, [...below, ...(declaredScopes(next.astNode) ?? [])], type.name, seen);
    }
  }
}

const isForbidden = (error: Answer) => error.extensions.code === "FORBIDDEN";

describe("scopes", () => {
  it("are declared for every root field, if only as none", () => {
    expect(rootFields.length).toBeGreaterThan(20);
    for (const { field, root } of rootFields) {
      expect(declaredScopes(field.astNode), `${root.name}.${field.name}`).not.toBeNull();
    }
    const open = rootFields.filter(({ field }) => declaredScopes(field.astNode)?.length === 0);
    expect(open.map(({ field }) => field.name)).toEqual(["node", "nodes", "viewer", "serverInfo"]);
  });

  const guarded = rootFields.flatMap(({ field, root }) =>
    (declaredScopes(field.astNode) ?? []).map((scope) => [`${root.name}.${field.name}`, scope, root, field] as const),
  );

  it.each(guarded)("keep %s from a caller without %s, before any client is called", async (_, scope, root, field) => {
    const request = requestFor(root, field);
    // The narrower and wider ones of a family stand for it.
    const others = allScopes.filter((each) => each !== scope && each !== `${scope}_OWN` && each !== `${scope}_ALL`);
    expect(others.length).toBeGreaterThanOrEqual(allScopes.length - 3);
    const refused = await answerTo(request, others);
    expect(refused.errors.filter(isForbidden)).toMatchObject([{ path: [field.name] }]);
    expect(refused.errors).toHaveLength(1);
    expect(refused.data?.[field.name] ?? null).toBeNull();
    expect(refused.calls).toEqual([]);
    const alone = await answerTo(request, declaredScopes(field.astNode) ?? []);
    expect(alone.errors.filter(isForbidden)).toEqual([]);
  });

  const open = rootFields.filter(({ field }) => declaredScopes(field.astNode)?.length === 0);

  it.each(open.map(({ field, root }) => [field.name, root, field] as const))(
    "are not needed for %s, which tells a caller without any nothing of the tenant",
    async (_, root, field) => {
      const { calls, errors } = await answerTo(requestFor(root, field), []);
      expect(errors).toEqual([]);
      expect(calls).toEqual([]);
    },
  );

  it("that a type needs are needed on every way to it, but for what a mutation shows of the thing that it changed", () => {
    const found = rootFields
      .filter(({ field }) => field.name !== "node" && field.name !== "nodes")
      .flatMap(({ field, root }) => [...unguarded(field, declaredScopes(field.astNode) ?? [], root.name, new Set())]);
    expect([...new Set(found)].sort()).toEqual(
      [
        "AcceptToolPayload.tool",
        "ApplyManifestPayload.manifest",
        "AskPayload.execution",
        "CancelExecutionPayload.execution",
        "CreateArtifactPayload.artifact",
        "CreateSchedulePayload.schedule",
        "ExecutePlanPayload.execution",
        "ImportWorkflowsPayload.agents",
        "ImportWorkflowsPayload.workflows",
        "InvokeWorkflowPayload.execution",
        "InvokeWorkflowPayload.inputArtifact",
        "PauseSchedulePayload.schedule",
        "RegisterAgentPayload.agent",
        "RegisterMcpServerPayload.mcpServer",
        "RegisterWebhookPayload.webhook",
        "RespondToHumanInputPayload.request",
        "ResumeSchedulePayload.schedule",
        "SaveWorkflowPayload.workflow",
        "SendMessagePayload.conversation",
        "SendMessagePayload.execution",
        "SendMessagePayload.message",
        "TriggerSchedulePayload.schedule",
        "UpdateSchedulePayload.schedule",
      ].sort(),
    );
  });

  it("keep the definition of a tool from a caller who may only read the execution that calls it", async () => {
    const world = new FakeClients();
    const { id } = await freshExecution(world);
    const query = `{ execution(by: { id: "${id}" }) { steps { stepId ... on ToolStep { toolName tool { inputSchema mcpServer { url } } } } } }`;
    const answer = await ask(world, query, { caller: { scopes: ["EXECUTION_READ"] } });
    expect(answer.data.execution.steps.length).toBeGreaterThan(0);
    for (const step of answer.data.execution.steps) expect(step).toMatchObject({ tool: null });
    expect(answer.errors.every(isForbidden)).toBe(true);
    expect(world.calls.some((call) => JSON.stringify(call).includes("snapshot"))).toBe(false);
    const both = await ask(world, query, { caller: { scopes: ["EXECUTION_READ", "REGISTRY_READ"] } });
    expect(both.errors).toBeUndefined();
  });

  it("are declared for every type that can be fetched by id, and alike for all kinds of steps", () => {
    const node = schema.getType("Node");
    const types = Object.values(schema.getTypeMap()).filter(
      (type): type is GraphQLObjectType => isObjectType(type) && type.getInterfaces().some((each) => each === node),
    );
    expect(types.length).toBeGreaterThan(4);
    for (const type of types) expect(declaredScopes(type.astNode)?.length ?? 0, type.name).toBeGreaterThan(0);
    const step = schema.getType("Step");
    const kinds = isAbstractType(step) ? schema.getPossibleTypes(step) : [];
    expect(kinds.map(({ name }) => name).sort()).toEqual([
      "AgentStep",
      "HumanInputStep",
      "LoopStep",
      "MapStep",
      "ParallelStep",
      "ToolStep",
      "WorkflowStep",
    ]);
    for (const { astNode } of kinds) expect(declaredScopes(astNode)).toEqual(declaredScopes(kinds[0]?.astNode));
  });
});

describe("an access token", () => {
  it("[N524] is refused by every root field that does not take access tokens, before any client is called", async () => {
    const grant = { thing: { kind: "EXECUTION", execution: "e" }, actions: ["READ"], isVouched: true } as const;
    const taking: string[] = [];
    for (const { field, root } of rootFields) {
      if (takesAccessTokens(schema, field)) {
        taking.push(field.name);
        continue;
      }
      const { calls, errors } = await answerTo(requestFor(root, field), allScopes, { grant });
      expect(errors[0], field.name).toMatchObject({ extensions: { code: "FORBIDDEN" } });
      expect(errors[0].message, field.name).toMatch(/required a credential of the tenant, found an access token/);
      expect(calls, field.name).toEqual([]);
    }
    expect(taking.sort()).toEqual([
      ...[
        "cancelExecution",
        "conversation",
        "createSubscriptionToken",
        "execution",
        "executionEvents",
        "node",
        "nodes",
      ],
      ...["respondToHumanInput", "sendMessage", "serverInfo", "viewer"],
    ]);
  });
});
