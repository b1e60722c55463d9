/** `Mutation.createSubscriptionToken`: a credential for one subscription of a client that cannot send headers. */
import type { GraphContext } from "../base/graph-context.ts";
import type { Scope } from "../base/schema.generated.ts";

/** The scopes that a subscription needs, and so all that a token can permit. */
const scopesOfSubscriptions: readonly Scope[] = ["EXECUTION_READ", "EXECUTION_READ_OWN", "EXECUTION_READ_ALL"];

/** The token permits the part of its purpose that the caller may do, and nothing when the caller's own credential ends. */
export function createSubscriptionToken({ caller, clients }: GraphContext) {
  const scopes = scopesOfSubscriptions.filter((scope) => caller.scopes.includes(scope));
  return clients.credentials.createSubscriptionToken({ ...caller, scopes });
}
