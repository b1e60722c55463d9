/** Announces the end of the execution, or of a step, to screen readers. */
import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { announce } from "../parts/announce.tsx";
import { lookOf, runStatus } from "../parts/status.tsx";
import type { ExecutionStore, StepRow } from "./store/execution-model.ts";

const announced: ReadonlySet<string> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "WAITING", "CANCELLED"]);

export function useSpokenStatus(store: ExecutionStore): void {
  const before = useRef<ReadonlyMap<string, string> | null>(null);
  const status = useRef<string | null>(null);
  useSignalEffect(() => {
    const rows = store.rows.value;
    const current = store.head.value;
    if (current === null) return;
    const shown = runStatus(current);
    const isNews = status.current !== null && status.current !== shown;
    status.current = shown;
    const changed = before.current === null ? undefined : lastChanged(rows, before.current);
    before.current = new Map(rows.map((row) => [row.stepId, row.status]));
    // The end of the execution is announced rather than that of its last step.
    if (isNews && announced.has(shown)) announce(`Execution ${lookOf(shown).word.toLowerCase()}`);
    else if (changed !== undefined) announce(`${changed.stepId} ${lookOf(changed.status).word.toLowerCase()}`);
  });
}

function lastChanged(rows: readonly StepRow[], before: ReadonlyMap<string, string>): StepRow | undefined {
  return rows.findLast(
    ({ status, stepId }) => announced.has(status) && before.has(stepId) && before.get(stepId) !== status,
  );
}
