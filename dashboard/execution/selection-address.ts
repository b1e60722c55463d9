/** Keeps the selected step and the `step` of the address the same, so that whoever is given the address sees the same. */
import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { place, setQuery } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import type { ExecutionStore } from "./store/execution-model.ts";

export function useSelectionInAddress(store: ExecutionStore): void {
  const { query } = place.value;
  const named = query.get("step");
  useEffect(() => {
    // A selection that was made before the address knows of it is not undone.
    if (named !== null && named !== store.selected.peek()) store.selected.value = named;
  }, [store, named]);
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
