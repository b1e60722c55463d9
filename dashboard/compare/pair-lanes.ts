/** The content of the two lanes of a step: its time segments, or its cost with everything below it. Pure. */
import type { FlameNode, Metric } from "../execution/flame/flame-tree.ts";
import { amountWords } from "../execution/flame/metric.ts";
import type { StepRow } from "../execution/store/execution-model.ts";
import { lookOfSegment } from "../execution/timeline/bar-look.ts";
import { durationOf, statusWord } from "../execution/timeline/timeline-words.ts";
import { duration } from "../parts/numbers.ts";
import { overlayBars, type RunSpan } from "./overlay-scale.ts";

export interface Lane {
  readonly bars: readonly {
    readonly from: number;
    readonly to: number;
    readonly look: string;
    readonly says: string;
  }[];
  /** Beside the bars. Empty for nothing. */
  readonly label: string;
  /** For those who listen. */
  readonly words: string;
}

const absent: Lane = { bars: [], label: "", words: "not in this run" };

/** `now` in Unix milliseconds is for running steps. */
export function timeLane(row: StepRow | null, span: RunSpan, now: number): Lane {
  if (row === null) return absent;
  const taken = durationOf(row, now);
  const bars = overlayBars(row, span).map(({ from, segment, to }) => ({
    from,
    to,
    look: lookOfSegment(segment),
    says: `${segment.says}, ${duration(to - from)}`,
  }));
  const label = taken === null || bars.length === 0 ? "" : duration(taken);
  return { bars, label, words: statusWord(row.status) + (taken === null ? "" : `, ${duration(taken)}`) };
}

/** `amount` is that of the step, undefined where it cost nothing. */
export function costLane(row: StepRow | null, amount: number | undefined, metric: Metric): Lane {
  if (row === null) return absent;
  if (amount === undefined || amount === 0) return { bars: [], label: "", words: `${statusWord(row.status)}, no cost` };
  const words = amountWords(amount, metric);
  const look = row.kind === "MODEL" ? "st-waiting" : "st-running";
  return {
    bars: [{ from: 0, to: amount, look, says: words }],
    label: words,
    words: `${statusWord(row.status)}, ${words}`,
  };
}

/** The cost of each line of a run, by its step. */
export function costsByStep(tree: FlameNode | null): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const { amount, step } of tree?.parts ?? []) {
    if (step === null) continue;
    const stepId = decodeURIComponent(step);
    costs.set(stepId, (costs.get(stepId) ?? 0) + amount);
  }
  return costs;
}
