/** The look of a stretch of time: classes of `bars.css`. Pure. */
import type { Segment } from "../store/execution-model.ts";

export function lookOfSegment({ end, kind, to }: Segment): string {
  switch (kind) {
    case "QUEUED":
      return "queue";
    case "BACKOFF":
      return "backoff";
    case "WAIT":
      return "wait";
    case "GROUP":
      return "group";
    case "CHILD":
      return `child ${lookOfEnd(end, to)}`;
    case "ATTEMPT":
      return end === "CANCELLED" ? "st-cancelled cut" : lookOfEnd(end, to);
  }
}

function lookOfEnd(end: Segment["end"], to: number | null): string {
  if (end === "CANCELLED") return "st-cancelled";
  if (end === "FAILED") return "st-failed";
  return to === null ? "st-running" : "st-succeeded";
}
