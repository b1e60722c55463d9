/** Where the blocks of a flame chart stand: each as wide as its amount, within the block that it is a part of. Pure. */
import type { FlameNode } from "./flame-tree.ts";

export interface FlameBlock {
  readonly node: FlameNode;
  /** 0 for the whole run. */
  readonly depth: number;
  /** In the unit of the amounts, from the left edge. */
  readonly from: number;
  readonly to: number;
}

export interface FlameLayout {
  readonly blocks: readonly FlameBlock[];
  readonly depth: number;
  /** How many blocks are too narrow to be seen. */
  readonly hidden: number;
}

/** Blocks of a picture, and the part of the whole below which a block cannot be seen. */
const mostBlocks = 600;
const leastShare = 1 / 1_500;

export function flameLayout(root: FlameNode, span = root.amount): FlameLayout {
  const blocks: FlameBlock[] = [];
  let hidden = 0;
  let depth = 0;
  const place = (node: FlameNode, at: number, from: number) => {
    if (node.amount === 0 && at > 0) return;
    if (node.amount < span * leastShare || blocks.length >= mostBlocks) {
      hidden += 1;
      return;
    }
    blocks.push({ node, depth: at, from, to: from + node.amount });
    depth = Math.max(depth, at);
    let start = from;
    for (const part of node.parts) {
      place(part, at + 1, start);
      start += part.amount;
    }
  };
  place(root, 0, 0);
  return { blocks, depth, hidden };
}

/** All parts of a tree but the whole, the largest first. Those of nothing are left out. */
export function largestParts(root: FlameNode): readonly FlameNode[] {
  const all = (node: FlameNode): readonly FlameNode[] => node.parts.flatMap((part) => [part, ...all(part)]);
  return all(root)
    .filter(({ amount }) => amount > 0)
    .toSorted((one, other) => other.amount - one.amount);
}
