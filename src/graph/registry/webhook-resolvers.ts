/**
 * Webhooks: registering and removing those of the tenant, and how far those of an execution were notified. An address is never shown beyond
 * its host.
 */
import { reachOf } from "../../access/audience.ts";
import type { RegisteredWebhook } from "../../catalog/webhook-registration.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import { eventType } from "../../execution/views/public-event.ts";
import { webhookHost } from "../../execution/webhooks/webhook.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { requireWideReading } from "../base/required-scopes.ts";
import type { ExecutionWebhookResolvers, WebhookResolvers } from "../base/resolvers.generated.ts";
import type { Maybe, RegisterWebhookInput, RemoveWebhookInput } from "../base/schema.generated.ts";
import type { ExecutionWebhookSource } from "../base/sources.ts";
import { generalError, notFound, type UserErrorSource } from "../base/user-errors.ts";
import { eventsFinding, webhookEvents } from "./webhook-input.ts";

export interface RegisterWebhookPayload {
  readonly webhook: RegisteredWebhook | undefined;
  readonly catalogRevision: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/**
 * Registers a webhook in the place of one of its name. Name and address are checked by the catalog. Throws FORBIDDEN for a caller that reads
 * nothing but its own, because the receiver hears of everything that the tenant sees.
 */
export async function registerWebhook(
  { events, name, url }: RegisterWebhookInput,
  context: GraphContext,
): Promise<RegisterWebhookPayload> {
  requireWideReading(context, "registerWebhook");
  const { caller, clients } = context;
  const finding = eventsFinding(events);
  if (finding !== undefined) return refused("INVALID_INPUT", `Cannot use the events: ${finding}`, "events");
  const answer = await clients.catalog.registerWebhook({
    name,
    url,
    events: webhookEvents(events),
    ...(reachOf(caller, "READ") === "ALL" && { seesAll: true }),
  });
  if (answer.kind === "REFUSED") return refused(answer.code, answer.message, answer.member);
  return { webhook: answer.webhook, catalogRevision: answer.catalogRevision, errors: [] };
}

export interface RemoveWebhookPayload {
  readonly removedName: string | undefined;
  readonly catalogRevision: string | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Removes a webhook. Running executions continue delivering to it (E15). */
export async function removeWebhook(
  { name }: RemoveWebhookInput,
  { clients }: GraphContext,
): Promise<RemoveWebhookPayload> {
  const answer = await clients.catalog.removeWebhook(name);
  if (answer.kind === "NOT_FOUND") {
    return { removedName: undefined, catalogRevision: undefined, errors: [notFound("the webhook", ["input", "name"])] };
  }
  return { removedName: name, catalogRevision: answer.catalogRevision, errors: [] };
}

/** How far the deliveries to the webhooks of an execution came. Null once retention removed its events. */
export async function webhooksOf(
  { archived, execution }: ExecutionView,
  { clients }: GraphContext,
): Promise<Maybe<readonly ExecutionWebhookSource[]>> {
  return archived === null ? clients.executions.webhooks(execution) : null;
}

export const webhookResolvers = {
  host: ({ url }) => webhookHost(url),
  events: ({ events }) => events.map((kind) => eventType(kind)),
} satisfies WebhookResolvers;

export const executionWebhookResolvers = {
  events: ({ events }) => events.map((kind) => eventType(kind)),
  lastSequence: ({ deliveredTo }) => deliveredTo,
  failedAttempts: ({ attempts }) => attempts,
} satisfies ExecutionWebhookResolvers;

function refused(
  code: Parameters<typeof generalError>[0],
  message: string,
  member: Maybe<string>,
): RegisterWebhookPayload {
  const path = member ? ["input", member] : ["input"];
  return { webhook: undefined, catalogRevision: undefined, errors: [generalError(code, message, path)] };
}
