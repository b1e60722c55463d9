/**
 * The chosen lines: those of a status, those with some words, the slowest or the most expensive first. Then groups are left out, and folded
 * lines are found as well. It also has the shown part of the time. Pure.
 */
import type { ShownStatus } from "../../parts/status.tsx";
import { isGroupKind } from "../../parts/step-kind.tsx";
import { compareCosts, type RowCost } from "../costs/row-costs.ts";
import type { StepRow } from "../store/execution-model.ts";
import { keyOfStep, linesOf, type TimelineLine, type Unfolded } from "./timeline-lines.ts";
import type { Stretch } from "./timeline-scale.ts";
import { durationOf, nameOfRow } from "./timeline-words.ts";

export interface TimelineChoice {
  readonly text: string;
  /** Null for any. */
  readonly status: ShownStatus | null;
  readonly order: "PLAN" | "DURATION" | "COST";
}

export const everyLine: TimelineChoice = { text: "", status: null, order: "PLAN" };

/** With fewer lines than this nobody has to choose. */
export const fewLines = 12;

export function isPlain({ order, status, text }: TimelineChoice): boolean {
  return order === "PLAN" && status === null && text.trim() === "";
}

/** The lines to show. `now` in Unix milliseconds is for running steps, `costOf` for the order of costs. */
export function chosenLines(
  rows: readonly StepRow[],
  unfolded: Unfolded,
  choice: TimelineChoice,
  now: number,
  costOf: (line: TimelineLine) => RowCost | undefined = () => undefined,
): readonly TimelineLine[] {
  if (isPlain(choice)) return linesOf(rows, unfolded);
  const wanted = choice.text.trim().toLowerCase();
  const found = linesOf(rows, { ...unfolded, folded: new Set() }).filter(
    ({ row }) =>
      !isGroupKind(row.kind) &&
      (choice.status === null || row.status === choice.status) &&
      [nameOfRow(row), row.stepId, row.callableName, row.failure?.message ?? ""].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  );
  const taken = ({ row }: TimelineLine) => durationOf(row, now) ?? -1;
  const inOrder = {
    PLAN: () => 0,
    DURATION: (one: TimelineLine, other: TimelineLine) => taken(other) - taken(one),
    COST: (one: TimelineLine, other: TimelineLine) => compareCosts(costOf(one), costOf(other)),
  };
  const sorted = found.toSorted(inOrder[choice.order]);
  return sorted.map((line) => ({ ...line, parentKey: null, level: 1, isExpanded: null, isLast: false, rails: [] }));
}

/** The status that an address names. Null for any, and for a status that no step can have. */
export function statusNamed(named: string | null): ShownStatus | null {
  return statuses.find((status) => status === named) ?? null;
}

const statuses: readonly ShownStatus[] = [
  ...(["PENDING", "RUNNING", "BACKING_OFF", "WAITING", "SUCCEEDED"] as const),
  ...(["PARTIAL", "FAILED", "SKIPPED", "CANCELLED"] as const),
];

/** How many steps, groups left out, are in each status that occurs. */
export function countsByStatus(rows: readonly StepRow[]): ReadonlyMap<ShownStatus, number> {
  const counts = new Map<ShownStatus, number>();
  for (const { kind, status } of rows) if (!isGroupKind(kind)) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

/** Keys of all groups with steps, so that they can be folded at once. */
export function groupKeys(rows: readonly StepRow[]): readonly string[] {
  const groups = rows.filter(({ kind }) => isGroupKind(kind));
  // A run without groups may be long, and this is asked for with each batch of its events.
  if (groups.length === 0) return [];
  const around = new Set(rows.map(({ groupId }) => groupId));
  return groups.filter(({ stepId }) => around.has(stepId)).map(({ stepId }) => keyOfStep(stepId));
}

/** The shortest time that can be shown. */
const leastMs = 10;

/**
 * The part of `whole` that is shown after `shown` was made `factor` times as long around its middle. Null for the whole.
 *
 * @example
 * ```ts
 * zoomed({ from: 0, to: 1_000 }, null, 0.5); // { from: 250, to: 750 }
 * ```
 */
export function zoomed(whole: Stretch, shown: Stretch | null, factor: number): Stretch | null {
  const { from, to } = shown ?? whole;
  const length = Math.max(leastMs, (to - from) * factor);
  if (length >= whole.to - whole.from) return null;
  const start = Math.min(Math.max(whole.from, (from + to - length) / 2), whole.to - length);
  return { from: start, to: start + length };
}

/** The part of `whole` in which a row did something, with a little around it. Null where that is all, or nothing. */
export function aroundRow(whole: Stretch, row: StepRow, now: number): Stretch | null {
  const [first] = row.segments;
  if (first === undefined) return null;
  const to = Math.max(...row.segments.map((segment) => segment.to ?? now));
  const margin = Math.max(leastMs, (to - first.from) * 0.1);
  const part = { from: Math.max(whole.from, first.from - margin), to: Math.min(Math.max(whole.to, now), to + margin) };
  return part.to - part.from >= whole.to - whole.from ? null : part;
}
