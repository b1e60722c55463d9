/** Keeps the selected line in sight and in focus, and the latest line at work while somebody follows the run. */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ExecutionStore } from "../store/execution-model.ts";
import type { TimelineLine } from "./timeline-lines.ts";
import type { TimelineElements } from "./timeline-time.ts";

export interface LinesInSight {
  readonly lines: readonly TimelineLine[];
  /** Place of the selected line, -1 where none is. */
  readonly selectedAt: number;
  readonly selectedKey: string | null;
  readonly isLive: ReadonlySignal<boolean>;
  /** Scrolls as little as brings a row into sight. */
  readonly reveal: (index: number) => void;
}

export function useLineInSight(
  store: ExecutionStore,
  { isLive, lines, reveal, selectedAt, selectedKey }: LinesInSight,
  { root, rows }: TimelineElements,
): void {
  // A page that scrolls as a whole, as on a phone, opens at its top.
  const mayReveal = useRef(false);
  const runningAt = lines.findLastIndex(isAtWork);
  const runningKey = store.isFollowing.value && isLive.value ? lines[runningAt]?.key : undefined;
  useEffect(() => {
    if (runningKey !== undefined && mayReveal.current) reveal(runningAt);
  }, [runningKey]);
  useLayoutEffect(() => {
    if (selectedAt < 0) return;
    if (rows.current?.contains(document.activeElement))
      rows.current.querySelector<HTMLElement>(`[data-line="${selectedAt}"]`)?.focus({ preventScroll: true });
    if (mayReveal.current) reveal(selectedAt);
  }, [selectedKey]);
  useEffect(() => {
    if (selectedAt < 0) return;
    mayReveal.current = true;
    if (getComputedStyle(root.current?.closest(".stage") ?? document.body).overflowY === "auto") reveal(selectedAt);
  }, [selectedAt >= 0]);
}

const atWork: ReadonlySet<string> = new Set(["RUNNING", "BACKING_OFF", "WAITING"]);

function isAtWork({ isExpanded, row }: TimelineLine): boolean {
  return isExpanded !== true && atWork.has(row.status);
}
