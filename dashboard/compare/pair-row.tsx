/** A step of both runs: its name, its verdict, its bars of either run, and the differences when it is open. */

import type { StepRow } from "../execution/store/execution-model.ts";
import { nameOfRow } from "../execution/timeline/timeline-words.ts";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { Status } from "../parts/status.tsx";
import { PairDetail } from "./pair-detail.tsx";
import type { Lane } from "./pair-lanes.ts";
import type { StepPair } from "./step-pairs.ts";
import type { Compared, Difference, Verdict } from "./step-verdict.ts";

export interface PairRowProps {
  readonly pair: StepPair;
  readonly facts: Compared;
  readonly verdict: Verdict;
  readonly lanes: { readonly left: Lane; readonly right: Lane };
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const verdictWords = {
  ADDED: "added",
  REMOVED: "removed",
  CHANGED: "changed",
  SAME: "same",
  UNKNOWN: "not compared whole",
} as const;

const differenceWords: Readonly<Record<Difference, string>> = {
  NAME: "name",
  PLAN: "plan",
  STATUS: "status",
  ARGUMENTS: "arguments",
  OUTPUT: "output",
  ERROR: "error",
};

export function PairRow({ facts, isOpen, lanes, onToggle, pair, verdict }: PairRowProps) {
  const row = pair.left ?? pair.right;
  if (row === null) return null;
  const kind = verdict.kind.toLowerCase();
  return (
    <li class={`pair ${kind}`} data-step={pair.stepId}>
      <button class="pair-line" type="button" aria-expanded={isOpen} onClick={onToggle}>
        <span class="pair-name" style={{ "--level": row.level }}>
          <Icon name={isOpen ? "down" : "right"} />
          <Sides pair={pair} />
          <span class="name clip">
            {madeVisible(nameOfRow(row))}
            {isRenamed(pair) && <> → {madeVisible(nameOfRow(pair.right))}</>}
          </span>
          <span class={`tag verdict ${kind}`}>
            {verdictWords[verdict.kind]}
            {verdict.differs.length > 0 && `: ${verdict.differs.map((one) => differenceWords[one]).join(", ")}`}
          </span>
        </span>
        <span class="pair-bars">
          <LaneView lane={lanes.left} side="left" />
          <LaneView lane={lanes.right} side="right" />
        </span>
      </button>
      {isOpen && <PairDetail pair={pair} facts={facts} verdict={verdict} />}
    </li>
  );
}

function isRenamed(pair: StepPair): pair is StepPair & { readonly left: StepRow; readonly right: StepRow } {
  return pair.left !== null && pair.right !== null && pair.left.stepId !== pair.right.stepId;
}

/** Both statuses where they differ. */
function Sides({ pair: { left, right } }: { readonly pair: StepPair }) {
  return (
    <>
      {left !== null && <Status status={left.status} bare />}
      {right !== null && right.status !== left?.status && <Status status={right.status} bare />}
    </>
  );
}

function LaneView({ lane, side }: { readonly lane: Lane; readonly side: "left" | "right" }) {
  const name = side === "left" ? "Left" : "Right";
  const end = lane.bars.reduce((latest, { to }) => Math.max(latest, to), 0);
  return (
    <span class={`lane ${side}`}>
      <span class="sr">
        {name}: {lane.words}.{" "}
      </span>
      {lane.bars.map(({ from, look, says, to }, at) => (
        <span key={at} class={`bar ${look}`} title={`${name}: ${says}`} style={{ "--s": from, "--e": to }} />
      ))}
      {lane.label !== "" && (
        <span class="lane-time" aria-hidden="true" style={{ "--e": end }}>
          {lane.label}
        </span>
      )}
    </span>
  );
}
