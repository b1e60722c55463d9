import { describe, expect, it } from "vitest";
import {
  isControlled,
  type ListedSchedule,
  lastRun,
  standing,
  timingWords,
} from "../../../dashboard/schedules/schedule-words.ts";
import type { Viewer } from "../../../dashboard/shell/viewer.ts";

type Latest = ListedSchedule["recentRuns"][number];

const latest: Latest = {
  ...{ outcome: "STARTED", nominalTime: "2026-11-25T08:30:00.000Z", count: 1, isCountExact: true },
  ...{ skipReason: null, executionId: null, execution: null, problems: [] },
};

const last = (more: Partial<Latest>) => lastRun({ recentRuns: [{ ...latest, ...more }] });

describe("a schedule in the list", () => {
  it.each([
    [{ cron: "30 8 * * *", timeZone: "Europe/Berlin", everySeconds: null }, "30 8 * * * (Europe/Berlin)"],
    [{ cron: null, timeZone: null, everySeconds: 5_400 }, "every 90 minutes"],
    [{ cron: null, timeZone: null, everySeconds: 3_600 }, "every hour"],
    [{ cron: null, timeZone: null, everySeconds: 90 }, "every 90 seconds"],
    [{ cron: null, timeZone: null, everySeconds: 172_800 }, "every 2 days"],
  ])("[N334] says when it is due: %j", (timing, words) => {
    expect(timingWords(timing)).toBe(words);
  });

  it("[N834] is steered by those whose it is, and by those who control executions of others", () => {
    const schedule = { createdBy: "alice", changedBy: "bob" };
    const may = (subject: string, ...scopes: Viewer["scopes"]) => isControlled(schedule, { subject, scopes });
    expect([may("alice", "SCHEDULE_WRITE"), may("bob", "SCHEDULE_WRITE")]).toEqual([true, true]);
    expect([may("carol", "SCHEDULE_WRITE"), may("carol", "EXECUTION_CONTROL_OWN")]).toEqual([false, false]);
    expect([may("carol", "EXECUTION_CONTROL"), may("carol", "EXECUTION_CONTROL_ALL")]).toEqual([true, true]);
    expect(isControlled({ ...schedule, changedBy: null }, null)).toBe(false);
  });

  it("[N334] says what became of its last time, and leads to the execution if there is one", () => {
    expect(lastRun({ recentRuns: [] })).toBeNull();
    expect(last({ executionId: "x", execution: { status: "PARTIAL" } })).toEqual({
      ...{ status: "PARTIAL", words: "", executionId: "x" },
    });
    expect(last({ executionId: "x" })).toMatchObject({ executionId: null, words: "started, deleted since" });
    expect(last({ outcome: "REFUSED", problems: [{ message: "gone" }] })).toMatchObject({
      status: "FAILED",
      words: "gone",
    });
    expect(last({ outcome: "SKIPPED", skipReason: "OVERLAP" })).toMatchObject({
      words: "the run before had not ended",
    });
    expect(last({ outcome: "MISSED", count: 1_000, isCountExact: false })).toMatchObject({ words: "over 1000 missed" });
    // A newer server may know others.
    expect(last({ outcome: "ELSE" as never })).toMatchObject({ words: "ELSE" });
  });

  it("[N334] says how it stands, above all that it cannot be started", () => {
    const schedule = { activeRun: null, pause: null, status: "ACTIVE" } as const;
    const activeRun = { phase: "STARTING", executionId: null, failedTries: 2, problem: "away" } as const;
    expect(standing(schedule).words).toBe("Active");
    expect(standing({ ...schedule, activeRun }).words).toBe("Cannot be started yet");
    expect(standing({ ...schedule, status: "PAUSED", pause: { by: "ada", note: null } }).words).toBe("Paused by ada");
    expect(standing({ ...schedule, status: "ENDED" }).words).toBe("Ended");
  });
});
