/** The times of a schedule that are due, and those that are yet to come. */
import { runsLeft, type ScheduleRules, type ScheduleState } from "./schedule.ts";
import type { Times } from "./timing.ts";

/** Times that are counted one by one; of more it is only known that there are at least so many. */
export const maxCounted = 1_000;

/** Times that are due together. */
export interface DueTimes {
  readonly firstAt: number;
  /** The latest of them, in order. */
  readonly latest: readonly number[];
  /** How many there are, `latest` included; at least so many if it is not exact. */
  readonly count: number;
  readonly isExact: boolean;
}

/** The times after `after` that have come by `now`, the latest `keep` of them by themselves. Undefined if there is none. */
export function dueTimes(times: Times, after: number, now: number, keep: number): DueTimes | undefined {
  const found: number[] = [];
  for (const time of times.after(after)) {
    if (time > now) break;
    found.push(time);
    if (found.length > maxCounted) break;
  }
  const [firstAt] = found;
  if (firstAt === undefined) return undefined;
  if (found.length <= maxCounted) return { firstAt, latest: found.slice(-keep), count: found.length, isExact: true };
  return { firstAt, latest: latestTimes(times, after, now, keep), count: maxCounted, isExact: false };
}

/** The last `keep` times after `after` that have come by `now`: looked for in spans before `now` that are twice as long each. */
function latestTimes(times: Times, after: number, now: number, keep: number): readonly number[] {
  for (let spanMs = 60_000; ; spanMs *= 2) {
    const from = Math.max(after, now - spanMs);
    let latest: number[] = [];
    for (const time of times.after(from)) {
      if (time > now) break;
      latest.push(time);
      if (latest.length >= 2 * keep) latest = latest.slice(-keep);
    }
    if (latest.length >= keep || from === after) return latest.slice(-keep);
  }
}

/** The next time that a schedule waits for. Undefined if it waits for none. */
export function nextTime(rules: ScheduleRules, state: ScheduleState, times: Times): number | undefined {
  return state.pause === null ? upcomingTimes(rules, state, times, state.decidedUntil, 1)[0] : undefined;
}

/** The next `count` times after `after`, as if the schedule were not paused. */
export function upcomingTimes(
  rules: ScheduleRules,
  state: ScheduleState,
  times: Times,
  after: number,
  count: number,
): readonly number[] {
  const most = Math.min(count, runsLeft(rules, state) ?? count);
  const found: number[] = [];
  if (most === 0) return found;
  for (const time of times.after(Math.max(after, state.decidedUntil))) {
    if (rules.endAt !== null && time > rules.endAt) break;
    found.push(time);
    if (found.length >= most) break;
  }
  return found;
}

/** The shortest time between two of the first times of a schedule. Undefined if there are not two. */
export function shortestPause(times: Times, after: number): number | undefined {
  let shortest: number | undefined;
  let before: number | undefined;
  let count = 0;
  for (const time of times.after(after)) {
    if (before !== undefined) shortest = Math.min(shortest ?? Number.POSITIVE_INFINITY, time - before);
    before = time;
    count += 1;
    if (count > maxCounted) break;
  }
  return shortest;
}
