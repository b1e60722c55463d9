/** The bars of the usage chart: one for each day, in the order of time. Pure. */

export interface DayOfUsage {
  /** Midnight (UTC) at which it begins, ISO 8601. */
  readonly day: string;
  readonly executions: number;
  readonly failedExecutions: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

export type Measure = "executions" | "tokens" | "cost";

export interface Bar {
  readonly day: string;
  readonly value: number;
  /** Of the highest bar, from 0 to 1. */
  readonly share: number;
  /** Of `share`, that of executions that failed. */
  readonly failedShare: number;
}

export interface Bars {
  readonly bars: readonly Bar[];
  readonly most: number;
}

export function barsOf(days: readonly DayOfUsage[], measure: Measure): Bars {
  const values = days.map((day) => measured(day, measure));
  const most = values.reduce((highest, value) => Math.max(highest, value), 0);
  const bars = days.map(({ day, failedExecutions }, at) => {
    const value = values[at] ?? 0;
    const failed = measure === "executions" ? failedExecutions : 0;
    return {
      day,
      value,
      share: most === 0 ? 0 : value / most,
      failedShare: most === 0 ? 0 : Math.min(failed, value) / most,
    };
  });
  return { bars, most };
}

function measured({ costMicros, executions, inputTokens, outputTokens }: DayOfUsage, measure: Measure): number {
  if (measure === "executions") return executions;
  return measure === "tokens" ? inputTokens + outputTokens : costMicros;
}

/** `26 Nov`, in UTC as the days are counted. */
export function dayWords(day: string): string {
  return new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}
