/**
 * The number of open subscriptions in this isolate, by tenant, by subject and by address, so that no one can hold all of them. Each isolate counts for
 * itself: this bounds the load of one isolate, not a tenant's total. Requests without a known address, which happen in local use only, are
 * counted by tenant.
 */
import type { Caller, SubscriptionGate } from "../../graph/base/graph-context.ts";
import type { SubscriptionCaps } from "../settings/settings.ts";

export class SubscriptionGates {
  readonly #byTenant = new Map<string, number>();
  readonly #bySubject = new Map<string, number>();
  readonly #byAddress = new Map<string, number>();

  /** How many of `tenant`, or of a subject of it, are open. */
  openOf(tenant: string, subject?: string): number {
    return subject === undefined ? count(this.#byTenant, tenant) : count(this.#bySubject, ownNameOf(tenant, subject));
  }

  /** The gate of one request or connection of a caller that began at `now`. `address` may be empty. */
  gateFor(
    { subject, tenant, validUntil }: Pick<Caller, "subject" | "tenant" | "validUntil">,
    address: string,
    { longestLifeMs, perAddress, perSubject, perTenant }: SubscriptionCaps,
    now: number,
  ): SubscriptionGate {
    const ownName = ownNameOf(tenant, subject);
    return {
      enter: () => {
        if (count(this.#byTenant, tenant) >= perTenant) return { kind: "REFUSED", cap: "tenant", maximum: perTenant };
        if (count(this.#bySubject, ownName) >= perSubject)
          return { kind: "REFUSED", cap: "subject", maximum: perSubject };
        if (address !== "" && count(this.#byAddress, address) >= perAddress) {
          return { kind: "REFUSED", cap: "address", maximum: perAddress };
        }
        add(this.#byTenant, tenant, 1);
        add(this.#bySubject, ownName, 1);
        add(this.#byAddress, address, 1);
        let isInside = true;
        const leave = () => {
          if (!isInside) return;
          isInside = false;
          add(this.#byTenant, tenant, -1);
          add(this.#bySubject, ownName, -1);
          add(this.#byAddress, address, -1);
        };
        return { kind: "ENTERED", leave };
      },
      endsAt: Math.min(now + longestLifeMs, validUntil ?? Number.POSITIVE_INFINITY),
    };
  }
}

function ownNameOf(tenant: string, subject: string): string {
  return JSON.stringify([tenant, subject]);
}

function count(counts: ReadonlyMap<string, number>, name: string): number {
  return counts.get(name) ?? 0;
}

/** Unused names are forgotten, so that the map is no larger than the open ones. */
function add(counts: Map<string, number>, name: string, change: number): void {
  const changed = count(counts, name) + change;
  if (changed === 0) counts.delete(name);
  else counts.set(name, changed);
}
