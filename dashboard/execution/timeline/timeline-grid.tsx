/** The rows of the timeline as a tree grid: what the mouse and the keys do to its lines, and the ribbon of the followed value behind them. */
// biome-ignore-all lint/a11y/useSemanticElements: a tree grid of absolute rows is no table element.
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows of this grid take the focus, not its cells.
import type { RefObject } from "preact";
import { useContext } from "preact/hooks";
import { costWords, type RowCost } from "../costs/row-costs.ts";
import type { StepRow } from "../store/execution-model.ts";
import { GhostPlan, ghostMark } from "../supposing.tsx";
import { type ChildExecutions, childNote } from "./timeline-children.ts";
import { TimelineFlow } from "./timeline-flow.tsx";
import type { LineFlow } from "./timeline-flow-marks.ts";
import { type GridStep, gridStep } from "./timeline-keys.ts";
import type { TimelineLine } from "./timeline-lines.ts";
import { StillTimelineRow } from "./timeline-row.tsx";
import type { TimelineTime } from "./timeline-time.ts";
import type { RowWindow } from "./timeline-window.ts";

export interface TimelineGridProps {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly lines: readonly TimelineLine[];
  /** Place of the selected line, -1 where none is. */
  readonly selectedAt: number;
  readonly window: RowWindow;
  readonly time: TimelineTime;
  readonly widthPx: number;
  readonly flow: LineFlow;
  readonly opened: ChildExecutions["opened"];
  readonly costOf: (line: TimelineLine) => RowCost | undefined;
  readonly onStep: (step: GridStep) => void;
}

export function TimelineGrid(props: TimelineGridProps) {
  const { costOf, element, flow, lines, onStep, opened, selectedAt, time, widthPx, window } = props;
  const ghost = useContext(GhostPlan).value;
  const { from, isZoomed, spanMs } = time;
  return (
    <div
      class={`tl-rows${window.isPartial ? " partial" : ""}`}
      ref={element}
      role="treegrid"
      aria-label="Steps over time"
      aria-rowcount={lines.length}
      style={{ "--count": lines.length }}
      onClick={({ target }) => {
        const line = lineAt(target, lines);
        if (line === null) return;
        const isTwist = target instanceof Element && target.closest(".twist") !== null;
        if (isTwist && line.isExpanded !== null) onStep({ kind: "FOLD", line, isExpanded: !line.isExpanded });
        else onStep({ kind: "SELECT", line });
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const step = gridStep(event.key, lineAt(event.target, lines), lines);
        if (step === null) return;
        event.preventDefault();
        onStep(step);
      }}
    >
      {flow.hasRibbon && (
        <TimelineFlow
          lines={lines}
          links={flow.links}
          joins={flow.joinsOf(lines)}
          from={from}
          spanMs={spanMs}
          widthPx={widthPx}
        />
      )}
      {window.shown.map((index) => {
        const line = lines[index];
        if (line === undefined) return null;
        const child = opened.value.get(line.key);
        return (
          <StillTimelineRow
            key={line.key}
            line={line}
            index={index}
            note={noteOf(line.row, child === undefined ? "" : childNote(child), costOf(line))}
            ghost={line.childExecutionId === null ? ghostMark(ghost, line.row.stepId) : undefined}
            mark={flow.markOf(line)}
            isSelected={index === selectedAt}
            isTabStop={index === Math.max(0, selectedAt)}
            spanMs={spanMs}
            from={from}
            widthPx={widthPx}
            isZoomed={isZoomed}
          />
        );
      })}
    </div>
  );
}

/** Its cost, then the note on the child, otherwise the step. Null for text that the row shows itself. */
function noteOf(row: StepRow, ofChild: string, cost: RowCost | undefined): string | null {
  const said = ofChild === "" ? row.note : ofChild;
  if (cost === undefined) return ofChild === "" ? null : ofChild;
  return said === "" ? costWords(cost) : `${costWords(cost)} · ${said}`;
}

/** The line that an element of the grid belongs to. */
function lineAt(target: EventTarget | null, lines: readonly TimelineLine[]): TimelineLine | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;
  return row === null ? null : (lines[Number(row.dataset.line)] ?? null);
}
