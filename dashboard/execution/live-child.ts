/** The text that a child of the run on the page is writing now. */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { ExecutionStore } from "./store/execution-model.ts";
import { openExecution } from "./store/execution-store.ts";
import { type ChildText, followChildren } from "./store/follow-children.ts";
import type { ChildExecutions } from "./timeline/timeline-children.ts";

/** That which was begun last in a child of a running step. Null while none has written. */
export function useChildText(store: ExecutionStore, unfolded: ChildExecutions): ReadonlySignal<ChildText | null> {
  const { end, found } = useMemo(() => followChildren(store, unfolded, openExecution), [store, unfolded]);
  useEffect(() => end, [end]);
  return found;
}
