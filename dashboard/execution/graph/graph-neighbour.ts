/** Which node an arrow key leads to. Pure. */
import type { PlacedNode } from "./graph-layout.ts";

type ArrowKey = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const directions: Readonly<Record<ArrowKey, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The distance of nodes aside, as a multiple of that of nodes ahead. */
const asideWeight = 2.5;

/**
 * The key of the node that `key` (as `KeyboardEvent.key` names it) leads to: the nearest in that direction, the first or last of the
 * plan. Null for other keys, and where nothing lies that way.
 */
export function neighbourOf(nodes: readonly PlacedNode[], from: string, key: string): string | null {
  if (key === "Home") return nodes[0]?.node.key ?? null;
  if (key === "End") return nodes.at(-1)?.node.key ?? null;
  const start = nodes.find(({ node }) => node.key === from);
  if (start === undefined || !Object.hasOwn(directions, key)) return null;
  const [dx, dy] = directions[key as ArrowKey];
  let nearest: { readonly key: string; readonly distance: number } | null = null;
  for (const candidate of nodes) {
    if (candidate.node.key === from) continue;
    const [x, y] = [centre(candidate)[0] - centre(start)[0], centre(candidate)[1] - centre(start)[1]];
    const ahead = x * dx + y * dy;
    if (ahead <= 1) continue;
    const distance = ahead + Math.abs(x * dy + y * dx) * asideWeight;
    if (nearest === null || distance < nearest.distance) nearest = { key: candidate.node.key, distance };
  }
  return nearest?.key ?? null;
}

/** A container is where its name is, so that its content is below. */
function centre({ height, isContainer, width, x, y }: PlacedNode): readonly [number, number] {
  return [x + width / 2, isContainer ? y + 12 : y + height / 2];
}
