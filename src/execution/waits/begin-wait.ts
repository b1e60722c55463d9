/**
 * Room `execution/waits`: steps whose call is a wait: they sleep, or wait for an event.
 *
 * Owns: the event by which such a step begins to wait (this file); its end when the time or the event has come (`wait-end.ts`).
 * Leaves: the callables and the rules for their arguments to `plan/waits`; when to wake, and when the mailbox is asked for an event, to
 * `execution/effects`; the clock, which stands while only people, times and events are waited for, to `execution/state`.
 *
 * Invariants:
 * - A wait is a row with its end (E9). Nothing else of it is kept here, so the object may go meanwhile (E11).
 * - A sleep that cannot end in time fails before it begins (decision 032).
 * - Only the event itself ends the wait for it as answered. Another end of the wait is reported to the mailbox.
 *
 * This file begins a wait, or says why it cannot.
 */
import { hashOfParts } from "../../json/effect-key.ts";
import type { Failure } from "../../json/failure.ts";
import { type JsonObject, ownValue } from "../../json/json.ts";
import { instantOf, instantText } from "../../plan/waits/date-time.ts";
import { defaultEventWaitSeconds, eventCallableName, eventFindings } from "../../plan/waits/event-callable.ts";
import { maxWaitSeconds, sleepFindings, type WaitFinding } from "../../plan/waits/sleep-callable.ts";
import type { StepWaiting, WaitingForEvent, WaitingForTimer } from "../events/step-waiting.ts";
import { groupIdOf, toolStepAt } from "../state/planned-step.ts";
import type { ExecutionState } from "../state/state.ts";

export type BegunWait =
  | { readonly ok: true; readonly event: StepWaiting }
  /** INPUT_INVALID. */
  | { readonly ok: false; readonly failure: Failure };

/** The step that begins to wait, and the number of its attempt. */
export interface BeginningWait {
  readonly ordinal: number;
  readonly attempt: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The step at `ordinal` begins to wait as `given` says, which satisfies the input schema of its callable. */
export function beginWait(state: ExecutionState, wait: BeginningWait, given: JsonObject): BegunWait {
  const { callableName } = toolStepAt(state, wait.ordinal);
  return callableName === eventCallableName ? beginEventWait(state, wait, given) : beginSleep(state, wait, given);
}

function beginSleep(state: ExecutionState, { now, ordinal }: BeginningWait, given: JsonObject): BegunWait {
  const findings = sleepFindings({ known: given, open: new Set() });
  const seconds = ownValue(given, "seconds");
  const until = ownValue(given, "until");
  const wakeAt = typeof seconds === "number" ? now + Math.ceil(seconds * 1_000) : instantOf(String(until));
  const late = wakeAt === undefined ? [] : tooLate(state, seconds === undefined ? "until" : "seconds", wakeAt, now);
  const [first, ...more] = [...findings, ...late];
  if (first !== undefined || wakeAt === undefined) return refused(state, ordinal, first, more);
  // A time that has passed ends the wait at once.
  const event: WaitingForTimer = { ...stepWaits(state, ordinal), waitsFor: "TIMER", until: wakeAt };
  return { ok: true, event };
}

/** The problem of a sleep that ends at `wakeAt`, as `member` says. */
function tooLate(state: ExecutionState, member: string, wakeAt: number, now: number): readonly WaitFinding[] {
  const callerLeavesAt = callerWaitsUntil(state);
  if (wakeAt >= callerLeavesAt) {
    const finding = `expected an end before ${instantText(callerLeavesAt)}, when the time of the step that waits for this execution is over, found ${instantText(wakeAt)}`;
    return [{ member, finding }];
  }
  const latest = now + maxWaitSeconds * 1_000;
  return wakeAt <= latest ? [] : [{ member, finding: `expected an end within a year, found ${instantText(wakeAt)}` }];
}

/** A parent waits for a child as long as the whole time limit of the child, whether the child's clock stands or not. */
function callerWaitsUntil({ createdAt, pinned: { limits, surface } }: ExecutionState): number {
  return surface === "child" ? createdAt + limits.timeoutMs : Number.POSITIVE_INFINITY;
}

function beginEventWait(state: ExecutionState, { attempt, now, ordinal }: BeginningWait, given: JsonObject): BegunWait {
  const [first, ...more] = eventFindings({ known: given, open: new Set() });
  if (first !== undefined) return refused(state, ordinal, first, more);
  const seconds = Number(ownValue(given, "timeoutSeconds") ?? defaultEventWaitSeconds);
  const address = { name: String(ownValue(given, "name")), correlation: String(ownValue(given, "correlation") ?? "") };
  const { execution } = state.pinned;
  const event: WaitingForEvent = {
    ...stepWaits(state, ordinal),
    waitsFor: "EVENT",
    until: Math.min(now + Math.ceil(seconds * 1_000), callerWaitsUntil(state)),
    handle: hashOfParts(["event", execution, toolStepAt(state, ordinal).id, attempt]),
    attempt,
    details: address,
  };
  return { ok: true, event };
}

function stepWaits(state: ExecutionState, ordinal: number) {
  const { id: step } = toolStepAt(state, ordinal);
  return { kind: "StepWaiting", step, group: groupIdOf(state, ordinal) ?? null } as const;
}

function refused(
  state: ExecutionState,
  ordinal: number,
  first: WaitFinding | undefined,
  more: readonly WaitFinding[],
): BegunWait {
  const { callableName } = toolStepAt(state, ordinal);
  const message = `the resolved arguments of ${callableName} name nothing to wait for: ${first?.member}: ${first?.finding}`;
  const details = [first, ...more].map((found) => ({ ...found }));
  return { ok: false, failure: { code: "INPUT_INVALID", message, retryable: false, details } };
}
