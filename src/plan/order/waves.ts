/** Which steps of a plan would run together if every call took equally long and nothing bounded how many run at a time. */
import type { PlanGraph } from "./order.ts";

/** Ids by wave, each in the order of the plan; children stand in the wave of their group. */
export function waves(graph: PlanGraph): readonly (readonly string[])[] {
  const waveOf = new Map<number, number>();
  const found: string[][] = [];
  // A step may stand before one that it waits for, so each asks for the waves before it; the stack replaces recursion.
  for (const { ordinal, group } of graph.nodes) {
    if (group !== undefined) continue;
    const stack = [ordinal];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const blockedBy = graph.nodes[top]?.blockedBy ?? [];
      const open = blockedBy.filter((other) => !waveOf.has(other));
      if (open.length > 0) stack.push(...open);
      else {
        waveOf.set(
          top,
          blockedBy.reduce((wave, other) => Math.max(wave, (waveOf.get(other) ?? 0) + 1), 0),
        );
        stack.pop();
      }
    }
  }
  for (const { ordinal, group, step } of graph.nodes) {
    const wave = waveOf.get(group ?? ordinal) ?? 0;
    while (found.length <= wave) found.push([]);
    found[wave]?.push(step.id);
  }
  return found;
}
