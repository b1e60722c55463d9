/**
 * The log of an execution on the page: followed from its start, or from its end if it is a long one. Of a long log the page holds one part,
 * which somebody can move; events that come meanwhile are folded all the same.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { type Follower, follow } from "../../api/follow.ts";
import type { Problem } from "../../api/problem.ts";
import { type ExecutionLogSubscription, executionLog } from "./execution-log.generated.ts";
import type { ExecutionStore, LoggedEvent, WrittenText } from "./execution-model.ts";
import { emptyLog, foldEvents, isSuperseded } from "./fold-events.ts";
import { readWindow } from "./log-pages.ts";
import {
  isLatest,
  type LogWindow,
  latestWindow,
  longLog,
  movedWindow,
  shownWindow,
  surplus,
  type WindowMove,
} from "./log-window.ts";
import { foldTexts } from "./written-texts.ts";

export interface LogListener {
  /** The log is another one: for events that came, or because it is read again. */
  changed(): void;
  /** Events of the present, up to this number. With `startsChild` a step has started an execution, which the log does not name. */
  happened(lastSequence: number, startsChild: boolean): void;
  /** All of the past, or the part of it that is shown, was read. */
  read(): void;
  ended(lastSequence: number): void;
  /** It cannot be followed. */
  failed(problem: Problem, includesHidden: boolean): void;
  /** The length of the log, as far as the head knows it. Null before the head is read. */
  total(): number | null;
}

export interface FollowedLog {
  /** The events of the shown part. The same list throughout. */
  readonly events: readonly LoggedEvent[];
  readonly window: ReadonlySignal<LogWindow | null>;
  readonly windowProblem: ReadonlySignal<Problem | null>;
  readonly gap: ExecutionStore["gap"];
  folded(): ReturnType<typeof emptyLog>;
  written(): readonly WrittenText[];
  /** Whether the events that come are still of the past. */
  isCatchingUp(): boolean;
  /** Follows it from the beginning again. */
  follow(includeHidden: boolean): void;
  /** The head was read for the first time: a log that was begun without knowing that it is a long one is followed from its end. */
  headRead(lastSequence: number): void;
  moveWindow(move: WindowMove): Promise<void>;
  close(): void;
}

/** It begins once `mayBegin` is resolved. */
export function followedLog(executionId: string, mayBegin: Promise<void>, listener: LogListener): FollowedLog {
  const events: LoggedEvent[] = [];
  const window = signal<LogWindow | null>(null);
  const windowProblem = signal<Problem | null>(null);
  const gap = signal<ExecutionStore["gap"]["value"]>(null);
  let folded = emptyLog();
  let written: readonly WrittenText[] = [];
  let includesHidden = false;
  let hasBegun = false;
  let isCatchingUp = false;
  /** What came since another part of the log was asked for. Null while none is. */
  let since: LoggedEvent[] | null = null;
  /** Ends the reading of the log, when it is read again or another part is wanted. */
  let controller = new AbortController();
  let leave: () => void = () => undefined;

  const begin = async () => {
    const { signal: isOver } = controller;
    await mayBegin;
    if (isOver.aborted) return;
    const length = Math.max(listener.total() ?? 0, folded.lastSequence);
    if (length > longLog) await followLatest(latestWindow(length));
    else leave = follow(executionLog, { executionId, includeHidden: includesHidden }, follower(includesHidden));
    hasBegun = true;
  };

  /** Reads the latest events of a long log and follows it from there. The head, which the server has made, comes beside them. */
  const followLatest = async (latest: LogWindow) => {
    const { signal: isOver } = controller;
    leave();
    const includeHidden = includesHidden;
    const read = await readWindow(executionId, latest, includeHidden, isOver);
    if (isOver.aborted) return;
    if (!read.ok) return listener.failed(read.problem, includeHidden);
    listener.read();
    events.length = 0;
    folded = emptyLog();
    window.value = latest;
    take(read.events);
    leave = follow(executionLog, { executionId, includeHidden, after: read.cursor }, follower(includeHidden));
  };

  /** Adds events to the state, and to the shown ones if these are the newest. Whether any was new. */
  const take = (more: readonly LoggedEvent[]): boolean => {
    const fresh = foldEvents(folded, more);
    if (fresh.length === 0) return false;
    written = foldTexts(written, fresh);
    const shown = window.peek();
    const latest = fresh.at(-1)?.sequence ?? 0;
    if (shown === null || isLatest(shown)) {
      for (const event of fresh) events.push(event);
      const isShortened = events.splice(0, surplus(events.length)).length > 0;
      const [first] = events;
      if (first !== undefined && (shown !== null || isShortened))
        window.value = { first: first.sequence, last: latest, total: latest };
    } else {
      for (const event of fresh) since?.push(event);
      window.value = { ...shown, total: Math.max(shown.total, latest) };
    }
    listener.changed();
    return true;
  };

  const followAgain = (includeHidden: boolean) => {
    leave();
    controller.abort();
    controller = new AbortController();
    includesHidden = includeHidden;
    isCatchingUp = false;
    events.length = 0;
    folded = emptyLog();
    written = [];
    gap.value = null;
    window.value = null;
    listener.changed();
    void begin();
  };

  const follower = (includeHidden: boolean): Follower<ExecutionLogSubscription> => ({
    next({ executionEvents: { caughtUp, events: more, gap: missing } }) {
      const shown = window.peek();
      if ((shown === null || isLatest(shown)) && isSuperseded(events, more)) {
        followAgain(includeHidden);
        return null;
      }
      if (missing !== null) gap.value = missing;
      isCatchingUp = !caughtUp;
      if (take(more) && caughtUp) listener.happened(folded.lastSequence, more.some(startsChild));
      if (caughtUp) {
        listener.read();
        listener.changed();
      }
      return caughtUp ? null : { seen: folded.lastSequence, total: listener.total() };
    },
    failed: (found) => listener.failed(found, includeHidden),
    completed() {
      listener.read();
      isCatchingUp = false;
      listener.changed();
      listener.ended(folded.lastSequence);
    },
  });

  return {
    events,
    window,
    windowProblem,
    gap,
    folded: () => folded,
    written: () => written,
    isCatchingUp: () => isCatchingUp,
    follow: followAgain,
    headRead(lastSequence) {
      if (hasBegun && window.peek() === null && lastSequence - events.length > longLog)
        void followLatest(latestWindow(lastSequence));
    },
    async moveWindow(move) {
      const shown = window.peek();
      if (shown === null) return;
      controller.abort();
      controller = new AbortController();
      const { signal: isOver } = controller;
      windowProblem.value = null;
      since = [];
      const wanted = movedWindow(shown, move);
      const read = await readWindow(executionId, wanted, includesHidden, isOver);
      if (isOver.aborted) return;
      const later = since ?? [];
      since = null;
      if (!read.ok) {
        // What is refused with hidden events is not refused for this part alone.
        if (read.problem.code === "FORBIDDEN" && includesHidden) listener.failed(read.problem, includesHidden);
        else windowProblem.value = read.problem;
        return;
      }
      const part = shownWindow(wanted, read.events, later, folded.lastSequence);
      events.length = 0;
      for (const event of part.events) events.push(event);
      window.value = part.window;
      listener.changed();
    },
    close() {
      controller.abort();
      leave();
    },
  };
}

/** Whether a step has started an execution, which the log does not name. */
function startsChild(event: LoggedEvent): boolean {
  return event.__typename === "StepWaiting" && event.waitsFor === "CHILD";
}
