/** A short note on a step for its reader. */
import { exact } from "../../parts/numbers.ts";
import { quote } from "../events/event-sentence.ts";
import { shortId } from "../short-id.ts";
import type { CalleeProgress } from "./execution-model.ts";
import { skipCause } from "./skip-cause.ts";
import type { DecidedStep } from "./step-rows.ts";

const awaited: Readonly<Record<string, string>> = {
  PERSON: "waits for a person",
  TIMER: "waits for a point in time",
  EVENT: "waits for an event",
  REMOTE_TASK: "waits for a remote task",
  SUBMISSION: "waits for output from elsewhere",
};

/** Empty for none. `decided` are all steps, because the state of one may be caused by another. */
export function noteOf(
  step: DecidedStep,
  decided: ReadonlyMap<string, DecidedStep>,
  isOver: boolean,
  callableName: string,
): string {
  const { failure, known, segments, status } = step;
  const { stand, track } = known;
  const group = known.groupId === null ? undefined : decided.get(known.groupId);
  switch (status) {
    case "FAILED":
      return failure?.code ?? "";
    case "CANCELLED":
      return isFirstSuccess(group) && group?.status === "SUCCEEDED" ? "cancelled by first success" : "cancelled";
    case "SKIPPED": {
      const { why } = skipCause(step, decided, isOver);
      return why === "" ? "skipped" : `skipped: ${why}`;
    }
    case "WAITING": {
      if (track?.progress != null) return progressNote(track.progress);
      const kind = (stand !== null && "waitsFor" in stand ? stand.waitsFor : null) ?? track?.waitsFor ?? "";
      const by = known.kind === "HUMAN_INPUT" ? "PERSON" : kind;
      return Object.hasOwn(awaited, by) ? (awaited[by] ?? "") : "";
    }
    default:
  }
  if ((stand !== null && "reused" in stand && stand.reused) || track?.reused === true) return "reused";
  if (known.kind === "PARALLEL" && isFirstSuccess(step) && status === "SUCCEEDED") {
    const winner = known.childIds.find((stepId) => decided.get(stepId)?.status === "SUCCEEDED");
    return winner === undefined ? "" : `${winner} decided`;
  }
  if (stand !== null && "counts" in stand) return countsNote(stand.counts);
  if (status === "RUNNING" && track?.progress != null) return progressNote(track.progress);
  const last = segments.at(-1);
  if (status === "RUNNING" && last?.kind === "CHILD" && last.to === null) return `in ${callableName}`;
  const attempts = segments.reduce((most, { attempt }) => Math.max(most, attempt ?? 0), 0);
  if (attempts > 1) return `${attempts} attempts`;
  const child = stand !== null && "executionId" in stand ? stand.executionId : null;
  return child === null ? "" : `execution ${shortId(child)}`;
}

/** "7 of 12, reading", "30 %" of a count to 1 or 100, or the callee's message alone. */
export function progressNote({ progress, said, total }: CalleeProgress): string {
  const words = said === null ? "" : quote(said);
  if (progress === null) return words;
  const isPart = total === 1 || total === 100;
  const far =
    total === null ? exact(progress) : isPart ? percent(progress, total) : `${exact(progress)} of ${exact(total)}`;
  return words === "" ? far : `${far}, ${words}`;
}

function percent(progress: number, total: number): string {
  return `${Math.round((progress / total) * 100)} %`;
}

/** "7 of 12 items, 1 failed". */
function countsNote({ failed, skipped, succeeded, total }: Counts): string {
  const ended = succeeded + failed + skipped;
  return `${ended} of ${total} items${failed > 0 ? `, ${failed} failed` : ""}`;
}

interface Counts {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}

function isFirstSuccess(step: DecidedStep | undefined): boolean {
  return step?.known.planned?.parallel?.mergeStrategy === "FIRST_SUCCESS";
}
