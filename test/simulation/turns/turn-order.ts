/** The order of turns, judged from the rows by the plainest means: a second opinion for simulations. */
import { ok } from "node:assert/strict";
import type { ExecutionEvent } from "../../../src/execution/events/event.ts";
import { turnSteps } from "../../../src/execution/events/turn-event.ts";

/** Throws unless each turn began when the tool of the one before had ended (C29). */
export function checkTurnOrder(events: readonly ExecutionEvent[]): void {
  const ended = new Set<string>();
  const needed = new Set<string>();
  for (const event of events) {
    if (event.kind === "StepFinished") ended.add(event.step);
    if (event.kind === "StructuredOutputChecked" && event.parameters !== null) needed.add(turnSteps(event.turn).tool);
    if (event.kind === "TurnStarted" || event.kind === "HandoffMade")
      for (const tool of needed) ok(ended.has(tool), `${event.kind} before the end of ${tool}`);
  }
}
