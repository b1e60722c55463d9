/** The child executions that are unfolded, each as it was at a time. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { ExecutionStore } from "../store/execution-model.ts";
import type { ChildExecutions, OpenChild } from "../timeline/timeline-children.ts";
import { countBy, storeAt } from "./store-at.ts";

/** `at` in Unix milliseconds of the server. */
export function childrenAt(children: ChildExecutions, at: ReadonlySignal<number>): ChildExecutions {
  const made = new WeakMap<ExecutionStore, ExecutionStore>();
  const pastOf = (live: ExecutionStore): ExecutionStore => {
    const known = made.get(live);
    if (known !== undefined) return known;
    const count = computed(() => {
      void live.logLength.value;
      return countBy(live.log, at.value);
    });
    const past = storeAt(live, count);
    made.set(live, past);
    return past;
  };
  const opened = computed(() => {
    const then = new Map<string, OpenChild>();
    for (const [key, child] of children.opened.value) then.set(key, { ...child, store: pastOf(child.store) });
    return then;
  });
  return { ...children, opened };
}
