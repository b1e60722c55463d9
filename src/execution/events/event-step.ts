/** Which step an event concerns. */
import type { ExecutionEvent } from "./event.ts";
import { turnSteps } from "./turn-event.ts";

/** Null for an event of the whole execution or conversation. */
export function stepOf(event: ExecutionEvent): string | null {
  switch (event.kind) {
    case "TurnStarted":
    case "OutputSubmitted":
    case "StructuredOutputChecked":
      return turnSteps(event.turn).agent;
    case "MessageAdded":
      return event.author === "AGENT" && event.turn !== null ? turnSteps(event.turn).agent : null;
    default:
      return "step" in event ? event.step : null;
  }
}
