/** Announces the end of the execution, or of a step, to screen readers. */
import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { announce } from "../parts/announce.tsx";
import { lookOf, runStatus } from "../parts/status.tsx";
import type { ExecutionStore, StepRow } from "./store/execution-model.ts";

const announced: ReadonlySet<string> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "WAITING", "CANCELLED"]);

export function useSpokenStatus(store: ExecutionStore): void {
  const before = useRef<readonly StepRow[] | null>(null);
  const status = useRef<string | null>(null);
  useSignalEffect(() => {
    const rows = store.rows.value;
    const current = store.head.value;
    if (current === null) return;
    const shown = runStatus(current);
    const isNews = status.current !== null && status.current !== shown;
    status.current = shown;
    const changed = before.current === null ? undefined : lastChanged(rows, before.current);
    before.current = rows;
    // The end of the execution is announced rather than that of its last step.
    if (isNews && announced.has(shown)) announce(`Execution ${lookOf(shown).word.toLowerCase()}`);
    else if (changed !== undefined) announce(`${changed.stepId} ${lookOf(changed.status).word.toLowerCase()}`);
  });
}

/** Lines without news, all but a few, are the very ones of before. */
function lastChanged(rows: readonly StepRow[], before: readonly StepRow[]): StepRow | undefined {
  let stood: ReadonlyMap<string, string> | undefined;
  return rows.findLast((row, at) => {
    if (row === before[at] || !announced.has(row.status)) return false;
    stood ??= new Map(before.map(({ status, stepId }) => [stepId, status]));
    const status = stood.get(row.stepId);
    return status !== undefined && status !== row.status;
  });
}
