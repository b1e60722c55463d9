/**
 * One execution on the page: its head, a summary that the server makes, and its log, followed once the head is shown. Their combined state
 * is published at most once a frame, at any rate of events.
 */
import { effect, signal, untracked } from "@preact/signals";
import { serverNow } from "../../api/clock.ts";
import { onNextFrame } from "../../api/next-frame.ts";
import type { Problem } from "../../api/problem.ts";
import type { ExecutionHead, ExecutionStore, StepRow, WrittenText } from "./execution-model.ts";
import { firstSelection } from "./first-selected.ts";
import { emptyLog } from "./fold-events.ts";
import { followedLog } from "./followed-log.ts";
import { readHead, removed, unknown } from "./head-reader.ts";
import { removalWatch } from "./removal-watch.ts";
import { stepRows } from "./step-rows.ts";

/** A log that waits longer for the head is begun without it, and all steps of a long run are read though the log is not read yet. */
const patienceMs = 3_000;

/** Opens an execution by its ID. The caller closes it. With `logFirst` the log is not begun after the head but at once. */
export function openExecution(executionId: string, logFirst = false): ExecutionStore {
  const head = signal<ExecutionHead | null>(null);
  const problem = signal<Problem | null>(null);
  const logLength = signal(0);
  const rows = signal<readonly StepRow[]>([]);
  const texts = signal<readonly WrittenText[]>([]);
  const selected = signal<string | null>(null);
  const selectedWithin = signal<string | null>(null);
  const includesHidden = signal(false);
  const select = firstSelection({ selected, selectedWithin });

  let wake: ReturnType<typeof setTimeout> | undefined;
  /** The head that the rows were made of. */
  let madeOf: ExecutionHead | null = null;
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

  const publish = onNextFrame(() => {
    const at = serverNow();
    // Of the log alone there would be lines that the plan then puts elsewhere.
    const known = head.peek();
    const isPart = known?.isPart === true;
    // Events of the past tell little more than the head, and making thousands of rows for each batch of them takes most of the page's time.
    const isSame = log.isCatchingUp() && madeOf === known;
    const made = known === null || isSame ? null : stepRows(known, isPart ? emptyLog() : log.folded(), at, rows.peek());
    if (made !== null) madeOf = known;
    return () => {
      if (made !== null) rows.value = made;
      texts.value = log.written();
      logLength.value = log.events.length;
      const current = head.peek();
      if (current !== null && !current.isPart) select(current, rows.peek());
      wakeAt(at);
      // The rows are in the page with this frame. Requests of the views go before the log.
      if (made !== null && !isPart) setTimeout(firstShown.resolve);
    };
  });

  /** A back-off ends without an event. */
  const wakeAt = (at: number) => {
    clearTimeout(wake);
    let next = Number.POSITIVE_INFINITY;
    for (const { retryAt } of log.folded().tracks.values())
      if (retryAt !== null && retryAt > at) next = Math.min(next, retryAt);
    if (next !== Number.POSITIVE_INFINITY) wake = setTimeout(publish.ask, Math.min(next - at + 20, 2 ** 31 - 1));
  };

  const fail = (found: Problem) => {
    // Two requests ask for the execution; whichever is refused first, the words are the same.
    const plain = head.peek() === null ? unknown : removed;
    problem.value ??= found.code === "NOT_FOUND" ? plain : found;
    close();
  };

  const log = followedLog(executionId, firstShown.promise, {
    changed: publish.ask,
    happened: (lastSequence, startsChild) => reader.touch(lastSequence, startsChild),
    read: logRead.resolve,
    ended(lastSequence) {
      reader.touch(lastSequence);
      removals.begin(head.peek()?.createdAt);
    },
    failed(found, withHidden) {
      // Only hidden events were refused: the log without them can be read.
      if (found.code === "FORBIDDEN" && withHidden) includesHidden.value = false;
      else fail(found);
    },
    total: () => head.peek()?.lastSequence ?? null,
  });
  const reader = readHead(
    executionId,
    {
      read(read) {
        const isFirst = head.peek() === null;
        head.value = read;
        publish.ask();
        if (isFirst) log.headRead(read.lastSequence);
      },
      refused: fail,
      failed: firstShown.resolve,
    },
    logRead.promise,
  );
  // The reading of the head says why there is none.
  const removals = removalWatch(executionId, () => reader.touch());

  const stop = effect(() => {
    const includeHidden = includesHidden.value;
    untracked(() => log.follow(includeHidden));
  });

  const close = () => {
    stop();
    reader.close();
    clearTimeout(firstWait);
    log.close();
    removals.close();
    clearTimeout(wake);
    publish.forget();
  };

  return {
    executionId,
    head,
    problem,
    log: log.events,
    logLength,
    gap: log.gap,
    window: log.window,
    windowProblem: log.windowProblem,
    moveWindow: (move) => void log.moveWindow(move),
    rows,
    texts,
    selected,
    selectedWithin,
    includesHidden,
    isFollowing: signal(true),
    close,
  };
}
