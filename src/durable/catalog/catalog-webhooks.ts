/**
 * The checks of a tenant's webhook before it is stored. Storing one sends nothing to it.
 */
import type { RegisterWebhookResult } from "../../catalog/snapshot/registry-result.ts";
import { type WebhookRegistration, webhookRefusal } from "../../catalog/webhook-registration.ts";
import { maxTenantWebhooks } from "../../execution/webhooks/webhook.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { CatalogTables } from "./catalog-tables.ts";

/** Stores a webhook in the place of one of its name. */
export function registerWebhook(
  tables: CatalogTables,
  registration: WebhookRegistration,
  { clock, egress }: Pick<ExecutionOptions, "clock" | "egress">,
): RegisterWebhookResult {
  const refusal = webhookRefusal(registration, egress);
  if (refusal !== undefined) return { kind: "REFUSED", ...refusal };
  const others = tables.webhooks().filter(({ name }) => name !== registration.name);
  if (others.length >= maxTenantWebhooks) {
    const name = JSON.stringify(registration.name);
    const message = `Cannot register ${name}: required at most ${maxTenantWebhooks} webhooks, found as many others`;
    return { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null, message };
  }
  const webhook = { ...registration, registeredAt: clock.now() };
  tables.putWebhook(webhook);
  return { kind: "REGISTERED", revision: tables.revision, webhook };
}
