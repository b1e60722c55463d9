/**
 * The bars of a row: how a step spent its time, each kind with a texture or a cut of its own. Those that are still open end at `--now`,
 * which the timeline moves, so that nothing is rendered as time passes.
 */
// biome-ignore-all lint/a11y/useSemanticElements: a tree grid of absolute rows is no table element.
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows of this grid take the focus, not its cells.
import "./bars.css";
import { elapsed } from "../../api/clock.ts";
import { madeVisible } from "../../parts/inert-text.tsx";
import { countdown, duration } from "../../parts/numbers.ts";
import { lookOf } from "../../parts/status.tsx";
import { useClock } from "../moment.ts";
import type { Segment, StepRow } from "../store/execution-model.ts";
import { lookOfSegment } from "./bar-look.ts";
import { extentOf, placeLabel } from "./timeline-scale.ts";

export interface BarsProps {
  readonly row: StepRow;
  /** Words beside the bars. */
  readonly note: string;
  readonly spanMs: number;
  /** Instant of the left edge. */
  readonly from: number;
  readonly widthPx: number;
}

/** The free width to the right of the axis: `--end` of the style sheet. */
const marginPx = 52;

export function Bars({ from, note, row, spanMs, widthPx }: BarsProps) {
  const extent = extentOf(row, from, useClock().peek());
  // Nothing is drawn of bars outside of the shown time, not even their minimum width.
  const isSeen = (segment: Segment) =>
    (segment.to ?? Number.POSITIVE_INFINITY) >= from && segment.from <= from + spanMs;
  if (row.segments.length > 0 && !row.segments.some(isSeen))
    return <div role="gridcell" class="tl-bars" style={{ "--span": spanMs }} />;
  return (
    <div
      role="gridcell"
      class="tl-bars"
      data-now={row.segments.some(({ to }) => to === null) || undefined}
      style={{ "--span": spanMs }}
    >
      {row.segments.map((segment, at) => isSeen(segment) && <Bar key={at} segment={segment} from={from} />)}
      {row.waitsUntil !== null ? (
        <Left until={row.waitsUntil} extent={extent} from={from} row={row} spanMs={spanMs} widthPx={widthPx} />
      ) : (
        note !== "" && <Words extent={extent} from={from} note={note} row={row} spanMs={spanMs} widthPx={widthPx} />
      )}
    </div>
  );
}

function Bar({ from, segment }: { readonly segment: Segment; readonly from: number }) {
  const { kind, says, to } = segment;
  return (
    <span
      class={`bar ${lookOfSegment(segment)}${to === null ? " open" : ""}`}
      style={{ "--s": Math.max(0, segment.from - from), "--e": to === null ? "var(--now)" : Math.max(0, to - from) }}
      title={to === null || kind === "GROUP" ? says : `${says}, ${duration(to - segment.from)}`}
    />
  );
}

interface LeftProps extends Omit<WordsProps, "note"> {
  /** When the wait ends by itself. */
  readonly until: number;
}

/** The rest of a wait, rendered alone as it gets less. The icon and the sentence name the subject of the wait. */
function Left({ until, ...words }: LeftProps) {
  const now = useClock();
  return <Words {...words} note={`${countdown(elapsed(now.value, until))} left`} />;
}

interface WordsProps extends BarsProps {
  readonly extent: { readonly startMs: number; readonly endMs: number } | null;
}

function Words({ extent, from, note, row, spanMs, widthPx }: WordsProps) {
  // A step that did nothing, such as a skipped one, is shown at the time of that decision.
  const decided = Math.max(0, (row.finishedAt ?? row.startedAt ?? from) - from);
  const { roomPx, side } = placeLabel(note, extent ?? { startMs: decided, endMs: decided }, {
    spanMs,
    widthPx,
    marginPx,
  });
  const isOpen = row.segments.some(({ to }) => to === null);
  const tone = row.status === "FAILED" ? ` ${lookOf(row.status).tone}` : "";
  const place =
    side === "BEFORE"
      ? { "--s": extent?.startMs ?? decided }
      : { "--e": isOpen ? "var(--now)" : (extent?.endMs ?? decided) };
  return (
    <span class={`${side.toLowerCase()} clip${tone}`} style={{ ...place, "--room": `${Math.floor(roomPx)}px` }}>
      {madeVisible(note)}
    </span>
  );
}
