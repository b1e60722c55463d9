/**
 * Room `plan/order`: which steps of a plan wait for which.
 *
 * Owns: dependencies from references and `after` (`dependencies.ts`); the order that effects impose on top of them (`step-waits.ts`); the
 * graph of a plan (this file), and the additions of a run: items (`items.ts`) and further plans (`rounds.ts`, named by `round-ids.ts`);
 * the ordinals of steps by their ids (`step-ordinals.ts`);
 * where a plan starts (`start-steps.ts`); its waves (`waves.ts`). Leaves: problems such as forward references and cycles to `plan/compile`;
 * readiness while a plan runs to `execution/state` and `execution/fold`, which count the blockers of each step.
 *
 * Invariants:
 * - One rule orders steps, for the engine and for the dashboard (`step-waits.ts`).
 * - A group is one node. Its children have no order among themselves; the iterations of a loop come one by one.
 * - A graph has no cycle: the compiler refuses a plan that would have one (R7).
 * - No edge joins a `finally` step with an ordinary one: all ordinary steps have ended before the first of `finally` begins (R9).
 *
 * This file builds the graph: for each top-level step, the steps that must be finished before it may begin.
 */
import type { EffectClass } from "../callable.ts";
import type { Plan, PlanStep, ToolStep } from "../plan.ts";
import { type Dependency, dependenciesOf } from "./dependencies.ts";
import { StepOrdinals } from "./step-ordinals.ts";
import { stepWaits } from "./step-waits.ts";

/** A step with its place. Groups stand before their children; the ordinal is the index in `PlanGraph.nodes`. */
export interface PlanNode {
  readonly ordinal: number;
  readonly step: PlanStep;
  /** Ordinal of the group that holds the step. Undefined for a top-level step. */
  readonly group: number | undefined;
  /** Position of the item or iteration within its map or loop. Undefined for all else. */
  readonly item?: number | undefined;
  /** Ordinals of the children of a group. A map or loop has none until its items are known. */
  readonly children: readonly number[];
  /** Ordinals of top-level steps that must be finished first; without those that follow from others. Empty for children. */
  readonly blockedBy: readonly number[];
  /** The reverse of `blockedBy`. */
  readonly blocks: readonly number[];
}

export interface PlanGraph {
  readonly nodes: readonly PlanNode[];
  readonly ordinalOf: StepOrdinals;
}

/** Whether the step of `node` is one of `finally`, or within one. */
export function isWithinFinally({ nodes }: PlanGraph, node: Pick<PlanNode, "group" | "step">): boolean {
  return (node.group === undefined ? node.step : nodes[node.group]?.step)?.isFinally === true;
}

export type EffectClassOf = (callableName: string) => EffectClass;

/**
 * The graph of a plan without cycles. An edge that follows from others is left out, so that a plan of n steps whose references are
 * few has few edges. Throws on a cycle, which `compilePlan` refuses (R7). A caller that knows the `dependencies` of the plan passes them.
 *
 * @example
 * ```ts
 * import { defaultStepPolicy } from "../plan.ts";
 * const call = { policy: defaultStepPolicy, arguments: { kind: "literal", value: {} }, callableName: "search" } as const;
 * const step = { ...call, kind: "TOOL", resultKey: null, independent: false } as const;
 * const steps = [{ ...step, id: "one", index: 0, after: [] }, { ...step, id: "two", index: 1, after: ["one"] }];
 * const plan = { schedule: "DATAFLOW", reasoning: null, directResponse: null, steps } as const;
 * planGraph(plan, () => "READ_ONLY").nodes.map(({ blockedBy }) => blockedBy); // [[], [0]]
 * ```
 */
export function planGraph(
  plan: Plan,
  effectClassOf: EffectClassOf,
  dependencies: readonly (readonly Pick<Dependency, "on">[])[] = dependenciesOf(plan),
): PlanGraph {
  const steps = plan.steps.map((step, position) => ({
    needs: dependencies[position] ?? [],
    independent: step.independent,
    isReadOnly: isReadOnly(step, effectClassOf),
    isFinally: step.isFinally === true,
  }));
  const waits = stepWaits(steps, plan.schedule);
  if (waits === undefined) throw new Error("Cannot order a plan whose steps wait for one another");
  return graphOf(plan, waits);
}

/** Whether every call of a step only reads. True for an empty group. */
export function isReadOnly(step: PlanStep, effectClassOf: EffectClassOf): boolean {
  const leaves = step.kind === "TOOL" ? [step] : step.children;
  return leaves.every(({ callableName }) => effectClassOf(callableName) === "READ_ONLY");
}

/** The children of a group that are there from the start. Those of a map or loop are its items, see `items.ts`. */
function staticChildren(step: PlanStep): readonly ToolStep[] {
  return step.kind === "PARALLEL" ? step.children : [];
}

function graphOf(plan: Plan, waits: readonly (readonly number[])[]): PlanGraph {
  const ordinals: number[] = [];
  let next = 0;
  for (const step of plan.steps) {
    ordinals.push(next);
    next += 1 + staticChildren(step).length;
  }
  const ordinalAt = (position: number) => ordinals[position] ?? 0;
  const blocks: number[][] = plan.steps.map(() => []);
  for (const [position, others] of waits.entries())
    for (const other of others) blocks[other]?.push(ordinalAt(position));
  const nodes: PlanNode[] = [];
  for (const [position, step] of plan.steps.entries()) {
    const ordinal = ordinalAt(position);
    const children = staticChildren(step);
    nodes.push({
      ordinal,
      step,
      group: undefined,
      children: children.map((_, index) => ordinal + 1 + index),
      blockedBy: (waits[position] ?? []).map(ordinalAt),
      blocks: blocks[position] ?? [],
    });
    for (const [index, child] of children.entries())
      nodes.push({
        ordinal: ordinal + 1 + index,
        step: child,
        group: ordinal,
        children: [],
        blockedBy: [],
        blocks: [],
      });
  }
  return { nodes, ordinalOf: StepOrdinals.none.grown(nodes) };
}
