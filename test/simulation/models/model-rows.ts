/** What must hold of the rows of an execution with models that has ended, judged by the plainest means: a second opinion for simulations. */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { ExecutionEvent } from "../../../src/execution/events/event.ts";
import type { ExecutionLimits } from "../../../src/plan/limits.ts";
import { roundOfStep } from "../../../src/plan/order/round-ids.ts";
import { leafSteps } from "../../../src/plan/plan-scope.ts";

/** Throws unless calls pair up with their rows and keep to `limits`. `left` is how many calls left. */
export function checkModelRows(events: readonly ExecutionEvent[], limits: ExecutionLimits, left: number): void {
  deepStrictEqual(events.map(({ kind }) => kind).indexOf("ExecutionFinished"), events.length - 1, "the last row");
  const started = events.flatMap((event) => (event.kind === "ModelCallStarted" ? [event] : []));
  const ended = events.flatMap((event) => (event.kind === "ModelCalled" ? [event] : []));
  deepStrictEqual(
    ended.map(({ call }) => call),
    started.map((_, n) => n + 1),
    "each call has one start and one end",
  );
  checkStreams(events);
  checkSearches(events);
  checkRounds(events, limits);
  checkBudgets(ended, limits);
  ok(left <= started.length, "a call left without a row");
}

/** One search at most, of what the planner asked for, and no call of a model between the two. */
function checkSearches(events: readonly ExecutionEvent[]): void {
  const kinds = events.flatMap((event) => {
    if (event.kind === "ModelCalled" && event.search !== undefined) return [`asked ${event.search}`];
    if (event.kind === "CallablesFound") return [`found ${event.query}`];
    return event.kind === "ModelCallStarted" ? ["call"] : [];
  });
  const found = kinds.filter((kind) => kind.startsWith("found"));
  ok(found.length <= 1, "a planner searched twice");
  const asked = kinds.findIndex((kind) => kind.startsWith("asked"));
  if (asked < 0) deepStrictEqual(found, [], "nobody asked for a search");
  else
    ok([undefined, "found more"].includes(kinds[asked + 1]), `${kinds[asked + 1]} follows a search that was asked for`);
}

/** Plans come one after another, each once everything before it has ended, and none after the answer. Together they keep to `maxSteps`. */
function checkRounds(events: readonly ExecutionEvent[], limits: ExecutionLimits): void {
  const open = new Set<string>();
  let rounds = 0;
  let planned = 0;
  let isOver = false;
  for (const event of events) {
    if (event.kind === "StepStarted") {
      const { step } = event;
      deepStrictEqual(roundOfStep(step), Math.max(1, rounds), "a step of another round began");
      open.add(step);
    } else if (event.kind === "ExecutionStarted" && event.plan !== null) {
      rounds = 1;
      planned = leafSteps(event.plan).length;
    } else if (event.kind === "StepFinished") open.delete(event.step);
    else if (event.kind === "ModelCallStarted") {
      deepStrictEqual([...open], [], "a model was called beside a step");
      ok(
        !(isOver && event.purpose === "PLAN"),
        "a plan was asked for after the answer had begun, or one was refused for good",
      );
      isOver ||= event.purpose === "RESPOND";
    } else if (event.kind === "PlanRejected") isOver ||= !event.correcting;
    else if (event.kind === "PlanProposed") {
      rounds += 1;
      deepStrictEqual(event.round ?? 1, rounds, "the number of a plan");
      planned += leafSteps(event.plan).length;
    }
  }
  ok(planned <= limits.maxSteps, `${planned} steps of all rounds`);
}

/** The ceilings hold by construction, and calls are bounded for each task apart. */
function checkBudgets(
  ended: readonly Extract<ExecutionEvent, { kind: "ModelCalled" }>[],
  limits: ExecutionLimits,
): void {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  ok(ended.length <= limits.maxModelCalls, `${ended.length} model calls`);
  const tokens = sum(ended.map(({ usage }) => usage.inputTokens + usage.outputTokens));
  ok(tokens <= (limits.maxTokens ?? tokens), `${tokens} tokens of ${limits.maxTokens}`);
  const cost = sum(ended.map(({ costMicros }) => costMicros ?? 0));
  ok(cost <= (limits.maxCostMicros ?? cost), `${cost} of ${limits.maxCostMicros}`);
  for (const purpose of ["ROUTE", "RESPOND"]) {
    const own = ended.filter((event) => event.purpose === purpose);
    const tasks = tasksOf(own);
    const broken = tasks.length - 1;
    ok(broken <= 3 && (broken < 3 || tasks.at(-1)?.length === 0), `${purpose} was corrected too often`);
    for (const task of tasks) {
      ok(task.filter(({ outcome }) => outcome === "UNKNOWN").length <= 4, `${purpose} was lost too often`);
      ok(
        task.filter(({ failure, outcome }) => failure !== null && outcome !== "UNKNOWN").length <= 3,
        `${purpose} failed too often`,
      );
    }
  }
}

/** Calls up to each answer that broke an output schema, and those after the last: each correction may fail as often as the first call. */
function tasksOf(ended: readonly Extract<ExecutionEvent, { kind: "ModelCalled" }>[]): readonly (typeof ended)[] {
  const tasks: (typeof ended)[] = [[]];
  for (const event of ended) {
    if (event.failure?.code === "OUTPUT_INVALID") tasks.push([]);
    else tasks.push([...(tasks.pop() ?? []), event]);
  }
  return tasks;
}

/** Offsets of each stream are contiguous from 0, and no stream goes on after the next has begun. */
function checkStreams(events: readonly ExecutionEvent[]): void {
  const lengths = new Map<string, number>();
  for (const event of events) {
    if (event.kind !== "TextProduced") continue;
    const { offset, streamId, text } = event;
    if (lengths.has(streamId)) deepStrictEqual([...lengths.keys()].at(-1), streamId, "a stream goes on after another");
    deepStrictEqual(offset, lengths.get(streamId) ?? 0, `${streamId} has a gap`);
    lengths.set(streamId, offset + text.length);
  }
}
