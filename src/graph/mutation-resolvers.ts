/** The root fields that write. */

import { createArtifact, deleteArtifact } from "./artifacts/artifact-mutations.ts";
import { registerAuditWebhook, removeAuditWebhook, resumeAuditWebhook } from "./audit/audit-webhooks.ts";
import { eraseSubject } from "./audit/subject-data.ts";
import type { MutationResolvers } from "./base/resolvers.generated.ts";
import { selectsDocuments } from "./base/selected-fields.ts";
import { deleteConversation } from "./conversations/delete-conversation.ts";
import { deleteMessage } from "./conversations/delete-message.ts";
import { sendMessage } from "./conversations/send-message.ts";
import { submitStructuredOutput } from "./conversations/submit-output.ts";
import { createAccessToken, revokeAccessTokens } from "./credentials/access-tokens.ts";
import { createApiKey, revokeApiKey } from "./credentials/api-keys.ts";
import { forkExecution, retryExecution } from "./derive/derive-execution.ts";
import { cancelExecution, respondToHumanInput } from "./execution/control-execution.ts";
import { deleteExecution } from "./execution/delete-execution.ts";
import { sendEvent } from "./execution/send-event.ts";
import { setFlowRules } from "./flow-rules/flow-rules.ts";
import { rebuildIndex } from "./lists/rebuild-index.ts";
import { registerAgent, removeAgent } from "./registry/agent-mutations.ts";
import { applyManifest, removeManifest } from "./registry/apply-manifest.ts";
import { registerOpenApiServer } from "./registry/openapi-mutation.ts";
import { acceptTool, registerMcpServer, removeMcpServer } from "./registry/registry-mutations.ts";
import { removeWorkflow, saveWorkflow } from "./registry/save-workflow.ts";
import { registerWebhook, removeWebhook } from "./registry/webhook-resolvers.ts";
import { deleteSchedule, pauseSchedule, resumeSchedule, triggerSchedule } from "./schedules/control-schedule.ts";
import { createSchedule } from "./schedules/create-schedule.ts";
import { updateSchedule } from "./schedules/update-schedule.ts";
import { endOAuthConnection } from "./secrets/oauth-connections.ts";
import { setSecret } from "./secrets/set-secret.ts";
import { ask } from "./start/ask.ts";
import { executePlan } from "./start/execute-plan.ts";
import { invokeWorkflow } from "./start/invoke-workflow.ts";
import { createSubscriptionToken } from "./subscriptions/subscription-token.ts";
import { importWorkflows } from "./workflow-files/import-workflows.ts";

export const mutationResolvers = {
  executePlan: (_, { input }, context, info) => executePlan(input, context, selectsDocuments(info)),
  ask: (_, { input }, context, info) => ask(input, context, selectsDocuments(info)),
  invokeWorkflow: (_, { input }, context, info) => invokeWorkflow(input, context, selectsDocuments(info)),
  saveWorkflow: (_, { input }, context) => saveWorkflow(input, context),
  importWorkflows: (_, { input }, context, info) => importWorkflows(input, context, info.schema),
  removeWorkflow: (_, { input }, context) => removeWorkflow(input, context),
  createArtifact: (_, { input }, context) => createArtifact(input, context),
  deleteArtifact: (_, { input }, context) => deleteArtifact(input, context),
  retryExecution: (_, { input }, context, info) => retryExecution(input, context, selectsDocuments(info)),
  forkExecution: (_, { input }, context, info) => forkExecution(input, context, selectsDocuments(info)),
  deleteConversation: (_, { input }, context) => deleteConversation(input, context),
  deleteMessage: (_, { input }, context) => deleteMessage(input, context),
  eraseSubject: (_, { input }, context) => eraseSubject(input, context),
  deleteExecution: (_, { input }, context) => deleteExecution(input, context),
  cancelExecution: (_, { input }, context) => cancelExecution(input, context),
  respondToHumanInput: (_, { input }, context) => respondToHumanInput(input, context),
  sendEvent: (_, { input }, context) => sendEvent(input, context),
  createSchedule: (_, { input }, context) => createSchedule(input, context),
  updateSchedule: (_, { input }, context) => updateSchedule(input, context),
  pauseSchedule: (_, { input }, context) => pauseSchedule(input, context),
  resumeSchedule: (_, { input }, context) => resumeSchedule(input, context),
  triggerSchedule: (_, { input }, context) => triggerSchedule(input, context),
  deleteSchedule: (_, { input }, context) => deleteSchedule(input, context),
  registerMcpServer: (_, { input }, context) => registerMcpServer(input, context),
  registerOpenApiServer: (_, { input }, context) => registerOpenApiServer(input, context),
  removeMcpServer: (_, { input }, context) => removeMcpServer(input, context),
  registerWebhook: (_, { input }, context) => registerWebhook(input, context),
  setFlowRules: (_, { input }, context) => setFlowRules(input, context),
  removeWebhook: (_, { input }, context) => removeWebhook(input, context),
  registerAuditWebhook: (_, { input }, context) => registerAuditWebhook(input, context),
  resumeAuditWebhook: (_, { input }, context) => resumeAuditWebhook(input, context),
  removeAuditWebhook: (_, { input }, context) => removeAuditWebhook(input, context),
  acceptTool: (_, { input }, context) => acceptTool(input, context),
  registerAgent: (_, { input }, context) => registerAgent(input, context),
  removeAgent: (_, { input }, context) => removeAgent(input, context),
  sendMessage: (_, { input }, context, info) => sendMessage(input, context, selectsDocuments(info)),
  submitStructuredOutput: (_, { input }, context) => submitStructuredOutput(input, context),
  applyManifest: (_, { input }, context) => applyManifest(input, context),
  removeManifest: (_, { input }, context) => removeManifest(input, context),
  createApiKey: (_, { input }, context) => createApiKey(input, context),
  endOAuthConnection: (_, { input }, context) => endOAuthConnection(input, context),
  setSecret: (_, { input }, context) => setSecret(input, context),
  revokeApiKey: (_, { input }, context) => revokeApiKey(input, context),
  createAccessToken: (_, { input }, context) => createAccessToken(input, context),
  revokeAccessTokens: (_, { input }, context) => revokeAccessTokens(input, context),
  createSubscriptionToken: (_, __, context) => createSubscriptionToken(context),
  rebuildIndex: (_, { input }, context) => rebuildIndex(input, context),
} satisfies MutationResolvers;
