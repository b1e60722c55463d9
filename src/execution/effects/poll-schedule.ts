/**
 * When a child or a remote task that a step waits for is polled. Both report their end by themselves if they can; polling finds reports
 * that were lost. The times follow from the beginning of the wait alone, so that nothing has to be stored for them.
 *
 * - A child is asked once by every instance, which also makes it if nobody has; then 30 s after the wait began, 60 s after that, doubling
 *   to 10 min. One that may not begin yet, or could not be reached, may not be made yet, so it is asked again after 1 s, 2 s, doubling to
 *   30 s, until it answers; one that may not begin yet not before it may (`task-effects.ts`).
 * - A remote task is asked 1 s after the wait began, 2 s after that, doubling to 60 s; by a fresh instance once the first of these times
 *   has come. While the task waits for a person itself: after 5 s, 10 s after that, doubling to 10 min.
 */
import type { StepTask } from "../state/step-state.ts";

type Polled = Exclude<StepTask["kind"], "EVENT"> | "AUTHORIZATION";

const schedules = {
  CHILD: { firstMs: 30_000, mostMs: 600_000 },
  REMOTE_TASK: { firstMs: 1_000, mostMs: 60_000 },
  AUTHORIZATION: { firstMs: 5_000, mostMs: 600_000 },
} as const satisfies { readonly [Kind in Polled]: { readonly firstMs: number; readonly mostMs: number } };

/** After a poll that did not reach a child, doubled for each. */
const firstRetryMs = 1_000;

/** The last poll of this instance. */
export interface LastPoll {
  /** Unix milliseconds. */
  readonly endedAt: number;
  /** How many polls in a row, up to this one, failed to reach it. */
  readonly failures: number;
}

/** When to ask next, Unix milliseconds. `last` is undefined if this instance never asked. */
export function nextPollAt(wait: Pick<StepTask, "kind" | "since">, last: LastPoll | undefined): number {
  const scheduledAt =
    wait.kind === "EVENT" ? registeredAt(wait, last) : scheduledPollAt({ ...wait, kind: wait.kind }, last?.endedAt);
  if (wait.kind === "REMOTE_TASK" || last === undefined || last.failures === 0) return scheduledAt;
  return Math.min(
    scheduledAt,
    last.endedAt + Math.min(firstRetryMs * 2 ** (last.failures - 1), schedules.CHILD.firstMs),
  );
}

/** The same for a task that waits until a person has permitted something. */
export function nextRarePollAt({ since }: Pick<StepTask, "since">, last: LastPoll | undefined): number {
  return scheduledPollAt({ kind: "AUTHORIZATION", since }, last?.endedAt);
}

/**
 * An event is asked for until its mailbox knows the wait, once by every instance. Then the mailbox reports the event by itself, until it is
 * stored.
 */
function registeredAt({ since }: Pick<StepTask, "since">, last: LastPoll | undefined): number {
  return last === undefined ? since : Number.POSITIVE_INFINITY;
}

function scheduledPollAt(
  { kind, since }: { readonly kind: Polled; readonly since: number },
  lastAt: number | undefined,
): number {
  const { firstMs, mostMs } = schedules[kind];
  if (lastAt === undefined) return kind === "CHILD" ? since : since + firstMs;
  let gapMs: number = firstMs;
  let at = since + gapMs;
  while (at <= lastAt && gapMs < mostMs) {
    gapMs = Math.min(2 * gapMs, mostMs);
    at += gapMs;
  }
  return at > lastAt ? at : at + gapMs * (Math.floor((lastAt - at) / gapMs) + 1);
}
