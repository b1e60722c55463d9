/**
 * The operator of a deployment: one secret token with every right in every tenant.
 */
import type { Caller } from "../../graph/base/graph-context.ts";
import { hasHash, secretHash } from "../platform/secret.ts";
import { isTenantName } from "../platform/tenant-name.ts";
import { type Authentication, allScopes, unauthenticated } from "./authentication.ts";

/** Whether `token` is that of the operator. Hashes are compared, so that the duration reveals neither content nor length. */
export function isAdminToken(token: string, adminToken: string | null): boolean {
  return adminToken !== null && hasHash(token, secretHash(adminToken));
}

/** The operator in the tenant that the request names, `default` if it names none. */
export function operatorOf(tenant: string | null): Authentication {
  const named = tenant ?? "default";
  if (!isTenantName(named)) return unauthenticated("a header Planwright-Tenant that is no name of 1 to 255 characters");
  const caller: Caller = { tenant: named, subject: "operator", groups: [], scopes: allScopes, validUntil: undefined };
  return { ok: true, caller };
}
