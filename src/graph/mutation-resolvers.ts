/** The root fields that write. */
import { cancelExecution, respondToHumanInput } from "./control-execution.ts";
import { executePlan } from "./execute-plan.ts";
import { registerMcpServer, removeMcpServer } from "./registry-mutations.ts";
import type { MutationResolvers } from "./schema.generated.ts";
import { selectsDocuments } from "./selected-fields.ts";

export const mutationResolvers = {
  executePlan: (_, { input }, context, info) => executePlan(input, context, selectsDocuments(info)),
  cancelExecution: (_, { input }, context) => cancelExecution(input, context),
  respondToHumanInput: (_, { input }, context) => respondToHumanInput(input, context),
  registerMcpServer: (_, { input }, context) => registerMcpServer(input, context),
  removeMcpServer: (_, { input }, context) => removeMcpServer(input, context),
} satisfies MutationResolvers;
