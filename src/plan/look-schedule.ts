/**
 * When a wait for a child or a remote task is asked about. Both tell by themselves when they end, if they can; asking is for what was lost
 * on the way. The times follow from the beginning of the wait alone, so that nothing has to be stored for them.
 *
 * - A child is asked once by every instance, which also makes it if nobody has; then 30 s after the wait began, 60 s after that, doubling
 *   to 10 min.
 * - A remote task is asked 1 s after the wait began, 2 s after that, doubling to 60 s; by a fresh instance once the first of these times
 *   has come.
 */
import type { StepTask } from "./step-task.ts";

const schedules = {
  CHILD: { firstMs: 30_000, mostMs: 600_000 },
  REMOTE_TASK: { firstMs: 1_000, mostMs: 60_000 },
} as const satisfies { readonly [Kind in StepTask["kind"]]: { readonly firstMs: number; readonly mostMs: number } };

/** When to ask next, Unix milliseconds. `lastAt` is when this instance asked last; null if it never did. */
export function nextLookAt({ kind, since }: Pick<StepTask, "kind" | "since">, lastAt: number | null): number {
  const { firstMs, mostMs } = schedules[kind];
  if (lastAt === null) return kind === "CHILD" ? since : since + firstMs;
  let gapMs: number = firstMs;
  let at = since + gapMs;
  while (at <= lastAt && gapMs < mostMs) {
    gapMs = Math.min(2 * gapMs, mostMs);
    at += gapMs;
  }
  return at > lastAt ? at : at + gapMs * (Math.floor((lastAt - at) / gapMs) + 1);
}
