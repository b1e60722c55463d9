/**
 * The end of an open stream: at its longest life, with the credential that opened it, or within `recheckMs` after that credential was
 * revoked. A credential that cannot be judged now is asked about again after the same time.
 */
import type { SubscriptionGate } from "../base/graph-context.ts";

/** Milliseconds between two questions whether the credential of an open stream was revoked. */
const recheckMs = 30_000;

/** The longest that a timer can be set for, in milliseconds. */
const longestTimerMs = 2_147_483_647;

export interface StreamClock {
  /** Unix milliseconds. */
  now(): number;
  /** Runs `task` once after `delayMs` unless the returned function is called before. */
  after(delayMs: number, task: () => void): () => void;
}

const realClock: StreamClock = {
  now: Date.now,
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Calls `end` once when the stream has to end, unless the returned function is called before. */
export function whenOver(
  { endsAt, isRevoked }: Pick<SubscriptionGate, "endsAt" | "isRevoked">,
  end: (cause: "LIFE" | "REVOKED") => void,
  clock: StreamClock = realClock,
): () => void {
  let isOpen = true;
  let stopTimer = () => {};
  const arm = () => {
    const leftMs = Math.max(0, endsAt - clock.now());
    if (isRevoked === undefined && leftMs === Number.POSITIVE_INFINITY) return;
    const untilNext = isRevoked === undefined ? longestTimerMs : recheckMs;
    stopTimer =
      leftMs <= untilNext ? clock.after(leftMs, () => over("LIFE")) : clock.after(untilNext, () => void look());
  };
  const over = (cause: "LIFE" | "REVOKED") => {
    isOpen = false;
    end(cause);
  };
  const look = async () => {
    const wasRevoked = (await isRevoked?.().catch(() => false)) ?? false;
    if (!isOpen) return;
    if (wasRevoked) return over("REVOKED");
    arm();
  };
  arm();
  return () => {
    isOpen = false;
    stopTimer();
  };
}
