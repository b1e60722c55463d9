/** Times of cron expressions and intervals, against dates that were worked out by hand from the rules of each zone. */
import { describe, expect, it } from "vitest";
import { shortestPause } from "../../src/schedule/due-times.ts";
import { cronFinding, maxCronLength, timesOf, timeZoneFinding } from "../../src/schedule/timing.ts";
import { processorMs } from "../support/engine/processor-time.ts";

function cronTimes(expression: string, timeZone: string, after: string, count: number): readonly string[] {
  const found: string[] = [];
  for (const time of timesOf({ kind: "CRON", expression, timeZone }).after(Date.parse(after))) {
    found.push(new Date(time).toISOString().replace(":00.000Z", "Z"));
    if (found.length === count) break;
  }
  return found;
}

describe("a cron expression", () => {
  it.each([
    ["0 9 * * MON-FRI", "2026-11-27T12:00Z", ["2026-11-30T09:00Z", "2026-12-01T09:00Z"]],
    ["*/20 8-9 1 JAN *", "2026-11-25T00:00Z", ["2027-01-01T08:00Z", "2027-01-01T08:20Z", "2027-01-01T08:40Z"]],
    ["0 0 L * *", "2027-01-31T00:00Z", ["2027-02-28T00:00Z", "2027-03-31T00:00Z"]],
    ["0 0 15W * *", "2026-08-01T00:00Z", ["2026-08-14T00:00Z", "2026-09-15T00:00Z"]],
    ["0 0 * * 1#2", "2026-11-01T00:00Z", ["2026-11-09T00:00Z", "2026-12-14T00:00Z"]],
    ["0 0 13 * 5", "2026-11-12T00:00Z", ["2026-11-13T00:00Z", "2026-11-20T00:00Z"]],
    ["@weekly", "2026-11-25T00:00Z", ["2026-11-29T00:00Z", "2026-12-06T00:00Z"]],
    ["0 0 29 2 *", "2026-01-01T00:00Z", ["2028-02-29T00:00Z", "2032-02-29T00:00Z"]],
  ])("[N320] means the minutes that it names: %s", (expression, after, expected) => {
    expect(cronFinding(expression)).toBeUndefined();
    expect(cronTimes(expression, "UTC", after, expected.length)).toEqual(expected);
  });

  it.each([
    ["0 30 9 * * *", "found 6; seconds and years are not taken"],
    ["", "found none"],
    ["* * *", "found 3"],
    ["60 * * * *", "Invalid value for minute"],
    ["* * * * FOO", "found"],
    ["*/0 * * * *", "stepping"],
    ["0 0 ? * *", "write * instead"],
    ["0 0 1 * +MON", 'found "+"'],
    ["@reboot", "one of @yearly"],
    ["2026-12-01T00:00:00", "five fields"],
    ["0 ".repeat(maxCronLength), `at most ${maxCronLength} characters`],
  ])("[N320] is refused with what is wrong: %s", (expression, words) => {
    expect(cronFinding(expression)).toContain(words);
  });

  it.each(["Mars/Base", "", "+05:30", "Europe/Berlin\n", "x".repeat(65), "__proto__"])(
    "[N320] is refused in a zone that nobody knows: %j",
    (timeZone) => {
      expect(timeZoneFinding(timeZone)).toContain("required the IANA name of a time zone");
      expect(timeZoneFinding("Australia/Lord_Howe")).toBeUndefined();
    },
  );
});

describe("where clocks are put forward", () => {
  it.each([
    // 2:00 becomes 3:00 at 07:00 UTC.
    [
      "America/New_York",
      "30 2 * * *",
      "2026-03-07T00:00Z",
      ["2026-03-07T07:30Z", "2026-03-08T07:00Z", "2026-03-09T06:30Z"],
    ],
    // 2:00 becomes 3:00 at 01:00 UTC.
    [
      "Europe/Berlin",
      "30 2 * * *",
      "2026-03-28T00:00Z",
      ["2026-03-28T01:30Z", "2026-03-29T01:00Z", "2026-03-30T00:30Z"],
    ],
    // 2:00 becomes 2:30 at 15:30 UTC of the day before.
    [
      "Australia/Lord_Howe",
      "15 2 * * *",
      "2026-10-02T14:00Z",
      ["2026-10-02T15:45Z", "2026-10-03T15:30Z", "2026-10-04T15:15Z"],
    ],
    // 0:00 becomes 1:00 at 04:00 UTC: there is no midnight.
    ["America/Santiago", "0 0 * * *", "2026-09-05T12:00Z", ["2026-09-06T04:00Z", "2026-09-07T03:00Z"]],
    // 23:00 becomes 0:00 of the next day at 01:00 UTC of that day.
    [
      "America/Nuuk",
      "30 23 * * *",
      "2026-03-27T12:00Z",
      ["2026-03-28T01:30Z", "2026-03-29T01:00Z", "2026-03-30T00:30Z"],
    ],
    ["America/Nuuk", "0 23 28 3 *", "2025-12-01T00:00Z", ["2026-03-29T01:00Z", "2027-03-29T00:00Z"]],
    ["America/Scoresbysund", "59 23 * * 6", "2026-03-27T12:00Z", ["2026-03-29T01:00Z", "2026-04-05T00:59Z"]],
  ])("[N321] a time that does not exist is met at that moment: %s", (timeZone, expression, after, expected) => {
    expect(cronTimes(expression, timeZone, after, expected.length)).toEqual(expected);
  });

  it.each([
    [
      "America/New_York",
      "*/30 * * * *",
      "2026-03-08T06:15Z",
      ["2026-03-08T06:30Z", "2026-03-08T07:00Z", "2026-03-08T07:30Z"],
    ],
    [
      "Australia/Lord_Howe",
      "*/15 * * * *",
      "2026-10-03T15:05Z",
      ["2026-10-03T15:15Z", "2026-10-03T15:30Z", "2026-10-03T15:45Z"],
    ],
  ])(
    "[N321] what comes several times an hour has no time more and none less: %s",
    (timeZone, expression, after, expected) => {
      expect(cronTimes(expression, timeZone, after, expected.length)).toEqual(expected);
    },
  );
});

describe("where clocks are put back", () => {
  it.each([
    // 2:00 becomes 1:00 at 06:00 UTC: 1:30 is 05:30 UTC and 06:30 UTC.
    [
      "America/New_York",
      "30 1 * * *",
      "2026-10-31T00:00Z",
      ["2026-10-31T05:30Z", "2026-11-01T05:30Z", "2026-11-02T06:30Z"],
    ],
    // 3:00 becomes 2:00 at 01:00 UTC: 2:30 is 00:30 UTC and 01:30 UTC.
    [
      "Europe/Berlin",
      "30 2 * * *",
      "2026-10-24T00:00Z",
      ["2026-10-24T00:30Z", "2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ],
    // 2:00 becomes 1:30 at 15:00 UTC of the day before: 1:45 is 14:45 UTC and 15:15 UTC.
    [
      "Australia/Lord_Howe",
      "45 1 * * *",
      "2026-04-03T14:00Z",
      ["2026-04-03T14:45Z", "2026-04-04T14:45Z", "2026-04-05T15:15Z"],
    ],
  ])("[N321] a time that comes twice is met the first time: %s", (timeZone, expression, after, expected) => {
    expect(cronTimes(expression, timeZone, after, expected.length)).toEqual(expected);
  });

  it.each([
    [
      "America/New_York",
      "30 1 * * *",
      ["2026-11-01T05:31Z", "2026-11-01T06:05Z", "2026-11-01T06:29Z", "2026-11-01T08:00Z"],
      "2026-11-02T06:30Z",
    ],
    [
      "Europe/Berlin",
      "30 2 * * *",
      ["2026-10-25T00:31Z", "2026-10-25T01:05Z", "2026-10-25T01:29Z", "2026-10-25T03:00Z"],
      "2026-10-26T01:30Z",
    ],
    [
      "Australia/Lord_Howe",
      "45 1 * * *",
      ["2026-04-04T14:46Z", "2026-04-04T15:05Z", "2026-04-04T15:14Z"],
      "2026-04-05T15:15Z",
    ],
  ])("[N321] it is not met a second time, whenever one asks: %s", (timeZone, expression, askedAt, next) => {
    for (const at of askedAt) expect(cronTimes(expression, timeZone, at, 1), at).toEqual([next]);
  });

  it.each([
    [
      "America/New_York",
      "*/30 * * * *",
      "2026-11-01T05:15Z",
      ["2026-11-01T05:30Z", "2026-11-01T06:00Z", "2026-11-01T06:30Z", "2026-11-01T07:00Z"],
    ],
    [
      "Australia/Lord_Howe",
      "*/15 * * * *",
      "2026-04-04T14:35Z",
      ["2026-04-04T14:45Z", "2026-04-04T15:00Z", "2026-04-04T15:15Z", "2026-04-04T15:30Z"],
    ],
  ])("[N321] what comes several times an hour comes in both: %s", (timeZone, expression, after, expected) => {
    expect(cronTimes(expression, timeZone, after, expected.length)).toEqual(expected);
  });
});

describe("a cron expression that is never due", () => {
  it.each(["0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 31W 2 *", "59 23 31 2 *"])(
    "[N322] is known to be, in a bounded time: %s",
    (expression) => {
      const begun = processorMs();
      expect(cronFinding(expression)).toBeUndefined();
      expect(cronTimes(expression, "Australia/Lord_Howe", "2026-01-01T00:00Z", 1)).toEqual([]);
      expect(processorMs() - begun).toBeLessThan(2_000);
    },
  );
});

describe("an interval", () => {
  it("[N320] counts from its anchor, before and after it, whatever clocks do", () => {
    const times = (anchor: string, after: string) => {
      const [first, second] = timesOf({ kind: "EVERY", everyMs: 5_400_000, anchorAt: Date.parse(anchor) }).after(
        Date.parse(after),
      );
      return [first, second].map((time) => new Date(time ?? 0).toISOString().slice(0, 16));
    };
    expect(times("2026-01-01T00:10Z", "2026-01-01T00:10Z")).toEqual(["2026-01-01T01:40", "2026-01-01T03:10"]);
    expect(times("2026-01-01T00:10Z", "2025-12-31T22:39Z")).toEqual(["2025-12-31T22:40", "2026-01-01T00:10"]);
  });

  it("[N329] has a shortest pause between two times, and so has a cron expression", () => {
    const pause = (expression: string) =>
      shortestPause(timesOf({ kind: "CRON", expression, timeZone: "UTC" }), Date.parse("2026-01-01T00:00Z"));
    expect(pause("0,1 0 1 1 *")).toBe(60_000);
    expect(pause("0 */6 * * *")).toBe(21_600_000);
    expect(pause("0 0 30 2 *")).toBeUndefined();
  });
});
