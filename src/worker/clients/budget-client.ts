/**
 * What a tenant consumed of language models, as the tenant's object has added it up.
 */
import type { BudgetClient } from "../../graph/base/ports.ts";
import type { Environment } from "../platform/environment.ts";
import { askTenant } from "../platform/tenant-client.ts";

/** The client of the budgets of `tenant`. */
export function budgetClient(environment: Environment, tenant: string): BudgetClient {
  return { thisMonth: () => askTenant(environment, tenant, (stub) => stub.modelUsage(Date.now())) };
}
