/**
 * The use of this isolate by the tenants that share it: bytes of their answers, and the work of checking their plans. Each isolate counts
 * for itself, because it is the isolate that neighbours share.
 *
 * A cap is so much a second. A tenant may take two seconds' worth at once. The excess is a debt: until so much time has passed its requests
 * are refused, so that one large answer is given whole and the next one waits.
 *
 * The use is also reported to the account of the tenant, which its object keeps, once it is worth a call.
 */
import type { TenantTake } from "../../execution/views/usage-totals.ts";
import type { LoadMeter } from "../../graph/base/graph-context.ts";
import { BoundedMap } from "../../json/bounded-map.ts";

/** Of one tenant within a second in one isolate. 0 stands for no cap. */
export type LoadCaps = TenantTake;

/** A cap that is passed. */
export interface LoadRefusal {
  readonly message: string;
  /** Whole seconds after which the next request is served. */
  readonly retryAfterSeconds: number;
}

/** Seconds whose worth may be taken at once. */
export const burstSeconds = 2;

/** The amount that is worth a call of the tenant's object. Less is lost when an isolate ends. */
export const reportedLoad: TenantTake = { checkSteps: 10_000_000, answeredBytes: 1_048_576 };

const maxTenants = 10_000;

const kinds = ["checkSteps", "answeredBytes"] as const;

interface Account {
  /** The amount that was taken and is not yet worn off at the rate of the cap. */
  level: Record<(typeof kinds)[number], number>;
  /** When `level` was right, Unix milliseconds. */
  at: number;
  unreported: Record<(typeof kinds)[number], number>;
}

const words = {
  checkSteps: ["steps of plan checks", "check smaller plans, or fewer"],
  answeredBytes: ["bytes answered", "ask for fewer fields or values"],
} as const;

export class TenantLoads {
  readonly #accounts = new BoundedMap<Account>(maxTenants);
  readonly #tenants = new WeakMap<Request, string>();

  /** `request` proved to be of `tenant`, so its answer is counted. */
  note(request: Request, tenant: string): void {
    this.#tenants.set(request, tenant);
  }

  /** The tenant that proved to have sent `request`. Undefined if none did. */
  tenantOf(request: Request): string | undefined {
    return this.#tenants.get(request);
  }

  /** The meter of that tenant. */
  meterOfRequest(request: Request): LoadMeter | undefined {
    const tenant = this.tenantOf(request);
    return tenant === undefined ? undefined : this.meterOf(tenant);
  }

  /** Counts for `tenant`. */
  meterOf(tenant: string): LoadMeter {
    return {
      checked: (steps) => this.#add(tenant, "checkSteps", steps),
      answered: (bytes) => this.#add(tenant, "answeredBytes", bytes),
    };
  }

  /** The cap that `tenant` has passed. Undefined if its next request may be served. `now` in Unix milliseconds. */
  refusal(tenant: string, caps: LoadCaps, now: number): LoadRefusal | undefined {
    // The account begins with the first request, so that all that this takes is owed.
    const account = this.#accountOf(tenant, now);
    const seconds = Math.max(0, now - account.at) / 1_000;
    account.at = now;
    let refusal: LoadRefusal | undefined;
    for (const kind of kinds) {
      const level = Math.max(0, account.level[kind] - caps[kind] * seconds);
      account.level[kind] = caps[kind] === 0 ? 0 : level;
      const beyond = level - caps[kind] * burstSeconds;
      if (caps[kind] === 0 || beyond < 0) continue;
      const [things, advice] = words[kind];
      const message = `required at most ${caps[kind]} ${things} of the tenant a second, found more; ${advice}`;
      const retryAfterSeconds = Math.max(1, Math.ceil(beyond / caps[kind]));
      if (refusal === undefined || refusal.retryAfterSeconds < retryAfterSeconds)
        refusal = { message, retryAfterSeconds };
    }
    return refusal;
  }

  /** The use of `tenant` since its last report, if it is worth one; it counts as reported then. */
  takeReport(tenant: string): TenantTake | undefined {
    const account = this.#accounts.get(tenant);
    if (account === undefined || kinds.every((kind) => account.unreported[kind] < reportedLoad[kind])) return undefined;
    const report = account.unreported;
    account.unreported = { checkSteps: 0, answeredBytes: 0 };
    return report;
  }

  /** A report that did not arrive is made again. */
  putBack(tenant: string, report: TenantTake): void {
    const { unreported } = this.#accountOf(tenant);
    for (const kind of kinds) unreported[kind] += report[kind];
  }

  #add(tenant: string, kind: (typeof kinds)[number], amount: number): void {
    const account = this.#accountOf(tenant);
    account.level[kind] += amount;
    account.unreported[kind] += amount;
  }

  #accountOf(tenant: string, now = 0): Account {
    const known = this.#accounts.get(tenant);
    if (known !== undefined) return known;
    const account: Account = {
      level: { checkSteps: 0, answeredBytes: 0 },
      at: now,
      unreported: { checkSteps: 0, answeredBytes: 0 },
    };
    // Strangers have none: only callers that proved who they are.
    this.#accounts.set(tenant, account);
    return account;
  }
}
