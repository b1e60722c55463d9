/**
 * The times of a cron expression or an interval: the one place that knows the library that reads cron expressions. It is loaded when the
 * first schedule needs it.
 *
 * Daylight saving time, for cron expressions:
 * - A time that does not exist, because clocks are put forward over it, is met at the moment in which they are.
 * - A time that comes twice, because clocks are put back, is met the first time, if the expression names one minute and one hour.
 * - Any other expression follows the clock: a time every quarter of an hour comes in both hours, and no time is added for those that do not
 *   exist.
 */
import { Cron } from "croner";
import type { Timing } from "./schedule.ts";
import { skippedAt, zoneClock } from "./skipped-times.ts";

/** The times of a schedule. */
export interface Times {
  /**
   * Those after `after`, Unix milliseconds, in strictly rising order. Without an end for an interval; empty for an expression that is never
   * due.
   */
  after(after: number): Iterable<number>;
}

/** Characters of a cron expression. */
export const maxCronLength = 200;

/** Characters of the name of a time zone. */
const maxTimeZoneLength = 64;

const nicknames = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];

/** The problem of a cron expression, to complete "required …, found …". Undefined if there is none. */
export function cronFinding(expression: string): string | undefined {
  if (expression.length > maxCronLength)
    return `required at most ${maxCronLength} characters, found ${expression.length}`;
  const fields = expression.trim().split(/\s+/);
  if (expression.startsWith("@")) {
    if (nicknames.includes(expression.toLowerCase())) return undefined;
    return `required five fields or one of ${nicknames.join(", ")}, found ${JSON.stringify(expression)}`;
  }
  if (fields.length === 6 || fields.length === 7)
    return `required five fields (minute, hour, day of month, month, day of week), found ${fields.length}; seconds and years are not taken`;
  if (fields.length !== 5)
    return `required five fields (minute, hour, day of month, month, day of week), found ${fields.length === 1 && fields[0] === "" ? "none" : fields.length}`;
  const foreign = /[^0-9A-Za-z*,/\-#]/.exec(fields.join(""));
  if (foreign !== null)
    return `required numbers, names and * , - / # L W, found ${JSON.stringify(foreign[0])}${foreign[0] === "?" ? "; write * instead" : ""}`;
  try {
    cronOf(expression, "UTC");
    return undefined;
  } catch (error) {
    return `required an expression that can be read, found: ${error instanceof Error ? error.message.replace(/^Cron\w+: /, "") : "something else"}`;
  }
}

/** The problem of the name of a time zone, as above. */
export function timeZoneFinding(timeZone: string): string | undefined {
  const found = JSON.stringify(timeZone.slice(0, maxTimeZoneLength));
  const finding = `required the IANA name of a time zone such as Europe/Berlin, found ${found}`;
  if (timeZone.length > maxTimeZoneLength || !/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(timeZone)) return finding;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return undefined;
  } catch {
    return finding;
  }
}

/**
 * The times of a timing that was checked.
 *
 * @example
 * ```ts
 * const times = timesOf({ kind: "EVERY", everyMs: 60_000, anchorAt: 0 });
 * const [first] = times.after(90_000);
 * first; // 120000
 * ```
 */
export function timesOf(timing: Timing): Times {
  return timing.kind === "EVERY" ? intervalTimes(timing) : cronTimes(timing);
}

function intervalTimes({ anchorAt, everyMs }: Extract<Timing, { kind: "EVERY" }>): Times {
  return {
    *after(after) {
      for (let time = anchorAt + (Math.floor((after - anchorAt) / everyMs) + 1) * everyMs; ; time += everyMs)
        yield time;
    },
  };
}

/** The first time after one, Unix milliseconds. Undefined for none. */
type NextTime = (time: number) => number | undefined;

function cronTimes({ expression, timeZone }: Extract<Timing, { kind: "CRON" }>): Times {
  const cron = cronOf(expression, timeZone);
  const found = (time: number) => cron.nextRun(new Date(time))?.getTime();
  const next = namesOneTime.test(expression) ? withSkipped(found, expression, timeZone) : found;
  return {
    *after(after) {
      for (let time = next(after); time !== undefined; time = next(time)) yield time;
    },
  };
}

/** One minute and one hour. */
const namesOneTime = /^\s*\d+\s+\d+\s/;

/** The library misses a time that clocks skip if they then show another day, as those of Greenland, where 23:00 becomes 0:00. */
function withSkipped(found: NextTime, expression: string, timeZone: string): NextTime {
  const [clock, onClock] = [zoneClock(timeZone), cronOf(expression, "UTC")];
  return (time) => {
    const [next, wanted] = [found(time), onClock.nextRun(new Date(clock(time)))?.getTime()];
    if (next === undefined || wanted === undefined || wanted >= clock(next)) return next;
    const skipped = skippedAt(clock, wanted);
    return skipped !== undefined && skipped > time ? Math.min(skipped, next) : next;
  };
}

function cronOf(expression: string, timezone: string): Cron {
  return new Cron(expression, { mode: "5-part", paused: true, timezone });
}
