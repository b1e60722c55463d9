/** The look of an event in the log, and its subject. */
import type { LoggedEvent } from "../store/execution-model.ts";
import { modelStepId } from "../store/model-work.ts";
import { nameOfRow } from "../timeline/timeline-words.ts";

/** As the classes of statuses have it. Empty for events that need no attention. */
export type EventTone = "" | "st-failed" | "st-backoff" | "st-waiting";

/** How a row of the log looks. */
export function eventTone(event: LoggedEvent): EventTone {
  switch (event.__typename) {
    case "AttemptFailed":
      return event.retryAt === null ? "st-failed" : "st-backoff";
    case "ModelCalled":
      if (event.modelCall.failure === null) return "";
      return event.modelCall.retryAt === null ? "st-failed" : "st-backoff";
    case "PlanRejected":
      return event.correcting ? "st-backoff" : "st-failed";
    case "StructuredOutputChecked":
      return event.willCorrect ? "st-backoff" : "";
    case "StepFinished":
      return event.stepStatus === "FAILED" ? "st-failed" : "";
    case "ExecutionFinished":
      return event.executionStatus === "FAILED" ? "st-failed" : "";
    case "StepWaiting":
      return "st-waiting";
    default:
      return "";
  }
}

/** The subject of an event: a step, or the work of a model by the name of its line. Null for the whole execution. */
export function eventSubject(event: LoggedEvent): string | null {
  if (event.stepId !== null) return event.stepId;
  if (event.__typename === "ModelCallStarted") return workOf(event.purpose);
  if (event.__typename === "ModelCalled") return workOf(event.modelCall.purpose);
  return null;
}

function workOf(purpose: string): string {
  return nameOfRow({ stepId: modelStepId(purpose) }).toLowerCase();
}
