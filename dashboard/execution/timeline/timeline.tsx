/**
 * The timeline of an execution: a waterfall of its steps, as a tree grid. The selected line has the focus of the grid; arrow keys move
 * along the lines and fold them. Children are read where they are unfolded, and let go of with the view.
 */
import "./timeline.css";
import { useComputed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { now } from "../../api/clock.ts";
import { exact } from "../../parts/numbers.ts";
import { navigate, place, setQuery } from "../../shell/location.ts";
import { executionAddress } from "../../shell/route.ts";
import { type CostsOfRows, useRowCosts } from "../costs/use-row-costs.ts";
import type { ExecutionStore } from "../store/execution-model.ts";
import { TimelineAxis, TimelineLines } from "./timeline-axis.tsx";
import type { ChildExecutions } from "./timeline-children.ts";
import { chosenLines, everyLine, fewLines, isPlain, statusNamed, type TimelineChoice } from "./timeline-choice.ts";
import { useLineFlow } from "./timeline-flow-marks.ts";
import { useLineInSight } from "./timeline-focus.ts";
import { isWithin, useFolding } from "./timeline-folding.ts";
import { TimelineGrid } from "./timeline-grid.tsx";
import type { GridStep } from "./timeline-keys.ts";
import { TimelineLegend } from "./timeline-legend.tsx";
import type { TimelineLine } from "./timeline-lines.ts";
import { useLineSelection } from "./timeline-selection.ts";
import { useTimelineTime } from "./timeline-time.ts";
import { TimelineTools } from "./timeline-tools.tsx";
import { useHeight, useWidth } from "./timeline-width.ts";
import { useRowWindow } from "./timeline-window.ts";

/** Height of the axis in the style sheet. */
const axisPx = 32;

export interface TimelineProps {
  readonly store: ExecutionStore;
  readonly unfolded: ChildExecutions;
}

export function Timeline({ store, unfolded: children }: TimelineProps) {
  const elements = { root: useRef<HTMLDivElement>(null), rows: useRef<HTMLDivElement>(null) };
  const { select, selectedKey } = useLineSelection(store);
  const { fold, folded } = useFolding(store, children);
  const flow = useLineFlow();

  const isLong = useComputed(() => store.rows.value.length > fewLines);
  // The status stands in the address, where the head of the page can name it.
  const written = useSignal<Pick<TimelineChoice, "order" | "text">>(everyLine);
  const choice = useComputed<TimelineChoice>(() => ({
    ...written.value,
    status: isLong.value ? statusNamed(place.value.query.get("steps")) : null,
  }));
  const choose = ({ status, ...part }: Partial<TimelineChoice>) => {
    written.value = { ...written.peek(), ...part };
    if (status !== undefined) setQuery({ steps: status });
  };

  const rowCosts = useRowCosts(store, children);
  const costOf = ({ childExecutionId, row }: TimelineLine, costs: CostsOfRows | null) =>
    costs?.get(childExecutionId ?? store.executionId)?.get(row.stepId);
  const lines = useComputed(() => {
    const rowsOfChildren = [...children.opened.value].map(([key, child]) => [key, child.store.rows.value] as const);
    const unfolded = { folded: folded.value, children: new Map(rowsOfChildren) };
    const costs = choice.value.order === "COST" ? rowCosts.value : null;
    return chosenLines(store.rows.value, unfolded, choice.value, now.peek(), (line) => costOf(line, costs));
  });
  const isLive = useComputed(() => {
    const head = (store.live ?? store).head.value;
    return head !== null && head.finishedAt === null;
  });

  const widthPx = useWidth(elements.root, ".tl-scale");
  const headPx = Math.max(axisPx, useHeight(elements.root, ".tl-head", axisPx));
  const time = useTimelineTime(store, lines, isLive, elements);
  const shownLines = lines.value;
  const selectedAt = shownLines.findIndex(({ key }) => key === selectedKey.value);
  const window = useRowWindow(shownLines.length, Math.max(0, selectedAt), elements.rows, headPx);
  const inSight = { lines: shownLines, selectedAt, selectedKey: selectedKey.value, isLive, reveal: window.reveal };
  useLineInSight(store, inSight, elements);

  const act = (step: GridStep) => {
    if (step.kind === "SELECT") select(step.line);
    else if (step.kind === "OPEN") navigate(executionAddress(step.executionId, { step: step.stepId }));
    else {
      fold(step.line, step.isExpanded);
      // A selection within goes away with the fold.
      if (!step.isExpanded && isWithin(shownLines[selectedAt], step.line, shownLines)) select(step.line);
    }
  };

  const selectedRow = shownLines[selectedAt]?.row;
  // Lines come a frame after the head, which counts them.
  const isAwaited = isPlain(choice.value) && (store.head.value?.stepCount ?? 1) > 0;
  const axis = { spanMs: time.isEmpty ? null : time.spanMs, widthPx, isLive: time.hasNow, startMs: time.startMs };
  return (
    <>
      {store.window.value !== null && (
        <p class="note">
          The log has {exact(store.window.value.total)} events. Bars are drawn from what the steps say of themselves and
          from the latest events; earlier attempts are in the view Events.
        </p>
      )}
      <div
        class={`tl${time.isZoomed ? " zoomed" : ""}${flow.isKnown ? " flowing" : ""}`}
        ref={elements.root}
        style={{ "--head": `${headPx}px` }}
      >
        <div class="tl-head">
          {isLong.value && (
            <TimelineTools
              rows={store.rows.value}
              shown={shownLines.length}
              choice={choice.value}
              onChoice={choose}
              folded={folded}
              isZoomed={time.isZoomed}
              canShowStep={(selectedRow?.segments.length ?? 0) > 0}
              onZoom={(to) => time.zoomTo(to, selectedRow)}
            />
          )}
          <TimelineAxis {...axis} from={time.from} />
        </div>
        <TimelineLines {...axis} />
        {shownLines.length === 0 ? (
          !isAwaited && <p class="tl-empty soft">{emptyWords(store, choice.value)}</p>
        ) : (
          <TimelineGrid
            element={elements.rows}
            lines={shownLines}
            selectedAt={selectedAt}
            window={window}
            time={time}
            widthPx={widthPx}
            flow={flow}
            opened={children.opened}
            costOf={(line) => costOf(line, rowCosts.value)}
            onStep={act}
          />
        )}
        {(shownLines.length > 0 || !isAwaited) && (
          <div class="tl-foot">
            <TimelineLegend />
          </div>
        )}
      </div>
    </>
  );
}

function emptyWords(store: ExecutionStore, choice: TimelineChoice): string {
  if (!isPlain(choice)) return "No step matches.";
  const head = store.head.value;
  if (head === null) return "";
  return head.finishedAt === null ? "No step was planned yet." : "No step was planned.";
}
