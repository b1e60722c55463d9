/** One time axis for two runs: both begin at its left edge. Pure. */
import type { Segment, StepRow } from "../execution/store/execution-model.ts";
import { stretchOf } from "../execution/timeline/timeline-scale.ts";

/** A bar: milliseconds from the start of its own run. */
export interface OverlayBar {
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

/** When a run began, and for how long it has run by `now`, Unix milliseconds. */
export interface RunSpan {
  readonly from: number;
  readonly spanMs: number;
}

export function runSpan(rows: readonly StepRow[], startedAt: number, now: number): RunSpan {
  const stretch = stretchOf(rows, startedAt);
  const from = stretch?.from ?? startedAt;
  const isOpen = rows.some(({ segments }) => segments.at(-1)?.to === null);
  return { from, spanMs: Math.max(1, (isOpen ? Math.max(now, stretch?.to ?? from) : (stretch?.to ?? from)) - from) };
}

/** Bars of a line within its run. An open bar reaches to the present. */
export function overlayBars(row: StepRow | null, { from, spanMs }: RunSpan): readonly OverlayBar[] {
  return (row?.segments ?? []).map((segment) => {
    const start = Math.max(0, segment.from - from);
    return { segment, from: start, to: Math.max(start, segment.to === null ? spanMs : segment.to - from) };
  });
}
