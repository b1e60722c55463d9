/** The lines of an execution: of two sources that are each ahead at times, the one that has heard last of a step decides. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { ExecutionHead, LoggedEvent, StepRow } from "../../../../dashboard/execution/store/execution-model.ts";
import { firstSelected } from "../../../../dashboard/execution/store/first-selected.ts";
import { emptyLog, foldEvents } from "../../../../dashboard/execution/store/fold-events.ts";
import { sameStands } from "../../../../dashboard/execution/store/known-plan.ts";
import { stepOrder } from "../../../../dashboard/execution/store/step-order.ts";
import { stepRows } from "../../../../dashboard/execution/store/step-rows.ts";
import { nameOfRow } from "../../../../dashboard/execution/timeline/timeline-words.ts";
import {
  at,
  attemptFailed,
  event,
  modelCalled,
  modelStarted,
  stepFinished,
  stepStarted,
  stepWaiting,
} from "../step-events.ts";

interface PlannedHere {
  readonly id: string;
  readonly from?: readonly string[];
  readonly children?: readonly PlannedHere[];
  readonly status?: string;
  readonly started?: number;
  readonly finished?: number;
  readonly reads?: boolean;
  readonly warns?: boolean;
  readonly firstSuccess?: boolean;
  readonly when?: string | null;
}

function headOf(
  steps: readonly PlannedHere[],
  more: Partial<Record<keyof ExecutionHead, unknown>> = {},
): ExecutionHead {
  const planned = ({ children = [], firstSuccess = false, from = [], id, when = null }: PlannedHere): object => ({
    ...{ stepId: id, kind: children.length > 0 ? "PARALLEL" : "TOOL", callableName: "call", after: [], when },
    ...{ index: 0, resultKey: null, independent: false, whenReferences: [] },
    references: from.map((sourceStepId) => ({ sourceStepId, source: "/x", target: "/y", expression: "" })),
    parallel:
      children.length > 0 ? { maxConcurrency: 1, mergeStrategy: firstSuccess ? "FIRST_SUCCESS" : "COLLECT_ALL" } : null,
    children: children.map(planned),
  });
  const stands = ({
    children = [],
    finished,
    id,
    reads = false,
    started,
    status = "PENDING",
    warns = false,
  }: PlannedHere): object => ({
    ...{ id: `node-${id}`, stepId: id, kind: children.length > 0 ? "PARALLEL" : "TOOL", status, failure: null },
    ...{
      startedAt: started === undefined ? null : at(started),
      finishedAt: finished === undefined ? null : at(finished),
    },
    ...(children.length > 0
      ? { children: children.map(stands) }
      : {
          toolName: "call",
          effectClass: reads ? "READ_ONLY" : "UNSAFE",
          waitsFor: null,
          reused: false,
          warnings: warns ? [{ code: "JSON_IN_TEXT" }] : [],
        }),
  });
  return {
    ...{ kind: "PLAN", status: "RUNNING", lastSequence: 0, createdAt: at(0), startedAt: at(0), finishedAt: null },
    ...{ failure: null, modelCalls: [], currentStepId: null, pendingHumanInputs: [] },
    plan: { schedule: "DATAFLOW", rounds: 1, steps: steps.map(planned) },
    steps: steps.map(stands),
    ...more,
  } as unknown as ExecutionHead;
}

function rowsOf(head: ExecutionHead | null, events: readonly LoggedEvent[] = [], now = 10_000): readonly StepRow[] {
  const log = emptyLog();
  foldEvents(log, events);
  return stepRows(head, log, now);
}

function row(rows: readonly StepRow[], stepId: string): StepRow {
  const found = rows.find((candidate) => candidate.stepId === stepId);
  if (found === undefined) throw new Error(`no line for ${stepId}`);
  return found;
}

const begun = event(1, null, 0, { __typename: "ExecutionStarted", kind: "PLAN", callableNames: [] });
const drawn = ({ segments }: StepRow) => segments.map(({ from, kind, to }) => `${kind} ${from}-${to ?? ""}`);

describe("where a step stands", () => {
  const running = [begun, stepStarted(2, "a", 100)];

  test("is as the log says while the head is behind", () => {
    const rows = rowsOf(headOf([{ id: "a" }], { lastSequence: 1 }), running);
    expect(row(rows, "a")).toMatchObject({ status: "RUNNING", startedAt: 100, named: { stepId: "a" } });
  });

  test("is as the head says while the log catches up, which closes what the log has left open", () => {
    const head = headOf([{ id: "a", status: "FAILED", started: 100, finished: 900 }], { lastSequence: 3 });
    const [a] = rowsOf(head, running);
    expect(a).toMatchObject({ status: "FAILED", finishedAt: 900 });
    expect(a?.segments).toMatchObject([{ kind: "QUEUED" }, { kind: "ATTEMPT", from: 100, to: 900, end: "FAILED" }]);
  });

  test("comes from the head alone where retention removed the log, with no queueing that nobody recorded", () => {
    const head = headOf([{ id: "a", status: "SUCCEEDED", started: 0, finished: 400 }], { lastSequence: 9 });
    expect(drawn(row(rowsOf(head), "a"))).toEqual(["ATTEMPT 0-400"]);
  });

  test("comes from the log alone for turns that the head does not know yet", () => {
    const turn = event(2, "turns/3/agent", 50, {
      __typename: "TurnStarted",
      turn: 3,
      agentName: "Editor",
      cause: "MESSAGE",
    });
    expect(rowsOf(headOf([], { kind: "MESSAGE" }), [begun, turn])).toMatchObject([
      { stepId: "turns/3/agent", kind: "AGENT", callableName: "Editor", status: "RUNNING" },
    ]);
  });

  test("is backing off until the next attempt is due", () => {
    const failed = [...running, attemptFailed(3, "a", 200, { attempt: 1, retryAt: 700 })];
    const head = headOf([{ id: "a", status: "RUNNING", started: 100 }], { lastSequence: 3 });
    expect(row(rowsOf(head, failed, 699), "a").status).toBe("BACKING_OFF");
    expect(row(rowsOf(head, failed, 700), "a").status).toBe("RUNNING");
  });
});

test("[N15] a step whose result bears warnings counts them, by the log or by the head", () => {
  const head = headOf([{ id: "a", status: "SUCCEEDED", started: 100, finished: 300, warns: true }], {
    lastSequence: 3,
  });
  expect(row(rowsOf(head), "a").warningCount).toBe(1);
  const log = [begun, stepStarted(2, "a", 100), stepFinished(3, "a", 300, { warnings: 2 })];
  expect(row(rowsOf(null, log), "a").warningCount).toBe(2);
  expect(row(rowsOf(headOf([{ id: "a" }], { lastSequence: 1 })), "a").warningCount).toBe(0);
});

test("[N641] a step whose child works is running in it, with a bar of its own, by the log and by the head alone", () => {
  const working = [begun, stepStarted(2, "a", 100), stepWaiting(3, "a", 200, "CHILD", 60_000)];
  const a = row(rowsOf(headOf([{ id: "a" }], { lastSequence: 1 }), working), "a");
  expect(a).toMatchObject({ status: "RUNNING", note: "in call", waitsUntil: null });
  expect(drawn(a)).toEqual(["QUEUED 0-100", "ATTEMPT 100-200", "CHILD 200-"]);
  const done = row(rowsOf(null, [...working, stepFinished(4, "a", 900)]), "a");
  expect(done.segments.at(-1)).toMatchObject({ kind: "CHILD", to: 900, end: "SUCCEEDED" });
  const head = headOf([{ id: "a", status: "WAITING", started: 100 }], { lastSequence: 9 });
  Object.assign(head.steps[0] ?? {}, { waitsFor: "CHILD" });
  expect(row(rowsOf(head), "a")).toMatchObject({
    status: "RUNNING",
    segments: [{}, { kind: "CHILD", from: 100, to: null }],
  });
  const asks = [begun, stepStarted(2, "a", 100), stepWaiting(3, "a", 200, "PERSON", 60_000)];
  expect(row(rowsOf(null, asks), "a").status).toBe("WAITING");
});

test("a step that waits says until when, by the log or by the question, and no longer once it goes on", () => {
  const waiting = [begun, stepStarted(2, "a", 100), stepWaiting(3, "a", 200, "PERSON", 60_000)];
  const head = headOf([{ id: "a", status: "WAITING", started: 100 }], {
    lastSequence: 3,
    pendingHumanInputs: [{ id: "r", stepId: "a", expiresAt: at(70_000) }],
  });
  expect(row(rowsOf(head, waiting), "a").waitsUntil).toBe(60_000);
  expect(row(rowsOf(head), "a").waitsUntil).toBe(70_000);
  expect(row(rowsOf(null, [...waiting, stepFinished(4, "a", 300)]), "a").waitsUntil).toBeNull();
  const early = [begun, stepStarted(2, "a", 100), stepWaiting(3, "a", 200, "PERSON", 50)];
  expect(row(rowsOf(null, early), "a").waitsUntil).toBe(200);
});

describe("queueing", () => {
  test("begins when all that a step follows has ended", () => {
    const head = headOf([
      { id: "a", reads: true },
      { id: "b", reads: true },
      { id: "c", from: ["a", "b"], reads: true },
    ]);
    const events = [
      begun,
      ...[stepStarted(2, "a", 0), stepStarted(3, "b", 0), stepFinished(4, "a", 300), stepFinished(5, "b", 500)],
      stepStarted(6, "c", 900),
    ];
    expect(drawn(row(rowsOf(head, events), "c"))).toEqual(["QUEUED 500-900", "ATTEMPT 900-"]);
  });

  test("does not begin while a step that comes first by its effects still runs", () => {
    const head = headOf([{ id: "write" }, { id: "read", reads: true }]);
    expect(drawn(row(rowsOf(head, [begun, stepStarted(2, "write", 0)]), "read"))).toEqual([]);
  });

  test("begins with the end of a group for a step that takes from a child of it", () => {
    const head = headOf([
      {
        id: "group",
        children: [
          { id: "one", reads: true },
          { id: "two", reads: true },
        ],
      },
      { id: "then", from: ["one"], reads: true },
    ]);
    const events = [
      begun,
      ...[stepStarted(2, "one", 0, 1, "group"), stepFinished(3, "one", 100, { groupId: "group" })],
      ...[stepStarted(4, "two", 0, 1, "group"), stepFinished(5, "two", 700, { groupId: "group" })],
      ...[stepFinished(6, "group", 700, { attempt: null }), stepStarted(7, "then", 900)],
    ];
    expect(drawn(row(rowsOf(head, events.slice(0, 3)), "then"))).toEqual([]);
    expect(drawn(row(rowsOf(head, events), "then"))).toEqual(["QUEUED 700-900", "ATTEMPT 900-"]);
  });

  test("looks past a step that was skipped at no known time to what that one follows", () => {
    const head = headOf([{ id: "a" }, { id: "b", status: "SKIPPED" }, { id: "c" }]);
    const events = [begun, stepStarted(2, "a", 0), stepFinished(3, "a", 400), stepStarted(4, "c", 600)];
    expect(drawn(row(rowsOf(head, events), "c"))).toEqual(["QUEUED 400-600", "ATTEMPT 600-"]);
    expect(drawn(row(rowsOf(head, events.slice(0, 2)), "c"))).toEqual([]);
  });

  test("follows a step that stands later in the plan, where one above takes from it", () => {
    const head = headOf([{ id: "a", from: ["b"] }, { id: "b" }]);
    const events = [begun, stepStarted(2, "b", 0), stepFinished(3, "b", 400), stepStarted(4, "a", 600)];
    expect(drawn(row(rowsOf(head, events), "b"))).toEqual(["ATTEMPT 0-400"]);
    expect(drawn(row(rowsOf(head, events), "a"))).toEqual(["QUEUED 400-600", "ATTEMPT 600-"]);
  });

  test("lasts until now for children that wait for their turn in the group", () => {
    const head = headOf([{ id: "group", children: [{ id: "one" }, { id: "two" }] }]);
    const rows = rowsOf(head, [begun, stepStarted(2, "one", 0, 1, "group")]);
    expect(drawn(row(rows, "two"))).toEqual(["QUEUED 0-"]);
    expect(row(rows, "two")).toMatchObject({ level: 2, groupId: "group" });
  });

  test("is none while a person is asked about the whole plan", () => {
    const head = headOf([{ id: "a" }]);
    const asked = stepWaiting(2, null, 10, "PERSON");
    const answered = event(3, null, 5_000, {
      ...{
        __typename: "HumanInputResolved",
        requestId: "r",
        resolution: "ACCEPTED",
        respondedBy: "mira",
        reason: null,
      },
    });
    expect(drawn(row(rowsOf(head, [begun, asked]), "a"))).toEqual([]);
    expect(drawn(row(rowsOf(head, [begun, asked, answered, stepStarted(4, "a", 5_001)]), "a"))).toEqual([
      "ATTEMPT 5001-",
    ]);
  });
});

describe("a group", () => {
  const children = [{ id: "fast" }, { id: "slow" }];
  const head = headOf([{ id: "race", children, firstSuccess: true }]);
  const events = [
    begun,
    ...[stepStarted(2, "fast", 40, 1, "race"), stepStarted(3, "slow", 50, 1, "race")],
    ...[
      stepFinished(4, "fast", 300, { groupId: "race" }),
      stepFinished(5, "slow", 310, { groupId: "race", status: "CANCELLED" }),
    ],
  ];

  test("lasts from its first child to its own end", () => {
    expect(row(rowsOf(head, events), "race")).toMatchObject({
      status: "RUNNING",
      segments: [{ kind: "GROUP", from: 40, to: null }],
    });
    const ended = [...events, stepFinished(6, "race", 320, { attempt: null })];
    expect(row(rowsOf(head, ended), "race")).toMatchObject({ status: "SUCCEEDED", segments: [{ from: 40, to: 320 }] });
  });

  test("says who decided it, and its other children why they were cancelled", () => {
    const rows = rowsOf(head, [...events, stepFinished(6, "race", 320, { attempt: null })]);
    expect(rows.map(({ note, stepId }) => [stepId, note])).toEqual([
      ["race", "fast decided"],
      ["fast", ""],
      ["slow", "cancelled by first success"],
    ]);
  });
});

test("planning stands before the steps and answering after them", () => {
  const events = [
    ...[begun, modelStarted(2, 0, "PLAN", 1), modelCalled(3, 90, "PLAN", 1)],
    ...[stepStarted(4, "a", 100), stepFinished(5, "a", 200), modelStarted(6, 210, "RESPOND", 2)],
  ];
  expect(rowsOf(headOf([{ id: "a" }]), events).map(({ status, stepId }) => [stepId, status])).toEqual([
    ["model/PLAN", "SUCCEEDED"],
    ["a", "SUCCEEDED"],
    ["model/RESPOND", "RUNNING"],
  ]);
});

test("a step that is called as the work of models is has a line of its own beside it", () => {
  const head = headOf([{ id: "model:PLAN" }]);
  const events = [modelStarted(1, 0, "PLAN", 1), modelCalled(2, 100, "PLAN", 1), stepStarted(3, "model:PLAN", 200)];
  expect(rowsOf(head, events).map(({ kind, status, stepId }) => [stepId, kind, status])).toEqual([
    ["model/PLAN", "MODEL", "SUCCEEDED"],
    ["model:PLAN", "TOOL", "RUNNING"],
  ]);
});

test("[N609] a skipped step says why and stands where that was decided, not at the beginning", () => {
  const over = { status: "FAILED", finishedAt: at(9_000) };
  const steps = [
    { id: "fine", status: "SUCCEEDED", started: 0, finished: 1_000 },
    { id: "score", status: "FAILED", started: 1_000, finished: 4_000 },
    { id: "write", from: ["score"], status: "SKIPPED" },
    { id: "other", status: "SKIPPED" },
  ];
  const rows = rowsOf(headOf(steps, over));
  expect(row(rows, "write")).toMatchObject({ note: "skipped: score failed", startedAt: null });
  expect(row(rows, "write").finishedAt).toBe(row(rows, "score").finishedAt);
  expect(row(rows, "other").note).toBe("skipped: score failed");
  const taken = [
    { id: "a", status: "SKIPPED", when: "false", finished: 2_000 },
    { id: "b", from: ["a"], status: "SKIPPED" },
  ];
  const skipped = rowsOf(headOf(taken, { status: "SUCCEEDED", finishedAt: at(5_000) }));
  expect(row(skipped, "b")).toMatchObject({ note: "skipped: a was skipped" });
  expect(row(skipped, "b").finishedAt).toBe(row(skipped, "a").finishedAt);
});

test("a step is said to be skipped by its condition only where nothing else can have been the reason", () => {
  const skipped = { id: "a", status: "SKIPPED", when: "false" };
  const over = { lastSequence: 9, status: "SUCCEEDED", finishedAt: at(100) };
  expect(row(rowsOf(headOf([skipped], over)), "a").note).toBe("skipped: its condition is false");
  expect(row(rowsOf(headOf([skipped, { id: "b", status: "FAILED" }], over)), "a").note).toBe("skipped");
});

test("a line that did not change is the very same one, so that nothing is drawn again for it", () => {
  const log = emptyLog();
  const head = headOf([
    { id: "a", reads: true },
    { id: "b", reads: true },
  ]);
  foldEvents(log, [begun, stepStarted(2, "a", 0), stepStarted(3, "b", 0)]);
  const before = stepRows(head, log, 10);
  foldEvents(log, [stepFinished(4, "b", 20)]);
  const after = stepRows(head, log, 30, before);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test("[N722] a line of a step that ended or has not begun is not made again without news of that step", () => {
  const head = headOf([{ id: "ended" }, { id: "running", from: ["ended"] }, { id: "later", from: ["running"] }]);
  const read: string[] = [];
  for (const step of head.steps as unknown as { stepId: string; effectClass: string; waitsFor: null }[])
    Object.defineProperty(step, "waitsFor", {
      get: () => {
        read.push(step.stepId);
        return null;
      },
    });
  const log = emptyLog();
  foldEvents(log, [begun, stepStarted(2, "ended", 10), stepFinished(3, "ended", 20), stepStarted(4, "running", 20)]);
  const first = stepRows(head, log, 30);
  for (const step of head.steps) Object.defineProperty(step, "reused", { get: () => read.push(step.stepId) > 9 });
  read.length = 0;
  stepRows(head, log, 40, first);
  expect(new Set(read)).toEqual(new Set(["running"]));
});

test("[N856] a batch of events looks up the steps with news alone, in a run of thousands as well", () => {
  const head = headOf(Array.from({ length: 2_000 }, (_, at) => ({ id: `s${at}`, reads: true })));
  const log = emptyLog();
  const before = Array.from({ length: 1_000 }, (_, at) => [
    stepStarted(2 * at + 2, `s${at}`, at),
    stepFinished(2 * at + 3, `s${at}`, at + 1),
  ]);
  foldEvents(log, [begun, ...before.flat(), stepStarted(2_002, "s1000", 1_000)]);
  const first = stepRows(head, log, 1_001);
  foldEvents(log, [stepFinished(2_003, "s1000", 1_002), stepStarted(2_004, "s1001", 1_002)]);
  const put = vi.spyOn(Map.prototype, "set");
  const next = stepRows(head, log, 1_003, first);
  const puts = put.mock.calls.length;
  put.mockRestore();
  expect(puts).toBeGreaterThan(0);
  expect(puts).toBeLessThan(10);
  expect(next.filter((one, at) => one !== first[at]).map(({ stepId }) => stepId)).toEqual(["s1000", "s1001"]);
  expect(next).toEqual(stepRows(head, log, 1_003));
});

test("[N784] a head that says the same of a step makes no line of it anew, and one that says something else does", () => {
  const log = emptyLog();
  foldEvents(log, [begun, stepStarted(2, "ended", 10), stepFinished(3, "ended", 20), stepStarted(4, "running", 20)]);
  const steps = [{ id: "ended", status: "SUCCEEDED", started: 10, finished: 20 }, { id: "running" }, { id: "later" }];
  const first = headOf(steps, { lastSequence: 3 });
  const read: string[] = [];
  const next = (stands: typeof steps, more: Partial<Record<keyof ExecutionHead, unknown>>) => {
    const head = headOf(stands, more);
    const kept = sameStands(first.steps, head.steps);
    const reused = (stepId: string) => {
      read.push(stepId);
      return false;
    };
    for (const step of kept)
      Object.defineProperty(step, "reused", { configurable: true, get: () => reused(step.stepId) });
    return { ...head, plan: first.plan, steps: kept };
  };
  const before = stepRows(first, log, 30);
  const same = next(steps, { lastSequence: 4 });
  read.length = 0;
  const after = stepRows(same, log, 40, before);
  expect(new Set(read)).toEqual(new Set(["running"]));
  expect(after[0]).toBe(before[0]);
  const warned = [{ id: "ended", status: "SUCCEEDED", started: 10, finished: 20, warns: true }, ...steps.slice(1)];
  expect(stepRows(next(warned, { lastSequence: 5 }), log, 50, after)[0]?.warningCount).toBe(1);
});

test("[N783] a step is where the log says, once the steps of the head are older", () => {
  const log = emptyLog();
  foldEvents(log, [begun, stepStarted(2, "a", 10), stepFinished(3, "a", 20)]);
  const stale = headOf([{ id: "a", status: "RUNNING", started: 10 }], { lastSequence: 9, stepsAsOf: 2 });
  expect(row(stepRows(stale, log, 30), "a")).toMatchObject({ status: "SUCCEEDED", finishedAt: 20 });
});

test("[N722] lines made of those before are the lines made anew, whatever comes when", () => {
  const names = ["a", "b", "c"];
  const planned = [{ id: "a" }, { id: "group", from: ["a"], children: [{ id: "b" }] }, { id: "c", from: ["b"] }];
  const happening = fc.record({
    step: fc.constantFrom(...names),
    what: fc.constantFrom("start", "fail", "end", "endBadly", "wait"),
    passed: fc.integer({ min: 0, max: 900 }),
    isPublished: fc.boolean(),
    head: fc.option(fc.constantFrom("RUNNING", "SUCCEEDED", "FAILED"), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 14 }), (happenings) => {
      const log = emptyLog();
      foldEvents(log, [begun]);
      let head = headOf(planned);
      let before: readonly StepRow[] = [];
      let [now, isOver] = [0, false];
      for (const [index, { head: status, isPublished, passed, step, what }] of happenings.entries()) {
        const sequence = index + 2;
        now += passed;
        const made = {
          start: () => stepStarted(sequence, step, now),
          fail: () => attemptFailed(sequence, step, now, { attempt: 1, retryAt: now + 300 }),
          end: () => stepFinished(sequence, step, now),
          endBadly: () => stepFinished(sequence, step, now, { status: "FAILED" }),
          wait: () => stepWaiting(sequence, step, now, "PERSON"),
        }[what]();
        // A step of which the head says that it has ended has no further events.
        if (step !== "a" || !isOver) foldEvents(log, [made]);
        if (status !== undefined && !isOver) {
          const stands = { status, started: now, ...(status !== "RUNNING" && { finished: now }) };
          isOver = status !== "RUNNING";
          const read = headOf([{ id: "a", ...stands }, ...planned.slice(1)], { lastSequence: sequence });
          // As the page reads it: what says the same is the same.
          head = { ...read, plan: head.plan, steps: sameStands(head.steps, read.steps) };
        }
        if (!isPublished) continue;
        before = stepRows(head, log, now, before);
        expect(before).toEqual(stepRows(head, log, now));
      }
    }),
  );
});

test("no line has a stretch that is negative, whatever clocks the head and the log were written by", () => {
  const instants = fc.integer({ min: 0, max: 3_000 });
  fc.assert(
    fc.property(fc.array(instants, { minLength: 8, maxLength: 8 }), fc.nat(6), fc.nat(6), (times, seen, read) => {
      const [t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0, t6 = 0, now = 0] = times;
      const events = [
        begun,
        ...[
          stepStarted(2, "a", t0),
          attemptFailed(3, "a", t1, { attempt: 1, retryAt: t2 }),
          stepFinished(4, "a", t3, { attempt: 2 }),
        ],
        ...[stepStarted(5, "b", t4), stepFinished(6, "b", t5)],
      ];
      const head = headOf(
        [
          { id: "a", status: read > 3 ? "SUCCEEDED" : "RUNNING", started: t6, ...(read > 3 && { finished: t2 }) },
          {
            id: "b",
            from: ["a"],
            status: read > 5 ? "FAILED" : "PENDING",
            ...(read > 5 && { finished: t1, started: t3 }),
          },
        ],
        { lastSequence: read },
      );
      for (const { finishedAt, segments, startedAt } of rowsOf(head, events.slice(0, seen), now)) {
        for (const { from, to } of segments) if (to !== null) expect(to).toBeGreaterThanOrEqual(from);
        if (startedAt !== null && finishedAt !== null) expect(finishedAt).toBeGreaterThanOrEqual(startedAt);
      }
    }),
  );
});

describe("the step that is shown first", () => {
  const steps = [
    { id: "ok", status: "SUCCEEDED" },
    { id: "bad", status: "FAILED" },
    { id: "now", status: "RUNNING", started: 5 },
  ];

  test("is the one that runs while the execution does, else the one that failed, and none where all went well", () => {
    const open = headOf(steps, { lastSequence: 9 });
    const over = headOf(steps.slice(0, 2), { lastSequence: 9, status: "FAILED", finishedAt: at(10) });
    const fine = headOf(steps.slice(0, 1), { lastSequence: 9, status: "SUCCEEDED", finishedAt: at(10) });
    expect([open, over, fine].map((head) => firstSelected(head, rowsOf(head)))).toEqual(["now", "bad", null]);
  });
});

test("[N364] a running step notes what its callee tells, the newest of each, until its attempt ends", () => {
  const told = (sequence: number, fields: object, attempt = 1) =>
    event(sequence, "a", sequence * 10, {
      ...{ __typename: "StepProgressed", attempt, progress: null, total: null, said: null, level: null },
      ...fields,
    });
  const started = [stepStarted(1, "a", 0), told(2, { progress: 3, total: 8, said: "reading\n\u202etxt" })];
  const note = (...more: readonly LoggedEvent[]) => {
    const log = emptyLog();
    foldEvents(log, [...started, ...more]);
    return row(stepRows(null, log, 1_000), "a").note;
  };
  expect(note()).toMatch(/^3 of 8, reading .*txt$/);
  expect(note()).not.toContain("\u202e");
  expect(note(told(3, { progress: 4 }), told(4, { said: "writing" }))).toBe("4 of 8, writing");
  expect(note(told(3, { progress: 25, total: 100 }), told(4, { said: "" }))).toBe("25 %");
  expect(note(attemptFailed(3, "a", 100, { attempt: 1, retryAt: 600 }), told(4, { said: "again" }, 2))).toBe("again");
  expect(note(stepFinished(3, "a", 900))).toBe("");
});

describe("rounds", () => {
  const steps: readonly PlannedHere[] = [
    { id: "a", status: "FAILED", started: 10, finished: 20 },
    { id: "b", status: "SKIPPED" },
    { id: "rounds/2/a", status: "SUCCEEDED", started: 30, finished: 40 },
    { id: "rounds/2/b", from: ["rounds/2/a"], status: "RUNNING", started: 40 },
  ];
  const head = () => {
    const { plan, ...rest } = headOf(steps);
    return { ...rest, plan: { ...plan, rounds: 3 } } as unknown as ExecutionHead;
  };

  test("[N371] are lines that hold the steps of one plan each, and a round without steps is none", () => {
    const rows = rowsOf(head());
    expect(rows.map(({ groupId, kind, level, stepId }) => [stepId, kind, level, groupId])).toEqual([
      ["round/1", "ROUND", 1, null],
      ["a", "TOOL", 2, "round/1"],
      ["b", "TOOL", 2, "round/1"],
      ["round/2", "ROUND", 1, null],
      ["rounds/2/a", "TOOL", 2, "round/2"],
      ["rounds/2/b", "TOOL", 2, "round/2"],
    ]);
    expect(row(rows, "round/1")).toMatchObject({ status: "FAILED", finishedAt: Date.parse(at(20)) });
    expect(row(rows, "round/2")).toMatchObject({ status: "RUNNING", finishedAt: null });
    expect(["round/2", "rounds/2/b"].map((stepId) => nameOfRow({ stepId }))).toEqual(["plan 2", "b"]);
  });

  test("[N371] follow one another: the first steps of one wait for the last of the one before", () => {
    const order = stepOrder(head());
    expect(order.get("a")).toEqual([]);
    expect(order.get("rounds/2/a")).toEqual(["b"]);
    expect(order.get("rounds/2/b")).toEqual(["rounds/2/a"]);
  });

  test("of an execution with one plan have no line", () => {
    expect(rowsOf(headOf(steps.slice(0, 2))).map(({ stepId }) => stepId)).toEqual(["a", "b"]);
  });
});

test("[N700] a map of ten thousand items has lines for the first fifty, and for fifty more that failed", () => {
  const head = headOf([{ id: "each", children: [{ id: "call" }] }, { id: "after" }]);
  for (const step of [...(head.plan?.steps ?? []), ...head.steps])
    if (step.stepId === "each") Object.assign(step, { kind: "MAP" });
  const events = Array.from({ length: 10_000 }, (_, item) => {
    const status = item % 10 === 9 ? "FAILED" : "SUCCEEDED";
    return stepFinished(item + 2, `each[${item}]`, item, { groupId: "each", status });
  });
  const rows = rowsOf(head, [begun, ...events]);
  const items = rows.filter(({ groupId }) => groupId === "each");
  expect(items).toHaveLength(100);
  expect(items.slice(0, 50).map(({ stepId }) => stepId)).toEqual(Array.from({ length: 50 }, (_, at) => `each[${at}]`));
  expect(items.slice(50).every(({ status }) => status === "FAILED")).toBe(true);
  expect(items.at(-1)?.stepId).toBe("each[549]");
  expect(rows.map(({ stepId }) => stepId)).toContain("after");
});
