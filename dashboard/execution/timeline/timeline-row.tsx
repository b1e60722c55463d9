/** A row of the timeline: the step on the left, its time on the right, and its sentence for screen readers. */
// biome-ignore-all lint/a11y/useSemanticElements: a tree grid of absolute rows is no table element.
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows of this grid take the focus, not its cells.
import "./timeline-row.css";
import { computed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { type FlowMark, markWords } from "../../follow/flow-marks.ts";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { duration } from "../../parts/numbers.ts";
import { Status } from "../../parts/status.tsx";
import { useClock } from "../moment.ts";
import type { StepRow } from "../store/execution-model.ts";
import type { GhostMark } from "../supposing.tsx";
import { Bars } from "./timeline-bars.tsx";
import type { TimelineLine } from "./timeline-lines.ts";
import { durationOf, nameOfRow, sentenceOf, warningWords } from "./timeline-words.ts";

export interface TimelineRowProps {
  readonly line: TimelineLine;
  /** Place among all lines, from 0. */
  readonly index: number;
  /** How the followed value goes through it. Undefined where it does not. */
  readonly mark: FlowMark | undefined;
  /** Its outcome in the supposed run. */
  readonly ghost: GhostMark;
  /** Said instead of the note of the row. */
  readonly note: string | null;
  readonly isSelected: boolean;
  /** Whether the tab key leads here. One row of all. */
  readonly isTabStop: boolean;
  readonly spanMs: number;
  readonly from: number;
  readonly widthPx: number;
  /** Whether a part of the time is shown, so that bars can be out of sight. */
  readonly isZoomed: boolean;
}

/**
 * Rendered again only when something of it has changed: others of the run have news many times a second. The words beside a bar that grows may have to
 * give way, so that a step at work is rendered each time; without words, an axis that grows moves the bars alone.
 */
export function StillTimelineRow(props: TimelineRowProps) {
  const { from, ghost, index, isSelected, isTabStop, isZoomed, line, mark, note, spanMs, widthPx } = props;
  const hasWords = (note ?? line.row.note) !== "" || line.row.waitsUntil !== null;
  const axis = isZoomed || hasWords ? `${spanMs} ${widthPx}` : "";
  const isSame = [line, index, mark, ghost, note, isSelected, isTabStop, from, axis];
  const grows = isOpen(line.row) || line.row.segments.some(({ to }) => to === null);
  return useMemo(() => <TimelineRow {...props} />, grows ? [{}] : isSame);
}

function TimelineRow({
  from,
  ghost,
  index,
  isSelected,
  isTabStop,
  line,
  mark,
  note,
  spanMs,
  widthPx,
}: TimelineRowProps) {
  const { childExecutionId, isExpanded, isLast, level, rails, row } = line;
  const said = note ?? row.note;
  const now = useClock();
  const sentence = useMemo(() => {
    const shown = { ...row, note: said };
    const spoken = (at: number) =>
      sentenceOf(shown, at) +
      (childExecutionId === null ? "" : ", in a child execution") +
      markWords(mark) +
      ghostWords[ghost ?? "NONE"];
    return isOpen(row) ? computed(() => spoken(now.value)) : spoken(0);
  }, [row, said, childExecutionId, mark, ghost, now]);
  return (
    <div
      role="row"
      class={`tl-row${level > 1 ? " branch" : ""}${isLast ? " last" : ""}${isExpanded === null ? "" : " twisted"}${isQuiet(row) ? " quiet" : ""}${mark === undefined ? "" : ` flow-${mark.toLowerCase()}`}${ghost === undefined ? "" : ` ghost-${ghost.toLowerCase()}`}`}
      aria-level={level}
      aria-rowindex={index + 1}
      aria-expanded={isExpanded ?? undefined}
      aria-selected={isSelected}
      aria-label={sentence}
      tabIndex={isTabStop ? 0 : -1}
      data-line={index}
      data-step={row.stepId}
      style={{ "--level": level, "--index": index }}
    >
      <div role="gridcell" class="tl-name">
        {rails.map((at) => (
          <i key={at} class="rail" style={{ "--level": at }} />
        ))}
        {isExpanded !== null && (
          <span class="twist">
            <Icon name={isExpanded ? "down" : "right"} />
          </span>
        )}
        <Status status={row.status} bare />
        <span class="name clip">{madeVisible(nameOfRow(row))}</span>
        {row.isFinally === true && <span class="tag">finally</span>}
        {row.warningCount > 0 && (
          <span class="warned" title={warningWords(row)}>
            <Icon name="warn" small />
          </span>
        )}
        <span class="what clip">{madeVisible(row.callableName)}</span>
        {ghost !== undefined && <span class="tag ghost">{ghost === "REUSED" ? "reused" : "will run"}</span>}
        <span class="dur">
          <Taken row={row} />
        </span>
      </div>
      <Bars row={row} note={said} spanMs={spanMs} from={from} widthPx={widthPx} />
    </div>
  );
}

const ghostWords = { NONE: "", REUSED: ", would be reused", RUNS: ", would run again" } as const;

/** The time it took. That of a step that runs is rendered alone as it grows. */
function Taken({ row }: { readonly row: StepRow }) {
  const now = useClock();
  const taken = durationOf(row, isOpen(row) ? now.value : 0);
  return <>{taken === null || isQuiet(row) ? "–" : duration(taken)}</>;
}

function isOpen({ finishedAt, startedAt }: StepRow): boolean {
  return startedAt !== null && finishedAt === null;
}

function isQuiet({ status }: StepRow): boolean {
  return status === "PENDING" || status === "SKIPPED";
}
