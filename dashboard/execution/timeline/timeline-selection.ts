/** Which step of the timeline or the graph is selected, of the execution on the page or of one below it. */
import { batch, type ReadonlySignal, useComputed } from "@preact/signals";
import type { ExecutionStore } from "../store/execution-model.ts";
import { keyOfStep, rootStepOf } from "./timeline-lines.ts";

/** A step of the execution on the page or of one below it. */
export interface Selectable {
  /** The steps from the execution on the page down to it. */
  readonly key: string;
  /** The execution that it is a step of. Null for the one on the page. */
  readonly childExecutionId: string | null;
}

export interface LineSelection {
  /** Key of the selected line. Null while nothing is. */
  readonly selectedKey: ReadonlySignal<string | null>;
  select(line: Selectable): void;
}

export function useLineSelection(store: ExecutionStore): LineSelection {
  const selectedKey = useComputed(() => {
    const stepId = store.selected.value;
    return store.selectedWithin.value ?? (stepId === null ? null : keyOfStep(stepId));
  });
  return {
    selectedKey,
    select(line) {
      batch(() => {
        store.selectedWithin.value = line.childExecutionId === null ? null : line.key;
        store.selected.value = rootStepOf(line.key);
      });
    },
  };
}
