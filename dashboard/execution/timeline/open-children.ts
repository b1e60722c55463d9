/**
 * The child executions that are unfolded on the page. Those that the address names, and those around the selected step, are unfolded as
 * soon as they are known, so that a reload and a link show the same.
 */
import { effect, untracked } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { place, setQuery } from "../../shell/location.ts";
import type { ExecutionStore } from "../store/execution-model.ts";
import { openExecution } from "../store/execution-store.ts";
import { type ChildExecutions, childExecutions } from "./timeline-children.ts";
import { openerOf, openersOf, stepOf } from "./timeline-lines.ts";

/** An address holds no more of them. */
const mostNamed = 20;

export function useOpenChildren(store: ExecutionStore): ChildExecutions {
  const children = useMemo(() => childExecutions(openExecution), [store]);
  useEffect(() => {
    /** Each is unfolded once: a child that somebody folds stays folded. */
    const done = new Set<string>();
    const stop = effect(() => {
      const wanted = wantedKeys(place.value.query.get("open"), store.selectedWithin.value);
      for (const key of done) if (!wanted.has(key)) done.delete(key);
      for (const key of wanted) {
        const opener = openerOf(key);
        const within = opener === null ? store : children.opened.value.get(opener)?.store;
        const executionId = within?.rows.value.find(({ stepId }) => stepId === stepOf(key))?.childExecutionId ?? null;
        if (executionId === null || done.has(key)) continue;
        done.add(key);
        untracked(() => children.open(key, executionId));
      }
    });
    return () => {
      stop();
      children.closeAll();
    };
  }, [store, children]);
  return children;
}

/** Writes the unfolded children to the address. */
export function nameOpenChildren({ opened }: ChildExecutions): void {
  setQuery({ open: [...opened.peek().keys()].slice(0, mostNamed).join(" ") });
}

/** Openers before their content. */
function wantedKeys(named: string | null, selected: string | null): ReadonlySet<string> {
  const keys = (named ?? "")
    .split(" ")
    .filter((key) => key !== "")
    .slice(0, mostNamed);
  return new Set([
    ...keys.flatMap((key) => [...openersOf(key), key]),
    ...(selected === null ? [] : openersOf(selected)),
  ]);
}
