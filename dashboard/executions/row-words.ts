/** The text of a row of the list about its execution. Pure: words and statuses from data of the API at one moment. */

import { duration } from "../parts/numbers.ts";
import { runStatus, type ShownStatus } from "../parts/status.tsx";
import type { ExecutionKind, ExecutionListQuery, WaitKind } from "./execution-list.generated.ts";

export type ExecutionRow = NonNullable<ExecutionListQuery["executions"]>["nodes"][number];

const kindWords: Readonly<Record<ExecutionKind, string>> = {
  PLAN: "Plan",
  PROMPT: "Prompt",
  ASK: "Ask",
  WORKFLOW: "Workflow",
  AGENT: "Agent",
  MESSAGE: "Message",
};

export const waitWords: Readonly<Record<WaitKind, string>> = {
  PERSON: "a person",
  TIMER: "a timer",
  EVENT: "an event",
  CHILD: "an execution it started",
  REMOTE_TASK: "a remote task",
  SUBMISSION: "an output submitted from elsewhere",
};

const endings: ReadonlySet<string> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"]);

export function hasEnded({ status }: Pick<ExecutionRow, "status">): boolean {
  return endings.has(status);
}

/** The last characters of an ID, by which people distinguish executions. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** The words of a kind; a newer server may know others. */
export function kindWord(kind: string): string {
  return Object.hasOwn(kindWords, kind) ? kindWords[kind as ExecutionKind] : kind;
}

/** The callable that it is a run of, with a version that is short enough to read. Null where the title says it already or there is none. */
export function runWords({ runOf, title }: Pick<ExecutionRow, "runOf" | "title">): string | null {
  if (runOf === null) return null;
  const version = runOf.version === null ? "" : runOf.version.slice(0, 8);
  if (runOf.name === title) return version === "" ? null : version;
  return version === "" ? runOf.name : `${runOf.name} ${version}`;
}

/** The status as it is shown: amber where no agent was asked. Running while it backs off is a look of its own, until the time to try again has come. */
export function shownStatus(
  row: Pick<ExecutionRow, "kind" | "retryAt" | "status" | "stepCount" | "waitingFor">,
  now: number,
): ShownStatus {
  const { retryAt, status, waitingFor } = row;
  if (hasNoAgent(row)) return "NO_AGENT";
  const isBackingOff = status === "RUNNING" && retryAt !== null && Date.parse(retryAt) > now;
  return isBackingOff ? "BACKING_OFF" : runStatus({ status, waitingFor });
}

/** Whether it asked nobody, because no agent fits the question: one that was asked would be a step. */
function hasNoAgent({ kind, status, stepCount }: Pick<ExecutionRow, "kind" | "status" | "stepCount">): boolean {
  return kind === "ASK" && status === "SUCCEEDED" && stepCount === 0;
}

/** The marks of the strip. That which backs off, or works in a child, is known where only one step runs, or waits. */
export function stepMarks(row: ExecutionRow, now: number): readonly ShownStatus[] {
  const running = row.stepStatuses.filter((status) => status === "RUNNING").length;
  const isBackingOff = running === 1 && shownStatus(row, now) === "BACKING_OFF";
  const waiting = row.stepStatuses.filter((status) => status === "WAITING").length;
  const isInChild = waiting === 1 && row.waitingFor === "CHILD";
  return row.stepStatuses.map((status) => {
    if (isBackingOff && status === "RUNNING") return "BACKING_OFF";
    return isInChild && status === "WAITING" ? "RUNNING" : status;
  });
}

/** Where the execution is. `isName` if it is the id of a step. */
export function whereabouts(row: ExecutionRow): { readonly text: string; readonly isName: boolean } {
  const step = row.currentStepId ?? (row.status === "FAILED" ? (row.failure?.stepId ?? null) : null);
  if (step !== null) return { text: step, isName: true };
  // The status beside it says so.
  if (hasEnded(row)) return { text: "", isName: false };
  if (row.status === "PENDING") return { text: "Not started", isName: false };
  if (row.state === "PLANNER_ACTIVE") return { text: "Planning", isName: false };
  if (row.endedStepCount < row.stepCount) return { text: "Between steps", isName: false };
  return { text: row.stepCount === 0 ? "Working" : "Finishing", isName: false };
}

/** One line of why it is where it is, with the status whose colour it has. Null where the status says all. */
export function reason(row: ExecutionRow, now: number): { readonly text: string; readonly status: ShownStatus } | null {
  const { failure, retryAt, status, stepStatuses, waitingFor } = row;
  if (failure !== null) return { text: `${failure.code} · ${failure.message}`, status };
  if (status === "WAITING" && waitingFor === "CHILD") return { text: "In an execution it started", status: "RUNNING" };
  if (status === "WAITING" && waitingFor !== null) {
    return { text: `Waits for ${Object.hasOwn(waitWords, waitingFor) ? waitWords[waitingFor] : waitingFor}`, status };
  }
  if (retryAt !== null && shownStatus(row, now) === "BACKING_OFF") {
    return { text: `Retries in ${countedDown(Date.parse(retryAt) - now)}`, status: "BACKING_OFF" };
  }
  const failed = stepStatuses.filter((mark) => mark === "FAILED").length;
  if (status === "PARTIAL" && failed > 0) {
    // The list knows the statuses of the first steps alone.
    const isAll = stepStatuses.length >= row.stepCount;
    return { text: `${failed}${isAll ? "" : " or more"} of ${row.stepCount} steps failed`, status };
  }
  if (status === "PARTIAL" && stepStatuses.length < row.stepCount) return { text: "Some steps failed", status };
  return null;
}

/** Tokens to and from models. */
export function tokensOf({ usage }: Pick<ExecutionRow, "usage">): number {
  return usage.inputTokens + usage.outputTokens;
}

/** Whole seconds, so that a countdown does not flicker. */
function countedDown(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1_000);
}
