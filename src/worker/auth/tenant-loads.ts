/**
 * The use of this isolate by the tenants that share it: bytes of their answers, and the work of checking their plans. Each isolate counts
 * for itself, because it is the isolate that neighbours share.
 *
 * A cap is so much a second. A tenant may take two seconds' worth at once. The excess is a debt: until so much time has passed its requests
 * are refused, so that one large answer is given whole and the next one waits. A subject of the tenant may have a cap of its own, so that it
 * leaves the rest of its tenant to others.
 *
 * The use is also reported to the account of the tenant, which its object keeps, once it is worth a call. The report names each subject with
 * a cap whose own use is worth one since it was named last, so that accounts of subjects cost no further call. A report that nobody confirmed
 * is made again as it was, under the same id, so that the account counts it once.
 */
import type { SubjectTake, TenantTake } from "../../execution/views/usage-totals.ts";
import type { LoadMeter } from "../../graph/base/graph-context.ts";
import { BoundedMap } from "../../json/bounded-map.ts";
import { randomHex } from "../platform/secret.ts";

/** Of one tenant, or of one subject, within a second in one isolate. 0 stands for no cap. */
export type LoadCaps = TenantTake;

/** Who sent a request. Without a subject for what is the tenant's alone, such as what a link to an artifact opens. */
export interface LoadSender {
  readonly tenant: string;
  readonly subject?: string;
}

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

/** After so long without an answer a report is made again. */
export const reportMs = 10_000;

/** The use since the last report. */
export interface LoadReport {
  readonly id: string;
  readonly take: TenantTake;
  readonly subjects: readonly SubjectTake[];
}

const maxTenants = 10_000;
const maxSubjects = 10_000;

const kinds = ["checkSteps", "answeredBytes"] as const;

type Amounts = Record<(typeof kinds)[number], number>;

interface Debt {
  /** The amount that was taken and is not yet worn off at the rate of the cap. */
  readonly level: Amounts;
  /** When `level` was right, Unix milliseconds. */
  at: number;
}

interface Account extends Debt {
  unreported: Amounts;
}

interface TenantAccount extends Account {
  /** Subjects whose own use is worth a report. */
  due: Set<string>;
  /** The report that was made last and is not confirmed, and when to make it again. */
  unconfirmed?: { readonly report: LoadReport; againAt: number } | undefined;
}

const words = {
  checkSteps: ["steps of plan checks", "check smaller plans, or fewer"],
  answeredBytes: ["bytes answered", "ask for fewer fields or values"],
} as const;

export class TenantLoads {
  readonly #accounts = new BoundedMap<TenantAccount>(maxTenants);
  /** Of subjects, only where they have caps. */
  readonly #subjects = new BoundedMap<Account>(maxSubjects);
  readonly #senders = new WeakMap<Request, LoadSender>();

  /** `request` proved to be of `sender`, so its answer is counted. */
  note(request: Request, sender: LoadSender): void {
    this.#senders.set(request, sender);
  }

  /** The tenant that proved to have sent `request`. Undefined if none did. */
  tenantOf(request: Request): string | undefined {
    return this.#senders.get(request)?.tenant;
  }

  /** The meter of that tenant and subject. */
  meterOfRequest(request: Request): LoadMeter | undefined {
    const sender = this.#senders.get(request);
    return sender && this.meterOf(sender);
  }

  /** Counts for the tenant and for its subject. */
  meterOf(sender: LoadSender): LoadMeter {
    return {
      checked: (steps) => this.#add(sender, "checkSteps", steps),
      answered: (bytes) => this.#add(sender, "answeredBytes", bytes),
    };
  }

  /** The cap that `tenant` has passed. Undefined if its next request may be served. `now` in Unix milliseconds. */
  refusal(tenant: string, caps: LoadCaps, now: number): LoadRefusal | undefined {
    // The account begins with the first request, so that all that this takes is owed.
    return refusalFor(this.#accountOf(tenant, now), caps, now, "tenant");
  }

  /** The cap of its own that a subject has passed. Undefined if there is none, or its next request may be served. */
  subjectRefusal(sender: LoadSender, caps: LoadCaps, now: number): LoadRefusal | undefined {
    if (kinds.every((kind) => caps[kind] === 0)) return undefined;
    const name = ownName(sender);
    const account = this.#subjects.get(name) ?? newAccount(now);
    this.#subjects.set(name, account);
    return refusalFor(account, caps, now, "subject");
  }

  /** The use of `tenant` since its last report if it is worth one, or that report if nobody confirmed it in time. `now` in Unix milliseconds. */
  takeReport(tenant: string, now: number): LoadReport | undefined {
    const account = this.#accounts.get(tenant);
    if (account === undefined) return undefined;
    const { unconfirmed } = account;
    if (unconfirmed === undefined ? !isWorthReport(account) : unconfirmed.againAt > now) return undefined;
    const report = unconfirmed?.report ?? this.#newReport(tenant, account);
    account.unconfirmed = { report, againAt: now + reportMs };
    return report;
  }

  /** The object of the tenant has the report. */
  arrived(tenant: string, id: string): void {
    const account = this.#accounts.get(tenant);
    if (account?.unconfirmed?.report.id === id) account.unconfirmed = undefined;
  }

  /** The report may not have arrived: the next request makes it again. */
  lost(tenant: string, id: string): void {
    const unconfirmed = this.#accounts.get(tenant)?.unconfirmed;
    if (unconfirmed?.report.id === id) unconfirmed.againAt = 0;
  }

  #newReport(tenant: string, account: TenantAccount): LoadReport {
    const subjects = [...account.due].flatMap((subject) => {
      const own = this.#subjects.get(ownName({ tenant, subject }));
      return own === undefined ? [] : [{ subject, ...taken(own) }];
    });
    account.due = new Set();
    return { id: randomHex(8), take: taken(account), subjects };
  }

  #add({ subject, tenant }: LoadSender, kind: (typeof kinds)[number], amount: number): void {
    const account = this.#accountOf(tenant);
    add(account, kind, amount);
    const own = subject === undefined ? undefined : this.#subjects.get(ownName({ tenant, subject }));
    if (subject === undefined || own === undefined) return;
    add(own, kind, amount);
    if (isWorthReport(own)) account.due.add(subject);
  }

  #accountOf(tenant: string, now = 0): TenantAccount {
    const known = this.#accounts.get(tenant);
    if (known !== undefined) return known;
    const account: TenantAccount = { ...newAccount(now), due: new Set() };
    // Strangers have none: only callers that proved who they are.
    this.#accounts.set(tenant, account);
    return account;
  }
}

function newAccount(now: number): Account {
  return { level: { checkSteps: 0, answeredBytes: 0 }, at: now, unreported: { checkSteps: 0, answeredBytes: 0 } };
}

function add(account: Account, kind: (typeof kinds)[number], amount: number): void {
  account.level[kind] += amount;
  account.unreported[kind] += amount;
}

function isWorthReport({ unreported }: Account): boolean {
  return kinds.some((kind) => unreported[kind] >= reportedLoad[kind]);
}

/** What is unreported, which counts as reported then. */
function taken(account: Account): TenantTake {
  const take = account.unreported;
  account.unreported = { checkSteps: 0, answeredBytes: 0 };
  return take;
}

function ownName({ subject, tenant }: LoadSender): string {
  return JSON.stringify([tenant, subject]);
}

/** Wears off what was taken before, and says whether the rest is more than the caps permit. */
function refusalFor(debt: Debt, caps: LoadCaps, now: number, whose: "subject" | "tenant"): LoadRefusal | undefined {
  const seconds = Math.max(0, now - debt.at) / 1_000;
  debt.at = now;
  let refusal: LoadRefusal | undefined;
  for (const kind of kinds) {
    const level = Math.max(0, debt.level[kind] - caps[kind] * seconds);
    debt.level[kind] = caps[kind] === 0 ? 0 : level;
    const beyond = level - caps[kind] * burstSeconds;
    if (caps[kind] === 0 || beyond < 0) continue;
    const [things, advice] = words[kind];
    const message = `required at most ${caps[kind]} ${things} of the ${whose} a second, found more; ${advice}`;
    const retryAfterSeconds = Math.max(1, Math.ceil(beyond / caps[kind]));
    if (refusal === undefined || refusal.retryAfterSeconds < retryAfterSeconds)
      refusal = { message, retryAfterSeconds };
  }
  return refusal;
}
