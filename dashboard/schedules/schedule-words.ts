/** What a row of the list says of a schedule and offers: its next time, its state, the result of its last time. */
import type { ShownStatus } from "../parts/status.tsx";
import type { Viewer } from "../shell/viewer.ts";
import type { ListedScheduleFragment } from "./schedules.generated.ts";

export type ListedSchedule = ListedScheduleFragment;
type Timing = ListedSchedule["timing"];

const units = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** `30 8 * * MON-FRI (Europe/Berlin)`, `every 90 minutes`. */
export function timingWords({ cron, everySeconds, timeZone }: Timing): string {
  if (cron !== null) return `${cron} (${timeZone ?? "UTC"})`;
  const seconds = everySeconds ?? 0;
  const [size, unit] = units.find(([length]) => seconds % length === 0 && seconds >= length) ?? [1, "second"];
  const count = seconds / size;
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/** Whether the viewer may steer it: its own, or with the scope that controls executions of others. The server decides again. */
export function isControlled(
  { changedBy, createdBy }: Pick<ListedSchedule, "createdBy" | "changedBy">,
  viewer: Pick<Viewer, "scopes" | "subject"> | null,
): boolean {
  if (viewer === null) return false;
  const isOwn = viewer.subject === createdBy || viewer.subject === changedBy;
  return isOwn || viewer.scopes.some((scope) => scope === "EXECUTION_CONTROL" || scope === "EXECUTION_CONTROL_ALL");
}

/** The last time of a schedule. `status` looks as that of an execution, where there is one it is its own. */
export interface LastRun {
  readonly status: ShownStatus;
  readonly words: string;
  readonly executionId: string | null;
}

/** Null if no time has come yet. */
export function lastRun({ recentRuns: [latest] }: Pick<ListedSchedule, "recentRuns">): LastRun | null {
  if (latest === undefined) return null;
  const { count, execution, executionId, isCountExact, outcome, problems, skipReason } = latest;
  switch (outcome) {
    case "STARTED":
      return execution === null
        ? { status: "SKIPPED", words: "started, deleted since", executionId: null }
        : { status: execution.status, words: "", executionId };
    case "REFUSED":
      return { status: "FAILED", words: problems[0]?.message ?? "could not be started", executionId: null };
    case "SKIPPED":
      return { status: "SKIPPED", words: skipWords[skipReason ?? ""] ?? "skipped", executionId: null };
    case "MISSED":
      return { status: "SKIPPED", words: `${isCountExact ? "" : "over "}${count} missed`, executionId: null };
    default:
      return { status: "PENDING", words: outcome, executionId: null };
  }
}

const skipWords: Readonly<Record<string, string>> = {
  OVERLAP: "the run before had not ended",
  QUEUE_FULL: "too many waited",
  REPLACED: "a later one took its place",
};

/** How a schedule stands, as a look of a status and a word of its own. */
export function standing({ activeRun, pause, status }: Pick<ListedSchedule, "activeRun" | "pause" | "status">): {
  readonly icon: "running" | "pause" | "succeeded" | "warn" | "timer";
  readonly tone: string;
  readonly words: string;
} {
  if (activeRun?.phase === "STARTING" && activeRun.failedTries > 0)
    return { icon: "warn", tone: "st-partial", words: "Cannot be started yet" };
  if (status === "PAUSED")
    return { icon: "pause", tone: "st-waiting", words: pause === null ? "Paused" : `Paused by ${pause.by}` };
  if (status === "ENDED") return { icon: "succeeded", tone: "st-skipped", words: "Ended" };
  return { icon: "timer", tone: "st-running", words: "Active" };
}
