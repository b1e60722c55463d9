/**
 * Ids of calls in UI messages. They are made from the name of the execution, so that no two messages have the same id, and do not reveal
 * it.
 */
import { hashOfParts } from "../../json/effect-key.ts";

/** The id of the call of a step, the same for every attempt. */
export function callIdOf(execution: string, step: string): string {
  return `call_${hashOfParts([execution, "step", step]).slice(0, 24)}`;
}

/** The id of the call that stands for a question of a callee, which no call of ours can show. */
export function questionCallIdOf(execution: string, requestId: string): string {
  return `call_${hashOfParts([execution, "question", requestId]).slice(0, 24)}`;
}
