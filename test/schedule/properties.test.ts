/** What holds of every schedule, whatever comes when: over random rules, moments and answers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withRules } from "../../src/schedule/change-rules.ts";
import { upcomingTimes } from "../../src/schedule/due-times.ts";
import { askAnswered, nextEffect, paused, resumed, startAnswered, triggered } from "../../src/schedule/next-effect.ts";
import {
  begunSchedule,
  type Decision,
  maxWaitingRuns,
  type RunRecord,
  type ScheduleRules,
  type ScheduleState,
} from "../../src/schedule/schedule.ts";
import { takeDue } from "../../src/schedule/take-due.ts";
import { cronFinding, timesOf } from "../../src/schedule/timing.ts";
import { processorMs } from "../support/engine/processor-time.ts";
import { volume } from "../support/engine/volume.ts";

const minute = 60_000;

const rulesOf = fc.record({
  everyMs: fc.integer({ min: 1_000, max: 10 * minute }),
  anchorAt: fc.integer({ min: -minute, max: 10 * minute }),
  overlap: fc.constantFrom("SKIP", "QUEUE", "REPLACE"),
  missedRuns: fc.constantFrom("SKIP", "RUN_LAST", "RUN_ALL"),
  catchUpMs: fc.integer({ min: 0, max: 30 * minute }),
  startAt: fc.option(fc.integer({ min: 0, max: 10 * minute })),
  endAt: fc.option(fc.integer({ min: 10 * minute, max: 100 * minute })),
  maxRuns: fc.option(fc.integer({ min: 1, max: 20 })),
});

/** What happens next: how much later, and what of all that may come then. */
const happening = fc.record({
  laterMs: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 20 * minute })),
  what: fc.constantFrom(
    "STARTED",
    "REFUSED",
    "UNREACHED",
    "LIMITED",
    "ENDED",
    "RUNS",
    "PAUSE",
    "RESUME",
    "TRIGGER",
    "LATE",
  ),
  /** What the schedule is changed to, where it is. */
  change: fc.option(rulesOf, { freq: 12 }),
});

type Drawn = typeof rulesOf extends fc.Arbitrary<infer Rules> ? Rules : never;

function rulesFrom({ anchorAt, everyMs, ...policy }: Drawn): ScheduleRules {
  return { ...policy, timing: { kind: "EVERY", everyMs, anchorAt } };
}

describe("every schedule", () => {
  it("[N323, N391] decides each time once and in order, starts none before its time, and accounts for all of them", () => {
    fc.assert(
      fc.property(rulesOf, fc.array(happening, { minLength: 1, maxLength: 60 }), (drawn, happenings) => {
        let { anchorAt, everyMs } = drawn;
        let rules = rulesFrom(drawn);
        let times = timesOf(rules.timing);
        let mostRuns = rules.maxRuns ?? Number.POSITIVE_INFINITY;
        let isBounded = rules.maxRuns !== null;
        let state: ScheduleState = begunSchedule(rules, 0);
        let now = 0;
        let decided = 0;
        const records: RunRecord[] = [];
        const begun = new Set<string>();
        const take = ({ records: more, state: next }: Decision) => {
          expect(next.decidedUntil).toBeGreaterThanOrEqual(state.decidedUntil);
          expect(next.decidedUntil).toBeLessThanOrEqual(Math.max(now, state.decidedUntil));
          expect(next.waiting.length).toBeLessThanOrEqual(maxWaitingRuns);
          const isNew = next.active?.phase === "STARTING" && next.active.run.runId !== state.active?.run.runId;
          if (isNew && next.active !== null) {
            expect(begun.has(next.active.run.runId)).toBe(false);
            begun.add(next.active.run.runId);
            expect(next.active.run.nominalAt).toBeLessThanOrEqual(now);
          }
          state = next;
          records.push(...more);
        };
        for (const [step, { change, laterMs, what }] of happenings.entries()) {
          now += laterMs;
          if (change !== null) {
            const due = takeDue(rules, state, times, now);
            if (state.pause === null) decided += countOf(everyMs, anchorAt, state.decidedUntil, due.state.decidedUntil);
            const after = rulesFrom(change);
            const changed = withRules({ rules, times }, after, state, now);
            // What was due is decided as it would have been, and whatever else was known stays so.
            expect(changed.records).toEqual(due.records);
            expect({ ...changed.state, decidedUntil: 0 }).toEqual({ ...due.state, decidedUntil: 0 });
            expect(changed.state.decidedUntil).toBeGreaterThanOrEqual(now);
            take(due);
            state = changed.state;
            [rules, times, everyMs, anchorAt] = [after, timesOf(after.timing), change.everyMs, change.anchorAt];
            const [next] = upcomingTimes({ ...rules, endAt: null, maxRuns: null }, state, times, state.decidedUntil, 1);
            const [first] = times.after(Math.max(now, (rules.startAt ?? 0) - 1));
            // No time of the new rules is lost but those that were decided before: a start that never came decides none.
            if (due.state.decidedUntil <= now) expect(next).toBe(first);
            mostRuns = Math.max(mostRuns, rules.maxRuns ?? Number.POSITIVE_INFINITY);
            isBounded ||= rules.maxRuns !== null;
          }
          for (let round = 0; ; round++) {
            const effect = nextEffect(rules, state, times, now);
            expect(round).toBeLessThan(2 * maxWaitingRuns + 20);
            if (effect.kind === "WAIT") {
              if (effect.until !== undefined) expect(effect.until).toBeGreaterThan(now);
              break;
            }
            if (effect.kind === "TAKE_DUE") {
              if (state.pause === null) {
                const before = state.decidedUntil;
                take(takeDue(rules, state, times, now));
                decided += countOf(everyMs, anchorAt, before, state.decidedUntil);
              }
              continue;
            }
            if (effect.kind === "ASK") {
              take({ state: askAnswered(rules, state, effect.execution, what === "ENDED", now), records: [] });
              continue;
            }
            const problem = { code: "X", message: "x", path: [] };
            const answer =
              what === "REFUSED"
                ? { kind: "REFUSED" as const, problems: [problem] }
                : what === "LIMITED"
                  ? { kind: "LIMITED" as const, problem }
                  : what === "UNREACHED"
                    ? { kind: "UNREACHED" as const, problem: "lost" }
                    : { kind: "STARTED" as const, execution: `execution of ${effect.run.runId}` };
            take(startAnswered(rules, state, effect.run.runId, answer, now));
          }
          if (what === "PAUSE") take({ state: paused(state, "x", null, now), records: [] });
          if (what === "RESUME") take({ state: resumed(state, now), records: [] });
          if (what === "TRIGGER") take(triggered(rules, state, `${step}`, now));
        }
        const started = records.flatMap((record) => (record.outcome === "STARTED" ? [record.run.runId] : []));
        expect(new Set(started).size).toBe(started.length);
        const timed = (runs: readonly { readonly cause: string }[]) =>
          runs.filter(({ cause }) => cause !== "TRIGGER").length;
        const told = records.reduce(
          (sum, record) => sum + (record.outcome === "MISSED" ? record.count : timed([record.run])),
          0,
        );
        const pending = timed([...(state.active?.phase === "STARTING" ? [state.active.run] : []), ...state.waiting]);
        if (!isBounded && records.every((record) => record.outcome !== "MISSED" || record.isExact))
          expect(told + pending).toBe(decided);
        expect(state.counts.startedByTime).toBeLessThanOrEqual(mostRuns);
        expect(state.counts.started).toBe(started.length);
      }),
      { numRuns: volume({ sample: 100, whole: 300 }) },
    );
  });

  it("[N323, N322] has times that only rise, found in a bounded time, whatever the expression", () => {
    const part = (low: number, high: number) =>
      fc.oneof(
        fc.constant("*"),
        fc.integer({ min: low, max: high }).map(String),
        fc.integer({ min: 1, max: high }).map((step) => `*/${step}`),
        fc.tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high })).map(([a, b]) => `${a},${b}`),
      );
    const day = fc.oneof(part(1, 31), fc.constantFrom("L", "31W", "15W", "LW"));
    const weekday = fc.oneof(part(0, 7), fc.constantFrom("5L", "1#5", "0#1", "MON-FRI"));
    const zone = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Chatham");
    fc.assert(
      fc.property(
        fc.tuple(part(0, 59), part(0, 23), day, part(1, 12), weekday),
        zone,
        fc.integer({ min: Date.parse("2026-01-01"), max: Date.parse("2027-01-01") }),
        (fields, timeZone, after) => {
          const expression = fields.join(" ");
          if (cronFinding(expression) !== undefined) return;
          const rules: ScheduleRules = {
            ...{ timing: { kind: "CRON", expression, timeZone }, overlap: "SKIP", missedRuns: "SKIP", catchUpMs: 0 },
            ...{ startAt: null, endAt: null, maxRuns: null },
          };
          const begun = processorMs();
          const found = upcomingTimes(rules, begunSchedule(rules, after), timesOf(rules.timing), after, 20);
          expect(processorMs() - begun).toBeLessThan(5_000);
          for (const [position, time] of found.entries()) expect(time).toBeGreaterThan(found[position - 1] ?? after);
          // Whoever asks between two of them finds the same next one.
          const [first, second] = found;
          if (first === undefined || second === undefined) return;
          const between = first + Math.floor((second - first) / 2);
          const [again] = upcomingTimes(rules, begunSchedule(rules, between), timesOf(rules.timing), between, 1);
          expect(again).toBe(second);
        },
      ),
      { numRuns: volume({ sample: 100, whole: 300 }) },
    );
  });
});

function countOf(everyMs: number, anchorAt: number, after: number, until: number): number {
  return Math.floor((until - anchorAt) / everyMs) - Math.floor((after - anchorAt) / everyMs);
}
