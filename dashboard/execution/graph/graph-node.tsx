/** Nodes of the graph: a step as a box, a container as a frame with its name. Each is an option of the list that the graph is. */
// biome-ignore-all lint/a11y/useSemanticElements: SVG has no elements of these roles.

import { type FlowMark, markWords } from "../../follow/flow-marks.ts";
import { madeVisible } from "../../parts/inert-text.tsx";
import { lookOf } from "../../parts/status.tsx";
import { isGroupKind, kindLook } from "../../parts/step-kind.tsx";
import type { StepRow } from "../store/execution-model.ts";
import type { GhostMark } from "../supposing.tsx";
import { kindWord, nameOfRow, statusWord } from "../timeline/timeline-words.ts";
import { clusterTitle, cutText, nodeCaption, type PlacedNode, titleRoom } from "./graph-layout.ts";

export interface GraphNodeProps {
  readonly placed: PlacedNode;
  readonly row: StepRow;
  /** How the followed value goes through it. Undefined where it does not. */
  readonly mark: FlowMark | undefined;
  /** Its outcome in the supposed run. */
  readonly ghost: GhostMark;
  /** Whether it is a step of a plan that has not run. */
  readonly isPlan: boolean;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
}

export function GraphNodeView({ ghost, isPlan, isSelected, isTabStop, mark, placed, row }: GraphNodeProps) {
  const { height, isContainer, node, width, x, y } = placed;
  const isDim = !isPlan && (row.status === "PENDING" || row.status === "SKIPPED");
  const isUnsafe = isPlan && row.note === "UNSAFE";
  const common = {
    role: "option",
    class: `node${isSelected ? " sel" : ""}${isDim ? " dim" : ""}${isUnsafe ? " unsafe" : ""}${mark === undefined ? "" : ` flow-${mark.toLowerCase()}`}${ghost === undefined ? "" : ` ghost-${ghost.toLowerCase()}`}`,
    transform: `translate(${Math.round(x)} ${Math.round(y)})`,
    // As SVG spells it: attributes there know upper from lower case.
    tabindex: isTabStop ? 0 : -1,
    "aria-selected": isSelected,
    "data-node": node.key,
  } as const;
  // Names it as a whole: the words in the box say less, and the icon nothing.
  const name = (
    <title>
      {madeVisible(
        [nameOfRow(row), kindWord(row.kind), isPlan ? "" : statusWord(row.status), row.note]
          .filter(Boolean)
          .join(", ") + markWords(mark),
      )}
    </title>
  );
  const { icon, tone } = isPlan
    ? { icon: kindLook(row.kind).icon, tone: isUnsafe ? "st-partial" : "plain" }
    : lookOf(row.status);
  const isWithin = node.containerKey !== null;
  if (isContainer) {
    const isChild = !isGroupKind(row.kind);
    return (
      <g {...common}>
        {name}
        <rect class={`cluster box${isChild ? " child" : ""}`} width={width} height={height} rx="10" />
        <use href={`#${icon}`} x="12" y="8" width="16" height="16" class={tone} />
        <text class="sub" x="36" y="20">
          {madeVisible(cutText(clusterTitle(row), titleRoom(width)))}
        </text>
      </g>
    );
  }
  const characters = Math.floor((width - 46) / 7.2);
  return (
    <g {...common}>
      {name}
      <rect class="box" width={width} height={height} rx="6" />
      <use href={`#${icon}`} x="10" y="14" width="16" height="16" class={tone} />
      <text x="34" y="19">
        {madeVisible(cutText(nameOfRow(row), characters))}
      </text>
      <text class="sub" x="34" y="34">
        {madeVisible(cutText(nodeCaption(row, isWithin, isPlan), Math.floor((width - 42) / 6)))}
      </text>
    </g>
  );
}
