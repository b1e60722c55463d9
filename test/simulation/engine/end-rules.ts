/** What must hold of an execution that has ended, judged from its rows: a second opinion on statuses, bounds and the machine. */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { EventKind, ExecutionEvent, RecordedEvent, StepFinished } from "../../../src/execution/events/event.ts";
import type { StepWaiting } from "../../../src/execution/events/step-waiting.ts";
import { orchestrationTransitions } from "../../../src/execution/fold/orchestration-transitions.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import { itemPlace, plannedId } from "../../../src/plan/order/items.ts";
import type { LoopStep, MapStep, ParallelStep, ToolStep } from "../../../src/plan/plan.ts";
import { isGroup, isKind, leaves, mayFail, type PlannedStart } from "./call-rules.ts";

export interface Ended {
  readonly started: PlannedStart;
  readonly records: readonly RecordedEvent[];
  readonly state: ExecutionState;
  /** Final status of every step by id. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Calls that left, by step. */
  readonly calls: ReadonlyMap<string, number>;
  /** Ends of attempts that could not be stored, by step. A call that may be repeated is made again then, without a row. */
  readonly unstored: ReadonlyMap<string, number>;
  /** Whether objects or rows were lost on the way. */
  readonly lossy: boolean;
}

/** Throws unless all of it holds. */
export function checkEnd(ended: Ended): void {
  const { records, started, state, statuses } = ended;
  const events = records.map((record) => record.event);
  const numbers = records.map((record) => record.sequence);
  deepStrictEqual(
    numbers,
    numbers.map((_, n) => n + 1),
    "the sequence has gaps",
  );
  deepStrictEqual(events.map((event) => event.kind).indexOf("ExecutionFinished"), events.length - 1, "the last row");
  for (const [id, status] of Object.entries(statuses))
    ok(["SUCCEEDED", "PARTIAL", "FAILED", "SKIPPED", "CANCELLED"].includes(status), `${id} is ${status} at the end`);
  if (isRefused(events)) ok(!events.some(isKind("StepStarted")), "a plan began that a person did not permit");
  const { planApproval } = state;
  ok(
    planApproval === undefined || planApproval.resolution !== undefined,
    "the question about the plan is open at the end",
  );
  for (const step of state.steps.all)
    for (const question of step.questions)
      ok(question.resolution !== undefined, `${question.requestId} is open at the end`);
  once(events, "StepFinished");
  for (const event of events.filter(isKind("StepFinished")))
    for (const { code, details } of event.warnings ?? []) {
      const { step = "" } = details as { readonly step?: string };
      if (code === "INPUT_SKIPPED" && !event.reused)
        deepStrictEqual(statuses[step], "SKIPPED", `${event.step} is skipped for ${step}`);
    }
  for (const record of records) checkSleep(record, records);
  checkStatus(ended, events);
  checkFinally(ended, records);
  checkMachine(ended, events);
  for (const step of started.plan.steps) {
    if (isGroup(step)) checkGroup(ended, step, events);
    if (step.kind === "MAP") checkMap(ended, step, events);
    if (step.kind === "LOOP") checkLoop(ended, step, events);
    for (const leaf of leaves(step)) for (const one of madeFrom(leaf, state)) checkBounds(ended, one, events);
  }
}

/** The step itself, or every item that was made from it. */
function madeFrom(leaf: ToolStep, { pinned }: ExecutionState): readonly ToolStep[] {
  if (pinned.graph.ordinalOf.has(leaf.id)) return [leaf];
  return pinned.graph.nodes.flatMap(({ step }) => (plannedId(step.id) === leaf.id ? [{ ...leaf, id: step.id }] : []));
}

/** A map that nothing from outside ended: every item ran unless too many failed, and its status says how many did. */
function checkMap({ state, statuses }: Ended, map: MapStep, events: readonly ExecutionEvent[]): void {
  const end = events.filter(isKind("StepFinished")).find(({ step }) => step === map.id);
  const added = events.some((event) => event.kind === "ItemsAdded" && event.step === map.id);
  if (end === undefined || !added || !["SUCCEEDED", "PARTIAL", "FAILED"].includes(end.status)) return;
  if (end.failure !== null && end.failure.code !== "CHILDREN_FAILED") return;
  const items = state.pinned.graph.nodes.flatMap(({ step }) =>
    itemPlace(step.id)?.groupId === map.id ? [step.id] : [],
  );
  const failed = items.filter((id) => statuses[id] === "FAILED").length;
  const whole = items.every((id) => statuses[id] === "SUCCEEDED" || isSkipped(id, events));
  deepStrictEqual(end.status === "SUCCEEDED", whole, `${map.id} is ${end.status}`);
  if (failed > map.maxFailures) deepStrictEqual(end.status, "FAILED", `${map.id} with ${failed} failed items`);
  else
    for (const id of items)
      ok(
        events.some((event) => event.kind === "StepFinished" && event.step === id),
        `${id} never ran`,
      );
}

/** A loop that ended by itself made as many iterations as its condition calls for, or as it may, and each of them ended. */
function checkLoop({ state }: Ended, loop: LoopStep, events: readonly ExecutionEvent[]): void {
  const end = events.filter(isKind("StepFinished")).find(({ step }) => step === loop.id);
  const [wanted = "0"] = /\d+$/.exec(loop.condition.expression) ?? [];
  const called = loop.condition.asked === "UNTIL" ? Math.max(1, Number(wanted)) : Number(wanted);
  const isVain = end?.failure?.code === "LIMIT_EXCEEDED" && end.status === "FAILED";
  if (end === undefined || end.reused || !(end.status === "SUCCEEDED" || isVain)) return;
  const made = state.pinned.graph.nodes.flatMap(({ step }) =>
    itemPlace(step.id)?.groupId === loop.id ? [step.id] : [],
  );
  deepStrictEqual(made.length, isVain ? loop.maxIterations : called, `${loop.id} made ${made.length} iterations`);
  for (const id of made)
    ok(
      events.some((event) => event.kind === "StepFinished" && event.step === id),
      `${id} never ran`,
    );
}

/** A step that slept goes on at the time that was stored when it began, never sooner. */
function checkSleep({ event, occurredAt }: RecordedEvent, records: readonly RecordedEvent[]): void {
  if (event.kind !== "StepFinished" || event.status !== "SUCCEEDED" || event.reused) return;
  const began = records.find((other) => other.event.kind === "StepWaiting" && other.event.step === event.step);
  if (began?.event.kind !== "StepWaiting" || began.event.waitsFor !== "TIMER") return;
  const { until = 0 } = began.event;
  ok(occurredAt >= until, `${event.step} woke ${until - occurredAt} ms early`);
  deepStrictEqual(event.output?.inline, { sleptUntil: new Date(until).toISOString() });
}

function once(events: readonly ExecutionEvent[], kind: EventKind): void {
  const steps = events.flatMap((event) => (event.kind === kind && "step" in event ? [event.step] : []));
  deepStrictEqual(new Set(steps).size, steps.length, `a step has two rows ${kind}`);
}

/**
 * Steps of `finally` get their turn once, whatever the end, unless it was forced or nobody permitted the plan; and all of them end, unless they were
 * out of time, or ended by force or by a crash loop.
 */
function checkFinally({ started, statuses }: Ended, records: readonly RecordedEvent[]): void {
  const events = records.map((record) => record.event);
  const last = started.plan.steps.filter((step) => step.isFinally === true);
  const begun = records.filter(({ event }) => event.kind === "FinallyStarted");
  const isForced = events.some((event) => event.kind === "CancelRequested" && event.force === true);
  const isCutEarly = isForced && begun.length === 0;
  const isUnasked =
    started.approval === "PLAN" &&
    !events.some(
      (event) => event.kind === "HumanInputResolved" && event.step === null && event.resolution === "ACCEPTED",
    );
  deepStrictEqual(begun.length, last.length === 0 || isCutEarly || isUnasked ? 0 : 1, "the turns of finally");
  const [begin] = begun;
  const end = records.at(-1);
  if (begin === undefined || end === undefined) return;
  const isLate = end.occurredAt - begin.occurredAt >= (started.plan.finallyTimeoutMs ?? 0);
  const isCrashLoop = events.some((event) => event.kind === "StepFinished" && event.failure?.code === "CRASH_LOOP");
  if (isForced || isLate || isCrashLoop) return;
  for (const { id } of last)
    ok(
      events.some((event) => event.kind === "StepFinished" && event.step === id),
      `${id} of finally was lost: it is ${statuses[id]}`,
    );
}

/** C6: CANCELLED, then the deadline or a crash loop, then what the top-level steps came to. */
function checkStatus({ started, statuses }: Ended, events: readonly ExecutionEvent[]): void {
  const end = events.find(isKind("ExecutionFinished"));
  const fine = (id: string) => statuses[id] === "SUCCEEDED" || isSkipped(id, events);
  const [ordinary, last] = [false, true].map((isFinally) =>
    started.plan.steps.filter((step) => (step.isFinally === true) === isFinally),
  );
  const top = (ordinary ?? []).map((step) => statuses[step.id]);
  const decided = events.find(isKind("FinallyStarted"));
  const before = decided === undefined ? events : events.slice(0, events.indexOf(decided));
  const expected = () => {
    if (isRefused(events)) return "FAILED";
    if (before.some(isKind("CancelRequested"))) return "CANCELLED";
    if (end?.failure?.code === "EXECUTION_TIMEOUT" || end?.failure?.code === "CRASH_LOOP") return "FAILED";
    if ((ordinary ?? []).every((step) => fine(step.id))) return "SUCCEEDED";
    return top.some((status) => status === "SUCCEEDED" || status === "PARTIAL") ? "PARTIAL" : "FAILED";
  };
  if (decided !== undefined) deepStrictEqual(decided.status, expected(), "the end that finally is told");
  const isMissing = expected() === "SUCCEEDED" && !(last ?? []).every((step) => fine(step.id));
  deepStrictEqual(end?.status, isMissing ? "PARTIAL" : expected());
  if (end?.status === "SUCCEEDED" || end?.status === "PARTIAL") deepStrictEqual(end.failure, null);
  else if (end?.status === "FAILED") ok(end.failure !== null, "a failed execution says why");
}

/** O20 to O23: every stored move is in the table, each begins where the last ended, and the end is the right one. */
function checkMachine({ records, started, state }: Ended, events: readonly ExecutionEvent[]): void {
  let at: keyof typeof orchestrationTransitions = "plan_init";
  for (const move of records.flatMap((record) => record.transitions)) {
    deepStrictEqual(move.from, at, "a move begins elsewhere");
    ok(
      orchestrationTransitions[at].some(([event, to]) => event === move.event && to === move.to),
      `no move ${move.event} from ${at}`,
    );
    at = move.to;
  }
  deepStrictEqual(state.orchestrationState, at);
  const halted = started.plan.steps.some(
    (step) =>
      step.isFinally !== true &&
      !mayFail(step) &&
      events.some((event) => event.kind === "StepFinished" && event.step === step.id && event.status === "FAILED"),
  );
  const end = events.find(isKind("ExecutionFinished"));
  const cut = end?.status === "CANCELLED" || ["EXECUTION_TIMEOUT", "CRASH_LOOP"].includes(end?.failure?.code ?? "");
  // Where all steps before finally were taken over, the machine had ended before anybody was asked about the plan.
  const asked = events.findIndex((event) => event.kind === "StepWaiting" && event.step === null);
  const hadEnded = records.slice(0, asked).some(({ transitions }) => transitions.at(-1)?.to === "completed");
  deepStrictEqual(at, halted || cut || (isRefused(events) && !hadEnded) ? "failed" : "completed");
}

/** Whether a person did not permit the plan, so that nothing of it began. */
function isRefused(events: readonly ExecutionEvent[]): boolean {
  return events.filter(isKind("HumanInputResolved")).some(({ resolution, step }) => {
    return step === null && (resolution === "DECLINED" || resolution === "EXPIRED");
  });
}

/** Whether its condition kept a step from running; a step whose turn never came has no row. */
function isSkipped(id: string, events: readonly ExecutionEvent[]): boolean {
  return events.some((event) => event.kind === "StepFinished" && event.step === id && event.status === "SKIPPED");
}

/** C7, for groups that nothing from outside ended. */
function checkGroup({ statuses }: Ended, group: ParallelStep, events: readonly ExecutionEvent[]): void {
  const children = group.children.map((child) => statuses[child.id]);
  const succeeded = children.filter((status) => status === "SUCCEEDED").length;
  const status = statuses[group.id];
  const end = events.find((event): event is StepFinished => event.kind === "StepFinished" && event.step === group.id);
  if (end === undefined || end.status === "SKIPPED" || end.failure?.code === "CONDITION_FAILED") {
    deepStrictEqual(status, end?.status ?? "SKIPPED");
    return;
  }
  const fine = children.filter(
    (child, at) => child === "SUCCEEDED" || isSkipped(group.children[at]?.id ?? "", events),
  ).length;
  if (group.mergeStrategy === "FIRST_MATCH") {
    const ran = group.children.filter(({ id }) => !isSkipped(id, events) && statuses[id] !== "SKIPPED");
    ok(ran.length <= 1, `${ran.length} children of the first match ${group.id} ran`);
  }
  if (group.mergeStrategy === "FIRST_SUCCESS" && children.length > 0) {
    ok(succeeded <= 1, `${succeeded} children of first_success ${group.id} count as succeeded`);
    deepStrictEqual(status === "SUCCEEDED", succeeded === 1 || fine === children.length, `${group.id} is ${status}`);
    return;
  }
  if (fine === children.length) deepStrictEqual(status, "SUCCEEDED");
  else if (status !== "CANCELLED" && end.failure?.code === "CHILDREN_FAILED")
    deepStrictEqual(status, succeeded > 0 || children.includes("PARTIAL") ? "PARTIAL" : "FAILED");
}

/** E7: known failures are bounded by `maxAttempts`, calls after an unknown outcome by three. */
function checkBounds(
  { calls, lossy, started, state, unstored }: Ended,
  step: ToolStep,
  events: readonly ExecutionEvent[],
): void {
  const failed = events.filter(isKind("AttemptFailed")).filter((event) => event.step === step.id);
  const end = events.filter(isKind("StepFinished")).find((event) => event.step === step.id);
  const known = failed.filter((event) => event.outcome !== "UNKNOWN").length;
  ok(known < Math.max(2, step.policy.maxAttempts), `${step.id} has ${known} known failures before its end`);
  const unsafe =
    started.definitions.callables.find((callable) => callable.name === step.callableName)?.effectClass === "UNSAFE";
  // A call that may be repeated leaves no row of its own, so one that is lost on its way out of a back-off cannot be counted.
  const asked = events
    .filter(isKind("StepWaiting"))
    .filter((event) => event.step === step.id && isOfCallee(event)).length;
  const lost = failed.filter((event) => !event.byCrash).length + asked + (unstored.get(step.id) ?? 0);
  const slack = unsafe || !lossy ? 0 : lost;
  const left = calls.get(step.id) ?? 0;
  ok(left <= known + 1 + 3 + asked + slack, `${step.id} was called ${left} times after ${known} known failures`);
  if (end?.reused === true) deepStrictEqual(left, 0, `${step.id} was called although it was taken over`);
  else if (end?.status === "SUCCEEDED") deepStrictEqual(end.outcome, "ANSWERED");
  const own = state.steps.get(state.pinned.graph.ordinalOf.get(step.id) ?? -1);
  if (left > 0 && own?.status === "SKIPPED") throw new Error(`${step.id} was called and counts as never run`);
  if (unsafe) ok(left <= (own?.attempts.length ?? 0), `${step.id} was called without a row`);
}

function isOfCallee(event: StepWaiting): boolean {
  return event.waitsFor === "PERSON" && event.request.purpose === "CALLEE";
}
