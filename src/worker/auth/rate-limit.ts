/**
 * The platform's rate limits. `RATE_LIMIT` counts the requests of one subject of a tenant, `TENANT_RATE_LIMIT` those of all its subjects
 * together, because a tenant names its subjects itself, and `FAILURE_LIMIT` the failed credentials of one address. A deployment without a
 * binding has no such limit. `authenticate.ts` decides what counts against which limit, and refuses.
 *
 * Invariant: once an address has failed too often, its credentials are not looked at for a while, so that guessing reaches no object. Other
 * users of the address share that fate, so the limit is well above the number of mistakes.
 */
import { BoundedMap } from "../../json/bounded-map.ts";
import type { Environment } from "../platform/environment.ts";

/** Seconds for which the bindings count, as `wrangler.toml` says. */
export const rateLimitPeriodSeconds = 10;

const MAX_NAMES = 10_000;

interface RateLimitBinding {
  limit(options: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

/** Counts one request under `key`. Returns whether it is within the limit. */
export async function isWithinLimit(
  environment: Environment,
  name: "RATE_LIMIT" | "TENANT_RATE_LIMIT" | "FAILURE_LIMIT",
  key: string,
): Promise<boolean> {
  const binding = Object.hasOwn(environment, name) ? (environment[name] as RateLimitBinding | undefined) : undefined;
  return binding === undefined || (await binding.limit({ key })).success;
}

/**
 * Addresses that failed too often, or callers that asked too often, as far as this isolate knows.
 *
 * @example
 * ```ts
 * const throttled = new Throttled();
 * throttled.throttle("203.0.113.7", 0);
 * throttled.waitSeconds("203.0.113.7", 4_000); // 6
 * ```
 */
export class Throttled {
  readonly #until = new BoundedMap<number>(MAX_NAMES);

  /** Whole seconds for which `name` must wait; 0 if it need not. `now` in Unix milliseconds. */
  waitSeconds(name: string, now: number): number {
    return Math.max(0, Math.ceil(((this.#until.get(name) ?? 0) - now) / 1_000));
  }

  /** `name` must wait so long, one period of the limit unless something else is said. */
  throttle(name: string, now: number, milliseconds = rateLimitPeriodSeconds * 1_000): void {
    this.#until.set(name, now + milliseconds);
  }
}
