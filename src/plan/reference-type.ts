/**
 * What the value of a reference can be, before anything ran: whether the field is there, and which schemas describe it (P13, C4).
 * Also decides what may be referenced at all: the input of a workflow, outputs of agents and workflows, outputs of tools with an output schema, groups by their merge strategy,
 * children of a `COLLECT_ALL` group from outside. Positions and cycles are judged in `check-references.ts`.
 */
import { outputFieldAt } from "./artifact-fields.ts";
import { askPersonName } from "./ask-person.ts";
import { knownArguments } from "./asked-answer.ts";
import type { CallableDefinition } from "./callable.ts";
import { type Json, type JsonSchema, objectOf } from "./json.ts";
import type { ParallelStep, PathSegment, Reference, ToolStep } from "./plan.ts";
import type { PlanScope } from "./plan-scope.ts";
import type { TemplateErrorReason } from "./problem.ts";
import { fieldAt } from "./schema/field.ts";
import { documentSchema, type LocatedSchema } from "./schema/located-schema.ts";

export type Presence = "required" | "optional" | "unknown";

export type ReferenceType =
  | {
      readonly ok: true;
      readonly presence: Presence;
      /** The value fits at least one of these. */
      readonly alternatives: readonly LocatedSchema[];
      readonly sourceCallable: string | null;
    }
  | {
      readonly ok: false;
      readonly reason: TemplateErrorReason;
      readonly finding: string;
      readonly sourceCallable: string | null;
      /** The segment that leads nowhere. */
      readonly field: string | null;
      readonly availableFields: readonly string[];
    };

const ANYTHING: LocatedSchema = documentSchema(true);
const NOTHING: LocatedSchema = documentSchema({ type: "null" });

/** The type of `reference`, which names a step or binding that exists. */
export function referenceType(reference: Reference, scope: PlanScope): ReferenceType {
  if (reference.root === "bindings") return unknownType(null);
  if (reference.root === "input") return inputField(reference.path, scope.input);
  const source = scope.stepsById.get(reference.id);
  if (source === undefined) return unknownType(null);
  const { step, group } = source;
  const type =
    step.kind === "TOOL" ? toolOutput(step, reference.path, scope) : groupOutput(step, reference.path, scope);
  // Such a step can end without output while the plan goes on.
  const mayFail =
    (step.kind === "TOOL" ? step.policy.continueOnFailure : step.continueOnFailure) ||
    (group !== null && (group.continueOnFailure || group.children.length > 1));
  if (!type.ok) return type;
  const presence = mayFail && type.presence === "required" ? "optional" : type.presence;
  // The output of a step that was skipped is null (C3).
  const isConditional = step.when !== undefined || group?.when !== undefined || mayBeDeclined(step);
  return { ...type, presence, alternatives: isConditional ? [...type.alternatives, NOTHING] : type.alternatives };
}

/** Whether a person can have the step skipped, by declining it or by not answering. */
function mayBeDeclined(step: ToolStep | ParallelStep): boolean {
  if (step.kind !== "TOOL") return false;
  if (step.policy.onDecline === "SKIP") return true;
  if (step.callableName !== askPersonName) return false;
  const { known, open } = knownArguments(step.arguments);
  return ["onDecline", "onExpiry"].some((member) => open.has(member) || known[member] === "SKIP");
}

function inputField(path: readonly PathSegment[], input: JsonSchema | null): ReferenceType {
  if (input === null) return unknownType(null);
  const answer = fieldAt(input, path);
  if (answer.presence === "missing") return fieldNotFound(path, answer.at, answer.availableFields, null, "the input");
  return { ok: true, presence: answer.presence, alternatives: [answer.value], sourceCallable: null };
}

function toolOutput(step: ToolStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  const callable = scope.callables.get(step.callableName);
  // It does not exist, which is a problem of its own.
  if (callable === undefined) return unknownType(step.callableName);
  const { kind, name } = callable;
  const outputSchema = outputSchemaOf(step, callable);
  // An agent answers whatever it likes (H10): any field may be there, and the plan carries a warning.
  if (outputSchema === null && kind !== "TOOL") return unknownType(name);
  if (outputSchema === null) {
    const finding = `${JSON.stringify(name)} declares no output schema, so its output cannot be referenced`;
    return { ok: false, reason: "NO_OUTPUT_SCHEMA", finding, sourceCallable: name, field: null, availableFields: [] };
  }
  const answer = outputFieldAt(outputSchema, path);
  if (answer.presence !== "missing") {
    return { ok: true, presence: answer.presence, alternatives: [answer.value], sourceCallable: name };
  }
  return fieldNotFound(path, answer.at, answer.availableFields, name, `the output of ${JSON.stringify(name)}`);
}

/** What the author of the plan declares of the step counts, since it is enforced; else what its callable declares. */
function outputSchemaOf(step: ToolStep, callable: CallableDefinition | undefined): JsonSchema | null {
  return step.outputSchema ?? callable?.outputSchema ?? null;
}

function groupOutput(group: ParallelStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  if (group.mergeStrategy === "FIRST_SUCCESS") return firstSuccess(group, path, scope);
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
  if (keyless === undefined) return fieldNotFound(path, 0, keys, null, "the output of the group");
  const finding = `the output of step ${JSON.stringify(keyless.id)} is no field of its group because it has no result key`;
  const field = String(key);
  return { ok: false, reason: "NOT_REFERABLE", finding, sourceCallable: null, field, availableFields: keys };
}

/** The output of the child that succeeds first: any of them. */
function firstSuccess(group: ParallelStep, path: readonly PathSegment[], scope: PlanScope): ReferenceType {
  const types = group.children.map((child) => toolOutput(child, path, scope));
  const [first] = types;
  if (first === undefined) return unknownType(null);
  const refused = types.find((type) => !type.ok && type.reason === "NO_OUTPUT_SCHEMA");
  if (refused !== undefined) return refused;
  const possible = types.filter((type) => type.ok);
  if (possible.length === 0) {
    const fields = types.flatMap((type) => (type.ok ? [] : type.availableFields));
    return first.ok ? first : { ...first, sourceCallable: null, availableFields: [...new Set(fields)] };
  }
  const isEverywhere = possible.length === types.length && possible.every(({ presence }) => presence === "required");
  const isUnknown = possible.every(({ presence }) => presence === "unknown");
  const maySkipAll = group.children.every(({ when }) => when !== undefined);
  return {
    ok: true,
    presence: isEverywhere ? "required" : isUnknown ? "unknown" : "optional",
    alternatives: [...possible.flatMap(({ alternatives }) => alternatives), ...(maySkipAll ? [NOTHING] : [])],
    sourceCallable: null,
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
  return { ok: true, presence: "required", alternatives: [documentSchema(schema)], sourceCallable: null };
}

/** Whether `schema` may point at other places of its document, so that parts of it mean nothing elsewhere. Errs towards yes. */
export function mentionsReference(schema: Json): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  if (Array.isArray(schema)) return schema.some(mentionsReference);
  return Object.entries(schema).some(
    ([key, value]) =>
      key === "$ref" ||
      key === "$dynamicRef" ||
      key === "$recursiveRef" ||
      key === "$id" ||
      key === "$schema" ||
      mentionsReference(value),
  );
}

function fieldNotFound(
  path: readonly PathSegment[],
  at: number,
  availableFields: readonly string[],
  sourceCallable: string | null,
  source: string,
): ReferenceType {
  const field = path
    .slice(0, at + 1)
    .map(String)
    .join(".");
  const finding = `${source} has no field ${JSON.stringify(field)}`;
  return { ok: false, reason: "FIELD_NOT_FOUND", finding, sourceCallable, field, availableFields };
}

function unknownType(sourceCallable: string | null): ReferenceType {
  return { ok: true, presence: "unknown", alternatives: [ANYTHING], sourceCallable };
}
