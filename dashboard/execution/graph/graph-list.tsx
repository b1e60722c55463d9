/** The graph in words: every step with its inputs from other steps, complete where labels of the graph are cut. */

import type { ComponentChildren } from "preact";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { lookOf } from "../../parts/status.tsx";
import { isGroupKind } from "../../parts/step-kind.tsx";
import type { StepRow } from "../store/execution-model.ts";
import { dotted, kindWord, nameOfRow, statusWord } from "../timeline/timeline-words.ts";
import type { GraphNode } from "./graph-plan.ts";

export interface GraphListProps {
  /** Containers before their content. */
  readonly nodes: readonly GraphNode[];
  readonly selectedKey: string | null;
  readonly onSelect: (node: GraphNode) => void;
  /** Open where there is no picture. */
  readonly isOpen: boolean;
}

export function GraphList({ isOpen, nodes, onSelect, selectedKey }: GraphListProps) {
  const members = new Map<string | null, GraphNode[]>();
  for (const node of nodes) members.set(node.containerKey, [...(members.get(node.containerKey) ?? []), node]);
  const list = (containerKey: string | null): ComponentChildren => {
    const own = members.get(containerKey);
    if (own === undefined) return null;
    return (
      <ol>
        {own.map((node) => (
          <li key={node.key}>
            <span class={`st ${lookOf(node.row.status).tone}`}>
              <Icon name={lookOf(node.row.status).icon} small />
            </span>{" "}
            <button
              class="as-link"
              type="button"
              aria-pressed={node.key === selectedKey}
              onClick={() => onSelect(node)}
            >
              {madeVisible(nameOfRow(node.row))}
            </button>
            , {kindWord(node.row.kind)}, {statusWord(node.row.status)}
            {node.row.note !== "" && `, ${madeVisible(node.row.note)}`}. <Taken row={node.row} />
            {list(node.key)}
          </li>
        ))}
      </ol>
    );
  };
  return (
    <details class="mirror" open={isOpen}>
      <summary>The graph as a list</summary>
      {list(null)}
    </details>
  );
}

/** "`query` from brief, `results` from sources. After notify." */
function Taken({ row }: { readonly row: StepRow }) {
  const isAlone = row.references.length === 0 && row.after.length === 0;
  if (isAlone) return isGroupKind(row.kind) || row.kind === "MODEL" ? null : <>Takes nothing from other steps.</>;
  return (
    <>
      {row.references.map(({ path, sourceStepId }, at) => (
        <span key={at}>
          {at > 0 && ", "}
          {path === "" ? "all" : <code>{madeVisible(dotted(path).replace(/^\./, ""))}</code>} from{" "}
          {madeVisible(sourceStepId)}
        </span>
      ))}
      {row.references.length > 0 && ". "}
      {row.after.length > 0 && `After ${row.after.map(madeVisible).join(", ")}.`}
    </>
  );
}
