/** Which step an event concerns. */
import type { ExecutionEvent } from "./event.ts";
import { turnSteps } from "./turn-event.ts";

/** Undefined for an event of the whole execution or conversation. */
export function stepOf(event: ExecutionEvent): string | undefined {
  switch (event.kind) {
    case "TurnStarted":
    case "OutputSubmitted":
    case "StructuredOutputChecked":
      return turnSteps(event.turn).agent;
    case "MessageAdded":
      return event.author === "AGENT" && event.turn !== null ? turnSteps(event.turn).agent : undefined;
    default:
      return "step" in event ? (event.step ?? undefined) : undefined;
  }
}
