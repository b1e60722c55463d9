/** Rules of simulations that hold of every execution, under way and at its end. */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import { projectionOf } from "../../../src/execution/views/projection.ts";
import type { EngineWorld } from "../../support/engine/engine-world.ts";
import { checkSameAccount } from "../../support/engine/same-account.ts";
import type { PlannedStart } from "./call-rules.ts";
import { checkEnd, type Ended } from "./end-rules.ts";
import { checkBudgets, checkPlaces } from "./task-rules.ts";

/** States never change, so each is judged once. */
const judged = new WeakSet<ExecutionState>();

/** Throws unless all that readers are told of the present state can be told, and agrees. */
export function checkAccounts({ journal, state }: EngineWorld): void {
  if (judged.has(state)) return;
  const read = (position: Parameters<EngineWorld["journal"]["value"]>[0]) => journal.value(position);
  checkSameAccount(state, read);
  projectionOf(state, "TOOL_CALLS", read);
  projectionOf(state, "ORCHESTRATE", read);
  judged.add(state);
}

/** Throws unless the rows of an execution that has ended hold every rule. */
export function checkFinished(world: EngineWorld, seen: Pick<Ended, "calls" | "lossy" | "unstored">): void {
  const { journal, published, state } = world;
  const { records } = journal.read(0);
  const events = records.map((record) => record.event);
  checkBudgets(events, state.pinned.limits);
  checkPlaces(events, state.pinned.limits);
  const sequences = published.map((record) => record.sequence);
  deepStrictEqual(
    [...new Set(sequences)].sort((left, right) => left - right),
    sequences,
    "published out of order",
  );
  checkEnd({ started: startedOf(world), records, state, statuses: world.statuses(), ...seen });
}

/** The first row of an execution whose plan was given. */
export function startedOf({ journal }: EngineWorld): PlannedStart {
  const event = journal.read(0).records[0]?.event;
  if (event?.kind !== "ExecutionStarted") throw new Error("the journal does not begin with ExecutionStarted");
  const { plan } = event;
  if (plan === null) throw new Error("the execution began without a plan");
  return { ...event, plan };
}

/** Progress stands between the start of its attempt and its end, and never goes backwards. */
export function checkProgress(records: readonly RecordedEvent[]): void {
  const attempts = new Map<string, { readonly attempt: number; readonly progress: number }>();
  const ended = new Set<string>();
  for (const { event } of records) {
    if (event.kind === "StepFinished") ended.add(event.step);
    if (event.kind === "AttemptFailed") ended.add(`${event.step}/${event.attempt}`);
    if (event.kind !== "StepProgressed") continue;
    const { attempt, progress, step } = event;
    ok(!ended.has(step) && !ended.has(`${step}/${attempt}`), `${step} tells of attempt ${attempt}, which has ended`);
    const known = attempts.get(step);
    const before = known !== undefined && known.attempt === attempt ? known.progress : 0;
    ok(attempt >= (known?.attempt ?? 0) && (progress ?? before) >= before, `${step} goes backwards`);
    attempts.set(step, { attempt, progress: progress ?? before });
  }
}
