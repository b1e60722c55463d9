/**
 * Checks the arguments and the condition of every step of a plan. Each reference of the arguments is reported with the presence of its
 * field, the relation of its type to the required one, and its warnings (P13, P14, C4).
 */

import { isJsonObject, type JsonSchema } from "../../json/json.ts";
import { nearestNames, suggested } from "../../json/nearest-name.ts";
import { certainPath, jsonPointer } from "../../json/value-path.ts";
import type { Relation } from "../../schema/claims/relation.ts";
import { documentSchema } from "../../schema/document/located-schema.ts";
import { declaredMembers, demandsCombination, limitsMembers } from "../../schema/target-schema.ts";
import { expressionsIn, type PlacedReference, referencesIn } from "../operands/operand.ts";
import { conditionReferences, conditionsOf } from "../order/step-references.ts";
import type { MapStep, Operand, PlanStep, ToolStep } from "../plan.ts";
import type { DraftStep } from "../plan-draft.ts";
import { everyStep, type PlanScope } from "../plan-scope.ts";
import type { PlanProblem, PlanWarning } from "../problem.ts";
import { type SourcePart, sourcePartOf } from "../step-part.ts";
import { type ArgumentCheck, checkArguments } from "./check-arguments.ts";
import { conditionProblems, expressionProblems } from "./check-expressions.ts";
import { checkInput } from "./check-input.ts";
import { checkReferences } from "./check-references.ts";
import type { Presence, ReferenceType, ReferenceTypes } from "./reference-type.ts";
import { holderIn, type TemplateHolder, templateProblem } from "./template-problem.ts";

/** A reference of a compiled plan, with the facts known before anything ran. */
export interface CheckedReference {
  readonly stepId: string;
  /** JSON Pointer into the arguments. */
  readonly target: string;
  readonly expression: string;
  /** Undefined if the value is an initial binding, or of the input. */
  readonly sourceStepId: string | undefined;
  /** The part of that step. Undefined if it comes from no step. */
  readonly sourcePart: SourcePart | undefined;
  /** JSON Pointer into the output or text of the step, into the bindings, or into the input. */
  readonly source: string;
  readonly presence: Presence;
  readonly relation: Relation;
}

export interface CallCheck {
  readonly problems: readonly PlanProblem[];
  readonly references: readonly CheckedReference[];
  readonly warnings: readonly PlanWarning[];
}

/** Checks the references and arguments of all steps. */
export function checkCalls(scope: PlanScope, drafts: ReadonlyMap<PlanStep, DraftStep>): CallCheck {
  const { findings, types } = checkReferences(scope);
  const problems = findings.map(({ step, member, argument, template, facts }) => {
    return templateProblem({ ...holderIn(step, drafts.get(step), member), argument, template }, facts);
  });
  const references: CheckedReference[] = [];
  const warnings: PlanWarning[] = [...keylessWarnings(scope, drafts)];
  for (const step of everyStep(scope.plan)) {
    for (const { condition, member } of conditionsOf(step))
      problems.push(...conditionProblems(condition, types, holderIn(step, drafts.get(step), member)));
    for (const placed of conditionReferences(step)) {
      const type = types.get(placed.reference);
      const { place } = holderIn(step, drafts.get(step), placed.member);
      if (type !== undefined) warnings.push(...referenceWarnings(step.id, place, placed, type, undefined));
    }
    if (step.kind === "MAP") {
      const list = checkList(step, types, holderIn(step, drafts.get(step), "over"));
      problems.push(...list.problems);
      warnings.push(...list.warnings);
    }
    const callable = step.kind === "TOOL" ? scope.callables.get(step.callableName) : undefined;
    if (step.kind !== "TOOL" || callable === undefined) continue;
    const holder = holderIn(step, drafts.get(step), "arguments");
    const check = checkInput(step.arguments, callable, types);
    const of = (schema: string) =>
      `call ${step.callableName} in step ${step.id}: its arguments do not satisfy ${schema}`;
    problems.push(...expressionProblems(step.arguments, types, holder));
    problems.push(...operandProblems(holder, check, of("the input schema")));
    warnings.push(...unknownArguments(step, step.inputSchema ?? callable.inputSchema, holder.place));
    if (step.inputSchema !== undefined) {
      const declared = checkArguments(step.arguments, step.inputSchema, types);
      problems.push(...operandProblems(holder, declared, of("the input schema that the step declares")));
    }
    for (const placed of referencesIn(step.arguments)) {
      const type = types.get(placed.reference);
      if (type === undefined) continue;
      const relation = check.relations.get(placed.reference) ?? "unknown";
      references.push(checkedReference(step, placed, type.presence, relation));
      warnings.push(...referenceWarnings(step.id, holder.place, placed, type, relation));
    }
    warnings.push(...expressionWarnings(step, check, types, holder.place));
  }
  return { problems, references, warnings };
}

/**
 * Arguments that the callable does not declare, such as a misspelt one that may be left out. A schema that says whether there may be others
 * has answered the question, and one that combines schemas is not asked.
 */
function unknownArguments(
  { arguments: operand, callableName, id }: ToolStep,
  inputSchema: JsonSchema,
  place: readonly string[],
): readonly PlanWarning[] {
  const target = documentSchema(inputSchema);
  const declared = declaredMembers(target);
  if (declared.length === 0 || limitsMembers(target) || demandsCombination(target)) return [];
  return memberNames(operand)
    .filter((name) => !declared.includes(name))
    .map((name) => ({
      code: "ARGUMENT_UNKNOWN",
      message: `${callableName} in step ${id}: it declares no argument ${JSON.stringify(name)} and may ignore it${suggested(nearestNames(name, declared), declared)}`,
      path: [...place, name],
      stepId: id,
    }));
}

function memberNames(operand: Operand): readonly string[] {
  if (operand.kind === "object") return operand.entries.map(([name]) => name);
  return operand.kind === "literal" && isJsonObject(operand.value) ? Object.keys(operand.value) : [];
}

/** Whether the source of a map can be a list, and one that is not too long. */
function checkList(
  { id, maxItems, over }: MapStep,
  types: ReferenceTypes,
  holder: TemplateHolder,
): Pick<CallCheck, "problems" | "warnings"> {
  const check = checkArguments(over, { type: "array", maxItems }, types);
  const warnings = Array.from(referencesIn(over)).flatMap((placed) => {
    const type = types.get(placed.reference);
    const relation = check.relations.get(placed.reference) ?? "unknown";
    // Almost no list says how long it is at most.
    const known = relation === "overlap" ? "subset" : relation;
    return type === undefined ? [] : referenceWarnings(id, holder.place, placed, type, known);
  });
  const problems = operandProblems(holder, check, `run the map ${id} over its list`);
  return { problems: [...expressionProblems(over, types, holder), ...problems], warnings };
}

/** Problems of an operand that can never fit; `refusal` completes "Cannot …" for literals. */
export function operandProblems(
  holder: TemplateHolder,
  { violations, mismatches }: Pick<ArgumentCheck, "violations" | "mismatches">,
  refusal: string,
): readonly PlanProblem[] {
  const problems = mismatches.map(({ argument, template, ...types }) => {
    const finding = `${types.expectedType} is required, found ${types.actualType}`;
    return templateProblem({ ...holder, argument, template }, { reason: "TYPE_MISMATCH", finding, ...types });
  });
  const [first] = violations;
  if (first === undefined) return problems;
  const where = first.instance === "" ? "" : ` at ${first.instance}`;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : "";
  const message = `Cannot ${refusal}${where}: ${first.message}${more}`;
  return [...problems, { kind: "SCHEMA_VIOLATION", message, path: holder.place, violations }];
}

function checkedReference(
  step: ToolStep,
  { path: argument, reference }: PlacedReference,
  presence: Presence,
  relation: Relation,
): CheckedReference {
  const { root, id, part, path, expression } = reference;
  return {
    stepId: step.id,
    target: jsonPointer(argument),
    expression,
    sourceStepId: root === "steps" ? id : undefined,
    sourcePart: root === "steps" ? sourcePartOf(part) : undefined,
    source: jsonPointer(certainPath(root === "bindings" ? [id, ...path] : path)),
    presence,
    relation,
  };
}

/** `relation` is null where any type can be used. */
function referenceWarnings(
  stepId: string,
  place: readonly string[],
  { reference, path: argument, hasFallback }: PlacedReference,
  { advice, presence }: ReferenceType & { readonly ok: true },
  relation: Relation | undefined,
): readonly PlanWarning[] {
  const path = [...place, ...argument];
  const warning = (code: PlanWarning["code"], finding: string): PlanWarning => {
    return { code, message: `${reference.expression} in step ${stepId}: ${finding}`, path, stepId };
  };
  if (presence === "unknown") {
    const finding = "whether the value exists and fits is known only when the step runs";
    return [warning("REFERENCE_UNKNOWN", advice ?? finding)];
  }
  const warnings: PlanWarning[] = [];
  if (presence === "optional" && !hasFallback)
    warnings.push(warning("REFERENCE_OPTIONAL", "the value may be absent, and the step then fails"));
  if (relation === "overlap") warnings.push(warning("TYPE_OVERLAP", "some values fit the argument and some do not"));
  if (relation === "disjoint") warnings.push(warning("TYPE_OVERLAP", "this choice never fits the argument"));
  if (relation === "unknown")
    warnings.push(warning("TYPE_UNKNOWN", "whether the value fits the argument is not known"));
  return warnings;
}

/** The uncertain facts about the value of an expression whose references are all known. */
function expressionWarnings(
  { arguments: operand, id }: ToolStep,
  { relations }: ArgumentCheck,
  types: ReferenceTypes,
  place: readonly string[],
): readonly PlanWarning[] {
  return Array.from(expressionsIn(operand)).flatMap(({ expression, path }): readonly PlanWarning[] => {
    const relation = relations.get(expression);
    const isKnown = expression.references.every((one) => (types.get(one)?.presence ?? "unknown") !== "unknown");
    if (!isKnown || (relation !== "overlap" && relation !== "unknown")) return [];
    const finding =
      relation === "overlap"
        ? "some values fit the argument and some do not"
        : "whether the value fits the argument is not known";
    const code = relation === "overlap" ? "TYPE_OVERLAP" : "TYPE_UNKNOWN";
    const message = `${expression.expression} in step ${id}: ${finding}`;
    return [{ code, message, path: [...place, ...path], stepId: id }];
  });
}

function* keylessWarnings(scope: PlanScope, drafts: ReadonlyMap<PlanStep, DraftStep>): Generator<PlanWarning> {
  for (const group of scope.plan.steps) {
    if (group.kind !== "PARALLEL" || group.mergeStrategy !== "COLLECT_ALL") continue;
    for (const child of group.children) {
      if (child.resultKey !== null) continue;
      const message = `Step ${child.id} has no result key, so its output is no part of the output of group ${group.id}`;
      const path = drafts.get(child)?.places.step ?? [];
      yield { code: "CHILD_WITHOUT_RESULT_KEY", message, path, stepId: child.id };
    }
  }
}
