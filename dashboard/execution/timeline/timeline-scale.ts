/** The axis of the timeline: how much time it shows, where its ticks stand, and on which side of a bar its words find room. Pure. */
import type { Segment, StepRow } from "../store/execution-model.ts";

/** The time in which something happened. Unix milliseconds of the server. */
export interface Stretch {
  readonly from: number;
  /** When something happened last. */
  readonly to: number;
}

export interface Tick {
  /** Milliseconds from the left edge. */
  readonly at: number;
  readonly label: string;
  /** Every second one is left out where the axis is narrow. */
  readonly isOdd: boolean;
}

/** Where words beside a bar stand, and how many pixels wide they can be. */
export interface LabelPlace {
  readonly side: "AFTER" | "BEFORE" | "WITHIN";
  readonly roomPx: number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const steps: readonly number[] = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 20, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
];

/** Part of the axis that past events may fill while more come, and by how much the axis grows when it is full. */
const fullAt = 0.9;
const growth = 1.25;
const leastLiveSpanMs = 4 * second;

/** When the first thing happened to rows and when the last did. Null where nothing did yet. */
export function stretchOf(rows: Iterable<StepRow>, startedAt: number | null): Stretch | null {
  let from = startedAt ?? Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    for (const segment of row.segments) {
      from = Math.min(from, segment.from);
      to = Math.max(to, segment.to ?? segment.from);
    }
    if (row.finishedAt !== null) to = Math.max(to, row.finishedAt);
  }
  return from === Number.POSITIVE_INFINITY ? null : { from, to: Math.max(from, to) };
}

/**
 * Milliseconds that the axis shows, above zero. While `now` is given more is to come: the span then grows by a quarter at a time, so
 * that bars keep their places for a while instead of creeping.
 */
export function spanOf({ from, to }: Stretch, now: number | null): number {
  if (now === null) return Math.max(1, to - from);
  const passed = Math.max(now, to) - from;
  let span = leastLiveSpanMs;
  while (span * fullAt < passed) span *= growth;
  return span;
}

/** Ticks at round times from `startMs` into the run up to the end of the span, `most` or so at the utmost. */
export function ticksOf(spanMs: number, most: number, startMs = 0): readonly Tick[] {
  const wanted = spanMs / Math.max(1, most);
  const step = steps.find((candidate) => candidate >= wanted) ?? Math.ceil(wanted / day) * day;
  const ticks: Tick[] = [];
  for (let number = Math.ceil(startMs / step); number * step <= startMs + spanMs; number += 1) {
    ticks.push({ at: number * step - startMs, label: tickLabel(number * step), isOdd: number % 2 === 1 });
  }
  return ticks;
}

/** `0 s`, `500 ms`, `1.5 s`, `20 s`, `1 m 30 s`, `2 h`, `3 d`: whole, because ticks are round. */
function tickLabel(ms: number): string {
  if (ms === 0) return "0 s";
  if (ms < second) return `${ms} ms`;
  if (ms < minute) return `${ms / second} s`;
  if (ms < hour) return twoUnits(ms, minute, "m", second, "s");
  if (ms < day) return twoUnits(ms, hour, "h", minute, "m");
  return twoUnits(ms, day, "d", hour, "h");
}

/** Whether the label of a tick would touch the mark of now, which is centred on its instant. All in pixels of the axis but the times. */
export function touchesNow(tick: Tick, nowMs: number, spanMs: number, widthPx: number): boolean {
  const start = (tick.at / spanMs) * widthPx;
  const end = start + labelInsetPx + textWidthPx(tick.label);
  const now = (nowMs / spanMs) * widthPx;
  return end + clearancePx > now - nowMarkPx / 2 && start < now + nowMarkPx / 2 + clearancePx;
}

/** Whether the label of a tick would reach over the end of the axis and the margin beside it. */
export function endsBeyond({ at, label }: Pick<Tick, "at" | "label">, spanMs: number, widthPx: number): boolean {
  return (
    (at / spanMs) * widthPx + labelInsetPx + textWidthPx(label) >
    widthPx + (widthPx < narrowPx ? leastMarginPx : marginPx)
  );
}

/**
 * The side of a bar where `text` stands: behind it if it fits there or no better in front of it, and before its end if it fits there alone.
 * `startMs` and `endMs` are where the bars of the row begin and end; `marginPx` is the free width to the right of the axis.
 */
export function placeLabel(
  text: string,
  bars: { readonly startMs: number; readonly endMs: number },
  { marginPx, spanMs, widthPx }: { readonly spanMs: number; readonly widthPx: number; readonly marginPx: number },
): LabelPlace {
  const needed = textWidthPx(text);
  const after = Math.max(0, (1 - bars.endMs / spanMs) * widthPx + marginPx - labelGapPx);
  const before = Math.max(0, (bars.startMs / spanMs) * widthPx - labelGapPx);
  const within = ((bars.endMs - bars.startMs) / spanMs) * widthPx - seenBesidePx;
  if (Math.max(after, before) < needed && within >= needed) return { side: "WITHIN", roomPx: within };
  return after >= needed || after >= before ? { side: "AFTER", roomPx: after } : { side: "BEFORE", roomPx: before };
}

/** Where the bars of a row begin and end, milliseconds from the left edge. Null for a row without any. */
export function extentOf(
  { segments }: { readonly segments: readonly Segment[] },
  from: number,
  now: number,
): { readonly startMs: number; readonly endMs: number } | null {
  const [first] = segments;
  if (first === undefined) return null;
  let end = first.from;
  for (const segment of segments) end = Math.max(end, segment.to ?? Math.max(now, segment.from));
  return { startMs: Math.max(0, first.from - from), endMs: Math.max(0, end - from) };
}

/** So much of a bar is seen beside words that stand on it. */
const seenBesidePx = 32;
const labelInsetPx = 6;
const labelGapPx = 8;
const nowMarkPx = 44;
const clearancePx = 6;
/** The free width to the right of the axis, and that on a phone, whose axis is narrow. */
const marginPx = 52;
const leastMarginPx = 12;
const narrowPx = 400;

/** About how wide a text of 12 pixels is. */
function textWidthPx(text: string): number {
  return text.length * 6.8;
}

function twoUnits(ms: number, large: number, largeWord: string, small: number, smallWord: string): string {
  const rest = Math.round((ms % large) / small);
  const whole = `${Math.floor(ms / large)} ${largeWord}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallWord}`;
}
