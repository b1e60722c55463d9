/** What must hold of children and remote tasks, judged from the rows of the journal: a second opinion on waits, for simulations. */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { ExecutionEvent, RecordedEvent } from "../../../src/execution/events/event.ts";
import type { StepWaiting } from "../../../src/execution/events/step-waiting.ts";
import { stopsForMs } from "../../../src/execution/state/step-task.ts";
import type { ExecutionLimits } from "../../../src/plan/limits.ts";
import type { EngineWorld, TaskAsked } from "../../support/engine/engine-world.ts";
import { attemptOf, handleOf, isKind, openWaits } from "./call-rules.ts";
import type { Peer, RandomPeers } from "./random-peers.ts";

/** E3, E11: only what the rows say is waited for is asked about. */
export function checkPoll({ call, wait }: TaskAsked, events: readonly ExecutionEvent[]): void {
  const open = openWaits(events).get(call.stepId) ?? awaitedPermission(call.stepId, events);
  deepStrictEqual(
    open === undefined ? [] : [handleOf(open), attemptOf(open)],
    [wait.handle, call.attempt],
    `${call.stepId} was asked for in vain`,
  );
}

/** The wait of a step for a permission that its remote task finds out about by itself, while nobody has answered and nothing withdrew it. */
export function awaitedPermission(step: string, events: readonly ExecutionEvent[]): StepWaiting | undefined {
  const last = events.findLast(
    (event) =>
      "step" in event &&
      event.step === step &&
      ["StepWaiting", "HumanInputResolved", "StepFinished", "AttemptFailed"].includes(event.kind),
  );
  const isAsked = last?.kind === "StepWaiting" && last.waitsFor === "PERSON" && last.request.kind === "AUTHORIZE";
  return isAsked ? last : undefined;
}

/** Only what nobody waits for any more is told to stop: what a row tells of, or a remote task of a call that was cut (E8). */
export function checkStop({ call, wait }: TaskAsked, events: readonly ExecutionEvent[]): void {
  const known = events.some((event) => event.kind === "StepWaiting" && handleOf(event) === wait.handle);
  const isLate = wait.kind === "REMOTE_TASK" && events.some((event) => isEndOf(call.stepId, event));
  const open = openWaits(events).get(call.stepId) ?? awaitedPermission(call.stepId, events);
  ok(known || isLate, `${call.stepId} was never at ${wait.handle}`);
  ok(!(open !== undefined && handleOf(open) === wait.handle), `${call.stepId} is stopped while it is waited for`);
}

function isEndOf(step: string, event: ExecutionEvent): boolean {
  return event.kind === "StepFinished" && event.step === step;
}

/** What children were given and have not given back never sums up to more than the execution may consume. */
export function checkBudgets(events: readonly ExecutionEvent[], limits: ExecutionLimits): void {
  const held = new Map<string, { calls: number; tokens: number; costMicros: number }>();
  for (const event of events) {
    if (event.kind === "StepWaiting" && event.waitsFor === "CHILD" && event.reserved !== undefined) {
      const { maxCostMicros, maxModelCalls, maxTokens } = event.reserved;
      const given = { calls: maxModelCalls, tokens: maxTokens ?? 0, costMicros: maxCostMicros ?? 0 };
      held.set(event.handle, given);
      const sum = (of: keyof typeof given) => [...held.values()].reduce((total, one) => total + one[of], 0);
      ok(sum("calls") <= limits.maxModelCalls, `children were given ${sum("calls")} model calls`);
      ok(
        sum("tokens") <= (limits.maxTokens ?? Number.POSITIVE_INFINITY),
        `children were given ${sum("tokens")} tokens`,
      );
      ok(sum("costMicros") <= (limits.maxCostMicros ?? Number.POSITIVE_INFINITY), "children were given too much money");
    }
    if ((event.kind === "StepFinished" || event.kind === "AttemptFailed") && event.childUsage !== undefined) {
      const { costMicros, inputTokens, modelCalls, outputTokens } = event.childUsage;
      const used = { calls: modelCalls, tokens: inputTokens + outputTokens, costMicros: costMicros ?? 0 };
      const wait = events.findLast(
        (earlier) =>
          earlier.kind === "StepWaiting" && earlier.step === event.step && attemptOf(earlier) === event.attempt,
      );
      if (wait?.kind === "StepWaiting") held.set(handleOf(wait) ?? "", used);
    }
  }
}

/** Results count once and are those of the peer that was waited for; whatever still works was told to stop. */
export function checkTasksAtEnd(world: EngineWorld, records: readonly RecordedEvent[], peers: RandomPeers): void {
  const events = records.map(({ event }) => event);
  for (const end of events.filter(isKind("StepFinished"))) {
    if (end.status !== "SUCCEEDED" && end.status !== "PARTIAL") continue;
    const peer = peers.all.find(({ attempt, stepId }) => stepId === end.step && attempt === end.attempt);
    const waited = events.some((event) => event.kind === "StepWaiting" && handleOf(event) === peer?.handle);
    if (peer === undefined || !waited) continue;
    const output = end.output?.inline;
    ok(
      typeof output === "object" && output !== null && "peer" in output,
      `${end.step} has another output than its peer`,
    );
    deepStrictEqual(output.peer, peer.handle, `${end.step} has the output of another`);
  }
  for (const peer of peers.all) ok(isAtRest(peer, world, events), `${peer.handle} of ${peer.stepId} works for nobody`);
}

/** A task of which no row tells, because the answer that it was taken was lost, is known to nobody. */
function isAtRest(
  { attempt, end, handle, stepId, toldToStop }: Peer,
  world: EngineWorld,
  events: readonly ExecutionEvent[],
) {
  if (end !== null || toldToStop) return true;
  if (!events.some((event) => event.kind === "StepWaiting" && handleOf(event) === handle)) return true;
  const ordinal = world.state.pinned.graph.ordinalOf.get(stepId);
  const given = world.state.givenUp.find((one) => one.step === ordinal && one.attempt === attempt);
  return given !== undefined && world.clock.now() >= given.at + stopsForMs;
}

/** E10: open children never hold more places than the execution has, and each holds one at least. */
export function checkPlaces(events: readonly ExecutionEvent[], { maxDescendants }: ExecutionLimits): void {
  const held = new Map<string, number>();
  for (const event of events) {
    if (event.kind === "StepWaiting" && event.waitsFor === "CHILD") {
      const places = event.places ?? held.get(event.step);
      deepStrictEqual(places === undefined, maxDescendants === undefined, `places of ${event.step} without a cap`);
      if (places !== undefined) held.set(event.step, places);
      ok(places === undefined || places >= 1, `${event.step} waits for a child without a place`);
    }
    if (event.kind === "StepFinished" || event.kind === "AttemptFailed") held.delete(event.step);
    const all = [...held.values()].reduce((total, one) => total + one, 0);
    ok(all <= (maxDescendants ?? Number.POSITIVE_INFINITY), `children hold ${all} places`);
  }
}
