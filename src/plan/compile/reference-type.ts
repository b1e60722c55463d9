/**
 * The type of a reference before anything ran: the presence of the field, and its schemas (P13, C4). An output without a schema has an
 * unknown type.
 *
 * It also decides which references are permitted: to the input of a workflow, outputs of steps, texts of tools and agents, groups by their
 * merge strategy, children of a `COLLECT_ALL` group from outside. Positions and cycles are judged in `check-references.ts`.
 */

import { type Json, type JsonSchema, objectOf } from "../../json/json.ts";
import type { PathSegment } from "../../json/value-path.ts";
import { documentSchema, type LocatedSchema } from "../../schema/document/located-schema.ts";
import { fieldAt } from "../../schema/field.ts";
import type { CallableDefinition } from "../callable.ts";
import { mentionsReference } from "../expressions/made-schema.ts";
import { knownArguments } from "../human-input-answer.ts";
import { humanInputCallableName } from "../human-input-callable.ts";
import {
  countsOne,
  type LoopStep,
  type MapStep,
  type ParallelStep,
  type PlanStep,
  type Reference,
  type ToolStep,
} from "../plan.ts";
import type { PlanScope } from "../plan-scope.ts";
import type { TemplateErrorReason } from "../problem.ts";
import { writeReference } from "../reference.ts";
import { textlessness } from "../result-text.ts";
import { endedStatuses } from "../step-part.ts";
import { outputFieldAt } from "./artifact-fields.ts";

export type Presence = "required" | "optional" | "unknown";

export type ReferenceType =
  | {
      readonly ok: true;
      readonly presence: Presence;
      /** The value fits at least one of these. */
      readonly alternatives: readonly LocatedSchema[];
      readonly sourceCallable: string | undefined;
      /** The remedy for an unknown presence, as the second half of a sentence. */
      readonly advice?: string;
    }
  | {
      readonly ok: false;
      readonly reason: TemplateErrorReason;
      readonly finding: string;
      readonly sourceCallable: string | undefined;
      /** The segment that leads nowhere. */
      readonly field: string | undefined;
      readonly availableFields: readonly string[];
    };

export const ANYTHING: LocatedSchema = documentSchema(true);
export const NOTHING: LocatedSchema = documentSchema({ type: "null" });
const STATUS: LocatedSchema = documentSchema({ type: "string", enum: [...endedStatuses] });
const COUNT: LocatedSchema = documentSchema({ type: "integer", minimum: 0 });
const TEXT: LocatedSchema = documentSchema({ type: "string" });

export type ReferenceTypes = ReadonlyMap<Reference, ReferenceType & { readonly ok: true }>;

/**
 * The type of the value before the first `[*]` of `reference`, which names an existing step or binding. `seesSkipped` is false where the
 * reading step is skipped together with the referenced one, and so never sees null in place of its value.
 */
export function referenceType(reference: Reference, scope: PlanScope, seesSkipped = true): ReferenceType {
  if (reference.root === "bindings") return unknownType(undefined);
  if (reference.root === "input") return inputField(reference.path, scope.input);
  const source = scope.stepsById.get(reference.id);
  if (source === undefined) return unknownType(undefined);
  const { step, group } = source;
  // A step that refers to the status waits for the end of the other step, which has one in every case.
  if (reference.part === "status") return scalarField(STATUS, reference.path, "the status of a step, a string,");
  if (reference.part === "count") return countOf(step, reference.path);
  const type = partType(step, reference, scope);
  // Such a step can end without output while the plan continues.
  const mayFail =
    (step.kind === "TOOL" ? step.policy.continueOnFailure : step.continueOnFailure) ||
    (group !== undefined && (group.continueOnFailure || group.children.length > 1));
  if (!type.ok) return type;
  const presence = mayFail && type.presence === "required" ? "optional" : type.presence;
  // The output of a step that was skipped is null (C3).
  const isConditional = seesSkipped && (step.when !== undefined || group?.when !== undefined || mayBeDeclined(step));
  return { ...type, presence, alternatives: isConditional ? [...type.alternatives, NOTHING] : type.alternatives };
}

/** Whether a person can have the step skipped, by declining it or by not answering. */
function mayBeDeclined(step: PlanStep): boolean {
  if (step.kind !== "TOOL") return false;
  if (step.policy.onDecline === "SKIP") return true;
  if (step.callableName !== humanInputCallableName) return false;
  const { known, open } = knownArguments(step.arguments);
  return ["onDecline", "onExpiry"].some((member) => open.has(member) || known[member] === "SKIP");
}

function partType(step: PlanStep, { part, path }: Reference, scope: PlanScope): ReferenceType {
  if (part === "text") return textOf(step, path, scope);
  switch (step.kind) {
    case "TOOL":
      return toolOutput(step, path, scope);
    case "PARALLEL":
      return groupOutput(step, path, scope);
    case "MAP":
      return mapOutput(step, path, scope);
    case "LOOP":
      return loopOutput(step, path, scope);
  }
}

/** The outputs of all items, in order. That of an item which was skipped, or failed as it may, is null. */
function mapOutput(map: MapStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  const [step] = map.children;
  const own = step === undefined ? undefined : outputSchemaOf(step, scope.callables.get(step.callableName));
  const item = own === undefined || mentionsReference(own) ? true : own;
  const mayLack = map.maxFailures > 0 || step?.when !== undefined || (step !== undefined && mayBeDeclined(step));
  const items = mayLack && item !== true ? { anyOf: [item, { type: "null" }] } : item;
  const answer = fieldAt({ type: "array", items, maxItems: map.maxItems }, path);
  const sourceCallable = step?.callableName;
  if (answer.presence !== "missing")
    return { ok: true, presence: answer.presence, alternatives: [answer.value], sourceCallable };
  return fieldNotFound(path, answer.at, answer.availableFields, sourceCallable, "the output of the map");
}

/** The output of the last iteration; null if there was none. */
function loopOutput(loop: LoopStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  const [step] = loop.children;
  const type = step === undefined ? unknownType(undefined) : toolOutput(step, path, scope);
  const mayBeNull =
    loop.condition.asked === "WHILE" || step?.when !== undefined || (step !== undefined && mayBeDeclined(step));
  return type.ok && mayBeNull ? { ...type, alternatives: [...type.alternatives, NOTHING] } : type;
}

/** The output of the iteration before; null for the first. */
export function previousType(loop: LoopStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  const type = loopOutput(loop, path, scope);
  return type.ok ? { ...type, alternatives: [...type.alternatives, NOTHING] } : type;
}

/** How many items or iterations there were, also of a map or loop that failed; none of one that was skipped. */
function countOf(step: PlanStep, path: readonly PathSegment[]): ReferenceType {
  if (step.kind === "MAP" || step.kind === "LOOP")
    return scalarField(COUNT, path, "the count of a map or loop, a whole number,");
  const finding = `only a map or loop has a count, and the step ${JSON.stringify(step.id)} is neither`;
  return {
    ok: false,
    reason: "NOT_REFERABLE",
    finding,
    sourceCallable: undefined,
    field: undefined,
    availableFields: [],
  };
}

function scalarField(type: LocatedSchema, path: readonly PathSegment[], what: string): ReferenceType {
  if (path.length > 0) return fieldNotFound(path, 0, [], undefined, what);
  return { ok: true, presence: "required", alternatives: [type], sourceCallable: undefined };
}

function inputField(path: readonly PathSegment[], input: JsonSchema | undefined): ReferenceType {
  if (input === undefined) return unknownType(undefined);
  const answer = fieldAt(input, path);
  if (answer.presence === "missing")
    return fieldNotFound(path, answer.at, answer.availableFields, undefined, "the input");
  return { ok: true, presence: answer.presence, alternatives: [answer.value], sourceCallable: undefined };
}

function toolOutput(step: ToolStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  const callable = scope.callables.get(step.callableName);
  // It does not exist, which is a problem of its own.
  if (callable === undefined) return unknownType(step.callableName);
  const { name } = callable;
  const outputSchema = outputSchemaOf(step, callable);
  // Its answer has no fixed form (H10): every field may be there, and the plan carries a warning (C4).
  if (outputSchema === undefined) return { ...unknownType(name), ...undeclaredAdvice(step, callable) };
  const answer = outputFieldAt(outputSchema, path);
  if (answer.presence !== "missing") {
    return { ok: true, presence: answer.presence, alternatives: [answer.value], sourceCallable: name };
  }
  return fieldNotFound(path, answer.at, answer.availableFields, name, `the output of ${JSON.stringify(name)}`);
}

/** The remedy for a tool that declares no output schema: most give a text and no structured content. */
function undeclaredAdvice({ id }: ToolStep, callable: CallableDefinition): { readonly advice?: string } {
  if (callable.kind !== "TOOL" || textlessness(callable) !== undefined) return {};
  const name = JSON.stringify(callable.name);
  const text = writeReference({ root: "steps", id, part: "text", path: [] });
  return {
    advice: `${name} declares no output schema, so whether the value exists and fits is known only when the step runs; its text is ${text}`,
  };
}

/** The text of a step, which is a string once the step has succeeded (`result-text.ts`). */
function textOf(step: PlanStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  if (step.kind === "PARALLEL") return groupText(step, path, scope);
  if (step.kind !== "TOOL")
    return noText(
      `the ${step.kind === "MAP" ? "map" : "loop"} ${JSON.stringify(step.id)} has an output and no text`,
      undefined,
    );
  const callable = scope.callables.get(step.callableName);
  // It does not exist, which is a problem of its own.
  if (callable === undefined) return unknownType(step.callableName);
  const { name } = callable;
  const finding = textlessness(callable);
  if (finding !== undefined) return noText(finding, name);
  const source = `the text of ${JSON.stringify(name)}, a string,`;
  if (path.length > 0) return fieldNotFound(path, 0, [], name, source);
  return { ok: true, presence: "required", alternatives: [TEXT], sourceCallable: name };
}

/** Only a group of which one child counts has a text, that of this child. */
function groupText(group: ParallelStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  if (!countsOne(group)) {
    const finding = `the group ${JSON.stringify(group.id)} collects the outputs of its steps and has no text; each of its steps has one`;
    return noText(finding, undefined);
  }
  const types = group.children.map((child) => textOf(child, path, scope));
  const refused = types.find((type) => !type.ok);
  if (refused !== undefined) return refused;
  const maySkipAll = group.children.every(({ when }) => when !== undefined);
  const alternatives = maySkipAll ? [TEXT, NOTHING] : [TEXT];
  return { ok: true, presence: "required", alternatives, sourceCallable: undefined };
}

function noText(finding: string, sourceCallable: string | undefined): ReferenceType {
  return { ok: false, reason: "NO_TEXT", finding, sourceCallable, field: undefined, availableFields: [] };
}

/** The declaration of the plan's author for the step counts, because it is enforced; otherwise that of its callable. */
function outputSchemaOf(step: ToolStep, callable: CallableDefinition | undefined): JsonSchema | undefined {
  return step.outputSchema ?? callable?.outputSchema ?? undefined;
}

function groupOutput(group: ParallelStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  if (countsOne(group)) return outputOfOne(group, path, scope);
  const [key, ...rest] = path;
  const keys = group.children.flatMap(({ resultKey }) => (resultKey === null ? [] : [resultKey]));
  if (key === undefined) return collected(group, scope.callables);
  const child = group.children.find(({ resultKey }) => resultKey === String(key));
  if (child !== undefined) {
    const type = toolOutput(child, rest, scope);
    const mayLack = group.children.length > 1 || child.when !== undefined;
    return type.ok && type.presence === "required" && mayLack ? { ...type, presence: "optional" } : type;
  }
  const keyless = group.children.find(
    (one, index) => one.resultKey === null && [one.id, String(index)].includes(String(key)),
  );
  if (keyless === undefined) return fieldNotFound(path, 0, keys, undefined, "the output of the group");
  const finding = `the output of step ${JSON.stringify(keyless.id)} is no field of its group because it has no result key`;
  const field = String(key);
  return { ok: false, reason: "NOT_REFERABLE", finding, sourceCallable: undefined, field, availableFields: keys };
}

/** The output of the child that counts: any of them. */
function outputOfOne(group: ParallelStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  const types = group.children.map((child) => toolOutput(child, path, scope));
  const [first] = types;
  if (first === undefined) return unknownType(undefined);
  const possible = types.filter((type) => type.ok);
  if (possible.length === 0) {
    const fields = types.flatMap((type) => (type.ok ? [] : type.availableFields));
    return first.ok ? first : { ...first, sourceCallable: undefined, availableFields: [...new Set(fields)] };
  }
  const isEverywhere = possible.length === types.length && possible.every(({ presence }) => presence === "required");
  const isUnknown = possible.every(({ presence }) => presence === "unknown");
  const maySkipAll = group.children.every(({ when }) => when !== undefined);
  return {
    ok: true,
    presence: isEverywhere ? "required" : isUnknown ? "unknown" : "optional",
    alternatives: [...possible.flatMap(({ alternatives }) => alternatives), ...(maySkipAll ? [NOTHING] : [])],
    sourceCallable: undefined,
  };
}

/** The map of the outputs of a group by result key. A child that failed or was skipped is missing from it, unless it is the only one. */
function collected(group: ParallelStep, callables: ReadonlyMap<string, CallableDefinition>): ReferenceType {
  const properties: (readonly [string, Json])[] = [];
  for (const child of group.children) {
    if (child.resultKey === null) continue;
    const schema = outputSchemaOf(child, callables.get(child.callableName)) ?? true;
    // References of a schema point into its own document and would lead nowhere inside this one.
    properties.push([child.resultKey, mentionsReference(schema) ? true : schema]);
  }
  const isSure = group.children.length === 1 && group.children[0]?.when === undefined;
  const required = isSure ? properties.map(([key]) => key) : [];
  const schema = { type: "object", properties: objectOf(properties), required, additionalProperties: false };
  return { ok: true, presence: "required", alternatives: [documentSchema(schema)], sourceCallable: undefined };
}

export function fieldNotFound(
  path: readonly PathSegment[],
  at: number,
  availableFields: readonly string[],
  sourceCallable: string | undefined,
  source: string,
): ReferenceType {
  const field = path
    .slice(0, at + 1)
    .map(String)
    .join(".");
  const finding = `${source} has no field ${JSON.stringify(field)}`;
  return { ok: false, reason: "FIELD_NOT_FOUND", finding, sourceCallable, field, availableFields };
}

export function unknownType(sourceCallable: string | undefined): ReferenceType & { readonly ok: true } {
  return { ok: true, presence: "unknown", alternatives: [ANYTHING], sourceCallable };
}
