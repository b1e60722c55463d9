/** Receivers of the audit log: registering, listing and removing them. An address is never shown beyond its host. */
import { type AuditWebhookStanding, maxAuditWebhooks } from "../../audit/audit-webhook.ts";
import { webhookRefusal } from "../../catalog/webhook-registration.ts";
import { webhookHost } from "../../execution/webhooks/webhook.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { limitExceeded } from "../base/request-problem.ts";
import type {
  AuditWebhook,
  RegisterAuditWebhookInput,
  RemoveAuditWebhookInput,
  ResumeAuditWebhookInput,
} from "../base/schema.generated.ts";
import { generalError, notFound, problemErrors, type UserErrorSource } from "../base/user-errors.ts";

export async function listAuditWebhooks({ clients }: GraphContext): Promise<readonly AuditWebhook[]> {
  return (await clients.audit.webhooks()).map(shown);
}

export interface RegisterAuditWebhookPayload {
  readonly webhook: AuditWebhook | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Registers a receiver in the place of one of its name. The address is checked here and again before each delivery. */
export async function registerAuditWebhook(
  { name, url }: RegisterAuditWebhookInput,
  { clients, settings }: GraphContext,
): Promise<RegisterAuditWebhookPayload> {
  const refusal = webhookRefusal({ name, url, events: [] }, settings.egress);
  if (refusal !== undefined) {
    const error = generalError(refusal.code, refusal.message, ["input", refusal.member]);
    return { webhook: undefined, errors: [error] };
  }
  const answer = await clients.audit.registerWebhook({ name, url });
  if (answer.kind === "REGISTERED") return { webhook: shown(answer.webhook), errors: [] };
  const problem = limitExceeded("auditWebhooks", maxAuditWebhooks, maxAuditWebhooks + 1, ["name"]);
  return { webhook: undefined, errors: problemErrors([problem], ["input"]) };
}

export interface ResumeAuditWebhookPayload {
  readonly webhook: AuditWebhook | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Sends a receiver entries again. Only the entry on which it stands can be passed over, so that no other one is by mistake. */
export async function resumeAuditWebhook(
  { name, passOver }: ResumeAuditWebhookInput,
  { clients }: GraphContext,
): Promise<ResumeAuditWebhookPayload> {
  const answer = await clients.audit.resumeWebhook({ name, passOver: passOver ?? undefined });
  switch (answer.kind) {
    case "RESUMED":
      return { webhook: shown(answer.webhook), errors: [] };
    case "NOT_FOUND":
      return { webhook: undefined, errors: [notFound("the webhook of the audit log", ["input", "name"])] };
    case "NOT_NEXT": {
      const found = answer.next === null ? "that nothing is to be delivered" : String(answer.next);
      const message = `Cannot pass over entry ${passOver} of the audit log for ${name}: required the entry that is delivered next, found ${found}. Read auditWebhooks { nextSequence } and name that one`;
      return { webhook: undefined, errors: [generalError("INVALID_INPUT", message, ["input", "passOver"])] };
    }
  }
}

export interface RemoveAuditWebhookPayload {
  readonly removedName: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

export async function removeAuditWebhook(
  { name }: RemoveAuditWebhookInput,
  { clients }: GraphContext,
): Promise<RemoveAuditWebhookPayload> {
  if (await clients.audit.removeWebhook(name)) return { removedName: name, errors: [] };
  return { removedName: undefined, errors: [notFound("the webhook of the audit log", ["input", "name"])] };
}

function shown({
  attempts,
  deliveredTo,
  lost,
  name,
  next,
  nextAttemptAt,
  registeredAt,
  suspendedAt,
  url,
}: AuditWebhookStanding): AuditWebhook {
  return {
    name,
    host: webhookHost(url),
    registeredAt,
    lastSequence: deliveredTo,
    failedAttempts: attempts,
    nextAttemptAt,
    nextSequence: next,
    suspendedAt,
    lostEntries: lost,
  };
}
