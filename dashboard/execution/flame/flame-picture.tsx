/**
 * A flame chart: the width of each block is its cost, within the step that it belongs to. It is a picture alone; the list beside it has the
 * same parts for those who listen or use keys.
 */
import "./flame.css";
import { useMemo } from "preact/hooks";
import { madeVisible } from "../../parts/inert-text.tsx";
import { type FlameBlock, flameLayout } from "./flame-layout.ts";
import type { FlameNode, Metric } from "./flame-tree.ts";
import { amountWords, shareWords } from "./metric.ts";

export interface FlamePictureProps {
  readonly tree: FlameNode;
  readonly metric: Metric;
  /** Amount of the right edge, where several pictures share an axis. */
  readonly span: number;
  readonly selected: string | null;
  readonly onPick: (node: FlameNode) => void;
}

export function FlamePicture({ metric, onPick, selected, span, tree }: FlamePictureProps) {
  const { blocks, depth, hidden } = useMemo(() => flameLayout(tree, span), [tree, span]);
  return (
    <>
      <div
        class="flame"
        aria-hidden="true"
        style={{ "--span": Math.max(1, span), "--depth": depth + 1 }}
        onClick={({ target }) => {
          const key = target instanceof Element ? target.closest<HTMLElement>("[data-part]")?.dataset.part : undefined;
          const block = blocks.find(({ node }) => node.key === key);
          if (block !== undefined) onPick(block.node);
        }}
      >
        {blocks.map((block) => (
          <Block
            key={block.node.key}
            block={block}
            metric={metric}
            whole={tree.amount}
            isSelected={block.node.step !== null && block.node.step === selected}
          />
        ))}
      </div>
      {hidden > 0 && (
        <p class="soft small flame-hidden">{hidden} parts are too small to be drawn; the list has them.</p>
      )}
    </>
  );
}

interface BlockProps {
  readonly block: FlameBlock;
  readonly metric: Metric;
  readonly whole: number;
  readonly isSelected: boolean;
}

function Block({ block: { depth, from, node, to }, isSelected, metric, whole }: BlockProps) {
  const { amount, kind, name, what } = node;
  const words = amountWords(amount, metric);
  return (
    <span
      class={`flame-block ${kind.toLowerCase()}${isSelected ? " selected" : ""}`}
      data-part={node.key}
      title={madeVisible(`${name}, ${what}: ${words}, ${shareWords(amount, whole)}`)}
      style={{ "--s": from, "--e": to, "--at": depth }}
    >
      {madeVisible(name)} <span class="soft">{words}</span>
    </span>
  );
}
