/**
 * The raised generations of access tokens, by tenant, as an isolate keeps them: for ten seconds, so that a revocation takes as long. Values
 * are shared between requests, never promises.
 */
import { BoundedMap } from "../../json/bounded-map.ts";

const keptMs = 10_000;
const maxTenants = 1_000;

type Raised = ReadonlyMap<string, number>;

export class KnownGenerations {
  readonly #byTenant = new BoundedMap<{ readonly raised: Raised; readonly askedAt: number }>(maxTenants);

  get(tenant: string, now: number): Raised | undefined {
    const kept = this.#byTenant.get(tenant);
    return kept !== undefined && now - kept.askedAt < keptMs ? kept.raised : undefined;
  }

  /** `askedAt` is the time before the tenant was asked. Known facts keep their age. */
  set(tenant: string, raised: Raised, askedAt: number): void {
    if (this.#byTenant.get(tenant)?.raised === raised) return;
    this.#byTenant.set(tenant, { raised, askedAt });
  }

  forget(tenant: string): void {
    this.#byTenant.delete(tenant);
  }
}
