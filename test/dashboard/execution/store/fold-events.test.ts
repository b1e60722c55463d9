/** The log of an execution, folded into stretches of time: whatever it says and however it comes, no stretch is negative or overlaps. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LoggedEvent, Segment } from "../../../../dashboard/execution/store/execution-model.ts";
import {
  emptyLog,
  type FoldedLog,
  foldEvents,
  isSuperseded,
} from "../../../../dashboard/execution/store/fold-events.ts";
import { segmentsAt } from "../../../../dashboard/execution/store/step-track.ts";
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

function folded(...events: readonly LoggedEvent[]): FoldedLog {
  const log = emptyLog();
  foldEvents(log, events);
  return log;
}

function drawn(log: FoldedLog, stepId: string, now = 100_000): readonly string[] {
  const track = log.tracks.get(stepId);
  return track === undefined ? [] : segmentsAt(track, now).map(written);
}

function written({ attempt, end, from, kind, to }: Segment): string {
  const number = attempt === null ? "" : ` ${attempt}`;
  return `${kind}${number} ${from}-${to ?? ""}${end === null ? "" : ` ${end}`}`;
}

test("a step that is tried again backs off in between, although the log tells nothing of the second attempt's start", () => {
  const log = folded(
    stepStarted(1, "a", 0),
    attemptFailed(2, "a", 100, { attempt: 1, retryAt: 600 }),
    stepFinished(3, "a", 900, { attempt: 2 }),
  );
  expect(drawn(log, "a")).toEqual(["ATTEMPT 1 0-100 FAILED", "BACKOFF 100-600", "ATTEMPT 2 600-900 SUCCEEDED"]);
});

test("a back-off whose time has come is an attempt that runs", () => {
  const log = folded(stepStarted(1, "a", 0), attemptFailed(2, "a", 100, { attempt: 1, retryAt: 600 }));
  expect(drawn(log, "a", 599)).toEqual(["ATTEMPT 1 0-100 FAILED", "BACKOFF 100-"]);
  expect(drawn(log, "a", 600)).toEqual(["ATTEMPT 1 0-100 FAILED", "BACKOFF 100-600", "ATTEMPT 2 600-"]);
});

test("a step that is cancelled while it backs off was not tried again", () => {
  const log = folded(
    stepStarted(1, "a", 0),
    attemptFailed(2, "a", 100, { attempt: 1, retryAt: 600 }),
    stepFinished(3, "a", 300, { attempt: 1, status: "CANCELLED" }),
  );
  expect(drawn(log, "a")).toEqual(["ATTEMPT 1 0-100 FAILED", "BACKOFF 100-300"]);
});

test("a call that waits for a person before it leaves is no attempt until it does", () => {
  const log = folded(
    stepWaiting(1, "a", 0, "PERSON"),
    event(2, "a", 500, {
      __typename: "HumanInputResolved",
      requestId: "r",
      resolution: "ACCEPTED",
      respondedBy: "mira",
      reason: null,
    }),
    stepStarted(3, "a", 520),
    stepFinished(4, "a", 700),
  );
  expect(drawn(log, "a")).toEqual(["WAIT 0-500", "ATTEMPT 1 520-700 SUCCEEDED"]);
});

test("a server that asks in the middle of its call is called again with the answer", () => {
  const log = folded(
    stepStarted(1, "a", 0),
    stepWaiting(2, "a", 100, "PERSON"),
    event(3, "a", 500, {
      __typename: "HumanInputResolved",
      requestId: "r",
      resolution: "DECLINED",
      respondedBy: "mira",
      reason: null,
    }),
    stepFinished(4, "a", 700, { attempt: 2 }),
  );
  expect(drawn(log, "a")).toEqual(["ATTEMPT 1 0-100 SUCCEEDED", "WAIT 100-500", "ATTEMPT 2 500-700 SUCCEEDED"]);
});

test("a step that asks by itself ends with the answer, without an attempt after it", () => {
  const log = folded(
    stepStarted(1, "a", 0),
    stepWaiting(2, "a", 0, "PERSON"),
    event(3, "a", 500, {
      __typename: "HumanInputResolved",
      requestId: "r",
      resolution: "ACCEPTED",
      respondedBy: "mira",
      reason: null,
    }),
    stepFinished(4, "a", 500),
  );
  expect(drawn(log, "a").filter((segment) => !segment.startsWith("ATTEMPT 1 0-0"))).toEqual(["WAIT 0-500"]);
});

test("what comes for a step after its end changes nothing of it", () => {
  const log = folded(
    stepStarted(1, "a", 0),
    stepFinished(2, "a", 100),
    stepStarted(3, "a", 200),
    stepWaiting(4, "a", 300, "TIMER"),
  );
  expect(drawn(log, "a")).toEqual(["ATTEMPT 1 0-100 SUCCEEDED"]);
  expect(log.tracks.get("a")?.status).toBe("SUCCEEDED");
});

test("calls of the planner are a line of their own, where a plan that was refused is a call that failed", () => {
  const log = folded(
    modelStarted(1, 0, "PLAN", 1),
    modelCalled(2, 100, "PLAN", 1),
    event(3, null, 100, {
      __typename: "PlanRejected",
      correcting: true,
      failure: { code: "PLAN_INVALID", message: "" },
    }),
    modelStarted(4, 110, "PLAN", 2),
    modelCalled(5, 200, "PLAN", 2),
  );
  expect(drawn(log, "model/PLAN")).toEqual(["ATTEMPT 1 0-100 FAILED", "ATTEMPT 2 110-200 SUCCEEDED"]);
});

test("a model that is called again within a turn backs off on the line of the turn", () => {
  const log = folded(
    event(1, "turns/2/agent", 0, { __typename: "TurnStarted", turn: 2, agentName: "Editor", cause: "MESSAGE" }),
    modelStarted(2, 5, "AGENT", 1),
    modelCalled(3, 100, "AGENT", 1, { failure: { code: "MODEL_ERROR", message: "" }, retryAt: at(300) }),
    modelStarted(4, 300, "AGENT", 2),
    modelCalled(5, 400, "AGENT", 2),
    stepFinished(6, "turns/2/agent", 400, { attempt: null }),
  );
  expect(drawn(log, "turns/2/agent")).toEqual([
    "ATTEMPT 1 0-100 FAILED",
    "BACKOFF 100-300",
    "ATTEMPT 2 300-400 SUCCEEDED",
  ]);
  expect(log.tracks.has("model/AGENT")).toBe(false);
});

test("an event of a type that only a newer server knows, or of a time that is none, harms nothing", () => {
  const log = folded(stepStarted(1, "a", 0), event(2, "a", 50, { __typename: "StepDreamed", sheep: 3 }), {
    ...stepFinished(3, "a", 0),
    occurredAt: "yesterday",
  });
  expect(drawn(log, "a")).toEqual(["ATTEMPT 1 0-50 SUCCEEDED"]);
});

const someEvent = fc.record({
  shape: fc.nat(9),
  step: fc.constantFrom("a", "b", "turns/1/agent"),
  // Clocks jump back and forth between objects.
  time: fc.integer({ min: 0, max: 2_000 }),
  later: fc.integer({ min: -500, max: 1_500 }),
  attempt: fc.integer({ min: 1, max: 4 }),
});

const someLog = fc.array(someEvent, { maxLength: 40 }).map((described) =>
  described.map(({ attempt, later, shape, step, time }, position): LoggedEvent => {
    const sequence = position + 1;
    switch (shape) {
      case 0:
      case 1:
        return stepStarted(sequence, step, time, attempt);
      case 2:
        return attemptFailed(sequence, step, time, { attempt, retryAt: time + later });
      case 3:
        return attemptFailed(sequence, step, time, { attempt, retryAt: null });
      case 4:
        return stepWaiting(sequence, step, time, attempt > 2 ? "PERSON" : "REMOTE_TASK");
      case 5:
        return event(sequence, step, time, {
          ...{ __typename: "HumanInputResolved", requestId: "r", respondedBy: null, reason: null },
          resolution: attempt > 2 ? "ACCEPTED" : "DECLINED",
        });
      case 6:
        return modelStarted(sequence, time, "AGENT", attempt);
      case 7:
        return modelCalled(sequence, time, "AGENT", attempt, {
          failure: { code: "MODEL_ERROR", message: "" },
          retryAt: at(time + later),
        });
      case 8:
        return stepFinished(sequence, step, time, { attempt: attempt > 3 ? null : attempt });
      default:
        return event(sequence, null, time, {
          ...{ __typename: "ExecutionFinished", executionStatus: "CANCELLED", executionFailure: null },
        });
    }
  }),
);

test("no stretch of any log is negative, and none begins before the one before has ended", () => {
  fc.assert(
    fc.property(someLog, fc.integer({ min: 0, max: 5_000 }), (events, now) => {
      for (const track of folded(...events).tracks.values()) {
        let last = Number.NEGATIVE_INFINITY;
        for (const [place, { from, to }] of segmentsAt(track, now).entries()) {
          expect(from).toBeGreaterThanOrEqual(last);
          // Only the last one can be open.
          if (to === null) expect(place).toBe(segmentsAt(track, now).length - 1);
          else expect(to).toBeGreaterThanOrEqual(from);
          last = to ?? from;
        }
      }
    }),
  );
});

test("a log that comes in batches, with doubles, folds like one that comes at once", () => {
  fc.assert(
    fc.property(someLog, fc.array(fc.nat(40), { maxLength: 8 }), (events, cuts) => {
      const inBatches = emptyLog();
      const fresh: LoggedEvent[] = [];
      for (const cut of [...cuts.toSorted((one, other) => one - other), events.length]) {
        // Each batch begins before the one before has ended, as after a lost connection.
        const start = Math.max(0, fresh.length - 3);
        fresh.push(...foldEvents(inBatches, events.slice(start, Math.max(start, cut))));
      }
      expect(inBatches).toEqual(folded(...events));
      expect(fresh.map(({ sequence }) => sequence)).toEqual(events.map(({ sequence }) => sequence));
    }),
  );
});

test("[N237] a number that comes again with another event tells that the text which had it is lost; a double does not", () => {
  const text = (sequence: number) => event(sequence, null, 0, { __typename: "TextProduced" });
  const [started, called] = [modelStarted(1, 0, "RESPOND"), modelCalled(2, 1, "RESPOND", 1)];
  const log = [started, text(2), text(3)];
  expect(isSuperseded(log, [called, text(3)])).toBe(true);
  expect(isSuperseded(log, [text(2), text(3), text(4)])).toBe(false);
  expect(isSuperseded(log, [modelCalled(4, 1, "RESPOND", 1)])).toBe(false);
  // What is hidden has a number too, and is not in the log.
  expect(isSuperseded([started, text(3)], [called])).toBe(false);
  expect(isSuperseded([], [started])).toBe(false);
});
