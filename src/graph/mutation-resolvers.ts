/** The root fields that write. */
import { registerAgent, removeAgent } from "./agent-mutations.ts";
import { createApiKey, revokeApiKey } from "./api-keys.ts";
import { applyManifest, removeManifest } from "./apply-manifest.ts";
import { createArtifact, deleteArtifact } from "./artifact-mutations.ts";
import { ask } from "./ask.ts";
import { cancelExecution, respondToHumanInput } from "./control-execution.ts";
import { deleteConversation } from "./delete-conversation.ts";
import { deleteExecution } from "./delete-execution.ts";
import { forkExecution, retryExecution } from "./derive-execution.ts";
import { executePlan } from "./execute-plan.ts";
import { invokeWorkflow } from "./invoke-workflow.ts";
import { rebuildIndex } from "./rebuild-index.ts";
import { acceptTool, registerMcpServer, removeMcpServer } from "./registry-mutations.ts";
import type { MutationResolvers } from "./resolvers.generated.ts";
import { removeWorkflow, saveWorkflow } from "./save-workflow.ts";
import { selectsDocuments } from "./selected-fields.ts";
import { sendMessage } from "./send-message.ts";
import { submitStructuredOutput } from "./submit-output.ts";
import { createSubscriptionToken } from "./subscription-token.ts";
import { registerWebhook, removeWebhook } from "./webhook-resolvers.ts";

export const mutationResolvers = {
  executePlan: (_, { input }, context, info) => executePlan(input, context, selectsDocuments(info)),
  ask: (_, { input }, context, info) => ask(input, context, selectsDocuments(info)),
  invokeWorkflow: (_, { input }, context, info) => invokeWorkflow(input, context, selectsDocuments(info)),
  saveWorkflow: (_, { input }, context) => saveWorkflow(input, context),
  removeWorkflow: (_, { input }, context) => removeWorkflow(input, context),
  createArtifact: (_, { input }, context) => createArtifact(input, context),
  deleteArtifact: (_, { input }, context) => deleteArtifact(input, context),
  retryExecution: (_, { input }, context, info) => retryExecution(input, context, selectsDocuments(info)),
  forkExecution: (_, { input }, context, info) => forkExecution(input, context, selectsDocuments(info)),
  deleteConversation: (_, { input }, context) => deleteConversation(input, context),
  deleteExecution: (_, { input }, context) => deleteExecution(input, context),
  cancelExecution: (_, { input }, context) => cancelExecution(input, context),
  respondToHumanInput: (_, { input }, context) => respondToHumanInput(input, context),
  registerMcpServer: (_, { input }, context) => registerMcpServer(input, context),
  removeMcpServer: (_, { input }, context) => removeMcpServer(input, context),
  registerWebhook: (_, { input }, context) => registerWebhook(input, context),
  removeWebhook: (_, { input }, context) => removeWebhook(input, context),
  acceptTool: (_, { input }, context) => acceptTool(input, context),
  registerAgent: (_, { input }, context) => registerAgent(input, context),
  removeAgent: (_, { input }, context) => removeAgent(input, context),
  sendMessage: (_, { input }, context, info) => sendMessage(input, context, selectsDocuments(info)),
  submitStructuredOutput: (_, { input }, context) => submitStructuredOutput(input, context),
  applyManifest: (_, { input }, context) => applyManifest(input, context),
  removeManifest: (_, { input }, context) => removeManifest(input, context),
  createApiKey: (_, { input }, context) => createApiKey(input, context),
  revokeApiKey: (_, { input }, context) => revokeApiKey(input, context),
  createSubscriptionToken: (_, __, context) => createSubscriptionToken(context),
  rebuildIndex: (_, { input }, context) => rebuildIndex(input, context),
} satisfies MutationResolvers;
