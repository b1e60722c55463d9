/**
 * Reads the snapshot of an execution: at once, again while things happen, and when a caller needs the latest. Reads never overlap, and take
 * a small part of the page's time. The steps of the plan are half of the snapshot and never change, so they are read once. A snapshot that
 * was requested before the page was ready is the first. The first has only the first steps of a long run; the second has all of them, and is read at
 * once or when the store permits it. While a long run continues its log says where steps stand, so most snapshots are read without them
 * (`steps-due.ts`); that of its end has them.
 */
import { effect } from "@preact/signals";
import { hearTime, instant } from "../../api/clock.ts";
import { needsSignIn, type Problem } from "../../api/problem.ts";
import { signIns } from "../../api/session.ts";
import { askFirstHead, askHead, takeEarlyHead } from "../early-head.ts";
import type { ExecutionHead } from "./execution-model.ts";
import { withPlan } from "./known-plan.ts";
import { stepsDue } from "./steps-due.ts";

export interface HeadReader {
  /**
   * Something happened: the head is read again soon, unless one that was read or is being read knows the event of this number. With
   * `isOfSteps` the log does not say all of it, and the steps are read too.
   */
  touch(upTo?: number, isOfSteps?: boolean): void;
  close(): void;
}

export interface HeadListener {
  read(head: ExecutionHead): void;
  /** There is no such execution (any more), or it may not be read. It is not asked for again. */
  refused(problem: Problem): void;
  /** It could not be read this time. It is asked for again. */
  failed(): void;
}

const shortestPauseMs = 1_000;
/** A reading is followed by a pause of so many times its length. */
const restFactor = 4;
const retryMs = 2_000;

/** All steps of a long run are read once `mayReadAll` is resolved. */
export function readHead(executionId: string, listener: HeadListener, mayReadAll: Promise<void>): HeadReader {
  const ending = new AbortController();
  let early = takeEarlyHead(executionId);
  let isFirst = true;
  let isHeldBack = false;
  let isLoading = false;
  let isWanted = true;
  let wantedUpTo = 0;
  let readUpTo = 0;
  let known: ExecutionHead | null = null;
  const due = stepsDue();
  let pauseMs = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stepsTimer: ReturnType<typeof setTimeout> | undefined;

  const schedule = () => {
    if (!isWanted || isHeldBack || isLoading || timer !== undefined || ending.signal.aborted) return;
    const rest = Math.max(0, readAt + pauseMs - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      void read();
    }, rest);
  };

  const read = async () => {
    isLoading = true;
    isWanted = false;
    const planIsKnown = (known?.plan ?? null) !== null;
    const stepsAreKnown = known !== null && !due.areDue(known, performance.now());
    const asked =
      early ??
      (isFirst
        ? askFirstHead(executionId, ending.signal)
        : askHead(executionId, { planIsKnown, stepsAreKnown }, ending.signal));
    early = null;
    const { askedAt, sentAt } = asked;
    const answer = await asked.answer;
    isLoading = false;
    if (ending.signal.aborted) return;
    readAt = performance.now();
    pauseMs = Math.max(shortestPauseMs, (readAt - askedAt) * restFactor);
    if (!answer.ok) {
      if (isFinal(answer.problem)) return refuse(answer.problem);
      isWanted = !needsSignIn(answer.problem);
      pauseMs = Math.max(pauseMs, retryMs);
      listener.failed();
    } else if (answer.data.execution === null) {
      return refuse(answer.problems[0] ?? unknown);
    } else {
      const head = withPlan(answer.data.execution, known?.plan ?? null, asked.limit, known);
      const isPart = head?.isPart === true;
      isFirst = false;
      known = isPart ? null : head;
      if (head !== null && head.stepsAsOf === undefined) due.read(readAt, readAt - askedAt);
      if (isPart) {
        isWanted = true;
        isHeldBack = true;
        pauseMs = 0;
        void mayReadAll.then(() => {
          isHeldBack = false;
          schedule();
        });
      }
      // Another plan than the one that is known: it is read whole. So is the end of the run, which is shown with the results of its steps.
      if (head === null) isWanted = true;
      else if (head.finishedAt !== null && head.stepsAsOf !== undefined) {
        due.want(head.lastSequence);
        isWanted = true;
        pauseMs = 0;
      } else {
        readUpTo = head.lastSequence;
        isWanted ||= wantedUpTo > readUpTo;
        heardFrom(head, sentAt);
        listener.read(head);
        if (head.stepsAsOf !== undefined) readStepsLater();
      }
    }
    schedule();
  };

  /** What was read without the steps is read with them in the end, also if nothing more happens. */
  const readStepsLater = () => {
    stepsTimer ??= setTimeout(() => {
      stepsTimer = undefined;
      touch();
    }, due.restMs(performance.now()));
  };

  const refuse = (problem: Problem) => {
    close();
    listener.refused(problem);
  };

  const touch = (upTo?: number, isOfSteps = false) => {
    if (upTo !== undefined && isOfSteps) due.want(upTo);
    if (upTo === undefined) isWanted = true;
    else {
      wantedUpTo = Math.max(wantedUpTo, upTo);
      isWanted ||= !isLoading && wantedUpTo > readUpTo;
    }
    schedule();
  };

  // A credential that was refused is followed by another one.
  const stop = effect(() => {
    void signIns.value;
    touch();
  });
  const close = () => {
    stop();
    clearTimeout(timer);
    clearTimeout(stepsTimer);
    ending.abort();
  };
  return { touch, close };
}

export const removed: Problem = {
  code: "NOT_FOUND",
  message: "This execution was deleted meanwhile. Nothing of it is kept.",
};

export const unknown: Problem = {
  code: "NOT_FOUND",
  message: "There is no such execution here: it never was, it was deleted, or it belongs to somebody else.",
};

/** The duration of a running execution reveals the time of the server. */
function heardFrom({ durationMs, finishedAt, startedAt }: ExecutionHead, sentAt: number): void {
  const from = instant(startedAt);
  if (finishedAt === null && from !== null && durationMs !== null) hearTime(from + durationMs, sentAt, Date.now());
}

/** Whether asking again cannot help. */
function isFinal({ code }: Problem): boolean {
  return ["NOT_FOUND", "GONE", "FORBIDDEN", "BAD_USER_INPUT", "GRAPHQL_VALIDATION_FAILED"].includes(code);
}
