import { beforeEach, describe, expect, it, vi } from "vitest";
import { maxShownProgress, ShownEvents } from "../../../src/durable/runner/shown-events.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import { mostTimed, positionOf, storedAt } from "../../../src/execution/views/log-position.ts";
import { succeeded, success } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

let world: EngineWorld;
let answers: Map<string, PromiseWithResolvers<AttemptResult>>;

/** An execution whose calls answer when the test lets them. */
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  answers = new Map();
  world = new EngineWorld(({ stepId }) => {
    const answer = Promise.withResolvers<AttemptResult>();
    answers.set(stepId, answer);
    return answer.promise;
  });
});

async function begin(...plan: Parameters<typeof planOf>): Promise<void> {
  world.begin(planOf(...plan));
  void world.runner.drive().catch(() => undefined);
  await settled();
}

async function answer(id: string, result: AttemptResult = success): Promise<void> {
  answers.get(id)?.resolve(result);
  await settled();
}

const callOf = (id: string) => world.calls.findLast(({ stepId }) => stepId === id);
const progressOf = (records: readonly RecordedEvent[]) =>
  records.filter(({ event }) => event.kind === "StepProgressed");
const plain = ({ event, hidden, occurredAt, sequence, transitions }: RecordedEvent) => ({
  ...{ event, hidden, occurredAt, sequence, transitions },
});

describe("progress of a call in flight", () => {
  it("[N360] is shown at once and writes no row: a call with 1,000 notices has the rows of one with none", async () => {
    await begin([step("a")]);
    const rows = world.journal.rows.length;
    for (let n = 0; n < 1_000; n += 1) {
      callOf("a")?.onProgress({ progress: n, total: 1_000 });
      await world.clock.advance(10);
    }
    callOf("a")?.onProgress({ progress: 1_000, total: 1_000 });
    expect(world.journal.rows).toHaveLength(rows);
    expect(world.told).toHaveLength(14);
    await answer("a");
    const silent = new EngineWorld(() => succeeded({}));
    await silent.run(planOf([step("a")]));
    expect(world.journal.rows).toHaveLength(silent.journal.rows.length);
    const stored = progressOf(world.journal.records);
    expect(stored.slice(0, -1)).toEqual(world.told.map(plain));
    expect(stored.at(-1)?.event).toMatchObject({ progress: 1_000, total: 1_000 });
    expect(world.journal.records.map(({ sequence }) => sequence)).toEqual(world.journal.records.map((_, n) => n + 1));
  });

  it("[N360] changes nothing of the state but its number and time: the fold without it comes to the same", async () => {
    await begin([step("a"), step("b", { after: ["a"] })]);
    callOf("a")?.onProgress({ progress: 1 });
    await answer("a");
    callOf("b")?.onProgress({ message: "soon" });
    await answer("b");
    const silent = new EngineWorld(() => success);
    await silent.run(planOf([step("a"), step("b", { after: ["a"] })]));
    const shape = ({ finished, orchestrationState, steps, calls }: typeof world.state) =>
      JSON.stringify({
        status: finished?.status,
        orchestrationState,
        calls,
        steps: steps.all.map(({ status }) => status),
      });
    expect(shape(world.state)).toBe(shape(silent.state));
    expect(world.eventsOf("StepProgressed")).toHaveLength(2);
  });

  it("[N360] says in its position how much of it is not stored, beside that of other calls", async () => {
    await begin([group("g", [step("a"), step("b")])]);
    const stored = world.state.sequence;
    callOf("a")?.onProgress({ progress: 1 });
    callOf("b")?.onProgress({ progress: 1 });
    expect(world.told.map(({ event }) => "step" in event && event.step)).toEqual(["a", "b"]);
    expect(world.told.map((told) => storedAt(positionOf(told)))).toEqual([stored, stored]);
    await answer("a");
    callOf("b")?.onProgress({ progress: 2 });
    await world.clock.advance(250);
    expect(storedAt(positionOf(world.told.at(-1) ?? { sequence: 0 }))).toBe(world.state.sequence);
    await answer("b");
    expect(world.eventsOf("StepProgressed").map(({ progress, step: id }) => [id, progress])).toEqual([
      ["a", 1],
      ["b", 1],
      ["b", 2],
    ]);
  });

  it("[N360, E8] is not heard after the end of its attempt, whatever ended it", async () => {
    await begin([step("a", { tool: "write", policy: { timeoutMs: 1_000 } })]);
    const late = callOf("a");
    await world.clock.advance(1_000);
    late?.onProgress({ progress: 1 });
    await answer("a");
    late?.onProgress({ progress: 2 });
    await world.clock.advance(60_000);
    expect(world.state.finished).toBeDefined();
    expect(world.eventsOf("StepProgressed")).toEqual([]);
    expect(world.runner.progress().size).toBe(0);
  });

  it("[N360, E9] gives the attempt no more time", async () => {
    await begin([step("a", { tool: "write", policy: { timeoutMs: 1_000 } })]);
    for (let n = 0; n < 12; n += 1) {
      callOf("a")?.onProgress({ progress: n });
      await world.clock.advance(100);
    }
    expect(world.state.finished?.status).toBe("FAILED");
    expect(world.eventsOf("StepFinished")[0]?.failure?.code).toBe("OUTCOME_UNKNOWN");
  });

  it("[N363, E7] is lost with its object: its sequences are given anew, first of all to the event that says so", async () => {
    await begin([step("a")]);
    callOf("a")?.onProgress({ progress: 1 });
    await world.clock.advance(300);
    const stored = world.journal.sequence;
    expect(world.told.map(({ sequence }) => sequence)).toEqual([stored + 1]);
    world.crash();
    world.answer = () => success;
    await world.drive();
    const next = world.journal.records.filter(({ sequence }) => sequence > stored).map(({ event }) => event.kind);
    expect(next[0]).toBe("ExecutionResumed");
    expect(next).not.toContain("StepProgressed");
    expect(world.runner.progress().size).toBe(0);
  });

  it("[N363, E4] stays shown and is stored with what comes next when a row cannot be stored", async () => {
    await begin([step("a")]);
    callOf("a")?.onProgress({ progress: 1 });
    let isFull = true;
    world.journal.beforeAppend = () => {
      if (isFull) throw new Error("the disk is full");
    };
    await answer("a");
    expect(progressOf(world.journal.records)).toEqual([]);
    isFull = false;
    world.answer = () => success;
    await world.drive();
    expect(progressOf(world.journal.records).map(plain)).toEqual(world.told.slice(0, 1).map(plain));
    expect(world.state.finished).toBeDefined();
  });

  it("[N361] has no room beyond a quarter of a row; what was not shown comes in the end, and nothing needs a row more", async () => {
    const children = Array.from({ length: 4 }, (_, n) => step(`s${n}`));
    await begin([group("g", children)]);
    const rows = world.journal.rows.length;
    for (let round = 0; round < 29; round += 1) {
      for (const { id } of children) callOf(id)?.onProgress({ progress: round, message: "x".repeat(1_000) });
      await world.clock.advance(1_000);
    }
    const told = world.told.reduce((sum, { event }) => sum + JSON.stringify(event).length, 0);
    expect(told).toBeGreaterThan(maxShownProgress - 1_000);
    expect(told).toBeLessThan(maxShownProgress + 1_000);
    expect(world.journal.rows).toHaveLength(rows);
    await answer("s0");
    expect(world.journal.rows).toHaveLength(rows + 1);
    for (const { id } of children) expect(world.runner.progress().get(id)?.progress).toBe(id === "s0" ? undefined : 28);
    for (const { id } of children) await answer(id);
    const last = children.map(
      ({ id }) => world.eventsOf("StepProgressed").findLast(({ step: of }) => of === id)?.progress,
    );
    expect(last).toEqual(children.map(() => 28));
  });

  it("[N364] is known of calls in flight alone: the newest of each member, shown or not", async () => {
    await begin([step("a")]);
    expect(world.runner.progress().size).toBe(0);
    callOf("a")?.onProgress({ progress: 1, total: 3, message: "one" });
    callOf("a")?.onProgress({ progress: 2 });
    const at = world.clock.now();
    expect([...world.runner.progress()]).toEqual([["a", { progress: 2, total: 3, message: "one", at }]]);
    await answer("a");
    expect(world.runner.progress().size).toBe(0);
  });
});

describe("what a remote task says while it is waited for", () => {
  /** A step that waits for a task, which says what the test lets it say. */
  async function waiting(first?: string) {
    const waits: AttemptResult = { kind: "WAITS", waitsFor: "REMOTE_TASK", handle: "task-1", details: {}, said: first };
    const tasks = new EngineWorld(() => waits);
    let told = first;
    tasks.answerPoll = () => ({ kind: "PENDING", said: told });
    await tasks.run(planOf([step("a", { tool: "remote" })]));
    const poll = async (says: string | undefined) => {
      told = says;
      await tasks.clock.advance((tasks.runner.nextWakeAt() ?? 0) - tasks.clock.now());
      await tasks.drive();
    };
    return { tasks, poll };
  }

  it("[N366, E11] is shown with each poll that brings news, once, and writes no row and pins nothing", async () => {
    const { poll, tasks } = await waiting();
    const rows = tasks.journal.rows.length;
    for (const words of ["reading", "reading", undefined, "reading", "writing", "writing"]) await poll(words);
    expect(tasks.told.map(({ event }) => event)).toEqual(
      ["reading", "writing"].map((message) => ({ kind: "StepProgressed", step: "a", attempt: 1, message })),
    );
    expect([tasks.journal.rows.length, tasks.runner.busy, tasks.clock.pendingTimers]).toEqual([rows, false, 0]);
    expect(tasks.runner.progress().get("a")).toMatchObject({ message: "writing" });
    tasks.answerPoll = () => ({
      kind: "SUCCEEDED",
      result: { output: {}, content: [], metadata: null, isPartial: false },
    });
    await poll(undefined);
    expect(tasks.journal.rows).toHaveLength(rows + 1);
    expect(tasks.eventsOf("StepProgressed").map(({ message }) => message)).toEqual(["reading", "writing"]);
    expect(tasks.runner.progress().size).toBe(0);
  });

  it("[N366] is in the row of the wait if it came with the task, and not shown again by the first poll", async () => {
    const { poll, tasks } = await waiting("reading");
    expect(tasks.journal.kinds).toEqual(["ExecutionStarted", "StepStarted", "StepProgressed", "StepWaiting"]);
    expect(tasks.journal.rows).toHaveLength((await waiting()).tasks.journal.rows.length);
    expect(tasks.runner.progress().get("a")).toMatchObject({ message: "reading" });
    await poll("reading");
    expect(tasks.told).toEqual([]);
    await poll("x".repeat(2_000));
    await poll("x".repeat(2_000));
    expect(tasks.told).toHaveLength(1);
  });

  it("[N366] is lost with an object that only waited, without a word, and shown anew by the next", async () => {
    const { poll, tasks } = await waiting();
    await poll("reading");
    const [first] = tasks.told;
    tasks.crash();
    expect(tasks.runner.progress().size).toBe(0);
    await tasks.clock.advance(10_000);
    await tasks.drive();
    await poll("writing");
    const anew = tasks.told[1];
    expect(tasks.journal.kinds).not.toContain("ExecutionResumed");
    expect([anew?.sequence, anew?.position === first?.position]).toEqual([first?.sequence, false]);
  });

  it("[N366] has room for 63 pieces of news behind a stored event, which a call in flight does not need", () => {
    const news = { kind: "StepProgressed", step: "a", attempt: 1, message: "more" } as const;
    for (const isCalling of [false, true]) {
      const shown = new ShownEvents();
      let count = 0;
      for (; shown.hasRoom && count < 100; count += 1) {
        const [paged] = shown.add([news], 7, Date.UTC(2026, 0, 1), isCalling);
        expect(storedAt(paged?.position ?? 0)).toBe(7);
      }
      expect(count).toBe(isCalling ? 100 : mostTimed);
    }
  });
});
