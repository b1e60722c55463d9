/**
 * Hooks in the code of the deployment. An execution has them as webhooks of their own, pinned with its start (E15), whose receiver is a
 * function: so a hook is called in the order of the log, at least once, after the same pauses, and never holds up an execution.
 */
import type { JsonObject } from "../../json/json.ts";
import type { EventKind } from "../events/event.ts";
import { eventKinds } from "../views/public-event.ts";
import { undeliveredEvents, type Webhook } from "./webhook.ts";

export type CodeHook = (event: JsonObject, context: CodeHookContext) => unknown;

export interface CodeHookContext {
  /** The same on every repeat, and of no other delivery. */
  readonly deliveryId: string;
  /** Aborted when the hook has taken too long. */
  readonly signal: AbortSignal;
  /** The bindings and variables of the Worker. */
  readonly env: unknown;
}

/** The hooks of the deployment, for the objects that call them. */
export interface CodeHooks {
  readonly named: (name: string) => CodeHook | undefined;
  /** What the hooks are given as `env`. */
  readonly env: unknown;
}

/** Stands for an address. Webhooks of callers and tenants are `http:` or `https:`. */
const hookUrl = "code:hooks";
const idPrefix = "code/";

/** The events that a hook may be for, by its name. */
const kindOfHook: ReadonlyMap<string, EventKind> = new Map(
  eventKinds.filter((kind) => !undeliveredEvents.includes(kind)).map((kind) => [`on${kind}`, kind]),
);

/** The webhooks that stand for hooks of these names, in the order of their ids. */
export function hookWebhooks(names: Iterable<string>): readonly Webhook[] {
  return [...names].toSorted().flatMap((name) => {
    const kind = kindOfHook.get(name);
    if (kind === undefined) return [];
    return { id: `${idPrefix}${name}`, name: `code:${name}`, url: hookUrl, events: [kind] };
  });
}

/** Name of the hook that `webhook` stands for. Undefined for a receiver elsewhere: ids are made by this code alone. */
export function hookNameOf({ id }: Pick<Webhook, "id">): string | undefined {
  return id.startsWith(idPrefix) ? id.slice(idPrefix.length) : undefined;
}
