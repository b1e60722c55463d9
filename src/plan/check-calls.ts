/** Checks what every step of a plan hands to its callable, and sums up each reference with both answers and its warnings (P13, P14, C4). */
import { type ArgumentCheck, checkArguments } from "./check-arguments.ts";
import { checkReferences } from "./check-references.ts";
import { type PlacedReference, referencesIn } from "./operand.ts";
import type { PlanStep, Reference, ToolStep } from "./plan.ts";
import type { DraftStep } from "./plan-draft.ts";
import { leafSteps, type PlanScope } from "./plan-scope.ts";
import type { PlanProblem, PlanWarning } from "./problem.ts";
import type { Presence } from "./reference-type.ts";
import type { Relation } from "./schema/relation.ts";
import { templateProblem } from "./template-problem.ts";
import { jsonPointer } from "./value-path.ts";

/** A reference of a compiled plan, with what is known of it before anything ran. */
export interface CheckedReference {
  readonly stepId: string;
  /** JSON Pointer into the arguments. */
  readonly target: string;
  readonly expression: string;
  /** Null if the value is an initial binding. */
  readonly sourceStepId: string | null;
  /** JSON Pointer into the output of the step, or into the bindings. */
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
  const problems = findings.map(({ step, argument, template, facts }) => {
    return templateProblem({ ...placeOf(step, drafts), argument, template }, facts);
  });
  const references: CheckedReference[] = [];
  const warnings: PlanWarning[] = [...keylessWarnings(scope, drafts)];
  for (const step of leafSteps(scope.plan)) {
    const callable = scope.callables.get(step.callableName);
    if (callable === undefined) continue;
    const check = checkArguments(step.arguments, callable.inputSchema, types);
    problems.push(...argumentProblems(step, check, drafts));
    for (const placed of referencesIn(step.arguments)) {
      const { reference, path: argument } = placed;
      const type = types.get(reference);
      if (type === undefined) continue;
      const relation = check.relations.get(reference) ?? "unknown";
      references.push(checkedReference(step, reference, argument, type.presence, relation));
      warnings.push(...referenceWarnings(step, placed, type.presence, relation, drafts));
    }
  }
  return { problems, references, warnings };
}

function placeOf(step: ToolStep, drafts: ReadonlyMap<PlanStep, DraftStep>) {
  const draft = drafts.get(step);
  const argumentsPlace = draft?.kind === "TOOL" ? draft.places.arguments : [];
  return { stepId: step.id, stepIndex: step.index, argumentsPlace };
}

function argumentProblems(
  step: ToolStep,
  { violations, mismatches }: ArgumentCheck,
  drafts: ReadonlyMap<PlanStep, DraftStep>,
): readonly PlanProblem[] {
  const place = placeOf(step, drafts);
  const problems = mismatches.map(({ argument, template, ...types }) => {
    const finding = `${types.expectedType} is required, found ${types.actualType}`;
    return templateProblem({ ...place, argument, template }, { reason: "TYPE_MISMATCH", finding, ...types });
  });
  const [first] = violations;
  if (first === undefined) return problems;
  const where = first.instance === "" ? "" : ` at ${first.instance}`;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : "";
  const message = `Cannot call ${step.callableName} in step ${step.id}: its arguments do not satisfy the input schema${where}: ${first.message}${more}`;
  return [...problems, { kind: "SCHEMA_VIOLATION", message, path: place.argumentsPlace, violations }];
}

function checkedReference(
  step: ToolStep,
  { root, id, path, expression }: Reference,
  argument: readonly string[],
  presence: Presence,
  relation: Relation,
): CheckedReference {
  const isBinding = root === "bindings";
  return {
    stepId: step.id,
    target: jsonPointer(argument),
    expression,
    sourceStepId: isBinding ? null : id,
    source: jsonPointer(isBinding ? [id, ...path] : path),
    presence,
    relation,
  };
}

function referenceWarnings(
  step: ToolStep,
  { reference, path: argument, hasFallback }: PlacedReference,
  presence: Presence,
  relation: Relation,
  drafts: ReadonlyMap<PlanStep, DraftStep>,
): readonly PlanWarning[] {
  const path = [...placeOf(step, drafts).argumentsPlace, ...argument];
  const warning = (code: PlanWarning["code"], finding: string): PlanWarning => {
    return { code, message: `${reference.expression} in step ${step.id}: ${finding}`, path, stepId: step.id };
  };
  if (presence === "unknown") {
    return [warning("REFERENCE_UNKNOWN", "whether the value exists and fits is known only when the step runs")];
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
