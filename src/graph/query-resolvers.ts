/** The root fields that read. */
import type { GraphQLResolveInfo } from "graphql";
import { givenArtifacts } from "../execution/events/artifact-record.ts";
import { executionName } from "../json/object-name.ts";
import { artifactPage } from "./artifacts/artifact-resolvers.ts";
import { listAudit } from "./audit/audit-log.ts";
import { listAuditWebhooks } from "./audit/audit-webhooks.ts";
import { exportSubject } from "./audit/subject-data.ts";
import { pageByName } from "./base/connection.ts";
import type { GraphContext } from "./base/graph-context.ts";
import { nodeNamed } from "./base/node-id.ts";
import type { QueryResolvers } from "./base/resolvers.generated.ts";
import type { ExecutionSelector, ToolSelector } from "./base/schema.generated.ts";
import { carriedValues } from "./base/selected-fields.ts";
import type { ExecutionSource, ToolSource } from "./base/sources.ts";
import { conversationSelected } from "./conversations/conversation-resolvers.ts";
import { previewDerivation } from "./derive/preview-derivation.ts";
import { sentEvent } from "./execution/send-event.ts";
import { shownRules } from "./flow-rules/flow-rules.ts";
import { listConversations } from "./lists/list-conversations.ts";
import { listExecutions } from "./lists/list-executions.ts";
import { listInbox } from "./lists/list-inbox.ts";
import { storageUsage } from "./lists/storage-usage.ts";
import { usageReport } from "./lists/usage-report.ts";
import { nodeOf, nodesOf } from "./node-resolvers.ts";
import { cardSelected, previewAgentCard } from "./registry/agent-cards.ts";
import { agentSelected } from "./registry/agent-resolvers.ts";
import { languageModels } from "./registry/language-models.ts";
import { listManifests, manifestNamed } from "./registry/manifest-resolvers.ts";
import { currentCatalog, toolNamed, toolSource } from "./registry/tool-resolvers.ts";
import { workflowSelected } from "./registry/workflow-resolvers.ts";
import { listSchedules, scheduleSelected } from "./schedules/schedule-resolvers.ts";
import { oauthConnections } from "./secrets/oauth-connections.ts";
import { validatePlan } from "./start/validate-plan.ts";

export const queryResolvers = {
  node: (_, { id }, context, info) => nodeOf(id, context, info.schema),
  nodes: (_, { ids }, context, info) => nodesOf(ids, context, info.schema),
  sentEvent: (_, args, context) => sentEvent(args, context),
  viewer: (_, __, { caller, settings }) => ({
    subject: caller.subject,
    groups: caller.groups,
    scopes: caller.scopes,
    tenant: { name: caller.tenant, limits: settings.limits.caps },
  }),
  serverInfo: (_, __, { settings }) => ({
    version: settings.version,
    a2aVersions: settings.a2aVersions,
    mcpVersions: settings.mcpVersions,
    subscriptionTransports: ["SSE", "GRAPHQL_TRANSPORT_WS", "MULTIPART"],
    defaultLimits: settings.limits.defaults,
    models: languageModels(settings.models),
  }),
  tool: (_, { by }, context) => toolSelected(by, context),
  tools: async (_, args, context) => {
    const catalog = await currentCatalog(context);
    const tools = catalog.tools.map((tool) => toolSource(tool, catalog));
    return pageByName(tools, ({ tool }) => tool.name, args);
  },
  agent: (_, { by }, context) => agentSelected(by, context),
  agents: async (_, args, context) => {
    const catalog = await currentCatalog(context);
    const agents = catalog.agents.map((agent) => ({ agent }));
    return pageByName(agents, ({ agent }) => agent.name, args);
  },
  agentCard: (_, { by }, context) => cardSelected(by, context),
  previewAgentCard: (_, args, context) => previewAgentCard(args, context),
  workflow: (_, { by }, context) => workflowSelected(by, context),
  workflows: async (_, args, context) => {
    const catalog = await currentCatalog(context);
    const workflows = catalog.workflows.map((workflow) => ({ workflow, catalog }));
    return pageByName(workflows, ({ workflow }) => workflow.name, args);
  },
  artifacts: (_, args, context) => artifactPage(givenArtifacts, args, context, () => undefined),
  manifest: (_, { name, hash }, context) => manifestNamed(name, hash ?? undefined, context),
  manifests: (_, args, context) => listManifests(args, context),
  mcpServers: async (_, args, context) => {
    const catalog = await currentCatalog(context);
    const servers = catalog.servers.map((server) => ({ server, catalog }));
    return pageByName(servers, ({ server }) => server.name, args);
  },
  flowRules: async (_, __, context) => shownRules((await currentCatalog(context)).flowRules ?? []),
  webhooks: async (_, args, context) => {
    const { webhooks } = await currentCatalog(context);
    return pageByName(webhooks, ({ name }) => name, args);
  },
  schedule: (_, { by }, context) => scheduleSelected(by, context),
  schedules: (_, args, context) => listSchedules(args, context),
  execution: (_, { by }, context, info) => executionSelected(by, context, info),
  executions: (_, args, context, info) => listExecutions(args, context, info),
  humanInputRequests: (_, args, context, info) => listInbox(args, context, info),
  conversation: (_, { by }, context) => conversationSelected(by, context),
  conversations: (_, args, context) => listConversations(args, context),
  auditLog: (_, args, context) => listAudit(args, context),
  auditWebhooks: (_, __, context) => listAuditWebhooks(context),
  apiKeys: (_, __, { clients }) => clients.credentials.list(),
  secrets: (_, __, { clients }) => clients.secrets.list(),
  oauthConnections: (_, { subject }, context) => oauthConnections(subject, context),
  previewRetry: (_, { input }, context) => previewDerivation("RETRY", input, context),
  previewFork: (_, { input }, context) => previewDerivation("FORK", input, context),
  exportSubject: (_, args, context) => exportSubject(args, context),
  storageUsage: (_, { subject }, context) => storageUsage(subject, context),
  usageReport: (_, { days }, context) => usageReport(days, context),
  validatePlan: (_, { input }, context) => validatePlan(input, context),
} satisfies QueryResolvers;

/** `@oneOf` has made sure that exactly one member of a selector is given. */
async function toolSelected({ id, name }: ToolSelector, context: GraphContext): Promise<ToolSource | undefined> {
  if (id === undefined) return toolNamed(name ?? "", context);
  const node = await nodeNamed(id, "TOOL", context);
  return node && toolNamed(node.name, context);
}

/** By key, the surface is that of this API (E1). */
async function executionSelected(
  { id, idempotencyKey }: ExecutionSelector,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ExecutionSource | undefined> {
  const execution =
    id === undefined
      ? executionName(context.caller.tenant, "graphql", idempotencyKey ?? "")
      : (await nodeNamed(id, "EXECUTION", context))?.execution;
  const view = execution === undefined ? null : await context.clients.executions.read(execution, carriedValues(info));
  return view === null ? undefined : { kind: "VIEW", view };
}
