/** Where the value of a reference comes from while an execution runs: the output or text of a step or group, an initial binding, or the input. */

import { isJsonObject, type Json, objectOf, ownValue } from "../../json/json.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import type { Conversation } from "../../plan/conversation.ts";
import { expressionsIn } from "../../plan/operands/operand.ts";
import { type Resolution, resolveOperand } from "../../plan/operands/resolve.ts";
import { countsOne, isItemRoot, type Operand, type Reference } from "../../plan/plan.ts";
import { writeReference } from "../../plan/reference.ts";
import { type ReferenceReader, type ReferenceValue, readFrom } from "../../plan/reference-reader.ts";
import { contentIn, resultText, textlessness } from "../../plan/result-text.ts";
import type { StepStatus } from "../events/event.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import { type ExecutionState, nodeAt, stepAt } from "./state.ts";
import { isSkippedByCondition } from "./step-state.ts";

/** Reads a stored value; undefined if it is not there. */
export type ReadValue = (position: ValuePosition) => Json | undefined;

/** Like `read`, but the last value is kept. References that are read in the order of their roots parse each value once. */
function withLatestKept(read: ReadValue): ReadValue {
  let latest: { readonly position: ValuePosition; readonly value: Json | undefined } | undefined;
  return (position) => {
    const { sequence, slot } = position;
    if (latest?.position.sequence !== sequence || latest.position.slot !== slot)
      latest = { position, value: read(position) };
    return latest.value;
  };
}

/** The item of a map, or iteration of a loop, that a reference stands in. */
export interface ItemPlace {
  /** Ordinal of the map or loop. */
  readonly group: number;
  readonly item: number;
}

/** The place of a step with this group and position in it. Undefined for a step that is no item. */
export function itemPlaceOf(group: number | undefined, item: number | undefined): ItemPlace | undefined {
  return group === undefined || item === undefined ? undefined : { group, item };
}

/** Reads references of one value after another, and knows the size of whole outputs from the state alone. */
export function referenceReader(state: ExecutionState, read: ReadValue, place?: ItemPlace): ReferenceReader {
  const readOnce = withLatestKept(read);
  return {
    read: (reference) => readReference(state, reference, readOnce, place),
    bytesOf: (reference) =>
      reference.path.length > 0 || reference.each !== undefined ? undefined : outputBytes(state, reference),
  };
}

function outputBytes(state: ExecutionState, { id, part, root }: Reference): number | undefined {
  const ordinal = root === "steps" && part === undefined ? state.pinned.graph.ordinalOf.get(id) : undefined;
  if (ordinal === undefined) return undefined;
  const { children, step } = nodeAt(state, ordinal);
  if (step.kind === "TOOL") return stepAt(state, ordinal).output?.bytes;
  if (step.kind === "LOOP" || countsOne(step)) return undefined;
  return children.reduce((sum, child) => sum + (stepAt(state, child).output?.bytes ?? 0), 0);
}

/** The conversation that stands at `position`; undefined if none was pinned. */
export function conversationOf(position: ValuePosition | undefined, read: ReadValue): Conversation | undefined {
  // Written by this software from a `Conversation`, so it has the shape of its type.
  return position === undefined ? undefined : ((read(position) ?? undefined) as unknown as Conversation | undefined);
}

export function readReference(
  state: ExecutionState,
  reference: Reference,
  read: ReadValue,
  place?: ItemPlace,
): ReferenceValue {
  if (isItemRoot(reference.root)) return readItem(state, reference, read, place);
  if (reference.root === "execution") return readEnd(state, reference);
  if (reference.root === "bindings") {
    const bindings = read(state.pinned.bindings) ?? {};
    const bound = isJsonObject(bindings) ? ownValue(bindings, reference.id) : undefined;
    return readFrom(reference, bound, `no binding ${JSON.stringify(reference.id)}`);
  }
  if (reference.root === "input") {
    const input = state.pinned.input === undefined ? undefined : read(state.pinned.input);
    return readFrom(reference, input, "an execution without input");
  }
  const ordinal = state.pinned.graph.ordinalOf.get(reference.id);
  if (ordinal === undefined) return { found: false, reason: `no step ${JSON.stringify(reference.id)}` };
  const step = stepAt(state, ordinal);
  if (reference.part === "status") return readFrom(reference, step.status, "no status");
  if (reference.part === "count") return readFrom(reference, nodeAt(state, ordinal).children.length, "no count");
  // Null stands for a step that its condition skipped. A wanted step that never ran has no value.
  if (state.ending !== undefined && isNeverRun(state, ordinal))
    return { found: false, reason: `step ${JSON.stringify(reference.id)}, which never ran` };
  if (step.status === "SKIPPED") return { found: true, value: null };
  const node = nodeAt(state, ordinal);
  const isEmpty = countsOne(node.step) && node.children.length > 0;
  if (
    isEmpty &&
    step.status === "SUCCEEDED" &&
    node.children.every((child) => stepAt(state, child).status === "SKIPPED")
  )
    return { found: true, value: null };
  if (reference.part === "text") {
    const absence = `step ${JSON.stringify(reference.id)}, which is ${step.status} and has no text`;
    return readFrom(reference, textOf(state, ordinal, read), absence);
  }
  const absence = `step ${JSON.stringify(reference.id)}, which is ${step.status} and has no output`;
  if (node.step.kind !== "TOOL") {
    const [first] = reference.path;
    const position = typeof first === "number" && first < 0 ? node.children.length + first : first;
    const only = position === undefined ? undefined : String(position);
    const output = hasSucceeded(step.status) ? groupOutput(state, ordinal, read, only) : undefined;
    // A loop without iterations gives null for every reference to it.
    if (node.step.kind === "LOOP" && output === null && node.children.length === 0) return { found: true, value: null };
    return readFrom(reference, output, absence);
  }
  if (step.output === undefined) return { found: false, reason: outputAbsence(state, ordinal, read) };
  return readFrom(reference, read(step.output), absence);
}

/** How the execution ended, which only steps of `finally` can know. Of no error every part is null. */
function readEnd({ ending }: ExecutionState, reference: Reference): ReferenceValue {
  if (ending === undefined) return { found: false, reason: "an execution that has not ended" };
  const { failure, status } = ending;
  if (failure === undefined && reference.path[0] === "error") return { found: true, value: null };
  const error = failure === undefined ? null : { code: failure.code, message: failure.message };
  return readFrom(reference, { status, error }, "no end");
}

/** Whether the turn of the step, or of its group, never came before the steps of `finally` began. */
function isNeverRun(state: ExecutionState, ordinal: number): boolean {
  const { status } = stepAt(state, ordinal);
  if (status !== "SKIPPED" || isSkippedByCondition(stepAt(state, ordinal))) return false;
  const { group } = nodeAt(state, ordinal);
  return group === undefined || !isSkippedByCondition(stepAt(state, group));
}

/** A value of the item or iteration at `place`. */
function readItem(
  state: ExecutionState,
  reference: Reference,
  read: ReadValue,
  place: ItemPlace | undefined,
): ReferenceValue {
  if (place === undefined) return { found: false, reason: "no item" };
  const { children, step } = nodeAt(state, place.group);
  if (reference.root === "index") return readFrom(reference, place.item, "no item");
  if (step.kind === "LOOP") {
    const before = children[place.item - 1];
    // Like the output of a step that was skipped.
    if (before === undefined) return { found: true, value: null };
    const { id } = nodeAt(state, before).step;
    return readReference(state, { ...reference, root: "steps", id }, read);
  }
  if (step.kind !== "MAP") return { found: false, reason: "no item" };
  if (step.over.kind === "reference") return readItemOf(state, step.over.reference, place.item, reference, read);
  const list = listOf(state, place.group, step.over, read);
  if (!list.ok) return { found: false, reason: list.failure.found };
  return readFrom({ ...reference, path: [place.item, ...reference.path] }, list.value, "no item");
}

/** The same of an item of the list that `list` leads to, of which no other item is looked at. */
function readItemOf(
  state: ExecutionState,
  list: Reference,
  item: number,
  { each, path }: Reference,
  read: ReadValue,
): ReferenceValue {
  const [first = [], ...rest] = list.each ?? [];
  const ofItem = { ...list, path: [...list.path, item, ...first], each: rest };
  if (rest.length === 0)
    return readReference(state, { ...ofItem, path: [...ofItem.path, ...path], each: each ?? [] }, read);
  const value = readReference(state, ofItem, read);
  return value.found ? readFrom({ ...ofItem, path, each: each ?? [] }, value.value, "no item") : value;
}

/** Calculated lists, the latest few of each execution: every item of a map reads one, and its sources have ended and stay. */
const calculated = new WeakMap<ExecutionState["pinned"], Map<number, Resolution>>();

/** Maps that go over calculated lists at a time, of which none is calculated again for each item. */
const mostCalculated = 8;

function listOf(state: ExecutionState, group: number, over: Operand, read: ReadValue): Resolution {
  const kept = calculated.get(state.pinned) ?? new Map<number, Resolution>();
  const before = kept.get(group);
  if (before !== undefined) return before;
  const list = resolveOperand(over, (one) => readReference(state, one, read));
  if (expressionsIn(over).length === 0 || !list.ok) return list;
  calculated.set(state.pinned, kept.set(group, list));
  const [oldest] = kept.keys();
  if (kept.size > mostCalculated && oldest !== undefined) kept.delete(oldest);
  return list;
}

/** The text of a step, or of the child that counts of a group; undefined if it has none (`result-text.ts`). */
export function textOf(state: ExecutionState, ordinal: number, read: ReadValue): string | undefined {
  const { step: planned } = nodeAt(state, ordinal);
  if (planned.kind === "MAP" || planned.kind === "LOOP") return undefined;
  if (planned.kind === "PARALLEL") {
    const winner = countsOne(planned) ? winnerOf(state, ordinal) : undefined;
    return winner === undefined ? undefined : textOf(state, winner, read);
  }
  const { content, output, status } = stepAt(state, ordinal);
  if (!hasSucceeded(status)) return undefined;
  const callable = state.pinned.callables.get(planned.callableName);
  if (callable === undefined || textlessness(callable) !== undefined) return undefined;
  const kept = content === undefined ? undefined : read(content);
  const given = output === undefined ? undefined : read(output);
  // Neither is kept any more.
  if (kept === undefined && given === undefined) return undefined;
  return resultText(contentIn(kept), given);
}

/** Why the step has no output, and the text to refer to instead. */
function outputAbsence(state: ExecutionState, ordinal: number, read: ReadValue): string {
  const { id } = nodeAt(state, ordinal).step;
  const { status } = stepAt(state, ordinal);
  const absence = `step ${JSON.stringify(id)}, which is ${status} and has no output`;
  if (textOf(state, ordinal, read) === undefined) return absence;
  const text = writeReference({ root: "steps", id, part: "text", path: [] });
  return `${absence}: its callee gave a text and no structured content; refer to ${text}, or declare the outputSchema of JSON that stands in the text`;
}

/** The child of a `first_success` group that counts: the one that succeeded, else the first that did so in part. */
function winnerOf(state: ExecutionState, ordinal: number): number | undefined {
  const { children } = nodeAt(state, ordinal);
  const ended = (wanted: StepStatus) => children.find((child) => stepAt(state, child).status === wanted);
  return ended("SUCCEEDED") ?? ended("PARTIAL");
}

/** Null for an item that has none, and for one that is not needed. */
function itemOutput(state: ExecutionState, child: number, item: number, read: ReadValue, only?: string): Json {
  const { output } = stepAt(state, child);
  const isWanted = only === undefined || only === String(item);
  return output === undefined || !isWanted ? null : (read(output) ?? null);
}

/**
 * Output of a group: for `collect` a map from result key to the output of each child that has one, for `first_success`
 * that of the child that succeeded, else of the first that did so in part; for a map a list, for a loop that of its last iteration. Null
 * before the group has one. Only the child with the result key `only`, or the item at that position, is read where one is named.
 */
export function groupOutput(state: ExecutionState, ordinal: number, read: ReadValue, only?: string): Json {
  const { children, step } = nodeAt(state, ordinal);
  if (step.kind === "TOOL") return null;
  if (!hasSucceeded(stepAt(state, ordinal).status)) return null;
  if (step.kind === "MAP") return children.map((child, item) => itemOutput(state, child, item, read, only));
  if (step.kind === "LOOP") return children.length === 0 ? null : itemOutput(state, children.at(-1) ?? 0, 0, read);
  const outputs = children.flatMap((child) => {
    const { output, status } = stepAt(state, child);
    const key = nodeAt(state, child).step.resultKey;
    return hasSucceeded(status) && output !== undefined ? [{ key, output, status }] : [];
  });
  if (countsOne(step)) {
    const winner = outputs.find(({ status }) => status === "SUCCEEDED") ?? outputs[0];
    return winner === undefined ? null : (read(winner.output) ?? null);
  }
  return objectOf(
    outputs.flatMap(({ key, output }) =>
      key === null || (only !== undefined && key !== only) ? [] : [[key, read(output) ?? null] as const],
    ),
  );
}
