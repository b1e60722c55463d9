/** The times of a schedule and their handling, read from the input of `createSchedule` or `updateSchedule` with all its problems. */
import { shortestPause, upcomingTimes } from "../../schedule/due-times.ts";
import { begunSchedule, runsLeft, type ScheduleRules, type Timing } from "../../schedule/schedule.ts";
import type { ScheduleView } from "../../schedule/schedule-view.ts";
import { cronFinding, timesOf, timeZoneFinding } from "../../schedule/timing.ts";
import type { ScheduleCaps } from "../base/graph-context.ts";
import type { CreateScheduleInput, ScheduleTimingInput, UpdateScheduleInput } from "../base/schema.generated.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";

const maxTextLength = 1_000;
const maxNameLength = 64;
/** A year of 365 days. */
const maxIntervalSeconds = 31_536_000;
/** 30 days. */
export const maxCatchUpSeconds = 2_592_000;
const defaultCatchUpSeconds = 86_400;
const maxRunsBound = 1_000_000;
/** A century: dates beyond are taken for errors. */
const farMs = 100 * 366 * 86_400_000;
/** Cron expressions have no shorter pause. */
const cronPauseSeconds = 60;

export type ReadRules =
  | { readonly ok: true; readonly rules: ScheduleRules }
  | { readonly ok: false; readonly errors: readonly UserErrorSource[] };

type Refuse = (member: readonly string[], finding: string) => void;

type RulesInput = CreateScheduleInput | UpdateScheduleInput;

/** The mutation that the rules are for. */
export interface RulesPlace {
  readonly caps: ScheduleCaps;
  readonly now: number;
  /** The schedule whose rules they become. Undefined for a new one. */
  readonly changed: ScheduleView | undefined;
}

export function readRules(input: RulesInput, { caps, changed, now }: RulesPlace): ReadRules {
  const errors: UserErrorSource[] = [];
  const aim = changed === undefined ? "create" : "change";
  const refuse: Refuse = (member, finding) =>
    errors.push(generalError("INVALID_INPUT", `Cannot ${aim} the schedule: ${finding}`, ["input", ...member]));
  checkTexts(input, refuse);
  const timing = readTiming(input.timing, caps, now, changed?.facts.rules.timing, refuse);
  const { endAt, maxRuns, startAt } = input;
  for (const [member, time] of Object.entries({ startAt, endAt })) checkDate([member], time ?? now, now, refuse);
  if (endAt != null && endAt <= Math.max(now, startAt ?? now))
    refuse(["endAt"], "required a time to come, after startAt, found an earlier one");
  if (maxRuns != null && (maxRuns < 1 || maxRuns > maxRunsBound))
    refuse(["maxRuns"], `required 1 to ${maxRunsBound}, found ${maxRuns}`);
  const missed = readMissed(input, refuse);
  if (timing === undefined || errors.length > 0) return { ok: false, errors };
  const rules: ScheduleRules = {
    timing,
    overlap: input.overlap ?? "SKIP",
    ...missed,
    startAt: startAt ?? null,
    endAt: endAt ?? null,
    maxRuns: maxRuns ?? null,
  };
  const error = (changed === undefined ? undefined : spentError(rules, changed)) ?? dueError(rules, caps, now, aim);
  return error === undefined ? { ok: true, rules } : { ok: false, errors: [error] };
}

function checkTexts(input: RulesInput, refuse: Refuse): void {
  const { description } = input;
  const name = "name" in input ? input.name : undefined;
  if (name !== undefined && (!/^[A-Za-z0-9_-]+$/.test(name) || name.length > maxNameLength)) {
    const found = JSON.stringify(name.slice(0, maxNameLength + 1));
    refuse(["name"], `required a name of 1 to ${maxNameLength} letters, digits, _ and -, found ${found}`);
  }
  if (description != null && description.length > maxTextLength)
    refuse(["description"], `required at most ${maxTextLength} characters, found ${description.length}`);
}

/**
 * `@oneOf` has made sure that exactly one member is given. Undefined if it is refused. An interval as long as that of `before` keeps its times
 * unless it says otherwise.
 */
function readTiming(
  { cron, every }: ScheduleTimingInput,
  { minSeconds }: ScheduleCaps,
  now: number,
  before: Timing | undefined,
  refuse: Refuse,
): Timing | undefined {
  if (every !== undefined) {
    const { seconds } = every;
    const isSame = before?.kind === "EVERY" && before.everyMs === seconds * 1_000;
    const anchorAt = every.anchorAt ?? (isSame ? before.anchorAt : undefined);
    const place = ["timing", "every"];
    checkDate([...place, "anchorAt"], anchorAt ?? now, now, refuse);
    if (seconds < minSeconds || seconds > maxIntervalSeconds)
      refuse(
        [...place, "seconds"],
        `required ${minSeconds} (MIN_SCHEDULE_SECONDS) to ${maxIntervalSeconds} seconds, found ${seconds}`,
      );
    return { kind: "EVERY", everyMs: seconds * 1_000, anchorAt: anchorAt ?? now };
  }
  const { expression, timeZone } = { expression: cron?.expression ?? "", timeZone: cron?.timeZone ?? "UTC" };
  const findings = { expression: cronFinding(expression), timeZone: timeZoneFinding(timeZone) };
  for (const [member, finding] of Object.entries(findings))
    if (finding !== undefined) refuse(["timing", "cron", member], finding);
  return Object.values(findings).every((finding) => finding === undefined)
    ? { kind: "CRON", expression, timeZone }
    : undefined;
}

function checkDate(place: readonly string[], time: number, now: number, refuse: Refuse): void {
  if (Math.abs(time - now) > farMs) refuse(place, "required a time within a hundred years, found another");
}

function readMissed(
  { catchUpSeconds, missedRuns: policy, overlap }: RulesInput,
  refuse: Refuse,
): Pick<ScheduleRules, "catchUpMs" | "missedRuns"> {
  const missedRuns = policy ?? "SKIP";
  if (missedRuns === "RUN_ALL" && overlap === "REPLACE")
    refuse(["missedRuns"], "required SKIP or RUN_LAST beside the overlap REPLACE, which would end them, found RUN_ALL");
  if (catchUpSeconds != null && missedRuns === "SKIP")
    refuse(["catchUpSeconds"], "required none beside missedRuns SKIP, which runs no missed time, found one");
  const seconds = catchUpSeconds ?? defaultCatchUpSeconds;
  if (seconds < 0 || seconds > maxCatchUpSeconds)
    refuse(["catchUpSeconds"], `required 0 to ${maxCatchUpSeconds} seconds, found ${seconds}`);
  return { missedRuns, catchUpMs: seconds * 1_000 };
}

/** A change after which a schedule that has run could run no more. */
function spentError(rules: ScheduleRules, { state }: ScheduleView): UserErrorSource | undefined {
  if (runsLeft(rules, state) !== 0) return undefined;
  const message = `Cannot change the schedule: required more runs than it has begun by time, found maxRuns ${rules.maxRuns}; pause or delete it instead`;
  return generalError("INVALID_INPUT", message, ["input", "maxRuns"]);
}

/** A schedule that is never due, or too often. */
function dueError(
  rules: ScheduleRules,
  { minSeconds }: ScheduleCaps,
  now: number,
  aim: string,
): UserErrorSource | undefined {
  const times = timesOf(rules.timing);
  const after = Math.max(now, (rules.startAt ?? 0) - 1);
  const place = ["input", "timing", rules.timing.kind === "CRON" ? "cron" : "every"];
  if (upcomingTimes(rules, begunSchedule(rules, now), times, after, 1).length === 0) {
    const isEver = upcomingTimes({ ...rules, endAt: null }, begunSchedule(rules, now), times, after, 1).length > 0;
    const found = isEver ? "found none before endAt" : "found none, as no date is like this";
    const message = `Cannot ${aim} the schedule: required at least one time to come, ${found}`;
    return generalError("SCHEDULE_NEVER_DUE", message, isEver ? ["input", "endAt"] : place);
  }
  if (rules.timing.kind === "EVERY" || minSeconds <= cronPauseSeconds) return undefined;
  const pause = (shortestPause(times, after) ?? Number.POSITIVE_INFINITY) / 1_000;
  if (pause >= minSeconds) return undefined;
  const message = `Cannot ${aim} the schedule: required at least ${minSeconds} seconds between two times (MIN_SCHEDULE_SECONDS), found ${pause}`;
  return generalError("INVALID_INPUT", message, [...place, "expression"]);
}
