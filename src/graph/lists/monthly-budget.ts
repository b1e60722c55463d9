/** A tenant's consumption of language models in this month, and its caps; the secret of its webhooks. Both are read only if they are selected. */
import type { GraphContext } from "../base/graph-context.ts";
import { requireWideReading } from "../base/required-scopes.ts";
import type { TenantResolvers } from "../base/resolvers.generated.ts";
import type { ModelBudget } from "../base/schema.generated.ts";

export const tenantResolvers = {
  modelBudget: (_, __, context) => modelBudget(context),
  webhookSecret: (_, __, { clients }) => clients.credentials.webhookSecret(),
} satisfies TenantResolvers;

async function modelBudget(context: GraphContext): Promise<ModelBudget> {
  requireWideReading(context, "modelBudget");
  const { clients, settings } = context;
  return { ...(await clients.budget.thisMonth()), ...settings.monthlyBudget };
}
