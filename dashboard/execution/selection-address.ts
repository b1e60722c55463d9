/** Keeps the selected step and the `step` of the address the same, so that a link shows the same. `step0/post` is a step of a child. */
import { batch, effect, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { place, setQuery } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import type { ExecutionStore } from "./store/execution-model.ts";
import { isOfChild, rootStepOf } from "./timeline/timeline-lines.ts";

export function useSelectionInAddress(store: ExecutionStore): void {
  useEffect(() => {
    const address = executionAddress(store.executionId);
    let known: string | null = null;
    // At once, not after the next frame: the address is behind the selection for up to one, and its earlier value must not undo the last
    // key. So a step counts only where the address comes to name another one.
    return effect(() => {
      const { path, query } = place.value;
      const named = query.get("step");
      if (path !== address || named === known) return;
      known = named;
      if (named === null || named === selectedOf(store, "peek")) return;
      batch(() => {
        store.selectedWithin.value = null;
        store.selected.value = named;
      });
    });
  }, [store]);
  // Keys of the page and other views select a step of this execution: a selection in a child is left then, before the next key.
  useLayoutEffect(
    () =>
      effect(() => {
        const stepId = store.selected.value;
        const within = store.selectedWithin.peek();
        if (within !== null && stepId !== rootStepOf(within)) store.selectedWithin.value = null;
        // That an address means a step of a child is known once the step that started the child is.
        else if (stepId !== null && isOfChild(stepId, store.rows.value)) {
          batch(() => {
            store.selectedWithin.value = stepId;
            store.selected.value = rootStepOf(stepId);
          });
        }
      }),
    [store],
  );
  useSignalEffect(() => {
    const stepId = selectedOf(store, "value");
    const { path, query: current } = place.peek();
    if (path !== executionAddress(store.executionId) || stepId === current.get("step")) return;
    if (stepId !== null || hadSelection.has(store)) setQuery({ step: stepId });
    if (stepId !== null) hadSelection.add(store);
  });
}

/** The selected step in the address. */
function selectedOf({ selected, selectedWithin }: ExecutionStore, read: "peek" | "value"): string | null {
  return read === "peek" ? (selectedWithin.peek() ?? selected.peek()) : (selectedWithin.value ?? selected.value);
}

/** Stores in which something was selected: only then an empty selection is somebody's wish. */
const hadSelection = new WeakSet<ExecutionStore>();
