/** What becomes of the times of a schedule, decided by pure functions. */
import { describe, expect, it } from "vitest";
import { dueTimes, maxCounted, nextTime, upcomingTimes } from "../../src/schedule/due-times.ts";
import {
  askAnswered,
  giveUpMs,
  isBusy,
  nextEffect,
  paused,
  resumed,
  startAnswered,
  triggered,
} from "../../src/schedule/next-effect.ts";
import {
  begunSchedule,
  maxWaitingRuns,
  type RunRecord,
  type ScheduleRules,
  type ScheduleState,
} from "../../src/schedule/schedule.ts";
import { takeDue } from "../../src/schedule/take-due.ts";
import { timesOf } from "../../src/schedule/timing.ts";

const minute = 60_000;
const hour = 60 * minute;

const hourly: ScheduleRules = {
  ...{ timing: { kind: "EVERY", everyMs: hour, anchorAt: 0 }, overlap: "SKIP", missedRuns: "SKIP" },
  ...{ catchUpMs: 24 * hour, startAt: null, endAt: null, maxRuns: null },
};

function world(more: Partial<ScheduleRules> = {}, at = 0) {
  const rules = { ...hourly, ...more };
  const times = timesOf(rules.timing);
  let state = begunSchedule(rules, at);
  const records: RunRecord[] = [];
  return {
    ...{ rules, times, records },
    get state() {
      return state;
    },
    change(next: ScheduleState) {
      state = next;
    },
    take(now: number) {
      const decision = takeDue(rules, state, times, now);
      state = decision.state;
      records.push(...decision.records);
      return decision.records;
    },
    effect: (now: number) => nextEffect(rules, state, times, now),
    start(now: number, answer: Parameters<typeof startAnswered>[3] = { kind: "STARTED", execution: `e${now}` }) {
      const decision = startAnswered(rules, state, state.active?.run.runId ?? "", answer, now);
      state = decision.state;
      records.push(...decision.records);
    },
    ask(now: number, hasEnded: boolean) {
      const { active } = state;
      if (active === null || active.phase === "STARTING") throw new Error("nothing to ask");
      state = askAnswered(rules, state, active.execution, hasEnded, now);
    },
  };
}

describe("a time that comes", () => {
  it("[N323] is decided once: stored as the run that starts, then nothing until the next", () => {
    const it = world();
    expect(it.effect(10)).toEqual({ kind: "WAIT", until: hour });
    expect(it.effect(hour - 1)).toEqual({ kind: "WAIT", until: hour });
    expect(it.effect(hour + 5)).toEqual({ kind: "TAKE_DUE" });
    expect(it.take(hour + 5)).toEqual([]);
    const run = { runId: `at ${hour}`, nominalAt: hour, cause: "TIME" };
    expect(it.state).toMatchObject({ decidedUntil: hour, active: { phase: "STARTING", run } });
    expect(it.take(hour + 6)).toEqual([]);
    expect(it.effect(hour + 6)).toEqual({ kind: "START", run });
    it.start(hour + 7);
    expect(it.records).toEqual([{ outcome: "STARTED", run, execution: `e${hour + 7}` }]);
    expect(it.effect(hour + 8)).toEqual({ kind: "WAIT", until: 2 * hour });
  });

  it("[N326] is started again after a time that grows, under the same name, while nobody knows what came of it", () => {
    const it = world();
    it.take(hour);
    for (const [tries, pause] of [2, 4, 8, 16, 32, 60, 60].entries()) {
      const now = hour + tries;
      it.start(now, { kind: "UNREACHED", problem: "lost" });
      expect(it.state.active).toMatchObject({ tries: tries + 1, retryAt: now + pause * 1_000, problem: "lost" });
      expect(it.effect(now)).toMatchObject({ kind: "WAIT", until: now + pause * 1_000 });
    }
    expect(it.effect(hour + 2 * minute)).toEqual({
      kind: "START",
      run: { runId: `at ${hour}`, nominalAt: hour, cause: "TIME" },
    });
  });

  it("[N326] is given up only when it is certain that nothing was started", () => {
    const problem = { code: "RATE_LIMITED", message: "too many", path: [] };
    const it = world();
    it.take(hour);
    it.start(hour + 1, { kind: "LIMITED", problem });
    expect(it.records).toEqual([]);
    it.start(hour + giveUpMs, { kind: "LIMITED", problem });
    expect(it.records).toMatchObject([{ outcome: "REFUSED", problems: [problem] }]);
    expect(it.state).toMatchObject({ active: null, counts: { refused: 1, started: 0 } });
    const lost = world();
    lost.take(hour);
    lost.start(hour + 100 * giveUpMs, { kind: "UNREACHED", problem: "lost" });
    expect(lost.state.active).toMatchObject({ phase: "STARTING" });
  });

  it("[N327] is recorded with every problem if what it runs is refused, and the next is tried", () => {
    const problems = [{ code: "UNKNOWN_CALLABLE", message: "gone", path: ["source"] }];
    const it = world();
    it.take(hour);
    it.start(hour, { kind: "REFUSED", problems });
    expect(it.records).toMatchObject([{ outcome: "REFUSED", run: { nominalAt: hour }, problems }]);
    it.take(2 * hour);
    expect(it.state.active).toMatchObject({ phase: "STARTING", run: { nominalAt: 2 * hour } });
  });

  it("[N323] ignores answers that belong to no run of it", () => {
    const it = world();
    it.take(hour);
    const before = it.state;
    const late = startAnswered(it.rules, before, "at 0", { kind: "STARTED", execution: "x" }, hour);
    expect(late).toEqual({ state: before, records: [] });
    expect(askAnswered(it.rules, before, "x", true, hour)).toBe(before);
  });
});

describe("a run that has not ended when the next is due", () => {
  const running = (overlap: ScheduleRules["overlap"]) => {
    const it = world({ overlap });
    it.take(hour);
    it.start(hour);
    return it;
  };

  it("[N324] is asked first whether it has", () => {
    const it = running("SKIP");
    expect(it.effect(hour + minute)).toEqual({ kind: "WAIT", until: 2 * hour });
    expect(it.effect(2 * hour)).toEqual({ kind: "ASK", execution: `e${hour}`, stop: false });
    it.ask(2 * hour, true);
    expect(it.effect(2 * hour)).toEqual({ kind: "TAKE_DUE" });
    it.take(2 * hour);
    expect(it.state.active).toMatchObject({ phase: "STARTING", run: { nominalAt: 2 * hour } });
  });

  it("[N324] SKIP: nothing is started, and that is recorded", () => {
    const it = running("SKIP");
    it.ask(2 * hour, false);
    expect(it.effect(2 * hour)).toEqual({ kind: "TAKE_DUE" });
    expect(it.take(2 * hour)).toMatchObject([{ outcome: "SKIPPED", reason: "OVERLAP", run: { nominalAt: 2 * hour } }]);
    expect(it.state).toMatchObject({ active: { phase: "RUNNING" }, waiting: [], counts: { skipped: 1 } });
  });

  it("[N324] QUEUE: the next begins when it ends, in order; a bounded number waits", () => {
    const it = running("QUEUE");
    for (let at = 2; at <= maxWaitingRuns + 2; at++) {
      it.ask(at * hour, false);
      it.take(at * hour);
    }
    expect(it.state.waiting.map(({ nominalAt }) => nominalAt / hour)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(it.records.slice(1)).toMatchObject([
      { outcome: "SKIPPED", reason: "QUEUE_FULL", run: { nominalAt: 12 * hour } },
    ]);
    // It is asked again and again, at most a minute later.
    const until = it.effect(12 * hour + 1);
    expect(until).toMatchObject({ kind: "WAIT" });
    expect(it.effect(12 * hour + minute)).toMatchObject({ kind: "ASK", stop: false });
    it.ask(12 * hour + minute, true);
    expect(it.state.active).toMatchObject({ phase: "STARTING", run: { nominalAt: 2 * hour } });
    expect(it.state.waiting).toHaveLength(maxWaitingRuns - 1);
  });

  it("[N324] REPLACE: it is asked to end, and the latest begins only then", () => {
    const it = running("REPLACE");
    it.ask(2 * hour, false);
    it.take(2 * hour);
    expect(it.effect(2 * hour)).toEqual({ kind: "ASK", execution: `e${hour}`, stop: true });
    it.ask(2 * hour, false);
    expect(it.effect(2 * hour + 1)).toMatchObject({ kind: "WAIT" });
    it.ask(3 * hour, false);
    it.take(3 * hour);
    expect(it.records.slice(1)).toMatchObject([
      { outcome: "SKIPPED", reason: "REPLACED", run: { nominalAt: 2 * hour } },
    ]);
    it.ask(3 * hour + minute, true);
    expect(it.state).toMatchObject({ active: { phase: "STARTING", run: { nominalAt: 3 * hour } }, waiting: [] });
  });

  it("[N324] REPLACE: one whose start is on its way is stopped once it is known", () => {
    const it = world({ overlap: "REPLACE" });
    it.take(hour);
    it.take(2 * hour);
    expect(it.state).toMatchObject({
      active: { phase: "STARTING", run: { nominalAt: hour } },
      waiting: [{ nominalAt: 2 * hour }],
    });
    it.start(2 * hour);
    expect(it.effect(2 * hour)).toMatchObject({ kind: "ASK", stop: true });
  });
});

describe("times that passed while nobody could start a run", () => {
  it("[N325] SKIP: are recorded as missed, all at once", () => {
    const it = world();
    expect(it.take(10 * hour + 2 * minute)).toEqual([
      { outcome: "MISSED", firstAt: hour, lastAt: 10 * hour, count: 10, isExact: true },
    ]);
    expect(it.state).toMatchObject({ active: null, counts: { missed: 10 }, decidedUntil: 10 * hour });
  });

  it("[N325] a time that is only late is met", () => {
    const it = world();
    it.take(hour + minute);
    expect(it.state.active).toMatchObject({ run: { nominalAt: hour, cause: "TIME" } });
    const later = world();
    later.take(hour + minute + 1);
    expect(later.state.active).toBeNull();
  });

  it("[N325] RUN_LAST: one run for all of them, for the latest time", () => {
    const it = world({ missedRuns: "RUN_LAST" });
    expect(it.take(10 * hour + 2 * minute)).toMatchObject([
      { outcome: "MISSED", firstAt: hour, lastAt: 9 * hour, count: 9 },
    ]);
    expect(it.state.active).toMatchObject({ run: { nominalAt: 10 * hour, cause: "CATCH_UP" } });
    const punctual = world({ missedRuns: "RUN_LAST" });
    punctual.take(10 * hour);
    expect(punctual.state.active).toMatchObject({ run: { nominalAt: 10 * hour, cause: "TIME" } });
    expect(punctual.state.waiting).toEqual([]);
  });

  it("[N325] RUN_LAST: nothing that is older than the window", () => {
    const it = world({ missedRuns: "RUN_LAST", catchUpMs: 5 * minute });
    it.take(10 * hour + 6 * minute);
    expect(it.state).toMatchObject({ active: null, counts: { missed: 10 } });
  });

  it("[N325] RUN_ALL: the latest ones within the window, one after another, whatever the policy for overlaps", () => {
    const it = world({ missedRuns: "RUN_ALL", catchUpMs: 4 * hour });
    expect(it.take(10 * hour)).toMatchObject([{ outcome: "MISSED", firstAt: hour, lastAt: 5 * hour, count: 5 }]);
    expect(it.state.active).toMatchObject({ run: { nominalAt: 6 * hour, cause: "CATCH_UP" } });
    expect(it.state.waiting.map(({ cause, nominalAt }) => [cause, nominalAt / hour])).toEqual([
      ["CATCH_UP", 7],
      ["CATCH_UP", 8],
      ["CATCH_UP", 9],
      ["TIME", 10],
    ]);
    it.start(10 * hour);
    it.ask(10 * hour, false);
    // The next punctual one obeys the policy again.
    expect(it.take(11 * hour)).toMatchObject([{ outcome: "SKIPPED", reason: "OVERLAP" }]);
  });

  it("[N809] RUN_ALL: those before the latest ten are recorded as missed, from the first to the last of them", () => {
    const it = world({ missedRuns: "RUN_ALL", catchUpMs: 100 * hour });
    expect(it.take(15 * hour)).toEqual([
      { outcome: "MISSED", firstAt: hour, lastAt: 5 * hour, count: 5, isExact: true },
    ]);
    expect([it.state.active?.run.nominalAt, it.state.waiting.length]).toEqual([6 * hour, 9]);
  });

  it("[N325] so many that they are not counted: at least so many, and the latest are found all the same", () => {
    const timing = { kind: "EVERY", everyMs: 1_000, anchorAt: 0 } as const;
    const due = dueTimes(timesOf(timing), 0, 100_000_500, 3);
    expect(due).toEqual({
      firstAt: 1_000,
      latest: [99_998_000, 99_999_000, 100_000_000],
      count: maxCounted,
      isExact: false,
    });
    const sparse = timesOf({ kind: "CRON", expression: "* * * * MON", timeZone: "UTC" });
    const wednesday = Date.parse("2026-11-25T12:00Z");
    expect(dueTimes(sparse, wednesday - 30 * 24 * hour, wednesday, 1)).toMatchObject({
      latest: [Date.parse("2026-11-23T23:59Z")],
      isExact: false,
    });
  });
});

describe("a schedule", () => {
  it("[N328] that is paused starts nothing by time, and does not catch up when it is resumed", () => {
    const it = world({ missedRuns: "RUN_ALL" });
    it.change(paused(it.state, "ada", "quiet", 10));
    expect(it.effect(5 * hour)).toEqual({ kind: "WAIT", until: undefined });
    expect(it.take(5 * hour)).toEqual([]);
    it.change(resumed(it.state, 6 * hour + minute));
    expect(it.state).toMatchObject({ pause: null, counts: { missed: 0 } });
    expect(it.effect(6 * hour + minute)).toEqual({ kind: "WAIT", until: 7 * hour });
  });

  it("[N328] runs by hand, also while it is paused, under its policy for overlaps", () => {
    const it = world({ overlap: "QUEUE" });
    it.change(paused(it.state, "ada", null, 10));
    it.change(triggered(it.rules, it.state, "k", 20).state);
    expect(it.effect(20)).toEqual({ kind: "START", run: { runId: "by hand k", nominalAt: 20, cause: "TRIGGER" } });
    it.start(20);
    expect(it.state.counts).toMatchObject({ started: 1, startedByTime: 0 });
    it.change(triggered(it.rules, it.state, "l", 30).state);
    expect(it.state.waiting).toMatchObject([{ cause: "TRIGGER" }]);
    expect(isBusy(it.rules, it.state)).toBe(false);
    expect(isBusy({ ...it.rules, overlap: "SKIP" }, it.state)).toBe(true);
  });

  it("[N329] starts nothing before its begin, after its end, and beyond the number of its runs", () => {
    const it = world({ startAt: 2 * hour, endAt: 4 * hour, maxRuns: 2 });
    expect(it.effect(0)).toEqual({ kind: "WAIT", until: 2 * hour });
    it.take(2 * hour);
    it.start(2 * hour);
    it.ask(3 * hour, true);
    it.take(3 * hour);
    expect(it.effect(3 * hour)).toMatchObject({ kind: "START" });
    expect(nextTime(it.rules, it.state, it.times)).toBeUndefined();
    it.start(3 * hour);
    it.ask(3 * hour, true);
    expect(it.effect(9 * hour)).toEqual({ kind: "WAIT", until: undefined });
    const ended = world({ endAt: 2 * hour });
    expect(upcomingTimes(ended.rules, ended.state, ended.times, 0, 50)).toEqual([hour, 2 * hour]);
    expect(ended.take(9 * hour)).toMatchObject([{ outcome: "MISSED", count: 2 }]);
    expect(ended.effect(9 * hour)).toEqual({ kind: "WAIT", until: undefined });
  });
});
