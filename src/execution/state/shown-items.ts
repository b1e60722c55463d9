/**
 * Which items of a map or loop a snapshot shows. A map may have ten thousand, and readers take a snapshot often; so they see those that
 * matter most, and how many there are of each kind.
 */
import { nodesInOrder } from "../../plan/order/items.ts";
import type { PlanNode } from "../../plan/order/order.ts";
import { isRepeated } from "../../plan/plan.ts";
import type { StepStatus } from "../events/event.ts";
import { type ExecutionState, stepAt } from "./state.ts";

/** Items of a map or loop by where they stand. A part of an output counts as success, a call cut short as failure. */
export interface ItemCounts {
  readonly total: number;
  readonly pending: number;
  readonly running: number;
  readonly waiting: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Items of one map or loop. */
export const maxShownItems = 200;

/** Every node of the plan in its order, but of a map or loop the shown items only. */
export function shownNodes(state: ExecutionState): readonly PlanNode[] {
  const { graph } = state.pinned;
  const large = graph.nodes.filter(({ children, step }) => isRepeated(step) && children.length > maxShownItems);
  if (large.length === 0) return nodesInOrder(graph);
  const hidden = new Set(large.map(({ ordinal }) => ordinal));
  const shown = new Set(large.flatMap((node) => shownChildren(state, node)));
  return nodesInOrder(graph).filter(
    ({ group, ordinal }) => group === undefined || !hidden.has(group) || shown.has(ordinal),
  );
}

/** The shown children of a group: of a map or loop first failed ones, then running ones, then the rest, each in its order. */
export function shownChildren(state: ExecutionState, { children, step }: PlanNode): readonly number[] {
  if (!isRepeated(step)) return children;
  const ranks = [...children].sort((one, other) => rank(state, one) - rank(state, other) || one - other);
  return ranks.slice(0, maxShownItems);
}

function rank(state: ExecutionState, ordinal: number): number {
  switch (stepAt(state, ordinal).status) {
    case "FAILED":
    case "CANCELLED":
      return 0;
    case "RUNNING":
    case "WAITING":
      return 1;
    default:
      return 2;
  }
}

const countOf = {
  PENDING: "pending",
  RUNNING: "running",
  WAITING: "waiting",
  SUCCEEDED: "succeeded",
  PARTIAL: "succeeded",
  FAILED: "failed",
  CANCELLED: "failed",
  SKIPPED: "skipped",
} as const satisfies { readonly [Status in StepStatus]: keyof ItemCounts };

/** How many of the children of a map or loop stand where. */
export function itemCounts(state: ExecutionState, { children }: PlanNode): ItemCounts {
  const counts = { total: children.length, pending: 0, running: 0, waiting: 0, succeeded: 0, failed: 0, skipped: 0 };
  for (const child of children) counts[countOf[stepAt(state, child).status]] += 1;
  return counts;
}
