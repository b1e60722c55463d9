/**
 * Holds a disturbed run against an undisturbed one of the same seed.
 *
 * The end must be the same. There are three exceptions, each a function of what happened and none a matter of taste:
 *
 * - A call of an UNSAFE callable that was cut has an unknown outcome for good. The undisturbed run is told so at the same place: its callee
 *   answers that one call with an unknown outcome. What follows, by policy or by the word of a person, must be the same.
 * - A call that may be repeated is repeated three times at most after unknown outcomes (E7). If it was cut so often that the step failed, the
 *   undisturbed run is told of each of these cuts in the same way: as many, each after the answers that were stored before it.
 * - After a cancel nothing is begun. What had ended before the row `CancelRequested` must have ended as in the undisturbed run; what was
 *   under way has its end from there, or is CANCELLED, or failed with the last answer it got; what had not begun is SKIPPED.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import { maxCallsAfterUnknown } from "../../src/plan/limits.ts";
import type { Cut, Insertions } from "./call-ledger.ts";
import type { Family } from "./family.ts";
import type { Member } from "./member.ts";
import { type ExecutionOutcome, outcomeOf } from "./outcome.ts";

/** The cuts of `family` that an undisturbed run has to be told of. */
export function cutsToTell({ members }: Family): Insertions {
  return new Map([...members.values()].map((member) => [member.name, cutsOf(member)]));
}

function cutsOf(member: Member): readonly Cut[] {
  const { ledger } = member;
  if (ledger === null) return [];
  const steps = [...new Set(ledger.cuts.map(({ step }) => step))];
  return steps.flatMap((step) => {
    const cuts = cutsAt(ledger.cuts, step);
    const isUnsafe = cuts.some((cut) => cut.isUnsafe);
    return isUnsafe ? cuts : wornOut(member, step, cuts);
  });
}

/**
 * The cuts of a step that may be called again and was given up, because its outcome was unknown too often; none if it was not, and then it
 * was not unknown too often either. Answers that leave the outcome unknown count as well, and come to an undisturbed run by themselves. An
 * object that is lost between the row that makes it too often and the end may make it more: that changes nothing.
 */
function wornOut(member: Member, step: string, cuts: readonly Cut[]): readonly Cut[] {
  const { events, ledger } = member;
  const answers = ledger?.unknownAnswersOf(step) ?? 0;
  const isTooOften = cuts.length + answers > maxCallsAfterUnknown;
  const what = `${answers} unknown outcomes and ${cuts.length} losses`;
  const end = events.find((event) => event.kind === "StepFinished" && event.step === step);
  if (end?.kind !== "StepFinished" || end.status !== "FAILED" || end.outcome !== "UNKNOWN") {
    ok(!isTooOften || cutAt(member) !== null, `${step} was not given up after ${what}`);
    return [];
  }
  ok(isTooOften, `${step} was given up after ${what}`);
  return cuts.slice(0, maxCallsAfterUnknown + 1 - answers);
}

/** Throws unless the undisturbed run `told` was told of each of `cuts` at its place, and of no more. */
export function checkTold({ members }: Family, cuts: Insertions): void {
  for (const [name, own] of cuts) {
    const heard = members.get(name)?.ledger?.cuts ?? [];
    for (const step of new Set(own.map((cut) => cut.step)))
      deepStrictEqual(cutsAt(heard, step), cutsAt(own, step), `${step} was not told of its cuts`);
  }
}

function cutsAt(cuts: readonly Cut[], step: string): readonly Cut[] {
  return cuts.filter((cut) => cut.step === step);
}

/** Throws unless `disturbed` ended as `calm`, or differs as it may. */
export function checkSameEnd(disturbed: Family, calm: Family): void {
  const isCancelled = [...disturbed.members.values()].some((member) => cutAt(member) !== null);
  for (const member of disturbed.members.values()) {
    if (!member.isBegun) {
      ok(isCancelled, `${member.nick} was stopped before it was made, and nothing was cancelled`);
      continue;
    }
    const other = calm.members.get(member.name);
    ok(other !== undefined, `${member.nick} was made, and would not have been undisturbed`);
    const at = cutAt(member);
    if (at === null) deepStrictEqual(outcomeOf(member.world), outcomeOf(other.world), `${member.nick} ended otherwise`);
    else checkCancelled(member, at, outcomeOf(other.world));
  }
  if (isCancelled) return;
  for (const other of calm.members.values())
    ok(disturbed.members.has(other.name), `${other.nick} of the undisturbed run was never made`);
}

/** Place of the row by which the execution was asked to end. Null if it was not. */
function cutAt({ events }: Member): number | null {
  const at = events.findIndex(({ kind }) => kind === "CancelRequested");
  return at < 0 ? null : at;
}

function checkCancelled(member: Member, at: number, calm: ExecutionOutcome): void {
  const outcome = outcomeOf(member.world);
  deepStrictEqual(outcome.status, "CANCELLED", `${member.nick} is ${outcome.status} after a cancel`);
  const before = new Set(
    member.events.slice(0, at).flatMap((event) => (event.kind === "StepFinished" ? [event.step] : [])),
  );
  const touched = new Set(
    member.events.flatMap((event) => ("step" in event && event.step !== null ? [event.step] : [])),
  );
  const groups = new Set(
    member.world.state.pinned.graph.nodes.flatMap(({ children, step }) => (children.length > 0 ? [step.id] : [])),
  );
  for (const [id, step] of Object.entries(outcome.steps)) {
    const there = calm.steps[id];
    if (before.has(id)) deepStrictEqual(step, there, `${id} of ${member.nick} had ended otherwise before the cancel`);
    else if (!touched.has(id) && !groups.has(id))
      ok(
        step.status === "SKIPPED" || step.status === there?.status,
        `${id} of ${member.nick} never began and is ${step.status}`,
      );
    else if (step.status === "SUCCEEDED" || step.status === "PARTIAL")
      ok(
        groups.has(id) || JSON.stringify(step.output) === JSON.stringify(there?.output),
        `${id} of ${member.nick} has another output`,
      );
    else ok(["CANCELLED", "FAILED", "SKIPPED"].includes(step.status), `${id} of ${member.nick} is ${step.status}`);
  }
}
