/**
 * The graph of a plan: which top-level steps must be finished before each may begin.
 * Edges come from references and `after`; on top lie the order edges of effects (design: Scheduling). A group is one node;
 * its children have no order among themselves.
 */
import type { EffectClass } from "./callable.ts";
import { dependenciesOf, dependencyOrder, topLevelPositions } from "./dependencies.ts";
import type { ParallelStep, Plan, ToolStep } from "./plan.ts";

/** A step with its place. Groups stand before their children; the ordinal is the index in `PlanGraph.nodes`. */
export interface PlanNode {
  readonly ordinal: number;
  readonly step: ToolStep | ParallelStep;
  /** Ordinal of the group that holds the step. Null for a top-level step. */
  readonly group: number | null;
  /** Ordinals of the children of a group. */
  readonly children: readonly number[];
  /** Ordinals of top-level steps that must be finished first; without those that follow from others. Empty for children. */
  readonly blockedBy: readonly number[];
  /** The reverse of `blockedBy`. */
  readonly blocks: readonly number[];
}

export interface PlanGraph {
  readonly nodes: readonly PlanNode[];
  readonly ordinalOf: ReadonlyMap<string, number>;
}

export type EffectClassOf = (callableName: string) => EffectClass;

/**
 * The graph of a plan without cycles. An edge that follows from others is left out, so that a plan of n steps whose references are
 * few has few edges. Throws on a cycle, which `compilePlan` refuses (R7).
 */
export function planGraph(plan: Plan, effectClassOf: EffectClassOf): PlanGraph {
  const dependencies = dependenciesOf(plan, topLevelPositions(plan));
  const order = dependencyOrder(dependencies);
  if (order.length < plan.steps.length) throw new Error("Cannot order a plan whose steps wait for one another");
  const waits = dependencies.map((list) => new Set(list.map(({ on }) => on)));
  addOrderEdges(plan, effectClassOf, order, waits);
  return graphOf(plan, withoutImplied(order, waits));
}

/** Adds what effects impose: a read waits for the last call that is not one, any other call for all since (design: Scheduling). */
function addOrderEdges(
  plan: Plan,
  effectClassOf: EffectClassOf,
  order: readonly number[],
  waits: readonly Set<number>[],
): void {
  let barrier: number | null = null;
  let readsSinceBarrier: number[] = [];
  for (const position of order) {
    const step = plan.steps[position];
    const waiting = waits[position];
    if (step === undefined || waiting === undefined || step.independent) continue;
    if (barrier !== null) waiting.add(barrier);
    if (plan.schedule === "DATAFLOW" && isReadOnly(step, effectClassOf)) {
      readsSinceBarrier.push(position);
      continue;
    }
    for (const read of readsSinceBarrier) waiting.add(read);
    barrier = position;
    readsSinceBarrier = [];
  }
}

/** Whether every call of a step only reads. True for an empty group. */
export function isReadOnly(step: ToolStep | ParallelStep, effectClassOf: EffectClassOf): boolean {
  const leaves = step.kind === "TOOL" ? [step] : step.children;
  return leaves.every(({ callableName }) => effectClassOf(callableName) === "READ_ONLY");
}

/** The waits of each step without those that follow from its other waits. `order` puts every step after all it waits for. */
function withoutImplied(
  order: readonly number[],
  waits: readonly ReadonlySet<number>[],
): readonly (readonly number[])[] {
  const place = new Map(order.map((position, at) => [position, at]));
  const words = Math.ceil(order.length / 32);
  const ancestors: Uint32Array[] = [];
  const kept: (readonly number[])[] = [];
  for (const position of order) {
    const own = new Uint32Array(words);
    const needed: number[] = [];
    // The latest first: whatever it waits for itself is implied.
    const latestFirst = [...(waits[position] ?? [])].sort(
      (left, right) => (place.get(right) ?? 0) - (place.get(left) ?? 0),
    );
    for (const other of latestFirst) {
      if (has(own, other)) continue;
      needed.push(other);
      own[other >> 5] = (own[other >> 5] ?? 0) | (1 << (other & 31));
      const beyond = ancestors[other];
      if (beyond !== undefined)
        for (let word = 0; word < words; word += 1) own[word] = (own[word] ?? 0) | (beyond[word] ?? 0);
    }
    ancestors[position] = own;
    kept[position] = needed.sort((left, right) => left - right);
  }
  return kept;
}

function has(bits: Uint32Array, position: number): boolean {
  return ((bits[position >> 5] ?? 0) & (1 << (position & 31))) !== 0;
}

function graphOf(plan: Plan, waits: readonly (readonly number[])[]): PlanGraph {
  const ordinals: number[] = [];
  let next = 0;
  for (const step of plan.steps) {
    ordinals.push(next);
    next += 1 + (step.kind === "PARALLEL" ? step.children.length : 0);
  }
  const ordinalAt = (position: number) => ordinals[position] ?? 0;
  const blocks: number[][] = plan.steps.map(() => []);
  for (const [position, others] of waits.entries())
    for (const other of others) blocks[other]?.push(ordinalAt(position));
  const nodes: PlanNode[] = [];
  const ordinalOf = new Map<string, number>();
  const add = (node: Omit<PlanNode, "ordinal">): void => {
    ordinalOf.set(node.step.id, nodes.length);
    nodes.push({ ordinal: nodes.length, ...node });
  };
  for (const [position, step] of plan.steps.entries()) {
    const ordinal = ordinalAt(position);
    const children = step.kind === "PARALLEL" ? step.children : [];
    add({
      step,
      group: null,
      children: children.map((_, index) => ordinal + 1 + index),
      blockedBy: (waits[position] ?? []).map(ordinalAt),
      blocks: blocks[position] ?? [],
    });
    for (const child of children) add({ step: child, group: ordinal, children: [], blockedBy: [], blocks: [] });
  }
  return { nodes, ordinalOf };
}
