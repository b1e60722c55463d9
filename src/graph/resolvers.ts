/**
 * Every resolver of the schema, by type. A type whose source has the shape of the schema has none. The compiler checks in
 * `unanswered-fields.ts` that no field is left unresolved.
 */

import { artifactResolvers } from "./artifacts/artifact-resolvers.ts";
import { auditEntryResolvers } from "./audit/audit-log.ts";
import type { BatchSource, ChangeBatchSource, InboxBatchSource } from "./base/list-sources.ts";
import { payloadResolvers } from "./base/payload.ts";
import type { Resolvers } from "./base/resolvers.generated.ts";
import { idempotencyConflictResolvers, userErrorResolvers } from "./base/user-errors.ts";
import { conversationResolvers, messageResolvers } from "./conversations/conversation-resolvers.ts";
import { eventResolvers } from "./execution/event-resolvers.ts";
import {
  callableRunResolvers,
  derivationResolvers,
  executionLimitsResolvers,
  executionResolvers,
  executionScheduleResolvers,
  originResolvers,
} from "./execution/execution-resolvers.ts";
import { humanInputResolvers } from "./execution/human-input-resolvers.ts";
import { modelCallResolvers, routingResolvers } from "./execution/model-call-resolvers.ts";
import { planResolvers, planStepResolvers, stepPolicyResolvers } from "./execution/plan-resolvers.ts";
import { planRoundResolvers } from "./execution/round-resolvers.ts";
import {
  agentStepResolvers,
  humanInputStepResolvers,
  loopStepResolvers,
  mapStepResolvers,
  parallelStepResolvers,
  stepResolvers,
  toolStepResolvers,
  workflowStepResolvers,
} from "./execution/step-resolvers.ts";
import { executionConnectionResolvers } from "./lists/list-executions.ts";
import { inboxConnectionResolvers } from "./lists/list-inbox.ts";
import { tenantResolvers } from "./lists/monthly-budget.ts";
import { mutationResolvers } from "./mutation-resolvers.ts";
import { nodeResolvers } from "./node-resolvers.ts";
import { queryResolvers } from "./query-resolvers.ts";
import { agentCardResolvers } from "./registry/agent-cards.ts";
import { agentResolvers } from "./registry/agent-resolvers.ts";
import {
  autoToolBindingResolvers,
  manifestAgentResolvers,
  manifestHandoffResolvers,
  manifestResolvers,
  manifestToolResolvers,
} from "./registry/manifest-resolvers.ts";
import { mcpServerResolvers, toolResolvers } from "./registry/tool-resolvers.ts";
import { executionWebhookResolvers, webhookResolvers } from "./registry/webhook-resolvers.ts";
import { workflowResolvers, workflowVersionResolvers } from "./registry/workflow-resolvers.ts";
import { activeRunResolvers, runRecordResolvers, scheduleResolvers } from "./schedules/schedule-resolvers.ts";
import { changeBatchResolvers, watchChanges } from "./subscriptions/execution-changes.ts";
import { batchResolvers, watchExecution } from "./subscriptions/execution-feed.ts";
import { inboxBatchResolvers, watchInbox } from "./subscriptions/inbox-changes.ts";

export const resolvers = {
  ...eventResolvers,
  ActiveScheduledRun: activeRunResolvers,
  Agent: agentResolvers,
  AgentCard: agentCardResolvers,
  AgentStep: agentStepResolvers,
  Artifact: artifactResolvers,
  AuditEntry: auditEntryResolvers,
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
  ExecutionSchedule: executionScheduleResolvers,
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
  MapStep: mapStepResolvers,
  LoopStep: loopStepResolvers,
  Payload: payloadResolvers,
  Plan: planResolvers,
  PlanRound: planRoundResolvers,
  PlanStep: planStepResolvers,
  StepPolicy: stepPolicyResolvers,
  Query: queryResolvers,
  RoutingDecision: routingResolvers,
  RunSchedule: scheduleResolvers,
  ScheduledRunRecord: runRecordResolvers,
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
