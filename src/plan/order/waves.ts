/** Which steps of a plan would run together if every call took equally long and nothing bounded how many run at a time. */
import type { PlanGraph } from "./order.ts";

/** Ids by wave, each in the order of the plan; children stand in the wave of their group, `finally` steps in waves behind all others. */
export function waves(graph: PlanGraph): readonly (readonly string[])[] {
  const waveOf = new Map<number, number>();
  const found: string[][] = [];
  let ordinaryWaves = 0;
  // A step may stand before one that it waits for, so each asks for the waves before it; the stack replaces recursion.
  for (const { ordinal, group } of graph.nodes) {
    if (group !== undefined) continue;
    const stack = [ordinal];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const blockedBy = graph.nodes[top]?.blockedBy ?? [];
      const open = blockedBy.filter((other) => !waveOf.has(other));
      if (open.length > 0) stack.push(...open);
      else {
        const isFinally = graph.nodes[top]?.step.isFinally === true;
        const first = isFinally ? ordinaryWaves : 0;
        const wave = blockedBy.reduce((least, other) => Math.max(least, (waveOf.get(other) ?? 0) + 1), first);
        waveOf.set(top, wave);
        if (!isFinally) ordinaryWaves = Math.max(ordinaryWaves, wave + 1);
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
