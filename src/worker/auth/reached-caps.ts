/**
 * Caps on executions that an isolate has seen reached, so that a tenant beyond one is refused without a check of its plan and without a
 * call of an object. A cap is remembered at most for the time that the refusal states, and at most a second where an end would free a
 * place.
 */
import type { TenantLimit } from "../../execution/commands/start-request.ts";
import { BoundedMap } from "../../json/bounded-map.ts";

const maxKnown = 10_000;
/** How long a cap counts as reached that may be free again at any time. */
const mayEndMs = 1_000;

interface Known {
  readonly limit: TenantLimit;
  /** Unix milliseconds. */
  readonly until: number;
}

export class ReachedCaps {
  readonly #known = new BoundedMap<Known>(maxKnown);

  /** A start of `subject` was refused for `limit` at `now`, Unix milliseconds. */
  note(tenant: string, subject: string, limit: TenantLimit, now: number): void {
    // Only the passing of time makes room within a minute.
    const until = isOfMinute(limit) ? limit.retryAt : Math.min(limit.retryAt, now + mayEndMs);
    const key = isOfSubject(limit) ? subjectKey(tenant, subject) : tenantKey(tenant);
    this.#known.set(key, { limit, until });
  }

  /** The cap for which a start of `subject` would be refused now. Undefined if none is known. */
  reached(tenant: string, subject: string, now: number): TenantLimit | undefined {
    for (const key of [tenantKey(tenant), subjectKey(tenant, subject)]) {
      const known = this.#known.get(key);
      if (known !== undefined && known.until > now) return known.limit;
      this.#known.delete(key);
    }
    return undefined;
  }
}

function isOfMinute({ limit }: TenantLimit): boolean {
  return limit === "maxExecutionsPerMinute" || limit === "maxExecutionsPerMinutePerSubject";
}

function isOfSubject({ limit }: TenantLimit): boolean {
  return (
    limit === "maxConcurrentExecutionsPerSubject" ||
    limit === "maxExecutionsPerMinutePerSubject" ||
    limit === "maxStoredBytesPerSubject"
  );
}

function tenantKey(tenant: string): string {
  return JSON.stringify([tenant]);
}

function subjectKey(tenant: string, subject: string): string {
  return JSON.stringify([tenant, subject]);
}
