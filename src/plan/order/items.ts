/**
 * The items of a map and the iterations of a loop, as steps of their own. A plan has one step that all of them are made from; the graph of a
 * running plan gets a node for each as soon as it is known how many there are.
 */
import { isRepeated, type PlanStep, type ToolStep } from "../plan.ts";
import type { PlanGraph, PlanNode } from "./order.ts";

/** The end of the id of the one step within a map or loop. No plan can give such an id. */
export const templateSuffix = "[]";

/**
 * Id of an item of a map, or of an iteration of a loop.
 *
 * @example
 * ```ts
 * itemId("mails", 3); // "mails[3]"
 * ```
 */
export function itemId(groupId: string, item: number): string {
  return `${groupId}[${item}]`;
}

/** The parts of an id that `itemId` made. Undefined for any other. */
export function itemPlace(id: string): { readonly groupId: string; readonly item: number } | undefined {
  if (!id.endsWith("]")) return undefined;
  const [, groupId, item] = /^(.+)\[(\d+)\]$/.exec(id) ?? [];
  return groupId === undefined ? undefined : { groupId, item: Number(item) };
}

/** Id in the plan of the step of a run: of an item that of the step which all items are made from. */
export function plannedId(id: string): string {
  const place = itemPlace(id);
  return place === undefined ? id : `${place.groupId}${templateSuffix}`;
}

/** `graph` with `count` further items of the map or loop at `ordinal`, behind all its nodes. */
export function withItems(graph: PlanGraph, ordinal: number, count: number): PlanGraph {
  const group = graph.nodes[ordinal];
  const template = group === undefined ? undefined : templateOf(group.step);
  if (group === undefined || template === undefined) throw new Error(`Cannot add items to the node ${ordinal}`);
  const nodes = graph.nodes.slice();
  const children = group.children.slice();
  for (let item = children.length; count > 0; item += 1, count -= 1) {
    const step: ToolStep = { ...template, id: itemId(group.step.id, item) };
    const node: PlanNode = {
      ordinal: nodes.length,
      step,
      group: ordinal,
      item,
      children: [],
      blockedBy: [],
      blocks: [],
    };
    children.push(node.ordinal);
    nodes.push(node);
  }
  nodes[ordinal] = { ...group, children };
  return { nodes, ordinalOf: graph.ordinalOf.grown(nodes) };
}

/** The step that the items of `step` are made from. Undefined for a step without items. */
export function templateOf(step: PlanStep): ToolStep | undefined {
  return isRepeated(step) ? step.children[0] : undefined;
}

/** The nodes of `graph` in the order of the plan, groups before their children, items after one another. */
export function nodesInOrder({ nodes }: PlanGraph): readonly PlanNode[] {
  if (!nodes.some(({ item }) => item !== undefined)) return nodes;
  return nodes.flatMap((node) => {
    if (node.group !== undefined) return [];
    return [node, ...node.children.flatMap((child) => nodes[child] ?? [])];
  });
}
