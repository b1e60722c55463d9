/**
 * What must hold whenever a call leaves, judged from the plan and the rows of the journal by the plainest means and not by
 * the code that decides it: a second opinion on the scheduler, for simulations.
 */

import { deepStrictEqual, ok } from "node:assert/strict";
import type { Call } from "../../../src/durable/ports/ports.ts";
import type { ExecutionEvent, ExecutionStarted } from "../../../src/execution/events/event.ts";
import type { StepWaiting } from "../../../src/execution/events/step-waiting.ts";
import { itemPlace, plannedId } from "../../../src/plan/order/items.ts";
import type { Operand, ParallelStep, Plan, PlanStep, ToolStep } from "../../../src/plan/plan.ts";

export function handleOf(event: StepWaiting): string | undefined {
  return event.waitsFor === "TIMER" ? undefined : event.handle;
}

export function attemptOf(event: StepWaiting): number | undefined {
  return "attempt" in event ? event.attempt : undefined;
}

/** Waits for children and remote tasks that the rows leave open, by step. */
export function openWaits(events: readonly ExecutionEvent[]): ReadonlyMap<string, StepWaiting> {
  const open = new Map<string, StepWaiting>();
  for (const event of events) {
    if (event.kind === "StepWaiting" && handleOf(event) !== undefined && event.step !== null)
      open.set(event.step, event);
    // Nothing is waited for while a person is asked what a task wants to know.
    if (event.kind === "StepWaiting" && event.waitsFor === "PERSON" && event.step !== null) open.delete(event.step);
    if (event.kind === "StepFinished" || event.kind === "AttemptFailed") open.delete(event.step);
  }
  return open;
}

/** Calls that left and have neither an answer nor been cut, the new one included. */
export type InFlight = readonly Call[];

/** The start of an execution whose plan was given. */
export type PlannedStart = ExecutionStarted & { readonly plan: Plan };

export class CallRules {
  readonly #started: PlannedStart;
  readonly #precede: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #keys = new Map<string, string>();
  readonly #unsafeAttempts = new Set<string>();

  constructor(started: PlannedStart) {
    this.#started = started;
    this.#precede = predecessors(started);
  }

  /** Throws unless `call` may leave after `events`. */
  check(call: Call, events: readonly ExecutionEvent[], inFlight: InFlight): void {
    const { plan, limits } = this.#started;
    const place = itemPlace(call.stepId);
    const top = plan.steps.find(
      (step) => step.id === place?.groupId || leaves(step).some(({ id }) => id === call.stepId),
    );
    const planned = plan.steps.flatMap(leaves).find((leaf) => leaf.id === plannedId(call.stepId));
    ok(top !== undefined && planned !== undefined, `${call.stepId} is not in the plan`);
    const step: ToolStep = { ...planned, id: call.stepId };
    const own = events.filter((event) => "step" in event && event.step === step.id);
    const name = `${step.id} attempt ${call.attempt}`;

    ok(!events.some(isKind("ExecutionFinished")), `${name} left after the end`);
    ok(!own.some(isKind("StepFinished")), `${name} left after its step had finished`);
    this.#checkOrder(name, top, events);
    if (top.isFinally === true) this.#checkFinally(name, call, events, inFlight);
    else {
      ok(!events.some(isKind("CancelRequested")), `${name} left after a cancel`);
      ok(!events.some(isKind("FinallyStarted")), `${name} left beside the steps of finally`);
      this.#checkHalt(name, top, step, call, events);
    }
    if (top.kind === "PARALLEL" && top.mergeStrategy === "FIRST_MATCH") checkMatch(name, top, step, events);
    if (place !== undefined) checkItem(name, top, place.item, events);

    if (step.policy.onSkippedInput === "SKIP")
      for (const id of takenIn(step.arguments))
        ok(
          !events.some((event) => event.kind === "StepFinished" && event.step === id && event.status === "SKIPPED"),
          `${name} left although ${id} was skipped`,
        );
    deepStrictEqual(this.#keys.get(step.id) ?? call.callId, call.callId, `${name} carries another key`);
    this.#keys.set(step.id, call.callId);
    deepStrictEqual(new Set(this.#keys.values()).size, this.#keys.size, "two steps share a key");

    const atWork = new Set([...inFlight.map((other) => other.stepId), ...openWaits(events).keys()]);
    ok(atWork.size <= limits.maxParallel, `${atWork.size} calls at work`);
    if (top.kind === "PARALLEL" || top.kind === "MAP") {
      const siblings = [...atWork].filter((id) => isWithin(top, id));
      ok(siblings.length <= (top.maxConcurrency ?? limits.maxParallel), `${siblings.length} of ${top.id} at work`);
    }
    deepStrictEqual(inFlight.filter((other) => other.stepId === step.id).length, 1, `${name} beside another attempt`);

    if (call.callable.declaredDestructive && this.#started.approval !== "NEVER")
      ok(wasAccepted(own, "APPROVAL"), `${name} was not permitted`);
    if (call.callable.effectClass === "UNSAFE") this.#checkUnsafe(name, step, call, own);
  }

  /** R9: all other steps that began have ended, the end is stored, and what the step is told of it is that. */
  #checkFinally(name: string, call: Call, events: readonly ExecutionEvent[], inFlight: InFlight): void {
    const [end] = events.filter(isKind("FinallyStarted"));
    ok(end !== undefined, `${name} of finally left before the end was decided`);
    const ordinary = this.#started.plan.steps.filter((top) => top.isFinally !== true);
    for (const top of ordinary) {
      const isWithinTop = (id: string | null) => id !== null && (id === top.id || isWithin(top, id));
      ok(!inFlight.some(({ stepId }) => isWithinTop(stepId)), `${name} of finally left beside ${top.id}`);
      const open = [...openWaits(events).keys()].find((id) => isWithinTop(id));
      ok(open === undefined, `${name} of finally left while ${open} waited`);
    }
    ok(!events.some((event) => event.kind === "CancelRequested" && event.force), `${name} left after a forced cancel`);
    const told = call.arguments.end;
    if (told !== undefined) deepStrictEqual(told, end.status, `${name} is told another end`);
  }

  #checkOrder(name: string, top: PlanStep, events: readonly ExecutionEvent[]): void {
    for (const earlier of this.#precede.get(top.id) ?? [])
      ok(
        events.some((event) => event.kind === "StepFinished" && event.step === earlier),
        `${name} left before ${earlier} had finished`,
      );
  }

  /** After a halt only children of a `collect` that had begun may begin, and nothing is called again. */
  #checkHalt(name: string, top: PlanStep, step: ToolStep, call: Call, events: readonly ExecutionEvent[]): void {
    const halt = events.findIndex(
      (event) =>
        event.kind === "StepFinished" &&
        event.status === "FAILED" &&
        this.#started.plan.steps.some(
          (planned) => planned.id === event.step && planned.isFinally !== true && !mayFail(planned),
        ),
    );
    // What began before the halt and is stored with it leaves all the same.
    const began = events.findIndex(
      (event) => event.kind === "StepStarted" && event.step === call.stepId && event.attempt === call.attempt,
    );
    if (halt < 0 || (began >= 0 && began < halt)) return;
    const goesOn = top.kind === "MAP" || (top.kind === "PARALLEL" && top.mergeStrategy === "COLLECT_ALL");
    ok(goesOn, `${name} left after a halt`);
    const begun = (event: ExecutionEvent) =>
      (event.kind === "ItemsAdded" && event.step === top.id) ||
      ("step" in event && event.step !== null && isWithin(top, event.step) && !("reused" in event && event.reused));
    ok(events.slice(0, halt).some(begun), `${name} left after a halt before which its group had not begun`);
    deepStrictEqual(call.attempt, 1, `${name} is a further attempt after a halt of ${step.id}`);
  }

  /** An unsafe call has a row of its own, and after an unknown outcome somebody's word. */
  #checkUnsafe(name: string, step: ToolStep, call: Call, own: readonly ExecutionEvent[]): void {
    ok(!this.#unsafeAttempts.has(name), `${name} left twice`);
    this.#unsafeAttempts.add(name);
    const last = own.findLast(
      (event) => event.kind !== "CallIgnored" && (event.kind !== "StepWaiting" || handleOf(event) === undefined),
    );
    ok(last?.kind === "StepStarted" && last.attempt === call.attempt, `${name} left without a row of its own`);
    const lost = own.findLastIndex((event) => event.kind === "AttemptFailed" && event.outcome === "UNKNOWN");
    if (lost < 0) return;
    const policy = step.policy.inDoubt ?? this.#started.inDoubt;
    ok(policy !== "FAIL", `${name} left after an unknown outcome`);
    if (policy === "ASK") ok(wasAccepted(own.slice(lost), "IN_DOUBT"), `${name} left without the word of a person`);
  }
}

/** Whether `id` names a child or an item of `top`. */
function isWithin(top: PlanStep, id: string): boolean {
  return leaves(top).some((leaf) => leaf.id === id) || itemPlace(id)?.groupId === top.id;
}

/** The first match runs when its condition kept every step before it from running. */
function checkMatch(name: string, top: ParallelStep, step: ToolStep, events: readonly ExecutionEvent[]): void {
  const before = top.children.slice(
    0,
    top.children.findIndex(({ id }) => id === step.id),
  );
  for (const { id } of before) {
    const rows = events.filter((event) => "step" in event && event.step === id);
    const [only] = rows;
    const isSkipped = only?.kind === "StepFinished" && only.status === "SKIPPED" && rows.length === 1;
    ok(isSkipped, `${name} left although ${id} was not skipped`);
  }
}

/** An item is one of those that were added, of a map that has not stopped; an iteration follows the end of the one before. */
function checkItem(name: string, top: PlanStep, item: number, events: readonly ExecutionEvent[]): void {
  const added = events.filter(isKind("ItemsAdded")).filter(({ step }) => step === top.id);
  const all = added.reduce((sum, { count }) => sum + count, 0);
  ok(item < all, `${name} is none of the ${all} items of ${top.id}`);
  const ends = events.filter(isKind("StepFinished")).filter(({ step }) => itemPlace(step)?.groupId === top.id);
  if (top.kind === "MAP") {
    ok(all <= top.maxItems, `${all} items of ${top.id}`);
    const failed = ends.filter(({ status }) => status === "FAILED").length;
    ok(failed <= top.maxFailures, `${name} left after ${failed} items of ${top.id} had failed`);
  }
  if (top.kind !== "LOOP") return;
  ok(all <= top.maxIterations, `${all} iterations of ${top.id}`);
  deepStrictEqual(item, all - 1, `${name} is not the latest iteration`);
  deepStrictEqual(ends.length, item, `${name} left beside another iteration`);
}

export function leaves(step: PlanStep): readonly ToolStep[] {
  return step.kind === "TOOL" ? [step] : step.children;
}

export function mayFail(step: PlanStep): boolean {
  return step.kind === "TOOL" ? step.policy.continueOnFailure : step.continueOnFailure;
}

export function isKind<Kind extends ExecutionEvent["kind"]>(kind: Kind) {
  return (event: ExecutionEvent): event is Extract<ExecutionEvent, { kind: Kind }> => event.kind === kind;
}

function wasAccepted(own: readonly ExecutionEvent[], purpose: "APPROVAL" | "IN_DOUBT"): boolean {
  const asked = own
    .filter(isKind("StepWaiting"))
    .flatMap((event) => (event.waitsFor === "PERSON" ? [event.request] : []));
  const wanted = asked.filter((request) => request.purpose === purpose);
  const accepted = own.filter(isKind("HumanInputResolved")).filter((event) => event.resolution === "ACCEPTED");
  return wanted.some((request) => accepted.some((answer) => answer.requestId === request.requestId));
}

/** For each top-level step all that must have finished before it, by looking at every pair. Steps of `finally` have an order of their own. */
function predecessors(started: PlannedStart): ReadonlyMap<string, ReadonlySet<string>> {
  const { steps } = started.plan;
  const [ordinary, last] = [false, true].map((isFinally) => {
    const own = steps.filter((step) => (step.isFinally === true) === isFinally);
    return predecessorsAmong({ ...started, plan: { ...started.plan, steps: own } });
  });
  return new Map([...(ordinary ?? []), ...(last ?? [])]);
}

function predecessorsAmong({ definitions, plan }: PlannedStart): ReadonlyMap<string, ReadonlySet<string>> {
  const holder = new Map(plan.steps.flatMap((top) => [top, ...leaves(top)].map((step) => [step.id, top.id] as const)));
  const needs = new Map(
    plan.steps.map((top) => {
      const named = [top, ...leaves(top)].flatMap((step) => [
        ...step.after,
        ...(step.when?.references.map(({ id }) => id) ?? []),
        ...(step.kind === "TOOL" ? referencedIn(step.arguments) : []),
        ...(step.kind === "MAP" ? referencedIn(step.over) : []),
      ]);
      return [top.id, new Set(named.flatMap((id) => holder.get(id) ?? []))] as const;
    }),
  );
  const ordered: PlanStep[] = [];
  while (ordered.length < plan.steps.length) {
    const placed = new Set(ordered.map((step) => step.id));
    const next = plan.steps.find(
      (step) => !placed.has(step.id) && [...(needs.get(step.id) ?? [])].every((id) => placed.has(id)),
    );
    if (next === undefined) throw new Error("the plan has a cycle");
    ordered.push(next);
  }
  const reads = (step: PlanStep) =>
    leaves(step).every(
      (leaf) =>
        definitions.callables.find((callable) => callable.name === leaf.callableName)?.effectClass === "READ_ONLY",
    );
  for (const [place, step] of ordered.entries()) {
    for (const earlier of ordered.slice(0, place)) {
      const overlap = plan.schedule === "DATAFLOW" && reads(earlier) && reads(step);
      if (!earlier.independent && !step.independent && !overlap) needs.get(step.id)?.add(earlier.id);
    }
  }
  return needs;
}

/** Steps whose outputs are taken, but for those that `coalesce` may pass over. */
function takenIn(operand: Operand): readonly string[] {
  if (operand.kind === "coalesce") return [];
  if (operand.kind === "object") return operand.entries.flatMap(([, member]) => takenIn(member));
  if (operand.kind === "array") return operand.items.flatMap(takenIn);
  return referencedIn(operand);
}

function referencedIn(operand: Operand): readonly string[] {
  switch (operand.kind) {
    case "literal":
      return [];
    case "reference":
      return operand.reference.root === "steps" ? [operand.reference.id] : [];
    case "text":
      return operand.parts.flatMap((part) => (typeof part === "string" ? [] : [part.id]));
    case "object":
      return operand.entries.flatMap(([, member]) => referencedIn(member));
    case "array":
      return operand.items.flatMap(referencedIn);
    case "coalesce":
      return operand.choices.flatMap(referencedIn);
    case "cel":
      return operand.references.flatMap(({ id, root }) => (root === "steps" ? [id] : []));
  }
}

export function isGroup(step: PlanStep): step is ParallelStep {
  return step.kind === "PARALLEL";
}
