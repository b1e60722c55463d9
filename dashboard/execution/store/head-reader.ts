/**
 * Reads the snapshot of an execution: at once, again while things happen, and when told that it must be the latest. Never two readings at
 * a time, and never so often that reading is most of what the page does.
 */
import { effect } from "@preact/signals";
import { hearTime, instant } from "../../api/clock.ts";
import { needsSignIn, type Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { signIns } from "../../api/session.ts";
import { executionHead } from "./execution-head.generated.ts";
import type { ExecutionHead } from "./execution-model.ts";

export interface HeadReader {
  /** Something happened: the head is read again soon. */
  touch(): void;
  close(): void;
}

export interface HeadListener {
  read(head: ExecutionHead): void;
  /** There is no such execution (any more), or it may not be read. It is not asked for again. */
  refused(problem: Problem): void;
}

const shortestPauseMs = 1_000;
/** A reading is followed by a pause of so many times its length. */
const restFactor = 4;
const retryMs = 2_000;

export function readHead(executionId: string, listener: HeadListener): HeadReader {
  const ending = new AbortController();
  let isReading = false;
  let isWanted = true;
  let pauseMs = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = () => {
    if (!isWanted || isReading || timer !== undefined || ending.signal.aborted) return;
    const rest = Math.max(0, readAt + pauseMs - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      void read();
    }, rest);
  };

  const read = async () => {
    isReading = true;
    isWanted = false;
    const askedAt = performance.now();
    const sentAt = Date.now();
    const answer = await request(executionHead, { id: executionId }, ending.signal);
    isReading = false;
    if (ending.signal.aborted) return;
    readAt = performance.now();
    pauseMs = Math.max(shortestPauseMs, (readAt - askedAt) * restFactor);
    if (!answer.ok) {
      if (isFinal(answer.problem)) return refuse(answer.problem);
      isWanted = !needsSignIn(answer.problem);
      pauseMs = Math.max(pauseMs, retryMs);
    } else if (answer.data.execution === null) {
      return refuse(answer.problems[0] ?? unknown);
    } else {
      heardFrom(answer.data.execution, sentAt);
      listener.read(answer.data.execution);
    }
    schedule();
  };

  const refuse = (problem: Problem) => {
    close();
    listener.refused(problem);
  };

  const touch = () => {
    isWanted = true;
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

/** The duration of what is not over tells the time of the server. */
function heardFrom({ durationMs, finishedAt, startedAt }: ExecutionHead, sentAt: number): void {
  const from = instant(startedAt);
  if (finishedAt === null && from !== null && durationMs !== null) hearTime(from + durationMs, sentAt, Date.now());
}

/** Whether asking again cannot help. */
function isFinal({ code }: Problem): boolean {
  return ["NOT_FOUND", "GONE", "FORBIDDEN", "BAD_USER_INPUT", "GRAPHQL_VALIDATION_FAILED"].includes(code);
}
