import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import type { StepDetail } from "../../../../dashboard/execution/inspector/step-detail.ts";
import type {
  ExecutionHead,
  ExecutionStore,
  LoggedEvent,
} from "../../../../dashboard/execution/store/execution-model.ts";
import { emptyLog, foldEvents } from "../../../../dashboard/execution/store/fold-events.ts";
import { stepRows } from "../../../../dashboard/execution/store/step-rows.ts";
import { foldTexts } from "../../../../dashboard/execution/store/written-texts.ts";
import { detailAt } from "../../../../dashboard/execution/time/detail-at.ts";
import {
  countBy,
  countUntil,
  nearestPlace,
  replayPauseMs,
  storeAt,
} from "../../../../dashboard/execution/time/store-at.ts";
import { at, event, stepFinished, stepStarted, stepWaiting } from "../step-events.ts";
import { stepRow } from "../step-row.ts";

const text = (sequence: number, time: number, offset: number, written: string) =>
  event(sequence, null, time, { __typename: "TextProduced", streamId: "respond/1", offset, text: written });

/** A prompt: planned by a model, one step that succeeds and one that waits and fails, an answer word by word. */
const log: readonly LoggedEvent[] = [
  event(1, null, 0, { __typename: "ExecutionStarted", kind: "PROMPT", callableNames: [] }),
  event(2, null, 100, { __typename: "ModelCallStarted", purpose: "PLAN", number: 1, model: "scripted" }),
  event(3, null, 200, {
    __typename: "ModelCalled",
    modelCall: {
      number: 1,
      purpose: "PLAN",
      model: "scripted",
      durationMs: 100,
      inputTokens: 10,
      outputTokens: 5,
      costMicros: 7,
      retryAt: null,
      failure: null,
    },
  }),
  event(4, null, 210, { __typename: "PlanProposed", round: 1, plan: { hash: "x" } }),
  stepStarted(5, "a", 300),
  stepFinished(6, "a", 400),
  stepStarted(8, "b", 500),
  stepWaiting(9, "b", 600, "PERSON"),
  stepFinished(10, "b", 900, { status: "FAILED" }),
  text(11, 1_000, 0, "It "),
  text(12, 1_100, 3, "failed"),
  event(13, null, 1_200, { __typename: "ExecutionFinished", executionStatus: "PARTIAL", executionFailure: null }),
];

const stand = (stepId: string, status: string, from: number, to: number) => ({
  ...{
    __typename: "ToolStep",
    id: `id ${stepId}`,
    stepId,
    kind: "TOOL",
    status,
    startedAt: at(from),
    finishedAt: at(to),
  },
  ...{ durationMs: to - from, failure: status === "FAILED" ? { code: "TOOL_ERROR", message: "no" } : null },
  ...{ toolName: "call", effectClass: "READ_ONLY", waitsFor: null, reused: false, warnings: [] },
});
const planned = (stepId: string) => ({
  ...{ stepId, kind: "TOOL", callableName: "call", after: [], when: null, index: 0, resultKey: null, isFinally: false },
  ...{ independent: false, references: [], whenReferences: [], parallel: null, children: [] },
});

const head = {
  ...{
    id: "x",
    kind: "PROMPT",
    status: "PARTIAL",
    lastSequence: 13,
    createdAt: at(0),
    startedAt: at(0),
    finishedAt: at(1_200),
  },
  ...{ durationMs: 1_200, response: "It failed", responseFailure: null, failure: null, routing: null, planErrors: [] },
  ...{ planWarnings: [], pendingHumanInputs: [], stepCount: 2, endedStepCount: 2, currentStepId: null },
  usage: {
    toolCalls: 2,
    agentCalls: 0,
    modelCalls: 1,
    inputTokens: 10,
    cachedInputTokens: 0,
    outputTokens: 5,
    costMicros: 7,
  },
  modelCalls: [
    {
      number: 1,
      purpose: "PLAN",
      model: "scripted",
      startedAt: at(100),
      durationMs: 100,
      inputTokens: 10,
      outputTokens: 5,
      costMicros: 7,
      outcome: "ANSWERED",
      failure: null,
    },
  ],
  plan: {
    hash: "x",
    schedule: "SEQUENTIAL",
    rounds: 1,
    reasoning: null,
    directResponse: null,
    steps: [planned("a"), planned("b")],
  },
  steps: [stand("a", "SUCCEEDED", 300, 400), stand("b", "FAILED", 500, 900)],
} as unknown as ExecutionHead;

function liveStore(): ExecutionStore {
  const folded = emptyLog();
  foldEvents(folded, log);
  return {
    ...{
      executionId: "x",
      head: signal(head),
      problem: signal(null),
      log,
      logLength: signal(log.length),
      gap: signal(null),
    },
    ...{ rows: signal(stepRows(head, folded, 1_200)), texts: signal(foldTexts([], log)), selected: signal(null) },
    ...{
      selectedWithin: signal(null),
      includesHidden: signal(false),
      isFollowing: signal(true),
      close: () => undefined,
    },
  };
}

const standing = (store: ExecutionStore) => store.rows.value.map(({ status, stepId }) => `${stepId} ${status}`);

describe("an execution at a place of its log", () => {
  it("[N648] [N661] stands as it stood then: plan, steps, words, calls of models and cost, whatever came later", () => {
    const count = signal(1);
    const past = storeAt(liveStore(), count);
    const seen = (to: number) => {
      count.value = to;
      return {
        steps: standing(past),
        said: past.texts.value.map((one) => one.text),
        ends: past.head.value?.finishedAt ?? null,
      };
    };
    expect(seen(1)).toEqual({ steps: [], said: [], ends: null });
    expect(past.head.value).toMatchObject({ status: "RUNNING", plan: null, modelCalls: [], response: null });
    expect(seen(2).steps).toEqual(["model/PLAN RUNNING"]);
    expect(past.head.value?.usage).toMatchObject({ modelCalls: 1, inputTokens: 0, costMicros: 0, toolCalls: 0 });
    expect(seen(4).steps).toEqual(["model/PLAN SUCCEEDED", "a PENDING", "b PENDING"]);
    expect(seen(5).steps).toContain("a RUNNING");
    expect(seen(6).steps).toContain("a SUCCEEDED");
    expect(past.head.value).toMatchObject({ endedStepCount: 1, usage: { toolCalls: 1, costMicros: 7 } });
    expect(seen(8).steps).toContain("b WAITING");
    // [N661] So that the head of the page says it too.
    expect(past.head.value).toMatchObject({ status: "WAITING", waitingFor: "PERSON" });
    expect(seen(9).steps).toContain("b FAILED");
    expect(past.head.value).toMatchObject({ status: "RUNNING", waitingFor: null });
    expect(seen(10)).toMatchObject({ said: ["It "], ends: null });
    expect(seen(11)).toMatchObject({ said: ["It failed"], ends: null });
    expect(past.texts.value[0]?.isOpen).toBe(true);
    expect(seen(12)).toMatchObject({ ends: at(1_200) });
    expect(past.head.value).toMatchObject({ status: "PARTIAL", response: "It failed" });
  });

  it("[N648] is the same whichever way one came, and at its end as in the present", () => {
    const live = liveStore();
    const count = signal(log.length);
    const past = storeAt(live, count);
    expect(standing(past)).toEqual(standing(live));
    const forwards = log.map((_, index) => {
      count.value = index + 1;
      return standing(past);
    });
    for (const index of [...log.keys()].reverse()) {
      count.value = index + 1;
      expect(standing(past)).toEqual(forwards[index]);
    }
    expect(past.log).toHaveLength(1);
    // The present was not touched.
    expect(standing(live)).toEqual(forwards.at(-1));
  });

  it("[N648] is named by the number of its event, though numbers of hidden ones are missing, and by its time", () => {
    expect(countUntil(log, 6)).toBe(6);
    expect(countUntil(log, 7)).toBe(6);
    expect(countUntil(log, 8)).toBe(7);
    expect(countUntil(log, 1_000)).toBe(log.length);
    expect(countUntil(log, 0)).toBe(0);
    expect(countUntil([], 5)).toBe(0);
    expect(countBy(log, 299)).toBe(4);
    expect(countBy(log, 5_000)).toBe(log.length);
    expect(replayPauseMs(log, 4)).toBe(90);
    expect(replayPauseMs([stepStarted(1, "a", 0), stepFinished(2, "a", 3_600_000)], 1)).toBe(900);
    expect(replayPauseMs([stepStarted(1, "a", 50), stepFinished(2, "a", 0)], 1)).toBe(30);
  });
});

describe("what was known of a step", () => {
  const detail = {
    ...{
      __typename: "ToolStep",
      stepId: "a",
      kind: "TOOL",
      status: "SUCCEEDED",
      startedAt: at(100),
      finishedAt: at(900),
    },
    ...{
      input: { value: 1 },
      output: { value: 2 },
      text: { value: "x" },
      content: null,
      failure: null,
      warnings: [{}],
    },
    attempts: [
      {
        number: 1,
        startedAt: at(100),
        finishedAt: at(300),
        outcome: "REJECTED",
        retryAt: at(500),
        failure: { code: "TOOL_ERROR" },
      },
      { number: 2, startedAt: at(500), finishedAt: at(900), outcome: "ANSWERED", retryAt: null, failure: null },
    ],
  } as unknown as StepDetail;

  it("[N649] is its arguments once it began, its result once it ended, and no attempt before its time", () => {
    expect(detailAt(detail, stepRow("a"), 50)).toMatchObject({ input: null, output: null, text: null, attempts: [] });
    const running = detailAt(detail, stepRow("a", { status: "RUNNING" }), 200);
    expect(running).toMatchObject({ input: { value: 1 }, output: null, finishedAt: null, warnings: [] });
    expect(running).toMatchObject({ attempts: [{ number: 1, finishedAt: null, outcome: null, failure: null }] });
    const over = detailAt(detail, stepRow("a", { status: "SUCCEEDED" }), 900);
    expect(over).toMatchObject({ output: { value: 2 }, attempts: [{ outcome: "REJECTED" }, { outcome: "ANSWERED" }] });
  });

  it("[N649] is a question that is still open while nobody had answered it", () => {
    const asked = {
      ...{
        __typename: "HumanInputStep",
        stepId: "q",
        status: "SUCCEEDED",
        startedAt: at(100),
        finishedAt: at(900),
        input: null,
      },
      ...{ output: { value: {} }, failure: null },
      request: { status: "ACCEPTED", createdAt: at(100), resolvedAt: at(900), respondedBy: "ann", reason: null },
    } as unknown as StepDetail;
    const then = detailAt(asked, stepRow("q", { status: "WAITING" }), 500);
    expect(then).toMatchObject({ output: null, request: { status: "PENDING", respondedBy: null } });
    expect(detailAt(asked, stepRow("q"), 50)).toMatchObject({ request: null });
  });
});

it("[N668] a place outside a log that is read to its end stands for the nearest event; within it, and before, for itself", () => {
  const [first, end] = [log[0]?.sequence ?? 0, log.at(-1)?.sequence ?? 0];
  expect(nearestPlace(log, end + 86, end)).toBe(end);
  expect(nearestPlace(log, 0, end)).toBe(first);
  expect(nearestPlace(log, Number.NaN, end)).toBe(first);
  expect(nearestPlace(log.slice(3), 2, end)).toBe(log[3]?.sequence);
  expect(nearestPlace(log, end, end)).toBeNull();
  // More of it is to come.
  expect(nearestPlace(log, end + 1, end + 1)).toBeNull();
  expect(nearestPlace([], 5, 0)).toBeNull();
});
