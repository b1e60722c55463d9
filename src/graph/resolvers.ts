/**
 * Every resolver of the schema, by type. Types that are handed in the shape of the schema have none. That no field is left
 * without an answer is checked by the compiler, in `unanswered-fields.ts`.
 */
import { agentCardResolvers } from "./agent-cards.ts";
import { agentResolvers } from "./agent-resolvers.ts";
import { artifactResolvers } from "./artifact-resolvers.ts";
import { conversationResolvers, messageResolvers } from "./conversation-resolvers.ts";
import { eventResolvers } from "./event-resolvers.ts";
import { changeBatchResolvers, watchChanges } from "./execution-changes.ts";
import { batchResolvers, watchExecution } from "./execution-feed.ts";
import {
  callableRunResolvers,
  derivationResolvers,
  executionLimitsResolvers,
  executionResolvers,
  originResolvers,
} from "./execution-resolvers.ts";
import { humanInputResolvers } from "./human-input-resolvers.ts";
import { inboxBatchResolvers, watchInbox } from "./inbox-changes.ts";
import { executionConnectionResolvers } from "./list-executions.ts";
import { inboxConnectionResolvers } from "./list-inbox.ts";
import type { BatchSource, ChangeBatchSource, InboxBatchSource } from "./list-sources.ts";
import {
  autoToolBindingResolvers,
  manifestAgentResolvers,
  manifestHandoffResolvers,
  manifestResolvers,
  manifestToolResolvers,
} from "./manifest-resolvers.ts";
import { tenantResolvers } from "./model-budget.ts";
import { modelCallResolvers, routingResolvers } from "./model-call-resolvers.ts";
import { mutationResolvers } from "./mutation-resolvers.ts";
import { nodeResolvers } from "./node-resolvers.ts";
import { payloadResolvers } from "./payload.ts";
import { planResolvers, planStepResolvers, stepPolicyResolvers } from "./plan-resolvers.ts";
import { queryResolvers } from "./query-resolvers.ts";
import type { Resolvers } from "./resolvers.generated.ts";
import {
  agentStepResolvers,
  humanInputStepResolvers,
  parallelStepResolvers,
  stepResolvers,
  toolStepResolvers,
  workflowStepResolvers,
} from "./step-resolvers.ts";
import { mcpServerResolvers, toolResolvers } from "./tool-resolvers.ts";
import { idempotencyConflictResolvers, userErrorResolvers } from "./user-errors.ts";
import { executionWebhookResolvers, webhookResolvers } from "./webhook-resolvers.ts";
import { workflowResolvers, workflowVersionResolvers } from "./workflow-resolvers.ts";

export const resolvers = {
  ...eventResolvers,
  Agent: agentResolvers,
  AgentCard: agentCardResolvers,
  AgentStep: agentStepResolvers,
  Artifact: artifactResolvers,
  AutoToolBinding: autoToolBindingResolvers,
  CallableRun: callableRunResolvers,
  Conversation: conversationResolvers,
  Execution: executionResolvers,
  ExecutionChangeBatch: changeBatchResolvers,
  ExecutionLimits: executionLimitsResolvers,
  ExecutionConnection: executionConnectionResolvers,
  ExecutionDerivation: derivationResolvers,
  ExecutionEventBatch: batchResolvers,
  ExecutionOrigin: originResolvers,
  ExecutionWebhook: executionWebhookResolvers,
  HumanInputChangeBatch: inboxBatchResolvers,
  HumanInputRequest: humanInputResolvers,
  HumanInputRequestConnection: inboxConnectionResolvers,
  HumanInputStep: humanInputStepResolvers,
  IdempotencyConflictError: idempotencyConflictResolvers,
  Manifest: manifestResolvers,
  ManifestAgent: manifestAgentResolvers,
  ManifestHandoff: manifestHandoffResolvers,
  ManifestTool: manifestToolResolvers,
  McpServer: mcpServerResolvers,
  Message: messageResolvers,
  ModelCall: modelCallResolvers,
  Mutation: mutationResolvers,
  Node: nodeResolvers,
  ParallelStep: parallelStepResolvers,
  Payload: payloadResolvers,
  Plan: planResolvers,
  PlanStep: planStepResolvers,
  StepPolicy: stepPolicyResolvers,
  Query: queryResolvers,
  RoutingDecision: routingResolvers,
  Step: stepResolvers,
  Subscription: {
    executionEvents: {
      subscribe: (_, args, context) => watchExecution(args, context),
      // Each item of the stream is itself the value of the field.
      resolve: (batch: BatchSource) => batch,
    },
    executionChanges: {
      subscribe: (_, args, context, info) => watchChanges(args, context, info),
      resolve: (batch: ChangeBatchSource) => batch,
    },
    humanInputChanges: {
      subscribe: (_, args, context, info) => watchInbox(args, context, info),
      resolve: (batch: InboxBatchSource) => batch,
    },
  },
  Tenant: tenantResolvers,
  Tool: toolResolvers,
  ToolStep: toolStepResolvers,
  UserError: userErrorResolvers,
  Webhook: webhookResolvers,
  Workflow: workflowResolvers,
  WorkflowStep: workflowStepResolvers,
  WorkflowVersion: workflowVersionResolvers,
} satisfies Resolvers;
