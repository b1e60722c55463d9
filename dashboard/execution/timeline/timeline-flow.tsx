/**
 * The ribbon of a followed value through the rows: from the end of its source to the start of its user, and between a step and the steps of the
 * child execution that it started. The rows state the same in words.
 */
import type { FlowJoin, FlowLink } from "../../follow/flow-marks.ts";
import { useClock } from "../moment.ts";
import type { TimelineLine } from "./timeline-lines.ts";
import { extentOf } from "./timeline-scale.ts";

export interface TimelineFlowProps {
  readonly lines: readonly TimelineLine[];
  readonly links: readonly FlowLink[];
  readonly joins: readonly FlowJoin[];
  /** Instant of the left edge. */
  readonly from: number;
  readonly spanMs: number;
  readonly widthPx: number;
}

export function TimelineFlow({ from, joins, lines, links, spanMs, widthPx }: TimelineFlowProps) {
  const now = useClock();
  const placed = new Map(
    lines.map((line, index) => [placeOf(line.childExecutionId, line.row.stepId), { line, index }]),
  );
  const pointOf = (executionId: string | null, stepId: string, end: "startMs" | "endMs") => {
    const known = placed.get(placeOf(executionId, stepId));
    if (known === undefined) return null;
    const extent = extentOf(known.line.row, from, now.peek());
    const at = extent === null ? 0 : extent[end];
    return { x: Math.min(1, Math.max(0, at / spanMs)) * widthPx, y: known.index + 0.5 };
  };
  if (widthPx === 0) return null;
  // Where one ends the other does: out of a child from end to end, into it from start to start.
  const joined = joins.map(({ inside, mark, opener }) => {
    const end = mark === "FROM" ? "endMs" : "startMs";
    const [outer, inner] = [
      pointOf(opener.executionId, opener.stepId, end),
      pointOf(inside.executionId, inside.stepId, end),
    ];
    const key = `join ${mark} ${opener.stepId} ${inside.executionId} ${inside.stepId}`;
    return mark === "FROM" ? { key, mark, start: inner, end: outer } : { key, mark, start: outer, end: inner };
  });
  const linked = links.map(({ executionId, from: source, mark, to }) => {
    const [start, end] = [pointOf(executionId, source, "endMs"), pointOf(executionId, to, "startMs")];
    return { key: `${executionId} ${source} ${to}`, mark, start, end };
  });
  return (
    <svg
      class="tl-flow"
      viewBox={`0 0 ${Math.round(widthPx)} ${lines.length}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {[...linked, ...joined].map(({ end, key, mark, start }) => {
        if (start === null || end === null) return null;
        const d = ribbon(start, end);
        return (
          <g key={key} class={`flow-${mark.toLowerCase()}`}>
            <path class="wide" d={d} vector-effect="non-scaling-stroke" />
            <path class="core" d={d} vector-effect="non-scaling-stroke" />
          </g>
        );
      })}
    </svg>
  );
}

/** Steps of other executions have names of their own. */
function placeOf(executionId: string | null, stepId: string): string {
  return `${executionId ?? ""} ${stepId}`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Down from one row, across between the rows, and down into the other. */
function ribbon({ x, y }: Point, to: Point): string {
  const middle = (y + to.y) / 2;
  return `M${x.toFixed(1)} ${y}C${x.toFixed(1)} ${middle} ${to.x.toFixed(1)} ${middle} ${to.x.toFixed(1)} ${to.y}`;
}
