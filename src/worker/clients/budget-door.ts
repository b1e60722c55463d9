/** What a tenant consumed of language models, as its object has added it up. */
import type { BudgetDoor } from "../../graph/base/doors.ts";
import type { Environment } from "../platform/environment.ts";
import { askTenant } from "../platform/tenant-door.ts";

/** Opens the door to the budgets of `tenant`. */
export function budgetDoor(environment: Environment, tenant: string): BudgetDoor {
  return { thisMonth: () => askTenant(environment, tenant, (stub) => stub.modelUsage(Date.now())) };
}
