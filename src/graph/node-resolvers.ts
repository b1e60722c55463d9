/** `Query.node`: any object by its id. Null for an object that does not exist, is another tenant's, or may not be seen; never an error. */
import { type GraphQLSchema, isObjectType } from "graphql";
import { findTool } from "../catalog/snapshot/catalog-snapshot.ts";
import type { ExecutionView } from "../execution/views/execution-view.ts";
import { artifactNamed } from "./artifacts/artifact-resolvers.ts";
import type { GraphContext } from "./base/graph-context.ts";
import { anyNodeNamed, type NodeName } from "./base/node-id.ts";
import { requestError } from "./base/request-error.ts";
import { holdsScopes, scopesOfType } from "./base/required-scopes.ts";
import type { NodeResolvers, ResolversTypes } from "./base/resolvers.generated.ts";
import type { Maybe } from "./base/schema.generated.ts";
import { conversationNamed, messageAt } from "./conversations/conversation-resolvers.ts";
import { stepTypeName } from "./execution/step-resolvers.ts";
import { agentNamed } from "./registry/agent-resolvers.ts";
import { manifestNamed } from "./registry/manifest-resolvers.ts";
import { currentCatalog, serverNamed, toolSource } from "./registry/tool-resolvers.ts";
import { workflowVersion } from "./registry/workflow-resolvers.ts";
import { scheduleNamed } from "./schedules/schedule-resolvers.ts";

const MAX_NODES = 100;

type NodeSource = ResolversTypes["Node"];

export const nodeResolvers = {
  __resolveType: (source) => {
    if ("step" in source) return stepTypeName(source);
    if ("request" in source || "listed" in source) return "HumanInputRequest";
    if ("conversation" in source) return "Conversation";
    if ("message" in source) return "Message";
    if ("tool" in source) return "Tool";
    if ("agent" in source) return "Agent";
    if ("workflow" in source) return "Workflow";
    if ("schedule" in source) return "RunSchedule";
    if ("manifest" in source) return "Manifest";
    if ("artifact" in source) return "Artifact";
    return "server" in source ? "McpServer" : "Execution";
  },
} satisfies NodeResolvers;

/** The object that `id` names. For a forged id nothing but the identity client is called. */
export async function nodeOf(id: string, context: GraphContext, schema: GraphQLSchema): Promise<Maybe<NodeSource>> {
  const name = await anyNodeNamed(id, context);
  if (name === undefined || !maySee(name, context, schema)) return undefined;
  return sourceOf(name, context);
}

/** Each object of `ids`, in that order. Throws BAD_USER_INPUT for more than 100. */
export async function nodesOf(
  ids: readonly string[],
  context: GraphContext,
  schema: GraphQLSchema,
): Promise<readonly Maybe<NodeSource>[]> {
  if (ids.length > MAX_NODES) {
    throw requestError(
      "BAD_USER_INPUT",
      `Cannot fetch the objects: required at most ${MAX_NODES} ids, found ${ids.length}`,
    );
  }
  return Promise.all(ids.map((id) => nodeOf(id, context, schema)));
}

const typeNames: { readonly [Kind in NodeName["kind"]]: string } = {
  EXECUTION: "Execution",
  // All kinds of steps carry the same directive; a test holds them together.
  STEP: "ToolStep",
  HUMAN_INPUT: "HumanInputRequest",
  CONVERSATION: "Conversation",
  MESSAGE: "Message",
  TOOL: "Tool",
  MCP_SERVER: "McpServer",
  AGENT: "Agent",
  SCHEDULE: "RunSchedule",
  WORKFLOW: "Workflow",
  MANIFEST: "Manifest",
  ARTIFACT: "Artifact",
};

function maySee(name: NodeName, context: GraphContext, schema: GraphQLSchema): boolean {
  const type = schema.getType(typeNames[name.kind]);
  return isObjectType(type) && holdsScopes(context, scopesOfType(schema, type));
}

async function sourceOf(name: NodeName, context: GraphContext): Promise<Maybe<NodeSource>> {
  switch (name.kind) {
    case "TOOL": {
      const catalog = await currentCatalog(context);
      const tool = findTool(catalog, name.name);
      return tool && toolSource(tool, catalog);
    }
    case "MCP_SERVER":
      return serverNamed(name.name, await currentCatalog(context));
    case "AGENT":
      return agentNamed(name.name, context);
    case "SCHEDULE":
      return scheduleNamed(name.name, context);
    case "WORKFLOW":
      return workflowVersion(name.name, name.version, context);
    case "CONVERSATION":
      return conversationNamed(name.conversation, context);
    case "MESSAGE":
      return messageAt(name.conversation, name.position, context);
    case "MANIFEST":
      return manifestNamed(name.name, name.hash, context);
    case "ARTIFACT":
      return artifactNamed({ owner: name.owner, name: name.name }, context);
    default: {
      const view = await context.clients.executions.read(name.execution, true);
      return view === null ? undefined : partOf(view, name);
    }
  }
}

function partOf(view: ExecutionView, name: Extract<NodeName, { execution: string }>): NodeSource | undefined {
  switch (name.kind) {
    case "EXECUTION":
      return { kind: "VIEW", view };
    case "STEP": {
      const step = view.steps.find(({ id }) => id === name.stepId);
      return step && { view, step };
    }
    case "HUMAN_INPUT": {
      const request = view.humanInputs.find(({ requestId }) => requestId === name.requestId);
      return request && { execution: view.execution, request, view };
    }
  }
}
