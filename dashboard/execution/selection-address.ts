/** Keeps the selected step and the `step` of the address the same, so that whoever is given the address sees the same. */
import { effect, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { place, setQuery } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import type { ExecutionStore } from "./store/execution-model.ts";

export function useSelectionInAddress(store: ExecutionStore): void {
  useEffect(() => {
    const address = executionAddress(store.executionId);
    let known: string | null = null;
    // At once, not after the next frame: the address is behind the selection for up to one, and what it said before the last key
    // must not undo that key. So a step counts only where the address comes to name another one.
    return effect(() => {
      const { path, query } = place.value;
      const named = query.get("step");
      if (path !== address || named === known) return;
      known = named;
      if (named !== null && named !== store.selected.peek()) store.selected.value = named;
    });
  }, [store]);
  useSignalEffect(() => {
    const stepId = store.selected.value;
    const { path, query: current } = place.peek();
    if (path !== executionAddress(store.executionId) || stepId === current.get("step")) return;
    if (stepId !== null || hadSelection.has(store)) setQuery({ step: stepId });
    if (stepId !== null) hadSelection.add(store);
  });
}

/** Stores in which something was selected: only then an empty selection is somebody's wish. */
const hadSelection = new WeakSet<ExecutionStore>();
