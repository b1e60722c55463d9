/**
 * Items of a map or loop for which the earlier execution was given keys but which it never reached: for example, it was cancelled before
 * the map began. They are in no graph, but a call under such a key may have had its effect. So the key is handed on, and a request must
 * name them like a step that was called (E5).
 */
import { itemPlace, templateOf } from "../../plan/order/items.ts";
import type { ToolStep } from "../../plan/plan.ts";
import type { ReuseKey } from "../events/execution-origin.ts";
import { type ExecutionState, nodeAt } from "../state/state.ts";

export interface UnopenedItem {
  readonly key: ReuseKey;
  /** Ordinal of the map or loop. */
  readonly group: number;
  readonly item: number;
  /** The call that it would be. */
  readonly step: ToolStep;
}

/** Those of `state`, whose plan is the one that the keys were made for. */
export function unopenedItems(state: ExecutionState): readonly UnopenedItem[] {
  const { derivation, graph } = state.pinned;
  return (derivation?.keys ?? []).flatMap((key) => {
    const place = itemPlace(key.step);
    const group = place === undefined ? undefined : graph.ordinalOf.get(place.groupId);
    if (place === undefined || group === undefined || graph.ordinalOf.has(key.step)) return [];
    const template = templateOf(nodeAt(state, group).step);
    return template === undefined ? [] : [{ key, group, item: place.item, step: { ...template, id: key.step } }];
  });
}
