/** The monthly budget of a tenant as an execution's object uses it. */
import type { Failure } from "../../json/failure.ts";

/** Total consumption of language models by an execution. Reports of a higher revision replace those of a lower one. */
export interface BudgetReport {
  /** Sequence of the latest event. */
  readonly revision: number;
  /** Calls that left and have ended, and their consumption. */
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Calls without a known price left out. */
  readonly costMicros: number;
  /** Most that the call on its way can consume. 0 if none is. */
  readonly reservedTokens: number;
  /** Null if the price is unknown. */
  readonly reservedCostMicros: number | null;
  /** The execution has ended; nothing follows. */
  readonly isFinal: boolean;
}

/** Reservations and reports of one execution against the monthly budget of its tenant. */
export interface MonthlyBudgetPort {
  /**
   * Asks the tenant for the reservation in `report`. Undefined if the call may leave, else `BUDGET_EXCEEDED`, or `UPSTREAM_UNAVAILABLE`
   * with `retryable` if the tenant could not be asked. Without a monthly bound no call is made. Never rejects.
   */
  reserve(report: BudgetReport): Promise<Failure | undefined>;
  /** Reports consumption to the tenant; `flush` repeats it until it is acknowledged. Must be called after every event. */
  note(report: BudgetReport): void;
  /** Whether the tenant has not acknowledged the latest report. The alarm stays armed meanwhile. */
  readonly pending: boolean;
  /** Resolves when the pending report was acknowledged or failed; never rejects. */
  flush(): Promise<void>;
}
