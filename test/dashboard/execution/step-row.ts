/** Rows as the store gives them, for tests of what is made of them. */
import type { Segment, StepRow } from "../../../dashboard/execution/store/execution-model.ts";

/** A tool that did nothing yet, at the top, unless `given` says else. */
export function stepRow(stepId: string, given: Partial<StepRow> = {}): StepRow {
  return {
    stepId,
    named: null,
    groupId: null,
    level: 1,
    kind: "TOOL",
    callableName: "slow",
    status: "PENDING",
    segments: [],
    startedAt: null,
    finishedAt: null,
    failure: null,
    note: "",
    waitsUntil: null,
    childExecutionId: null,
    reused: false,
    warningCount: 0,
    references: [],
    after: [],
    ...given,
  };
}

export function attempt(from: number, to: number | null): Segment {
  return { kind: "ATTEMPT", from, to, end: to === null ? null : "SUCCEEDED", attempt: 1, says: "attempt 1" };
}

/** A reference of a row to `path` in the output of a step. */
export function reference(sourceStepId: string, path: string): StepRow["references"][number] {
  return { sourceStepId, path, target: "/value" };
}
