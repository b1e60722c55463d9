/** A schedule whose rules are changed in place: decisions stay, and only future times follow the new rules. */
import type { Decision, ScheduleRules, ScheduleState } from "./schedule.ts";
import { takeDue } from "./take-due.ts";
import type { Times } from "./timing.ts";

/**
 * `state` under the rules `after`. Times that were due by `now` are decided by the earlier rules. Runs on their way and runs that wait
 * stay, and so do a pause and the counts.
 */
export function withRules(
  before: { readonly rules: ScheduleRules; readonly times: Times },
  after: ScheduleRules,
  state: ScheduleState,
  now: number,
): Decision {
  const { records, state: decided } = takeDue(before.rules, state, before.times, now);
  // Times before a future start are not decided yet.
  const isAhead = decided.decidedUntil === startOf(before.rules);
  const decidedUntil = Math.max(now, isAhead ? now : decided.decidedUntil, startOf(after));
  return { records, state: { ...decided, decidedUntil } };
}

/** Times up to this one are before the first that a schedule may have. */
function startOf({ startAt }: ScheduleRules): number {
  return (startAt ?? 0) - 1;
}
