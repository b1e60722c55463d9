/**
 * Room `execution/waits`: steps whose call is a wait, such as a sleep.
 *
 * Owns: the event by which such a step begins to wait (this file); its end when the time has come (`wait-end.ts`).
 * Leaves: the callables and the rules for their arguments to `plan/waits`; when to wake to `execution/effects`; the clock, which stands
 * while nothing but people, times and events is waited for, to `execution/state`.
 *
 * Invariants:
 * - A wait is a row with its end (E9). Nothing else of it is kept, so the object may go meanwhile (E11).
 * - A wait that cannot end in time fails before it begins (decision 032).
 *
 * This file begins a wait, or says why it cannot.
 */
import type { Failure } from "../../json/failure.ts";
import { type JsonObject, ownValue } from "../../json/json.ts";
import { instantOf, instantText } from "../../plan/waits/date-time.ts";
import { maxWaitSeconds, sleepFindings, type WaitFinding } from "../../plan/waits/sleep-callable.ts";
import type { StepWaiting } from "../events/step-waiting.ts";
import { groupIdOf, toolStepAt } from "../state/planned-step.ts";
import type { ExecutionState } from "../state/state.ts";

export type BegunWait =
  | { readonly ok: true; readonly event: StepWaiting }
  /** INPUT_INVALID. */
  | { readonly ok: false; readonly failure: Failure };

/** The step at `ordinal` begins to wait at `now`, as `given` says, which satisfies the input schema of its callable. */
export function beginWait(state: ExecutionState, ordinal: number, given: JsonObject, now: number): BegunWait {
  const findings = sleepFindings({ known: given, open: new Set() });
  const seconds = ownValue(given, "seconds");
  const until = ownValue(given, "until");
  const wakeAt = typeof seconds === "number" ? now + Math.ceil(seconds * 1_000) : instantOf(String(until));
  const late = wakeAt === undefined ? [] : tooLate(state, seconds === undefined ? "until" : "seconds", wakeAt, now);
  const [first, ...more] = [...findings, ...late];
  const { callableName, id } = toolStepAt(state, ordinal);
  if (first !== undefined || wakeAt === undefined) {
    const message = `the resolved arguments of ${callableName} name no time to wait for: ${first?.member}: ${first?.finding}`;
    const details = [first, ...more].map((found) => ({ ...found }));
    return { ok: false, failure: { code: "INPUT_INVALID", message, retryable: false, details } };
  }
  const group = groupIdOf(state, ordinal) ?? null;
  // A time that has passed ends the wait at once.
  return { ok: true, event: { kind: "StepWaiting", step: id, group, waitsFor: "TIMER", until: wakeAt } };
}

/** What is wrong with a wait that ends at `wakeAt`, as `member` says. */
function tooLate(state: ExecutionState, member: string, wakeAt: number, now: number): readonly WaitFinding[] {
  const { limits, surface } = state.pinned;
  // Whoever waits for a child waits as long as the child was given in all, whether the clock of the child stands or not.
  const callerLeavesAt = surface === "child" ? state.createdAt + limits.timeoutMs : Number.POSITIVE_INFINITY;
  if (wakeAt >= callerLeavesAt) {
    const finding = `expected an end before ${instantText(callerLeavesAt)}, when the time of the step that waits for this execution is over, found ${instantText(wakeAt)}`;
    return [{ member, finding }];
  }
  const latest = now + maxWaitSeconds * 1_000;
  return wakeAt <= latest ? [] : [{ member, finding: `expected an end within a year, found ${instantText(wakeAt)}` }];
}
