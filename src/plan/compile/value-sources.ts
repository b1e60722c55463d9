/**
 * Where the values of a call's arguments come from: the author of the values in the plan, and the earlier step, initial binding or input of
 * each other value. It is shown to a person who is asked to permit the call, so it never claims more than the plan says: a template of text
 * and references has a source for each, and so has every choice of a `coalesce`. Pure: it needs only the plan, and its unanswered
 * questions.
 */

import { certainPath, jsonPointer, type PathSegment } from "../../json/value-path.ts";
import type { CallableDefinition } from "../callable.ts";
import { isHumanInputTool } from "../human-input-callable.ts";
import { withMembers } from "../operands/operand.ts";
import { itemId, itemPlace, plannedId } from "../order/items.ts";
import type { ExecutionKind, Operand, Plan, PlanStep, Reference, ToolStep } from "../plan.ts";
import { isRepeated, type RepeatedStep } from "../plan.ts";
import { type SourcePart, sourcePartOf } from "../step-part.ts";
import { isTurnOfAgent } from "../turn-work.ts";

/** More are not reported. */
export const maxValueSources = 200;

/** EXECUTION is how the execution ended, in steps of `finally`; PERSON and AGENT are outputs of steps that a person answered or an agent gave; MODEL wrote a value into the plan itself. */
export type ValueSourceKind = "CALLER" | "MODEL" | "STEP" | "PERSON" | "AGENT" | "BINDING" | "INPUT" | "EXECUTION";

export interface ValueSource {
  /** JSON Pointer into the arguments. */
  readonly target: string;
  readonly kind: ValueSourceKind;
  /** Undefined if it came from no step. */
  readonly stepId: string | undefined;
  /** The part of that step. Undefined if it came from no step. */
  readonly sourcePart: SourcePart | undefined;
  /** JSON Pointer into that part of the step, the initial bindings or the input. Undefined for a value of the plan itself. */
  readonly source: string | undefined;
  /** Name of the callable of that step. Undefined for a group, and if it came from no step. */
  readonly callableName: string | undefined;
  /** Where the value comes from in the sense of `plan/labels`. Absent where labels are not listed. */
  readonly labels?: readonly string[];
}

/** The execution in question; a view of an execution is one. `plan` is null while there is none. */
export interface SourcedPlan {
  readonly plan: Plan | null;
  readonly callables: readonly CallableDefinition[];
  readonly startedWith: ExecutionKind;
  /** The questions of its steps to people. Absent for none. */
  readonly humanInputs?: readonly { readonly step: string | null; readonly status: string }[];
  /** The labels of an operand of the step. Absent where sources are listed without them. */
  readonly labelsOf?: (operand: Operand) => readonly string[];
}

/** The sources of the arguments of the step `stepId`, in the order of the arguments, 200 at most. Empty for a step that calls nothing. */
export function valueSources(sourced: SourcedPlan, stepId: string): readonly ValueSource[] {
  const step = stepNamed(sourced.plan, stepId);
  if (step?.kind !== "TOOL") return [];
  const found: ValueSource[] = [];
  const asked = { ...sourced, repeated: repeatedOf(sourced.plan, stepId) };
  for (const source of sourcesOf(withMembers(step.arguments), [], asked)) {
    if (found.length >= maxValueSources) break;
    found.push(source);
  }
  return found;
}

/** The plan, and the map or loop whose item the step is that is asked about. */
interface AskedOf extends SourcedPlan {
  readonly repeated: { readonly step: RepeatedStep; readonly item: number } | undefined;
}

function repeatedOf(plan: Plan | null, stepId: string): AskedOf["repeated"] {
  const place = itemPlace(stepId);
  const step = place === undefined ? undefined : plan?.steps.find(({ id }) => id === place.groupId);
  return place === undefined || step === undefined || !isRepeated(step) ? undefined : { step, item: place.item };
}

function* sourcesOf(operand: Operand, path: readonly string[], sourced: AskedOf): Generator<ValueSource> {
  switch (operand.kind) {
    case "literal":
      yield written(path, sourced);
      return;
    case "reference":
      yield* taken(operand.reference, path, sourced);
      return;
    case "text":
      if (operand.parts.some((part) => typeof part === "string" && part.trim() !== "")) yield written(path, sourced);
      for (const part of operand.parts) if (typeof part !== "string") yield* taken(part, path, sourced);
      return;
    case "object":
      for (const [key, member] of operand.entries) yield* sourcesOf(member, [...path, key], sourced);
      return;
    case "array":
      for (const [index, item] of operand.items.entries()) yield* sourcesOf(item, [...path, String(index)], sourced);
      return;
    case "coalesce":
      for (const choice of operand.choices) yield* sourcesOf(choice, path, sourced);
      return;
    case "cel":
      // The calculation of an expression is in the plan.
      yield written(path, sourced);
      for (const reference of operand.references) yield* taken(reference, path, sourced);
      return;
  }
}

const ofNoStep = { stepId: undefined, sourcePart: undefined, callableName: undefined } as const;

/** A value of the plan itself. Plans of prompts and of agents of ours are written by a model. */
function written(path: readonly string[], sourced: SourcedPlan): ValueSource {
  const labels = labelled(sourced, { kind: "literal", value: null });
  return { ...ofNoStep, target: jsonPointer(path), kind: writerOf(sourced), source: undefined, ...labels };
}

function labelled({ labelsOf }: SourcedPlan, operand: Operand): Pick<ValueSource, "labels"> {
  return labelsOf === undefined ? {} : { labels: labelsOf(operand) };
}

function writerOf({ startedWith }: SourcedPlan): ValueSourceKind {
  return startedWith === "PROMPT" || startedWith === "AGENT" ? "MODEL" : "CALLER";
}

function* taken(reference: Reference, at: readonly string[], sourced: AskedOf): Generator<ValueSource> {
  const { id, path, root } = reference;
  const target = jsonPointer(at);
  const labels = () => labelled(sourced, { kind: "reference", reference });
  switch (root) {
    case "bindings":
      yield { ...ofNoStep, target, kind: "BINDING", source: jsonPointer(certainPath([id, ...path])), ...labels() };
      return;
    case "input":
      yield { ...ofNoStep, target, kind: "INPUT", source: jsonPointer(certainPath(path)), ...labels() };
      return;
    case "execution":
      yield { ...ofNoStep, target, kind: "EXECUTION", source: jsonPointer(path), ...labels() };
      return;
    case "index":
      // The plan decides how often it makes the call.
      yield written(at, sourced);
      return;
    case "item":
      yield* ofItem(path, at, sourced);
      return;
    case "previous":
      yield* ofPrevious(reference, at, sourced);
      return;
    case "steps":
      yield { ...ofStep(reference, target, sourced), ...labels() };
  }
}

/**
 * An item of a list behind one reference is a part of the value of that reference. An item of any other list has the sources of the list.
 */
function* ofItem(path: readonly PathSegment[], at: readonly string[], sourced: AskedOf): Generator<ValueSource> {
  const { repeated } = sourced;
  if (repeated?.step.kind !== "MAP") return;
  const { over } = repeated.step;
  if (over.kind !== "reference") {
    for (const source of sourcesOf(over, [], sourced)) yield { ...source, target: jsonPointer(at) };
    return;
  }
  const list = over.reference;
  const [first = [], ...rest] = list.each ?? [];
  const within = rest.length === 0 ? path : [];
  yield* taken({ ...list, path: [...list.path, repeated.item, ...first, ...within] }, at, sourced);
}

/** Before the first iteration has ended there is nothing that it could come from. */
function* ofPrevious(reference: Reference, at: readonly string[], sourced: AskedOf): Generator<ValueSource> {
  const { repeated } = sourced;
  if (repeated === undefined || repeated.item === 0) return;
  const id = itemId(repeated.step.id, repeated.item - 1);
  const labels = labelled(sourced, { kind: "reference", reference });
  yield { ...ofStep({ id, path: reference.path }, jsonPointer(at), sourced), ...labels };
}

function ofStep(
  { id, part, path }: Pick<Reference, "id" | "part" | "path">,
  target: string,
  sourced: SourcedPlan,
): ValueSource {
  const producers = producersOf(stepNamed(sourced.plan, id), path[0]);
  const callableName = producers.length === 1 ? producers[0]?.callableName : undefined;
  const sourcePart = sourcePartOf(part);
  const kind = producedBy(producers, sourced);
  return { target, kind, stepId: id, sourcePart, source: jsonPointer(certainPath(path)), callableName };
}

/** The calls that a reference to `step` may read: of a group all, but for a field of it that one child alone gives. */
function producersOf(step: PlanStep | undefined, field: string | number | undefined): readonly ToolStep[] {
  if (step === undefined) return [];
  if (step.kind === "TOOL") return [step];
  const child =
    step.kind === "PARALLEL" &&
    step.mergeStrategy === "COLLECT_ALL" &&
    step.children.find(({ resultKey }) => resultKey === field);
  return child ? [child] : step.children;
}

/** An agent among several producers may have written any of it, so it comes first, then people. */
function producedBy(producers: readonly ToolStep[], sourced: SourcedPlan): ValueSourceKind {
  const { callables, humanInputs = [] } = sourced;
  // An active agent is no callable.
  if (producers.some(({ id }) => isTurnOfAgent(id))) return "AGENT";
  const made = producers.map(({ callableName }) => callables.find(({ name }) => name === callableName));
  if (made.some((callable) => callable?.kind === "AGENT")) return "AGENT";
  const asking = producers.filter((_, at) => isHumanInputTool(made[at]));
  if (asking.length === 0) return "STEP";
  // A question without an answer in time was answered by a value in the plan.
  const isUnanswered = ({ id }: ToolStep) =>
    humanInputs.some(({ status, step }) => step === id && status === "EXPIRED");
  return asking.every(isUnanswered) ? writerOf(sourced) : "PERSON";
}

function stepNamed(plan: Plan | null, named: string): PlanStep | undefined {
  const id = plannedId(named);
  for (const step of plan?.steps ?? []) {
    if (step.id === id) return step;
    const child = step.kind === "TOOL" ? undefined : step.children.find((one) => one.id === id);
    if (child !== undefined) return child;
  }
  return undefined;
}
