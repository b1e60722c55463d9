/**
 * Which steps of an ended execution run again when it is retried or forked (E5). The results of all others are reused. Pure.
 *
 * These run again: each step that neither succeeded nor was skipped by its condition; a step that is named, with everything after it in
 * dependency order, then plan position; each step that depends on one of these, by a reference or by `after`; and all steps of `finally`. Of a group that runs again,
 * children that succeeded and depend on nothing that runs again are reused, items of a map and the first iterations of a loop too, unless the first success counts: then a reused child would end
 * the group at once.
 *
 * Of an execution with several plans (decision 041) they are steps of one round: that of the step that is named, else the last in which
 * something did not succeed, else the last. The results of earlier rounds stay, because the model continued from them; the plans of later
 * rounds are given up, because they were made from results that run again.
 */

import { referencesIn } from "../../plan/operands/operand.ts";
import { dependenciesOf, dependencyOrder } from "../../plan/order/dependencies.ts";
import type { PlanNode } from "../../plan/order/order.ts";
import { roundOfStep } from "../../plan/order/round-ids.ts";
import { referencesOf } from "../../plan/order/step-references.ts";
import { countsOne, isRepeated, type Plan, type PlanStep, type ToolStep } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { ordinalOf } from "../state/state-change.ts";
import { isFine, isSkippedByCondition } from "../state/step-state.ts";

/** The steps of an ended execution that run again. */
export interface Rerun {
  /** The last round whose plan is reused. */
  readonly round: number;
  /** Ordinals of its steps that run again, groups among them. */
  readonly again: ReadonlySet<number>;
}

/** The steps that run again. `fromStep` must be a step of the plan, or null. */
export function rerunOf(state: ExecutionState, fromStep: string | null): Rerun {
  const roundAt = (ordinal: number) => roundOfStep(nodeAt(state, ordinal).step.id);
  const all = [...againInAnyRound(state, fromStep)];
  const rounds = all.length === 0 ? state.pinned.plan.steps.map(({ id }) => roundOfStep(id)) : all.map(roundAt);
  const round = fromStep === null ? rounds.reduce((last, one) => Math.max(last, one), 1) : roundOfStep(fromStep);
  return { round, again: new Set(all.filter((ordinal) => roundAt(ordinal) === round)) };
}

function againInAnyRound(state: ExecutionState, fromStep: string | null): ReadonlySet<number> {
  const { plan } = state.pinned;
  const again = new Set<number>();
  const named = fromStep === null ? undefined : ordinalOf(state, fromStep);
  let isAfterNamed = false;
  // Everything that a step can depend on stands before it, so one pass finds all.
  for (const position of dependencyOrder(dependenciesOf(plan))) {
    const step = plan.steps[position];
    if (step === undefined) continue;
    const node = nodeAt(state, ordinalOf(state, step.id));
    // They belong to the end of one execution, and the new one has an end of its own.
    if (step.isFinally === true) {
      addWhole(node, again);
      continue;
    }
    if (isAfterNamed || node.ordinal === named || dependsOnAny(state, step, again)) addWhole(node, again);
    else addPart(state, node, named, again);
    isAfterNamed ||= node.ordinal === named || (named !== undefined && node.children.includes(named));
  }
  return again;
}

/**
 * Steps of the derived `plan` that call something and run, in its order. `reused` names the reused steps. A loser in a reused group is not
 * reused itself, but does not run either.
 */
export function repeatedSteps(plan: Plan, reused: readonly string[]): readonly ToolStep[] {
  const taken = new Set(reused);
  const steps = plan.steps.filter(({ id }) => !taken.has(id));
  return leafSteps({ ...plan, steps }).filter(({ id }) => !taken.has(id));
}

/** Whether a reference of `step`, or its `after`, names one of `ordinals`. Children of a group are not looked at. */
function dependsOnAny(state: ExecutionState, step: PlanStep, ordinals: ReadonlySet<number>): boolean {
  const isAmong = (id: string) => ordinals.has(ordinalOf(state, id));
  if (step.after.some(isAmong)) return true;
  return referencesOf(step).some(({ reference }) => reference.root === "steps" && isAmong(reference.id));
}

/** Whether a reference in the arguments of `step` names one of `ordinals`, or the end of the execution, which may be another. */
export function refersToAny(state: ExecutionState, step: PlanStep, ordinals: ReadonlySet<number>): boolean {
  if (step.kind !== "TOOL") return false;
  for (const { reference } of referencesIn(step.arguments)) {
    if (reference.root === "execution") return true;
    if (reference.root === "steps" && ordinals.has(ordinalOf(state, reference.id))) return true;
  }
  return false;
}

function addWhole({ children, ordinal }: PlanNode, again: Set<number>): void {
  again.add(ordinal);
  for (const child of children) again.add(child);
}

/** Adds the parts of a step that must run again although the step as a whole need not. */
function addPart(state: ExecutionState, node: PlanNode, named: number | undefined, again: Set<number>): void {
  const isDone = isFine(stepAt(state, node.ordinal));
  if (node.children.length === 0) {
    if (!isDone) again.add(node.ordinal);
    return;
  }
  if (node.step.kind === "LOOP") {
    addIterations(state, node, named, isDone, again);
    return;
  }
  const takesFirst = countsOne(node.step);
  // A step that lost against a sibling did not succeed either, and does not count. Nor does a child of a group that its condition kept from
  // running.
  const isWhole = (takesFirst && isDone) || isSkippedByCondition(stepAt(state, node.ordinal));
  const isMissed = (child: number) => !isFine(stepAt(state, child)) && !isWhole;
  const part = node.children.filter(
    (child) => child === named || isMissed(child) || dependsOnAny(state, nodeAt(state, child).step, again),
  );
  // A map may have been cut before any item was missed.
  if (part.length === 0 && (isDone || !isRepeated(node.step))) return;
  again.add(node.ordinal);
  for (const child of takesFirst ? node.children : part) again.add(child);
}

/** Each iteration takes from the one before, so all run again from the first that must; all of a loop that ended without one that failed. */
function addIterations(
  state: ExecutionState,
  node: PlanNode,
  named: number | undefined,
  isDone: boolean,
  again: Set<number>,
): void {
  const { children } = node;
  const first = children.findIndex(
    (child) =>
      child === named || !isFine(stepAt(state, child)) || dependsOnAny(state, nodeAt(state, child).step, again),
  );
  if (first < 0 && isDone) return;
  again.add(node.ordinal);
  for (const child of first < 0 ? children : children.slice(first)) again.add(child);
}
