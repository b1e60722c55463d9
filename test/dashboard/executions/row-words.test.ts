/** What a row says of its execution. */
import { describe, expect, it } from "vitest";
import {
  type ExecutionRow,
  kindWord,
  reason,
  runWords,
  shownStatus,
  stepMarks,
  whereabouts,
} from "../../../dashboard/executions/row-words.ts";
import { lookOf } from "../../../dashboard/parts/status.tsx";

const now = Date.UTC(2026, 0, 1, 12);

const row: ExecutionRow = {
  id: "an-id-of-an-execution",
  kind: "PLAN",
  title: "slow",
  status: "RUNNING",
  state: "AWAITING_RESULTS",
  createdAt: "2026-01-01T11:59:00.000Z",
  startedAt: "2026-01-01T11:59:00.000Z",
  finishedAt: null,
  durationMs: 60_000,
  lastSequence: 7,
  currentStepId: "fetch",
  waitingFor: null,
  contextId: null,
  retryAt: null,
  stepStatuses: ["SUCCEEDED", "RUNNING", "PENDING"],
  stepCount: 3,
  endedStepCount: 1,
  runOf: null,
  labels: [],
  failure: null,
  usage: { inputTokens: 0, outputTokens: 0, modelCalls: 0, costMicros: 0 },
};

const inSeconds = (seconds: number) => new Date(now + seconds * 1_000).toISOString();

describe("the words of a row", () => {
  it("[N628] marks the one step that waits as running while its child works", () => {
    const waits = { ...row, status: "WAITING", stepStatuses: ["SUCCEEDED", "WAITING"] } as const;
    expect(stepMarks({ ...waits, waitingFor: "CHILD" }, now)).toEqual(["SUCCEEDED", "RUNNING"]);
    expect(stepMarks({ ...waits, waitingFor: "PERSON" }, now)).toEqual(["SUCCEEDED", "WAITING"]);
  });

  it("[N627] calls a question that no agent fits by that, and one that an agent answered a success", () => {
    const asked = { ...row, kind: "ASK", status: "SUCCEEDED", stepStatuses: [] } as const;
    expect(shownStatus({ ...asked, stepCount: 0 }, now)).toBe("NO_AGENT");
    expect(lookOf("NO_AGENT")).toMatchObject({ word: "No agent fits", tone: "st-partial" });
    const others = [
      { ...asked, stepCount: 1 },
      { ...asked, stepCount: 0, kind: "PROMPT" as const },
      { ...asked, stepCount: 0, status: "FAILED" as const },
    ];
    expect(others.map((other) => shownStatus(other, now))).toEqual(["SUCCEEDED", "SUCCEEDED", "FAILED"]);
  });

  it("says that an execution backs off until the time to try again has come, and how long that is", () => {
    const waiting = { ...row, retryAt: inSeconds(10.2) };
    expect(shownStatus(waiting, now)).toBe("BACKING_OFF");
    expect(stepMarks(waiting, now)).toEqual(["SUCCEEDED", "BACKING_OFF", "PENDING"]);
    expect(reason(waiting, now)).toEqual({ text: "Retries in 11 s", status: "BACKING_OFF" });
    expect(shownStatus(waiting, now + 11_000)).toBe("RUNNING");
    expect(shownStatus({ ...waiting, status: "WAITING", waitingFor: "CHILD" }, now)).toBe("RUNNING");
    expect(shownStatus({ ...waiting, status: "WAITING", waitingFor: "PERSON" }, now)).toBe("WAITING");
    expect(reason(waiting, now + 11_000)).toBeNull();
  });

  it("does not guess which of several running steps backs off", () => {
    const waiting = { ...row, retryAt: inSeconds(5), stepStatuses: ["RUNNING", "RUNNING"] as const };
    expect(stepMarks(waiting, now)).toEqual(["RUNNING", "RUNNING"]);
  });

  it("names the step that failed, with the code and the message", () => {
    const failure = { code: "TOOL_ERROR", message: "Cannot do it", stepId: "boom", retryable: false } as const;
    const failed: ExecutionRow = { ...row, status: "FAILED", currentStepId: null, failure };
    expect(whereabouts(failed)).toEqual({ text: "boom", isName: true });
    expect(reason(failed, now)?.text).toBe("TOOL_ERROR · Cannot do it");
  });

  it("says for whom it waits, and how many steps of a partial one failed", () => {
    expect(reason({ ...row, status: "WAITING", waitingFor: "PERSON" }, now)?.text).toBe("Waits for a person");
    const partial: ExecutionRow = { ...row, status: "PARTIAL", stepStatuses: ["SUCCEEDED", "FAILED", "SUCCEEDED"] };
    expect(reason(partial, now)?.text).toBe("1 of 3 steps failed");
  });

  it("shows what it does not know from a newer server as that says it", () => {
    expect(kindWord("DREAM")).toBe("DREAM");
    expect(kindWord("constructor")).toBe("constructor");
  });

  it("does not say the name of a workflow twice, and cuts a version that is a hash", () => {
    const runOf = { kind: "WORKFLOW", name: "publish", version: "a4599dd24e0a7dfdefa7225c" } as const;
    expect(runWords({ title: "publish", runOf })).toBe("a4599dd2");
    expect(runWords({ title: "Publish the post", runOf })).toBe("publish a4599dd2");
  });

  it("[N618] says how many steps failed as far as the list knows them", () => {
    const words = (stepStatuses: ExecutionRow["stepStatuses"], stepCount: number) =>
      reason({ ...row, status: "PARTIAL", stepStatuses, stepCount, endedStepCount: stepCount }, now)?.text;
    expect(words(["SUCCEEDED", "FAILED"], 2)).toBe("1 of 2 steps failed");
    expect(words(["SUCCEEDED", "FAILED"], 60)).toBe("1 or more of 60 steps failed");
    expect(words(["SUCCEEDED", "SUCCEEDED"], 60)).toBe("Some steps failed");
  });
});
