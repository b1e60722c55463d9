/**
 * An execution as it was at a place of its log, as the store of a view: made from the store of the present, whose log has everything, by the same
 * fold. It opens nothing and closes nothing.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ExecutionStore, LoggedEvent, StepRow } from "../store/execution-model.ts";
import { emptyLog, type FoldedLog, foldEvents } from "../store/fold-events.ts";
import { stepRows } from "../store/step-rows.ts";
import { instantOf } from "../store/step-track.ts";
import { foldTexts } from "../store/written-texts.ts";
import { headAt } from "./head-at.ts";

/** The execution after its first `count` events. */
export function storeAt(live: ExecutionStore, count: ReadonlySignal<number>): ExecutionStore {
  const fold = folding();
  const log = computed(() => {
    void live.logLength.value;
    return live.log.slice(0, count.value);
  });
  const folded = computed(() => fold(log.value));
  const isPlannedByModel = computed(() => {
    void live.logLength.value;
    return live.log.some(({ __typename }) => __typename === "PlanProposed");
  });
  const head = computed(() =>
    live.head.value === null
      ? null
      : headAt(live.head.value, { log: log.value, folded: folded.value, isPlannedByModel: isPlannedByModel.value }),
  );
  let before: readonly StepRow[] = [];
  const rows = computed(() => {
    if (head.value === null) return [];
    before = stepRows(head.value, folded.value, folded.value.lastAt, before);
    return before;
  });
  return {
    executionId: live.executionId,
    live,
    head,
    problem: live.problem,
    get log() {
      return log.value;
    },
    logLength: computed(() => log.value.length),
    gap: live.gap,
    // Of a log of which only a part is in the page there is no past.
    window: live.window,
    windowProblem: live.windowProblem,
    moveWindow: live.moveWindow,
    rows,
    texts: computed(() => foldTexts([], log.value)),
    selected: live.selected,
    selectedWithin: live.selectedWithin,
    includesHidden: live.includesHidden,
    // A replay is followed as the present is.
    isFollowing: signal(true),
    close: () => undefined,
  };
}

/** Folds a log that begins like the one before from where that ended; any other from its start. */
function folding(): (log: readonly LoggedEvent[]) => FoldedLog {
  let known: { readonly log: readonly LoggedEvent[]; readonly folded: FoldedLog } | null = null;
  return (log) => {
    const end = known?.log.at(-1);
    const goesOn = known !== null && known.log.length <= log.length && log[known.log.length - 1] === end;
    const folded = goesOn && known !== null ? known.folded : emptyLog();
    foldEvents(folded, goesOn && known !== null ? log.slice(known.log.length) : log);
    known = { log, folded };
    // Another object, so that values made of it are made again.
    return { ...folded };
  };
}

/** How many events of a log lie at or before a number, as addresses name a place. */
export function countUntil(log: readonly LoggedEvent[], sequence: number): number {
  let low = 0;
  let high = log.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((log[middle]?.sequence ?? 0) <= sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The number of the event that a place outside the log stands for: the last one for a place behind the end, else the first. Null for a place within
 * the log, and as long as the log is not read up to `lastSequence`, since the place may yet come.
 */
export function nearestPlace(log: readonly LoggedEvent[], named: number, lastSequence: number): number | null {
  const [first, last] = [log[0], log.at(-1)];
  if (first === undefined || last === undefined || last.sequence < lastSequence) return null;
  if (named >= first.sequence && named <= last.sequence) return null;
  return named > last.sequence ? last.sequence : first.sequence;
}

/** How many events of a log happened by then. */
export function countBy(log: readonly LoggedEvent[], at: number): number {
  const after = log.findIndex(({ occurredAt }) => instantOf(occurredAt, 0) > at);
  return after === -1 ? log.length : after;
}

/** How long each event is shown when the log is replayed: as long as it was, but no pause longer than a reader waits for. */
export function replayPauseMs(log: readonly LoggedEvent[], count: number): number {
  const [one, other] = [log[count - 1], log[count]];
  if (one === undefined || other === undefined) return shortestMs;
  const passed = instantOf(other.occurredAt, 0) - instantOf(one.occurredAt, 0);
  return Math.min(longestMs, Math.max(shortestMs, passed));
}

const shortestMs = 30;
const longestMs = 900;
