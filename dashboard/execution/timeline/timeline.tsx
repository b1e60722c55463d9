/**
 * The timeline of an execution: a waterfall of its steps, as a tree grid. The selected line has the focus of the grid; arrow keys move
 * along the lines and fold them. Children are read where they are unfolded, and let go of with the view.
 */
// biome-ignore-all lint/a11y/useSemanticElements: a tree grid of absolute rows is no table element.
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows of this grid take the focus, not its cells.
import "./timeline.css";
import { effect, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { now } from "../../api/clock.ts";
import { flowJoins, flowLinks, flowMarks, type OpenerLine } from "../../follow/flow-marks.ts";
import type { ValueFlow } from "../../follow/value-flow.ts";
import { exact } from "../../parts/numbers.ts";
import { navigate, place, setQuery } from "../../shell/location.ts";
import { executionAddress } from "../../shell/route.ts";
import { costWords, type RowCost } from "../costs/row-costs.ts";
import { type CostsOfRows, useRowCosts } from "../costs/use-row-costs.ts";
import { FollowedFlow, FollowedInside } from "../following.tsx";
import { useClock } from "../moment.ts";
import type { ExecutionStore, StepRow } from "../store/execution-model.ts";
import { GhostPlan, ghostMark } from "../supposing.tsx";
import { nameOpenChildren } from "./open-children.ts";
import { TimelineAxis, TimelineLines } from "./timeline-axis.tsx";
import { type ChildExecutions, childNote } from "./timeline-children.ts";
import {
  aroundRow,
  chosenLines,
  everyLine,
  fewLines,
  isPlain,
  statusNamed,
  type TimelineChoice,
  zoomed,
} from "./timeline-choice.ts";
import { TimelineFlow } from "./timeline-flow.tsx";
import { type GridStep, gridStep } from "./timeline-keys.ts";
import { TimelineLegend } from "./timeline-legend.tsx";
import { groupsAround, type TimelineLine } from "./timeline-lines.ts";
import { StillTimelineRow } from "./timeline-row.tsx";
import { type Stretch, spanOf, stretchOf } from "./timeline-scale.ts";
import { useLineSelection } from "./timeline-selection.ts";
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
  const folded = useSignal<ReadonlySet<string>>(new Set());
  const { select, selectedKey } = useLineSelection(store);

  const flow = useContext(FollowedFlow).value;
  const ghost = useContext(GhostPlan).value;
  const marks = useMemo(() => flowMarks(flow), [flow]);
  const inside = useContext(FollowedInside).value;
  const links = useMemo(
    () => [...flowLinks(flow), ...[...inside.values()].flatMap((other) => flowLinks(other.flow, other.executionId))],
    [flow, inside],
  );
  const marksInside = useMemo(
    () => new Map([...inside.values()].map((other) => [other.executionId, flowMarks(other.flow)])),
    [inside],
  );
  const flowsInside = useMemo(() => {
    const flows = new Map<string, ValueFlow[]>();
    for (const other of inside.values())
      flows.set(other.executionId, [...(flows.get(other.executionId) ?? []), other.flow]);
    return flows;
  }, [inside]);
  const markOf = ({ childExecutionId, row }: TimelineLine) =>
    (childExecutionId === null ? marks : marksInside.get(childExecutionId))?.get(row.stepId);

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
  const zoom = useSignal<Stretch | null>(null);

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
  // The axis of an execution as it was is that of the present, so that bars keep their places while time passes.
  const whole = store.live ?? store;
  const clock = useClock();
  const stretch = useComputed(() => {
    const { head, rows } = whole;
    const startedAt = head.value?.startedAt ?? null;
    return stretchOf(allRows(rows.value, lines.value), startedAt === null ? null : Date.parse(startedAt));
  });
  // A number, so that the clock renders the rows again only when the axis grows.
  const span = useComputed(() => {
    if (zoom.value !== null) return zoom.value.to - zoom.value.from;
    return stretch.value === null ? 1 : spanOf(stretch.value, isLive.value ? now.value : null);
  });

  const root = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(root, ".tl-scale");
  const headPx = Math.max(axisPx, useHeight(root, ".tl-head", axisPx));
  const nowMs = useComputed(() => {
    const start = (zoom.value ?? stretch.value)?.from ?? null;
    const isOpen = isLive.value || store.live !== undefined;
    return start !== null && isOpen ? Math.max(0, clock.value - start) : span.value;
  });
  // Set where it is read alone: on the grid, every element in it would get its styles again, four times a second.
  const placeNow = (ms: number) => {
    for (const element of root.current?.querySelectorAll<HTMLElement>("[data-now]") ?? [])
      element.style.setProperty("--now", String(ms));
  };
  useSignalEffect(() => placeNow(nowMs.value));
  useLayoutEffect(() => placeNow(nowMs.peek()));
  // An axis that grows moves the bars of all rows, and has nothing else of them styled or rendered again.
  const spanMs = span.value;
  useLayoutEffect(() => {
    for (const element of rows.current?.querySelectorAll<HTMLElement>(".tl-bars") ?? [])
      element.style.setProperty("--span", String(spanMs));
  }, [spanMs]);

  const shownLines = lines.value;
  const selectedAt = shownLines.findIndex(({ key }) => key === selectedKey.value);
  const tabStop = Math.max(0, selectedAt);
  const { isPartial, reveal, shown } = useRowWindow(shownLines.length, tabStop, rows, headPx);

  // A selection from elsewhere must be visible: groups around it are unfolded. At once, so that its line is there to take the focus.
  useLayoutEffect(
    () =>
      effect(() => {
        const stepId = store.selected.value;
        if (stepId === null) return;
        const around = groupsAround(store.rows.peek(), stepId).filter((key) => folded.peek().has(key));
        if (around.length > 0) folded.value = new Set([...folded.peek()].filter((key) => !around.includes(key)));
      }),
    [store, folded],
  );

  // A page that scrolls as a whole, as on a phone, opens at its top.
  const mayReveal = useRef(false);
  const runningAt = shownLines.findLastIndex(isAtWork);
  const runningKey = store.isFollowing.value && isLive.value ? shownLines[runningAt]?.key : undefined;
  useEffect(() => {
    if (runningKey !== undefined && mayReveal.current) reveal(runningAt);
  }, [runningKey]);
  useLayoutEffect(() => {
    if (selectedAt < 0) return;
    if (rows.current?.contains(document.activeElement)) focusLine(selectedAt);
    if (mayReveal.current) reveal(selectedAt);
  }, [selectedKey.value]);
  useEffect(() => {
    if (selectedAt < 0) return;
    mayReveal.current = true;
    if (getComputedStyle(root.current?.closest(".stage") ?? document.body).overflowY === "auto") reveal(selectedAt);
  }, [selectedAt >= 0]);

  const focusLine = (index: number) =>
    rows.current?.querySelector<HTMLElement>(`[data-line="${index}"]`)?.focus({ preventScroll: true });

  const fold = (line: TimelineLine, isExpanded: boolean) => {
    const executionId = line.row.childExecutionId;
    if (executionId !== null) {
      if (isExpanded) children.open(line.key, executionId);
      else children.close(line.key);
      nameOpenChildren(children);
    } else {
      const next = new Set(folded.peek());
      if (isExpanded) next.delete(line.key);
      else next.add(line.key);
      folded.value = next;
    }
    // A selection within goes away with the fold.
    if (!isExpanded && isWithin(shownLines[selectedAt], line, shownLines)) select(line);
  };
  const act = (step: GridStep) => {
    if (step.kind === "FOLD") fold(step.line, step.isExpanded);
    else if (step.kind === "SELECT") select(step.line);
    else navigate(executionAddress(step.executionId, { step: step.stepId }));
  };

  const from = (zoom.value ?? stretch.value)?.from ?? 0;
  const startMs = from - (stretch.value?.from ?? from);
  const hasNow = (isLive.value || store.live !== undefined) && stretch.value !== null && zoom.value === null;
  const selectedLine = shownLines[selectedAt];
  // Lines come a frame after the head, which counts them.
  const isAwaited = isPlain(choice.value) && (store.head.value?.stepCount ?? 1) > 0;
  const zoomTo = (to: "IN" | "OUT" | "WHOLE" | "STEP") => {
    const whole = stretch.peek();
    if (whole === null) return;
    if (to === "WHOLE") zoom.value = null;
    else if (to !== "STEP") zoom.value = zoomed(whole, zoom.peek(), to === "IN" ? 0.5 : 2);
    else if (selectedLine !== undefined) zoom.value = aroundRow(whole, selectedLine.row, now.peek());
  };
  return (
    <>
      {store.window.value !== null && (
        <p class="note">
          The log has {exact(store.window.value.total)} events. Bars are drawn from what the steps say of themselves and
          from the latest events; earlier attempts are in the view Events.
        </p>
      )}
      <div
        class={`tl${zoom.value === null ? "" : " zoomed"}${flow === null ? "" : " flowing"}`}
        ref={root}
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
              isZoomed={zoom.value !== null}
              canShowStep={(selectedLine?.row.segments.length ?? 0) > 0}
              onZoom={zoomTo}
            />
          )}
          <TimelineAxis
            spanMs={stretch.value === null ? null : spanMs}
            from={from}
            widthPx={widthPx}
            isLive={hasNow}
            startMs={startMs}
          />
        </div>
        <TimelineLines
          spanMs={stretch.value === null ? null : spanMs}
          widthPx={widthPx}
          isLive={hasNow}
          startMs={startMs}
        />
        {shownLines.length === 0 ? (
          !isAwaited && <p class="tl-empty soft">{emptyWords(store, choice.value)}</p>
        ) : (
          <div
            class={`tl-rows${isPartial ? " partial" : ""}`}
            ref={rows}
            role="treegrid"
            aria-label="Steps over time"
            aria-rowcount={shownLines.length}
            style={{ "--count": shownLines.length }}
            onClick={({ target }) => {
              const line = lineAt(target, shownLines);
              if (line === null) return;
              const isTwist = target instanceof Element && target.closest(".twist") !== null;
              if (isTwist && line.isExpanded !== null) fold(line, !line.isExpanded);
              else select(line);
            }}
            onKeyDown={(event) => {
              if (event.ctrlKey || event.altKey || event.metaKey) return;
              const step = gridStep(event.key, lineAt(event.target, shownLines), shownLines);
              if (step === null) return;
              event.preventDefault();
              act(step);
            }}
          >
            {(links.length > 0 || inside.size > 0) && (
              <TimelineFlow
                lines={shownLines}
                links={links}
                joins={flowJoins(shownLines.map(openerOf), flowsInside)}
                from={from}
                spanMs={spanMs}
                widthPx={widthPx}
              />
            )}
            {shown.map((index) => {
              const line = shownLines[index];
              if (line === undefined) return null;
              const child = children.opened.value.get(line.key);
              const cost = costOf(line, rowCosts.value);
              return (
                <StillTimelineRow
                  key={line.key}
                  line={line}
                  index={index}
                  note={noteOf(line.row, child === undefined ? "" : childNote(child), cost)}
                  ghost={line.childExecutionId === null ? ghostMark(ghost, line.row.stepId) : undefined}
                  mark={markOf(line)}
                  isSelected={index === selectedAt}
                  isTabStop={index === tabStop}
                  spanMs={spanMs}
                  from={from}
                  widthPx={widthPx}
                  isZoomed={zoom.value !== null}
                />
              );
            })}
          </div>
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

function openerOf({ childExecutionId, row }: TimelineLine): OpenerLine {
  return { executionId: childExecutionId, stepId: row.stepId, childExecutionId: row.childExecutionId };
}

/** Its cost, then the note on the child, otherwise the step. Null for text that the row shows itself. */
function noteOf(row: StepRow, ofChild: string, cost: RowCost | undefined): string | null {
  const said = ofChild === "" ? row.note : ofChild;
  if (cost === undefined) return ofChild === "" ? null : ofChild;
  return said === "" ? costWords(cost) : `${costWords(cost)} · ${said}`;
}

function emptyWords(store: ExecutionStore, choice: TimelineChoice): string {
  if (!isPlain(choice)) return "No step matches.";
  const head = store.head.value;
  if (head === null) return "";
  return head.finishedAt === null ? "No step was planned yet." : "No step was planned.";
}

/** Rows of the execution, and those of the children that are unfolded. */
function* allRows(rows: readonly StepRow[], lines: readonly TimelineLine[]): Iterable<StepRow> {
  yield* rows;
  for (const { childExecutionId, row } of lines) if (childExecutionId !== null) yield row;
}

const atWork: ReadonlySet<string> = new Set(["RUNNING", "BACKING_OFF", "WAITING"]);

function isAtWork({ isExpanded, row }: TimelineLine): boolean {
  return isExpanded !== true && atWork.has(row.status);
}

/** The line that an element of the grid belongs to. */
function lineAt(target: EventTarget | null, lines: readonly TimelineLine[]): TimelineLine | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;
  return row === null ? null : (lines[Number(row.dataset.line)] ?? null);
}

/** Whether a line is folded into another, however deep. */
function isWithin(line: TimelineLine | undefined, around: TimelineLine, lines: readonly TimelineLine[]): boolean {
  for (let at = line; at !== undefined; at = lines.find(({ key }) => key === at?.parentKey)) {
    if (at.parentKey === around.key) return true;
  }
  return false;
}
