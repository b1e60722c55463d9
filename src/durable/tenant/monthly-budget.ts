/**
 * The monthly budget of a tenant as one execution uses it. The maximum that a model call can consume is reserved at the tenant's object
 * before the call leaves and then replaced by its consumption, so that the budget holds through every crash. Only executions that may call
 * models have a client.
 *
 * 1. Reports are totals, not differences, and carry the sequence of the journal: repeats and stragglers change nothing.
 * 2. Calls leave one after another, so that a report which says less than the latest reservation never follows it.
 * 3. Nothing of it is stored. While the latest report is unacknowledged the alarm stays armed; a fresh instance reports again.
 * 4. Without a monthly bound nothing is reserved, but consumption is still reported for readers. While a call is on its way nothing is
 *    reported then for up to a minute, because another report follows the call.
 * 5. Under a bound of cost no call leaves whose price is unknown: the bound may be younger than the execution.
 */
import type { MonthlyBudget } from "../../execution/events/usage.ts";
import type { Failure } from "../../json/failure.ts";
import { faultText } from "../../json/fault-text.ts";
import { Outbox } from "../deliveries/outbox.ts";
import type { BudgetReport, MonthlyBudgetPort } from "../ports/monthly-budget-port.ts";
import type { Clock } from "../ports/ports.ts";

/** Without bounds, how long nothing is reported while a call is on its way. */
const callingMs = 60_000;

/** Between reports of consumption alone; the end of an execution is reported at once. */
const quietMs = 1_000;

export type BudgetRefusal =
  | {
      readonly kind: "EXCEEDED";
      readonly limit: keyof MonthlyBudget;
      readonly maximum: number;
      /** Consumption and reservation, including the requested call. */
      readonly found: number;
    }
  /** A later report of the same execution came before. */
  | { readonly kind: "OUTDATED" };

/** The object of a tenant, as executions ask it. Each call may be repeated. Times in Unix milliseconds. */
export interface TenantBudgetPort {
  /** Null if the reservation was taken. */
  reserveModelCall(
    execution: string,
    report: BudgetReport,
    caps: MonthlyBudget,
    now: number,
  ): Promise<BudgetRefusal | null>;
  noteModelUsage(execution: string, report: BudgetReport, now: number): Promise<unknown>;
}

export interface BudgetOptions {
  readonly caps: MonthlyBudget;
  /** Opened again for each call: a stub that broke stays broken. */
  readonly tenant: () => TenantBudgetPort;
  readonly clock: Clock;
  /** The id under which the API knows the execution. */
  readonly publicId: () => Promise<string>;
  /** Called when an acknowledgement came or failed to come, so that the alarm can be set again. */
  readonly onChange: () => void;
}

/** Reserves and reports for one execution at the object of its tenant. */
export class MonthlyBudgetClient implements MonthlyBudgetPort {
  readonly #execution: string;
  readonly #options: BudgetOptions;
  readonly #outbox: Outbox<BudgetReport>;
  /** A reservation of this instance may stand although no report says so: its answer was lost, or it was never used. */
  #mayHaveReserved = false;
  /** When a report left last; at first, when this instance was made. */
  #reportedAt: number;

  constructor(execution: string, options: BudgetOptions) {
    const { clock, onChange, tenant } = options;
    this.#execution = execution;
    this.#options = options;
    this.#reportedAt = clock.now();
    this.#outbox = new Outbox({
      clock,
      onChange,
      waitMs: () => quietMs,
      isPending: (report, known) =>
        this.#isWorthReporting(report) && !saysSame(report, known) && !this.#isFollowedSoon(report),
      send: (report) => {
        this.#reportedAt = clock.now();
        return tenant().noteModelUsage(execution, report, clock.now());
      },
      failed: async (error) => {
        const exec_id = await options.publicId();
        console.warn(JSON.stringify({ log: "budget_not_told", exec_id, error: faultText(error) }));
      },
    });
  }

  get pending(): boolean {
    return this.#outbox.pending;
  }

  async reserve(report: BudgetReport): Promise<Failure | undefined> {
    if (!this.#isCapped()) return undefined;
    const { maxCostMicros } = this.#options.caps;
    if (maxCostMicros !== null && report.reservedCostMicros === null)
      return exceeded("maxCostMicros", maxCostMicros, undefined);
    this.#outbox.keep(this.#newest(report));
    return this.#outbox.inOrder(() => this.#reserve(report));
  }

  note(report: BudgetReport): void {
    this.#outbox.note(this.#newest(report), report.isFinal);
  }

  flush(): Promise<void> {
    return this.#outbox.flush();
  }

  async #reserve(report: BudgetReport): Promise<Failure | undefined> {
    this.#mayHaveReserved = true;
    this.#outbox.acknowledged(undefined);
    const { caps, clock, tenant } = this.#options;
    try {
      const refusal = await tenant().reserveModelCall(this.#execution, report, caps, clock.now());
      if (refusal?.kind === "OUTDATED") return unreachable("a later report came before");
      this.#outbox.acknowledged(refusal === null ? report : { ...report, reservedTokens: 0, reservedCostMicros: 0 });
      return refusal === null ? undefined : exceeded(refusal.limit, refusal.maximum, refusal.found);
    } catch (error) {
      const exec_id = await this.#options.publicId();
      console.warn(JSON.stringify({ log: "budget_not_asked", exec_id, error: faultText(error) }));
      return unreachable("the object of the tenant did not answer");
    }
  }

  #newest(report: BudgetReport): BudgetReport {
    const { latest } = this.#outbox;
    return latest === undefined || report.revision >= latest.revision ? report : latest;
  }

  /** An end is always reported where there are bounds: an instance that was lost may have reserved without making the call. */
  #isWorthReporting({ isFinal, modelCalls }: BudgetReport): boolean {
    return modelCalls > 0 || this.#mayHaveReserved || (isFinal && this.#isCapped());
  }

  /** Whether a call is on its way whose end is reported with everything before, so that two rows and a call are saved. */
  #isFollowedSoon({ isFinal, reservedTokens }: BudgetReport): boolean {
    if (isFinal || reservedTokens === 0 || this.#isCapped()) return false;
    return this.#options.clock.now() - this.#reportedAt < callingMs;
  }

  #isCapped(): boolean {
    return Object.values(this.#options.caps).some((cap) => cap !== null);
  }
}

function saysSame(report: BudgetReport, other: BudgetReport | undefined): boolean {
  const said = ({ revision: _, ...rest }: BudgetReport) => JSON.stringify(Object.entries(rest).sort());
  return other !== undefined && said(report) === said(other);
}

const units = { maxModelCalls: "calls", maxTokens: "tokens", maxCostMicros: "millionths of a US dollar" } as const;

/** The failure of a call that could pass `limit`. `found` is undefined where its price is unknown. */
function exceeded(limit: keyof MonthlyBudget, maximum: number, found: number | undefined): Failure {
  const finding = found === undefined ? "a model whose price is unknown" : `${found} with what the call can consume`;
  return {
    code: "BUDGET_EXCEEDED",
    message: `Cannot call the language model: required at most ${maximum} ${units[limit]} of the tenant in a month, found ${finding}`,
    retryable: false,
    details: { per: "MONTH", limit, maximum, found: found ?? null },
  };
}

function unreachable(finding: string): Failure {
  return {
    code: "UPSTREAM_UNAVAILABLE",
    message: `Cannot call the language model: required the budget of the tenant, found that ${finding}`,
    retryable: true,
    details: null,
  };
}
