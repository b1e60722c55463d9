/** The axis on which latencies stand beside one another: logarithmic, because a second and an hour have to fit on it. Pure. */

export interface LatencyAxis {
  /** Ends in milliseconds, powers of ten. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The axis that holds all `latencies`. Two decades at least, so that small differences do not look large. */
export function axisOf(latencies: readonly { readonly p50Ms: number; readonly p95Ms: number }[]): LatencyAxis {
  const values = latencies.flatMap(({ p50Ms, p95Ms }) => [p50Ms, p95Ms]).map((ms) => Math.max(1, ms));
  if (values.length === 0) return { fromMs: 1, toMs: 100 };
  const fromMs = 10 ** Math.floor(Math.log10(Math.min(...values)));
  const toMs = 10 ** Math.ceil(Math.log10(Math.max(...values)));
  return { fromMs, toMs: Math.max(toMs, fromMs * 100) };
}

/** Where a latency stands on the axis, from 0 to 1. */
export function positionOn({ fromMs, toMs }: LatencyAxis, ms: number): number {
  const place = Math.log10(Math.max(1, ms) / fromMs) / Math.log10(toMs / fromMs);
  return Math.min(1, Math.max(0, place));
}
