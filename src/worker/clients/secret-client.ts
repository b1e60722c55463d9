/** The secrets of a tenant and of a caller, reached as the object that keeps them. */
import type { SecretOwner } from "../../durable/secrets/secret-table.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";
import type { SecretClient } from "../../graph/base/secrets.ts";
import type { CredentialOwner } from "../../plan/credential.ts";
import { credentialsName, type Environment, type TenantStub } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
import { objectsOf } from "../platform/placement.ts";
import { connectAddress, connectMs } from "./connect-link.ts";

/** The client of the secrets of `tenant`, as `subject` sees them. */
export function secretClient(
  environment: Environment,
  tenant: string,
  subject: string,
  identity: IdentityClient,
): SecretClient {
  const ask = <Answer>(call: (stub: TenantStub) => Promise<Answer>) =>
    callObject(objectsOf(environment, "TENANT", tenant), credentialsName(tenant), call);
  const ownerOf = (scope: CredentialOwner, whose = subject): SecretOwner =>
    scope === "TENANT" ? { scope } : { scope: "SUBJECT", subject: whose };
  return {
    list: (whose = subject) => ask((stub) => stub.secrets(whose)),
    connections: (whose) => ask((stub) => stub.connections(whose)),
    endConnection: (id, whose, ofTenant) =>
      ask((stub) => stub.endConnection(id, [ownerOf("SUBJECT", whose), ...(ofTenant ? [ownerOf("TENANT")] : [])])),
    forgetRequests: (whose) => ask((stub) => stub.forgetSecretRequests(whose)),
    set: ({ scope, ...secret }) =>
      ask((stub) => stub.setSecret({ ...secret, tenant, owner: ownerOf(scope), by: subject }, Date.now())),
    connectUrl: (connection, origin, mayForTenant) =>
      connectAddress(origin, { tenant, subject, connection, mayForTenant, until: Date.now() + connectMs }, identity),
    remove: (name, scope, whose) => ask((stub) => stub.removeSecret(ownerOf(scope, whose), name)),
  };
}
