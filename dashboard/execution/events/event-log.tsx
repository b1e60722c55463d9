/**
 * The log of an execution: all its events in order, of which only the rows in sight are on the page. It follows while the execution runs,
 * keeps the row with the focus, and states plainly which part retention removed.
 */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { instant } from "../../api/clock.ts";
import { copyText } from "../../parts/copy-button.tsx";
import { exact } from "../../parts/numbers.ts";
import { place } from "../../shell/location.ts";
import type { ExecutionStore, LoggedEvent } from "../store/execution-model.ts";
import { purposeOf } from "../store/model-work.ts";
import { EventBar } from "./event-bar.tsx";
import { useFollow } from "./event-follow.ts";
import { GroupedLog, groupNamed } from "./event-groups.ts";
import { Newer } from "./event-newer.tsx";
import { countFrom, keyTarget, positionOf } from "./event-positions.ts";
import { useWholeEvents } from "./event-read.ts";
import { EventRow, type EventRowActions } from "./event-row.tsx";
import { useScroller } from "./event-scroller.ts";
import { rowHeight, useVirtualRows } from "./event-virtual.ts";
import { WindowBar } from "./window-bar.tsx";
import "./events.css";

export function EventLog({ store }: { readonly store: ExecutionStore }) {
  // The log grows in place; its length says when.
  void store.logLength.value;
  const window = store.window.value;
  const { log } = store;
  const { query } = place.value;
  const group = groupNamed(query.get("events"));
  const step = stepSelected(store);
  const isNarrowed = step !== null && query.get("eventsOf") === "step";
  const grouped = useMemo(() => new GroupedLog(isNarrowed ? step : null), [store, isNarrowed ? step : null]);
  grouped.grow(log);
  const positions = grouped.positions(group);

  const gap = store.gap.value;
  const list = useRef<HTMLOListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const scroller = useScroller(list);
  const [focused, setFocused] = useState<number | null>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const whole = useWholeEvents(store);

  const first = log[0];
  const keyOf = useCallback((at: number) => log[positions[at] ?? -1]?.sequence ?? -at, [positions, first]);
  const focusedAt = focused === null ? null : positionOf(focused, positions.length, keyOf);
  const rows = useVirtualRows({
    list,
    scroller,
    count: positions.length,
    keyOf,
    kept: focusedAt,
    isLower: gap !== null || window !== null,
  });
  const height = rows?.getTotalSize() ?? 0;
  const { isLive, pausedAt } = useFollow(store, { scroller, end, length: log.length, height });
  const moved = useRef<number | null>(null);

  // The row that an arrow key led to takes the focus as soon as it is on the page.
  useLayoutEffect(() => {
    if (moved.current === null) return;
    const row = list.current?.querySelector<HTMLButtonElement>(`[data-index="${moved.current}"] > button`);
    if (row === null || row === undefined) return;
    moved.current = null;
    row.focus({ preventScroll: true });
  });

  const move = (at: number) => {
    const to = Math.max(0, Math.min(positions.length - 1, at));
    moved.current = to;
    setFocused(keyOf(to));
    rows?.scrollToIndex(to, { align: "auto" });
  };

  const toggle = (event: LoggedEvent) => {
    const { sequence } = event;
    const at = positionOf(sequence, positions.length, keyOf);
    const position = at === null ? undefined : positions[at];
    if (at === null || position === undefined) return;
    const next = new Set(open);
    if (next.delete(sequence)) {
      if (scroller !== null) rows?.resizeItem(at, rowHeight(scroller));
    } else {
      next.add(sequence);
      whole.read(position);
      // A row that somebody reads does not move away.
      if (isLive) store.isFollowing.value = false;
    }
    setOpen(next);
  };
  const latestToggle = useRef(toggle);
  latestToggle.current = toggle;
  const actions = useMemo<EventRowActions>(
    () => ({ toggle: (event) => latestToggle.current(event), focus: ({ sequence }) => setFocused(sequence) }),
    [],
  );

  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = keyTarget(event.key, focusedAt ?? 0, positions.length);
    if (to === null) return;
    event.preventDefault();
    move(to);
  };

  const shownEvent = (position: number): unknown => {
    const event = log[position];
    const read = event !== undefined && open.has(event.sequence) ? whole.get(event.sequence) : null;
    return read?.kind === "LOADED" ? read.value : event;
  };
  const copy = () => copyText(JSON.stringify(positions.map(shownEvent), null, 2), "events that are shown");

  const origin = originOf(store);
  const items = rows?.getVirtualItems() ?? [];
  const isWhole = window === null;
  const current = focusedAt ?? items[0]?.index ?? 0;
  return (
    <div class="ev-log">
      <EventBar grouped={grouped} group={group} step={step} isNarrowed={isNarrowed} onCopy={() => void copy()} />
      {gap !== null && (
        <p class="ev-gap note">
          Events {exact(gap.firstSequence)} to {exact(gap.lastSequence)} were removed by retention. The log begins after
          them.
        </p>
      )}
      {window !== null && <WindowBar store={store} window={window} />}
      {positions.length === 0 && store.head.value !== null && (
        <p class="ev-none">{log.length === 0 ? "No events yet." : "No events of this kind."}</p>
      )}
      <ol
        ref={list}
        aria-label="Events, oldest first"
        style={{ height: `${height}px` }}
        onKeyDown={pressed}
        hidden={positions.length === 0}
      >
        {items.map(({ index, start }) => {
          const position = positions[index];
          const event = position === undefined ? undefined : log[position];
          if (position === undefined || event === undefined) return null;
          const isOpen = open.has(event.sequence);
          return (
            <li
              key={event.sequence}
              ref={isOpen ? (rows?.measureElement ?? null) : null}
              data-index={index}
              class={`ev-item${isOpen ? " open" : ""}`}
              aria-setsize={isWhole ? positions.length : -1}
              aria-posinset={isWhole ? index + 1 : undefined}
              style={{ transform: `translateY(${start - (rows?.options.scrollMargin ?? 0)}px)` }}
            >
              <EventRow
                event={event}
                origin={origin}
                whole={isOpen ? (whole.get(event.sequence) ?? { kind: "LOADING" }) : null}
                isCurrent={index === current}
                actions={actions}
              />
            </li>
          );
        })}
      </ol>
      <Newer
        store={store}
        isShown={isLive}
        count={pausedAt === null ? 0 : countFrom(positions, pausedAt)}
        what="event"
      />
      <div ref={end} />
    </div>
  );
}

/** The selected step, if it is one that events name. */
function stepSelected(store: ExecutionStore): string | null {
  const selected = store.selected.value;
  return selected === null || purposeOf(selected) !== null ? null : selected;
}

/** When the execution began, Unix milliseconds: its first event, or the time of the head if that was removed. */
function originOf(store: ExecutionStore): number {
  const first = store.log[0];
  const created = instant(store.head.value?.createdAt ?? null);
  const isFromStart = store.gap.value === null && store.window.value === null;
  if (first !== undefined && (isFromStart || created === null)) return Date.parse(first.occurredAt);
  return created ?? 0;
}
