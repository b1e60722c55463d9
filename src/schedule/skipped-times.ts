/** Times on the clocks of a zone that do not exist, because clocks were put forward over them. */

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** What the clocks of a zone show at a moment, as the Unix milliseconds of a moment at which clocks of UTC show the same. */
export type ZoneClock = (moment: number) => number;

/** The clock of a time zone whose name was checked. */
export function zoneClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (moment) => {
    const shown = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const [year, month, day] = [shown.get("year") ?? 0, shown.get("month") ?? 0, shown.get("day") ?? 0];
    const [hour, minute, second] = [shown.get("hour") ?? 0, shown.get("minute") ?? 0, shown.get("second") ?? 0];
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

/**
 * The moment in which clocks are put forward over `wanted`, a time on them. Undefined if they show it. They are taken to change once within
 * a day at most.
 */
export function skippedAt(clock: ZoneClock, wanted: number): number | undefined {
  const ahead = (moment: number) => clock(moment) - moment;
  const before = ahead(wanted - ahead(wanted) - dayMs);
  const met = wanted - before;
  if (clock(met) === wanted || clock(wanted - ahead(met)) === wanted) return undefined;
  let [early, late] = [met - dayMs, met];
  while (late - early > minuteMs) {
    const middle = Math.floor((early + late) / 2 / minuteMs) * minuteMs;
    if (ahead(middle) === before) early = middle;
    else late = middle;
  }
  return late;
}
