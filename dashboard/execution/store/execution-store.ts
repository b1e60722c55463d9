/**
 * One execution on the page: its head, a summary that the server makes, and its log, followed once the head is shown. Their combined state
 * is published at most once a frame, at any rate of events.
 */
import { effect, signal, untracked } from "@preact/signals";
import { instant, serverNow } from "../../api/clock.ts";
import { type Follower, follow } from "../../api/follow.ts";
import type { Problem } from "../../api/problem.ts";
import { requestUntilAnswered } from "../../api/request.ts";
import { type ExecutionLogSubscription, executionLog } from "./execution-log.generated.ts";
import type { ExecutionHead, ExecutionStore, LoggedEvent, StepRow, WrittenText } from "./execution-model.ts";
import { executionRemovals, executionThere } from "./execution-removals.generated.ts";
import { firstSelected } from "./first-selected.ts";
import { emptyLog, foldEvents, isRetold } from "./fold-events.ts";
import { readHead, removed, unknown } from "./head-reader.ts";
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
import { onNextFrame } from "./next-frame.ts";
import { stepRows } from "./step-rows.ts";
import { foldTexts } from "./written-texts.ts";

/** A log that waits longer for the head is begun without it, and all steps of a long run are read though the log is not read yet. */
const patienceMs = 3_000;

/** Opens an execution by its ID. The caller closes it. With `logFirst` the log is not begun after the head but at once. */
export function openExecution(executionId: string, logFirst = false): ExecutionStore {
  const head = signal<ExecutionHead | null>(null);
  const problem = signal<Problem | null>(null);
  const logLength = signal(0);
  const gap = signal<ExecutionStore["gap"]["value"]>(null);
  const rows = signal<readonly StepRow[]>([]);
  const texts = signal<readonly WrittenText[]>([]);
  const selected = signal<string | null>(null);
  const selectedWithin = signal<string | null>(null);
  const includesHidden = signal(false);
  const isFollowing = signal(true);
  const log: LoggedEvent[] = [];

  let folded = emptyLog();
  let written: readonly WrittenText[] = [];
  let wake: ReturnType<typeof setTimeout> | undefined;
  let leaveLog: () => void = () => undefined;
  let leaveRemovals: () => void = () => undefined;
  let hasBegun = false;
  /** Whether the log that comes is still of the past. */
  let isCatchingUp = false;
  /** The head that the rows were made of. */
  let madeOf: ExecutionHead | null = null;
  let hasChosen = false;
  /** The step that was selected automatically while the run was under way. */
  let chosen: string | null = null;
  /** Over once the head is in the page, or is long in coming. */
  const firstShown = Promise.withResolvers<void>();
  /** Over once all steps may be read: where the log goes first, when it is read. */
  const logRead = Promise.withResolvers<void>();
  const firstWait = setTimeout(() => {
    firstShown.resolve();
    logRead.resolve();
  }, patienceMs);
  if (logFirst) firstShown.resolve();
  else logRead.resolve();
  const window = signal<LogWindow | null>(null);
  const windowProblem = signal<Problem | null>(null);
  /** What came since another part of the log was asked for. Null while none is. */
  let since: LoggedEvent[] | null = null;
  /** Ends the reading of the log, when it is read again or another part is wanted. */
  let controller = new AbortController();
  const ending = new AbortController();

  const publish = onNextFrame(() => {
    const at = serverNow();
    // Of the log alone there would be lines that the plan then puts elsewhere.
    const known = head.peek();
    const isPart = known?.isPart === true;
    // Events of the past tell little more than the head, and making thousands of rows for each batch of them takes most of the page's time.
    const isSame = isCatchingUp && madeOf === known;
    const made = known === null || isSame ? null : stepRows(known, isPart ? emptyLog() : folded, at, rows.peek());
    if (made !== null) madeOf = known;
    return () => {
      if (made !== null) rows.value = made;
      texts.value = written;
      logLength.value = log.length;
      choose();
      wakeAt(at);
      // The rows are in the page with this frame. Requests of the views go before the log.
      if (made !== null && !isPart) setTimeout(firstShown.resolve);
    };
  });

  /**
   * The first selection is chosen once and does not move by itself. But a step that was selected because it ran gives way to the result
   * when the run has ended well, unless somebody chose something meanwhile.
   */
  const choose = () => {
    const current = head.peek();
    if (current === null || current.isPart) return;
    if (chosen !== null && current.finishedAt !== null) {
      if (selected.peek() === chosen && selectedWithin.peek() === null && current.status === "SUCCEEDED")
        selected.value = null;
      chosen = null;
    }
    hasChosen ||= selected.peek() !== null;
    if (hasChosen) return;
    const stepId = firstSelected(current, rows.peek());
    hasChosen = stepId !== null || current.finishedAt !== null;
    if (stepId === null) return;
    selected.value = stepId;
    if (current.finishedAt === null) chosen = stepId;
  };

  /** A back-off ends without an event. */
  const wakeAt = (at: number) => {
    clearTimeout(wake);
    let next = Number.POSITIVE_INFINITY;
    for (const { retryAt } of folded.tracks.values())
      if (retryAt !== null && retryAt > at) next = Math.min(next, retryAt);
    if (next !== Number.POSITIVE_INFINITY) wake = setTimeout(publish.ask, Math.min(next - at + 20, 2 ** 31 - 1));
  };

  const fail = (found: Problem) => {
    // Two requests ask for the execution; whichever is refused first, the words are the same.
    const plain = head.peek() === null ? unknown : removed;
    problem.value ??= found.code === "NOT_FOUND" ? plain : found;
    close();
  };

  /** How far there is to catch up. Null while the head is not read. */
  const total = () => head.peek()?.lastSequence ?? null;

  /** Follows the log from its start, or from its end if it is a long one. */
  const beginLog = async (includeHidden: boolean) => {
    const { signal: isOver } = controller;
    await firstShown.promise;
    if (isOver.aborted) return;
    const length = Math.max(total() ?? 0, folded.lastSequence);
    if (length > longLog) await followLatest(latestWindow(length));
    else leaveLog = follow(executionLog, { executionId, includeHidden }, listener(includeHidden));
    hasBegun = true;
  };

  /** Reads the latest events of a long log and follows it from there. The head, which the server has made, comes beside them. */
  const followLatest = async (latest: LogWindow) => {
    const { signal: isOver } = controller;
    leaveLog();
    const includeHidden = includesHidden.peek();
    const read = await readWindow(executionId, latest, includeHidden, isOver);
    if (isOver.aborted) return;
    if (!read.ok) return fail(read.problem);
    logRead.resolve();
    log.length = 0;
    folded = emptyLog();
    window.value = latest;
    take(read.events);
    leaveLog = follow(executionLog, { executionId, includeHidden, after: read.cursor }, listener(includeHidden));
  };

  /** Adds events to the state, and to the log if it shows the newest part. */
  const take = (events: readonly LoggedEvent[]): boolean => {
    const fresh = foldEvents(folded, events);
    if (fresh.length === 0) return false;
    written = foldTexts(written, fresh);
    const shown = window.peek();
    const latest = fresh.at(-1)?.sequence ?? 0;
    if (shown === null || isLatest(shown)) {
      for (const event of fresh) log.push(event);
      const isShortened = log.splice(0, surplus(log.length)).length > 0;
      const [first] = log;
      if (first !== undefined && (shown !== null || isShortened))
        window.value = { first: first.sequence, last: latest, total: latest };
    } else {
      for (const event of fresh) since?.push(event);
      window.value = { ...shown, total: Math.max(shown.total, latest) };
    }
    publish.ask();
    return true;
  };

  const moveWindow = async (move: WindowMove) => {
    const shown = window.peek();
    if (shown === null) return;
    controller.abort();
    controller = new AbortController();
    const { signal: isOver } = controller;
    windowProblem.value = null;
    since = [];
    const wanted = movedWindow(shown, move);
    const read = await readWindow(executionId, wanted, includesHidden.peek(), isOver);
    if (isOver.aborted) return;
    const later = since ?? [];
    since = null;
    if (!read.ok) {
      windowProblem.value = read.problem;
      return;
    }
    const part = shownWindow(wanted, read.events, later, folded.lastSequence);
    log.length = 0;
    for (const event of part.events) log.push(event);
    window.value = part.window;
    publish.ask();
  };

  const reader = readHead(
    executionId,
    {
      read(read) {
        const isFirst = head.peek() === null;
        head.value = read;
        publish.ask();
        // The log was begun without knowing that it is a long one.
        if (isFirst && hasBegun && window.peek() === null && read.lastSequence - log.length > longLog)
          void followLatest(latestWindow(read.lastSequence));
      },
      refused: fail,
      failed: firstShown.resolve,
    },
    logRead.promise,
  );

  const followLog = (includeHidden: boolean) => {
    leaveLog();
    controller.abort();
    controller = new AbortController();
    isCatchingUp = false;
    log.length = 0;
    folded = emptyLog();
    written = [];
    gap.value = null;
    window.value = null;
    publish.ask();
    void beginLog(includeHidden);
  };

  const listener = (includeHidden: boolean): Follower<ExecutionLogSubscription> => ({
    next({ executionEvents: { caughtUp, events, gap: missing } }) {
      const shown = window.peek();
      if ((shown === null || isLatest(shown)) && isRetold(log, events)) {
        followLog(includeHidden);
        return null;
      }
      if (missing !== null) gap.value = missing;
      isCatchingUp = !caughtUp;
      if (take(events) && caughtUp) reader.touch(folded.lastSequence, events.some(startsChild));
      if (caughtUp) {
        logRead.resolve();
        publish.ask();
      }
      return caughtUp ? null : { seen: folded.lastSequence, total: total() };
    },
    failed(found) {
      // Only hidden events were refused: the log without them can be read.
      if (found.code === "FORBIDDEN" && includeHidden) includesHidden.value = false;
      else fail(found);
    },
    completed() {
      logRead.resolve();
      isCatchingUp = false;
      publish.ask();
      reader.touch(folded.lastSequence);
      watchRemoval();
    },
  });

  /** Nothing more comes of an execution that has ended, but that somebody deletes it. */
  const watchRemoval = () => {
    const createdAt = instant(head.peek()?.createdAt);
    // Of the others only those of the same millisecond are reported.
    const filter =
      createdAt === null
        ? {}
        : { createdAfter: new Date(createdAt).toISOString(), createdBefore: new Date(createdAt + 1).toISOString() };
    let hearsOfAll = false;
    leaveRemovals();
    leaveRemovals = follow(
      executionRemovals,
      { filter },
      {
        next({ executionChanges: { gap: hasMissed, removedIds } }) {
          // It names steps outside of the filter too, so the head is read.
          if (removedIds.includes(executionId)) reader.touch();
          else if (!hearsOfAll || hasMissed) void lookForIt();
          hearsOfAll = true;
          return null;
        },
        failed: () => undefined,
        completed: () => undefined,
      },
    );
  };

  /** What was deleted before the first news is not in them. */
  const lookForIt = async () => {
    const answer = await requestUntilAnswered(executionThere, { id: executionId }, ending.signal);
    if (ending.signal.aborted || (answer.ok && answer.data.execution !== null)) return;
    // The reading of the head says why there is none.
    reader.touch();
  };

  const stop = effect(() => {
    const includeHidden = includesHidden.value;
    untracked(() => followLog(includeHidden));
  });

  const close = () => {
    stop();
    reader.close();
    ending.abort();
    controller.abort();
    clearTimeout(firstWait);
    leaveLog();
    leaveRemovals();
    clearTimeout(wake);
    publish.forget();
  };

  return {
    executionId,
    head,
    problem,
    log,
    logLength,
    gap,
    window,
    windowProblem,
    moveWindow: (move) => void moveWindow(move),
    rows,
    texts,
    selected,
    selectedWithin,
    includesHidden,
    isFollowing,
    close,
  };
}

/** Whether a step has started an execution, which the log does not name. */
function startsChild(event: LoggedEvent): boolean {
  return event.__typename === "StepWaiting" && event.waitsFor === "CHILD";
}
