/** A tenant's registration of a webhook, the reasons to refuse it, and the executions to which it is pinned. */
import type { EventKind } from "../execution/events/event.ts";
import type { Webhook } from "../execution/webhooks/webhook.ts";
import { type EgressRules, egressRefusal } from "./egress.ts";
import { longestUrl } from "./server-registration.ts";

export interface WebhookRegistration {
  /** Unique within the tenant. */
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventKind[];
  /** Whether its owner reads everything. If false or absent, it gets only events that the whole tenant sees. */
  readonly seesAll?: boolean;
}

export interface RegisteredWebhook extends WebhookRegistration {
  /** Unix milliseconds. */
  readonly registeredAt: number;
}

export interface WebhookRefusal {
  readonly code: "INVALID_INPUT" | "EGRESS_DENIED";
  readonly member: keyof WebhookRegistration;
  readonly message: string;
}

const webhookName = /^[A-Za-z0-9_-]{1,64}$/;

/** The first reason not to register `registration`, or undefined. */
export function webhookRefusal({ name, url }: WebhookRegistration, rules: EgressRules): WebhookRefusal | undefined {
  if (!webhookName.test(name)) {
    const found = JSON.stringify(name.slice(0, 80));
    const message = `Cannot use the webhook name ${found}: required 1 to 64 letters, digits, \`_\` or \`-\``;
    return { code: "INVALID_INPUT", member: "name", message };
  }
  const refused = webhookAddressRefusal(url, rules);
  if (refused === undefined) return undefined;
  return { code: refused.code, member: "url", message: `Cannot use the URL: ${refused.finding}` };
}

/** Why nothing may be sent to `url`, or undefined. The finding never holds the address, which can hold secrets. */
export function webhookAddressRefusal(
  url: string,
  rules: EgressRules,
): { readonly code: WebhookRefusal["code"]; readonly finding: string } | undefined {
  if (url.length > longestUrl) {
    const finding = `required at most ${longestUrl} characters, found ${url.length}`;
    return { code: "INVALID_INPUT", finding };
  }
  const refused = egressRefusal(url, rules);
  if (refused === undefined) return undefined;
  return { code: refused.reason === "INVALID_URL" ? "INVALID_INPUT" : "EGRESS_DENIED", finding: refused.finding };
}

/** The webhook as an execution that starts now delivers to it (E15). */
export function pinnedWebhook({ events, name, seesAll, url }: WebhookRegistration): Webhook {
  return { id: `tenant/${name}`, name, url, events, ...(seesAll !== true && { isForOpen: true }) };
}
