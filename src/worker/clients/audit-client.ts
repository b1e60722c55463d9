/** The audit log of a tenant, reached as its tenant object. Ids are made here, so that a repeated call stores an entry once. */
import type { AuditClient } from "../../graph/base/ports.ts";
import type { Environment } from "../platform/environment.ts";
import { randomHex } from "../platform/secret.ts";
import { askTenant } from "../platform/tenant-client.ts";

/** The client of the audit log of `tenant`. */
export function auditClient(environment: Environment, tenant: string): AuditClient {
  return {
    begin: async (actions) => {
      const entries = actions.map((action) => ({ id: randomHex(16), action }));
      await askTenant(environment, tenant, (stub) => stub.beginAudit(entries));
      return entries.map(({ id }) => id);
    },
    settle: (ids, result) => askTenant(environment, tenant, (stub) => stub.settleAudit(ids, result)),
    list: (query) => askTenant(environment, tenant, (stub) => stub.auditLog(query)),
    webhooks: () => askTenant(environment, tenant, (stub) => stub.auditWebhooks()),
    registerWebhook: (webhook) => askTenant(environment, tenant, (stub) => stub.registerAuditWebhook(tenant, webhook)),
    resumeWebhook: (resumption) => askTenant(environment, tenant, (stub) => stub.resumeAuditWebhook(resumption)),
    removeWebhook: (name) => askTenant(environment, tenant, (stub) => stub.removeAuditWebhook(name)),
  };
}
