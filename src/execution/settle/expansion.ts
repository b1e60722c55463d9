/**
 * Which items a map has, and whether a loop continues. Both need values, so the runner asks when their time has come (`EXPAND`). The result
 * is an event, so that it is found once. Its values are final by then, so a repetition would find the same.
 */
import type { Failure } from "../../json/failure.ts";
import { isJsonArray } from "../../json/json.ts";
import { evaluateCondition } from "../../plan/expressions/evaluate-condition.ts";
import { resolveBounded } from "../../plan/operands/bounded-operand.ts";
import type { LoopStep, MapStep } from "../../plan/plan.ts";
import { isRepeated } from "../../plan/plan.ts";
import type { InterruptionCause } from "../events/attempt.ts";
import type { ExecutionEvent, StepFinished } from "../events/event.ts";
import { type ReadValue, referenceReader } from "../state/read-reference.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { conditionEnd } from "./condition-end.ts";
import { stepEnd } from "./step-end.ts";

/** Whether it has yet to be found out which items the open group at `ordinal` has, or whether it continues. */
export function isExpandable(state: ExecutionState, ordinal: number, over: InterruptionCause | undefined): boolean {
  const { children, step } = nodeAt(state, ordinal);
  if (!isRepeated(step) || over !== undefined || state.haltedBy !== undefined) return false;
  const repeat = state.repeats.get(ordinal);
  if (step.kind === "MAP") return repeat === undefined;
  return repeat === undefined || (repeat.ended === children.length && repeat.failed === 0);
}

/** When to find it out, Unix milliseconds: at once, but for the delay between the iterations of a loop. */
export function expansionDueAt(state: ExecutionState, ordinal: number): number {
  const { step } = nodeAt(state, ordinal);
  const lastEndedAt = state.repeats.get(ordinal)?.lastEndedAt;
  return step.kind !== "LOOP" || lastEndedAt === undefined ? 0 : lastEndedAt + step.delayMs;
}

/** Bytes of a list as JSON. It is no argument: each item is sent by itself. */
const maxListBytes = 33_554_432;

/** The found items of the map or loop at `ordinal`, as events to append, one at least. */
export function expanded(state: ExecutionState, ordinal: number, read: ReadValue): readonly ExecutionEvent[] {
  const { step } = nodeAt(state, ordinal);
  if (!isRepeated(step)) throw new TypeError(`step ${JSON.stringify(step.id)} has no items`);
  const end = stepAt(state, ordinal).status === "PENDING" ? conditionEnd(state, ordinal, read) : undefined;
  if (end !== undefined) return [end];
  return step.kind === "MAP" ? listed(state, ordinal, step, read) : [again(state, ordinal, step, read)];
}

function listed(
  state: ExecutionState,
  ordinal: number,
  { id, maxItems, over }: MapStep,
  read: ReadValue,
): readonly ExecutionEvent[] {
  const resolved = resolveBounded(`the list of ${id}`, over, referenceReader(state, read), maxListBytes);
  if (!resolved.ok) return [failed(state, ordinal, resolved.failure)];
  const { value } = resolved;
  if (!isJsonArray(value)) {
    const message = `the map ${id} has no list to go over: required an array, found ${kindOf(value)}`;
    return [failed(state, ordinal, { code: "INPUT_INVALID", message, retryable: false, details: null })];
  }
  if (value.length > maxItems) {
    const message = `the list of the map ${id} is too long: maxItems permits ${maxItems} items, found ${value.length}. Nothing of it was called`;
    const details = { limit: "maxItems", maximum: maxItems, found: value.length };
    return [failed(state, ordinal, { code: "LIMIT_EXCEEDED", message, retryable: false, details })];
  }
  return [{ kind: "ItemsAdded", step: id, count: value.length }];
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Another iteration, or the end of the loop. UNTIL is asked once there is an iteration. */
function again(state: ExecutionState, ordinal: number, loop: LoopStep, read: ReadValue): ExecutionEvent {
  const { children } = nodeAt(state, ordinal);
  const iterations = children.length;
  const { condition, id, maxIterations } = loop;
  if (iterations > 0 || condition.asked === "WHILE") {
    const outcome = evaluateCondition(condition, referenceReader(state, read, { group: ordinal, item: iterations }));
    if (outcome.kind === "FAILED") return failed(state, ordinal, outcome.failure);
    if ((outcome.kind === "TRUE") === (condition.asked === "UNTIL")) return done(state, ordinal);
  }
  if (iterations < maxIterations) return { kind: "ItemsAdded", step: id, count: 1 };
  const word = condition.asked === "UNTIL" ? "is not true" : "is still true";
  const message = `the loop ${id} made its ${maxIterations} iterations, and ${condition.expression} ${word}`;
  const details = { limit: "maxIterations", maximum: maxIterations };
  return failed(state, ordinal, { code: "LIMIT_EXCEEDED", message, retryable: false, details });
}

function done(state: ExecutionState, ordinal: number): StepFinished {
  return { ...stepEnd(state, ordinal, stepAt(state, ordinal), "CANCELLED", null, undefined), status: "SUCCEEDED" };
}

function failed(state: ExecutionState, ordinal: number, failure: Failure): StepFinished {
  return stepEnd(state, ordinal, stepAt(state, ordinal), "FAILED", null, failure);
}
