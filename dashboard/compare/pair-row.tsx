/** A step of both runs: its name, what differs, its bars of either run, and opened the differences themselves. */

import { now } from "../api/clock.ts";
import type { StepRow } from "../execution/store/execution-model.ts";
import { lookOfSegment } from "../execution/timeline/timeline-bars.tsx";
import { durationOf, nameOfRow, statusWord } from "../execution/timeline/timeline-words.ts";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { duration } from "../parts/numbers.ts";
import { Status } from "../parts/status.tsx";
import { overlayBars, type RunSpan } from "./overlay-scale.ts";
import { PairDetail } from "./pair-detail.tsx";
import type { StepPair } from "./step-pairs.ts";
import type { Compared, Difference, Verdict } from "./step-verdict.ts";

export interface PairRowProps {
  readonly pair: StepPair;
  readonly facts: Compared;
  readonly verdict: Verdict;
  readonly spans: { readonly left: RunSpan; readonly right: RunSpan };
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
  PLAN: "plan",
  STATUS: "status",
  ARGUMENTS: "arguments",
  OUTPUT: "output",
  ERROR: "error",
};

export function PairRow({ facts, isOpen, onToggle, pair, spans, verdict }: PairRowProps) {
  const row = pair.left ?? pair.right;
  if (row === null) return null;
  const kind = verdict.kind.toLowerCase();
  return (
    <li class={`pair ${kind}`} data-step={pair.stepId}>
      <button class="pair-line" type="button" aria-expanded={isOpen} onClick={onToggle}>
        <span class="pair-name" style={{ "--level": row.level }}>
          <Icon name={isOpen ? "down" : "right"} />
          <Sides pair={pair} />
          <span class="name clip">{madeVisible(nameOfRow(row))}</span>
          <span class={`tag verdict ${kind}`}>
            {verdictWords[verdict.kind]}
            {verdict.differs.length > 0 && `: ${verdict.differs.map((one) => differenceWords[one]).join(", ")}`}
          </span>
        </span>
        <span class="pair-bars">
          <Bars row={pair.left} side="left" span={spans.left} />
          <Bars row={pair.right} side="right" span={spans.right} />
        </span>
      </button>
      {isOpen && <PairDetail pair={pair} facts={facts} verdict={verdict} />}
    </li>
  );
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

interface BarsProps {
  readonly row: StepRow | null;
  readonly side: "left" | "right";
  readonly span: RunSpan;
}

function Bars({ row, side, span }: BarsProps) {
  const taken = row === null ? null : durationOf(row, row.finishedAt === null ? now.value : 0);
  const words =
    row === null ? "not in this run" : `${statusWord(row.status)}${taken === null ? "" : `, ${duration(taken)}`}`;
  const bars = overlayBars(row, span);
  const end = bars.reduce((latest, { to }) => Math.max(latest, to), 0);
  return (
    <span class={`lane ${side}`}>
      <span class="sr">
        {side === "left" ? "Left" : "Right"}: {words}.{" "}
      </span>
      {bars.map(({ from, segment, to }, at) => (
        <span
          key={at}
          class={`bar ${lookOfSegment(segment)}`}
          title={`${side === "left" ? "Left" : "Right"}: ${segment.says}, ${duration(to - from)}`}
          style={{ "--s": from, "--e": to }}
        />
      ))}
      {taken !== null && bars.length > 0 && (
        <span class="lane-time" aria-hidden="true" style={{ "--e": end }}>
          {duration(taken)}
        </span>
      )}
    </span>
  );
}
