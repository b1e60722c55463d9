/** The parts of a tree by cost, the most expensive first: the same as the picture, for keys and screen readers. */
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { exact } from "../../parts/numbers.ts";
import { decoded } from "../../shell/route.ts";
import { largestParts } from "./flame-layout.ts";
import type { FlameNode, Metric } from "./flame-tree.ts";
import { amountWords, shareWords } from "./metric.ts";

export interface FlameListProps {
  readonly tree: FlameNode;
  readonly metric: Metric;
  readonly selected: string | null;
  readonly onPick: (node: FlameNode) => void;
}

const shownAtOnce = 20;

export function FlameList({ metric, onPick, selected, tree }: FlameListProps) {
  const [most, setMost] = useState(shownAtOnce);
  const parts = largestParts(tree);
  return (
    <>
      <table class="flame-list">
        <caption class="sr">Parts by what they cost, the dearest first</caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" class="num">
              {metric === "COST" ? "Cost" : "Tokens"}
            </th>
            <th scope="col" class="num">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.slice(0, most).map((node) => (
            <tr key={node.key} class={node.step !== null && node.step === selected ? "selected" : ""}>
              <td>
                <Icon name={node.kind === "MODEL" ? "model" : node.kind === "CHILD" ? "workflow" : "pending"} />
                <Name node={node} onPick={onPick} /> <span class="soft">{madeVisible(node.what)}</span>
              </td>
              <td class="num">{amountWords(node.amount, metric)}</td>
              <td class="num">{shareWords(node.amount, tree.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length > most && (
        <button class="btn small" type="button" onClick={() => setMost(most * 5)}>
          Show more ({exact(parts.length - most)} left)
        </button>
      )}
    </>
  );
}

function Name({ node, onPick }: { readonly node: FlameNode; readonly onPick: (node: FlameNode) => void }) {
  const path = madeVisible(pathOf(node));
  if (node.step === null) return <span class="name">{path}</span>;
  return (
    <button class="link name" type="button" onClick={() => onPick(node)}>
      {path}
    </button>
  );
}

/** With the steps around it, so that equal names differ. Keys are made of step ids. */
function pathOf({ key, name }: FlameNode): string {
  const around = key.split("/").slice(0, -1).map(decoded);
  return [...around, name].join(" / ");
}
