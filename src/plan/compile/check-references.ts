/**
 * Whether each reference of a plan may stand where it stands (P12, P13, P15, R7) and which type it has. `$N` always points backwards; by id
 * a DATAFLOW plan may name a later step, only cycles are refused. Children of one group may not refer to one another, and no step may refer
 * to a child of a group of which one child counts. Only a step of `finally` may refer to one of these (R9).
 */

import { nearestNames, suggested } from "../../json/nearest-name.ts";
import { isSkippedWithInput, takenBy } from "../operands/skipped-input.ts";
import { type Dependency, findCycle } from "../order/dependencies.ts";
import { referencesOf, type StepReference } from "../order/step-references.ts";
import { countsOne, isItemRoot, isRepeated, type PlanStep, type Reference, type RepeatedStep } from "../plan.ts";
import { everyStep, isWithinFinally, type PlacedStep, type PlanScope } from "../plan-scope.ts";
import type { TemplateErrorReason } from "../problem.ts";
import { executionType } from "./execution-type.ts";
import { itemType } from "./item-type.ts";
import { projectedType } from "./projection-type.ts";
import { type ReferenceType, referenceType } from "./reference-type.ts";
import type { TemplateFacts } from "./template-problem.ts";

/** No more problems are reported of a plan, and each takes time where an output has thousands of fields. */
const mostFindings = 100;

export interface ReferenceFinding {
  readonly step: PlanStep;
  readonly member: StepReference["member"];
  readonly argument: readonly string[];
  readonly template: string;
  readonly facts: TemplateFacts;
}

export interface ReferenceCheck {
  readonly findings: readonly ReferenceFinding[];
  /** The type of every reference that was not refused, of those that were looked at. */
  readonly types: ReadonlyMap<Reference, ReferenceType & { readonly ok: true }>;
}

/** Checks every reference in the arguments and conditions of the steps, until there are as many findings as are reported. */
export function checkReferences(scope: PlanScope): ReferenceCheck {
  const findings: ReferenceFinding[] = [];
  const types = new Map<Reference, ReferenceType & { readonly ok: true }>();
  for (const step of everyStep(scope.plan)) {
    const references = referencesOf(step);
    if (references.length === 0) continue;
    const taken = new Set(isSkippedWithInput(step) ? takenBy(step) : []);
    for (const { member, reference, path: argument } of references) {
      if (findings.length >= mostFindings) return { findings, types };
      const type = checkReference(
        reference,
        misplacement(reference, step, scope),
        scope,
        repeatedBy(step, scope),
        !taken.has(reference),
      );
      if (type.ok) types.set(reference, seenFrom(step, reference, type.type, scope));
      else findings.push({ step, member, argument, template: reference.expression, facts: type.facts });
    }
  }
  return { findings, types };
}

export type CheckedType =
  | { readonly ok: true; readonly type: ReferenceType & { readonly ok: true } }
  | { readonly ok: false; readonly facts: TemplateFacts };

/** The type of a reference, unless it is `misplaced` or leads nowhere. */
export function checkReference(
  reference: Reference,
  misplaced: TemplateFacts | undefined,
  scope: PlanScope,
  within?: RepeatedStep,
  seesSkipped = true,
): CheckedType {
  if (misplaced !== undefined) return { ok: false, facts: misplaced };
  const type = projectedType(typeOf(reference, scope, within, seesSkipped), reference.each);
  if (type.ok) return { ok: true, type };
  const nearest = type.field === undefined ? [] : nearestNames(lastPart(type.field), type.availableFields);
  return { ok: false, facts: { ...type, nearestNames: nearest } };
}

function typeOf(
  reference: Reference,
  scope: PlanScope,
  within: RepeatedStep | undefined,
  seesSkipped: boolean,
): ReferenceType {
  if (reference.root === "execution") return executionType(reference.path);
  return isItemRoot(reference.root) ? itemType(reference, within, scope) : referenceType(reference, scope, seesSkipped);
}

/** A step of `finally` may find that an ordinary step never ran. The status is there even so. */
function seenFrom(
  step: PlanStep,
  { part, root, id }: Reference,
  type: ReferenceType & { readonly ok: true },
  { stepsById }: PlanScope,
): ReferenceType & { readonly ok: true } {
  const own = stepsById.get(step.id);
  const source = root === "steps" ? stepsById.get(id) : undefined;
  if (own === undefined || source === undefined || part === "status" || type.presence !== "required") return type;
  return isWithinFinally(own) && !isWithinFinally(source) ? { ...type, presence: "optional" } : type;
}

/** The map or loop whose items `step` makes, or asks about. */
function repeatedBy(step: PlanStep, { stepsById }: PlanScope): RepeatedStep | undefined {
  const own = isRepeated(step) ? step : stepsById.get(step.id)?.group;
  return own !== undefined && isRepeated(own) ? own : undefined;
}

function lastPart(field: string): string {
  return field.slice(field.lastIndexOf(".") + 1);
}

function misplacement(reference: Reference, step: PlanStep, { plan, stepsById }: PlanScope): TemplateFacts | undefined {
  if (reference.root !== "steps") return undefined;
  const own = stepsById.get(step.id);
  const source = stepsById.get(reference.id);
  if (own === undefined || source === undefined) return undefined;
  if (source.step.id === step.id || source.step === own.group || source.group === own.step) {
    return facts("SELF_REFERENCE", "a step cannot use its own output, nor that of its group or its children");
  }
  if (own.group !== undefined && own.group === source.group) {
    return facts("NOT_REFERABLE", "steps of one group cannot use the outputs of one another");
  }
  const hidden = hiddenBehindGroup(reference, stepsById);
  if (hidden !== undefined) return hidden;
  if (isWithinFinally(source) && !isWithinFinally(own))
    return facts("FORWARD_REFERENCE", `the step ${JSON.stringify(reference.id)} of finally runs after all others`);
  const pointsForward = source.position > own.position;
  const mustPointBack = plan.schedule === "SEQUENTIAL" || reference.expression.startsWith("$");
  if (pointsForward && mustPointBack)
    return facts("FORWARD_REFERENCE", `the step ${JSON.stringify(reference.id)} comes later`);
  return undefined;
}

/** The problem of a reference to a child of a group of which only the first success counts, or to the step of a map or loop. */
export function hiddenBehindGroup(reference: Reference, stepsById: PlanScope["stepsById"]): TemplateFacts | undefined {
  const group = reference.root === "steps" ? stepsById.get(reference.id)?.group : undefined;
  if (group === undefined || (group.kind === "PARALLEL" && !countsOne(group))) return undefined;
  if (group.kind !== "PARALLEL") {
    const whole = group.kind === "MAP" ? "map" : "loop";
    return facts("NOT_REFERABLE", `only the ${whole} ${JSON.stringify(group.id)} has an output, that of all its items`);
  }
  const finding = `only the group ${JSON.stringify(group.id)} has an output, that of the step which succeeds first`;
  return facts("NOT_REFERABLE", finding);
}

function facts(reason: TemplateErrorReason, finding: string): TemplateFacts {
  return { reason, finding };
}

/** Something wrong with an id in `after`. */
export interface AfterFinding {
  readonly stepId: string;
  readonly entry: number;
  readonly finding: string;
}

/** Checks the ids that `placed` names in `after`. */
export function checkAfter(placed: PlacedStep, { plan, stepsById }: PlanScope): readonly AfterFinding[] {
  return placed.step.after.flatMap((id, entry) => {
    const finding = afterFinding(id, placed, stepsById, plan.schedule === "SEQUENTIAL");
    return finding === undefined ? [] : [{ stepId: placed.step.id, entry, finding }];
  });
}

function afterFinding(
  id: string,
  placed: PlacedStep,
  stepsById: ReadonlyMap<string, PlacedStep>,
  mustPointBack: boolean,
): string | undefined {
  const named = JSON.stringify(id);
  const source = stepsById.get(id);
  if (source === undefined || (source.group !== undefined && source.group.kind !== "PARALLEL")) {
    const nearest = nearestNames(id, stepsById.keys());
    return `expected the id of a step, found ${named}${suggested(nearest)}`;
  }
  if (source.position === placed.position)
    return `expected a step outside of its own group and other than itself, found ${named}`;
  if (isWithinFinally(source) !== isWithinFinally(placed))
    return `expected a step that ${isWithinFinally(placed) ? "is one of finally, before which all others have ended" : "is none of finally"}, found ${named}`;
  if (mustPointBack && source.position > placed.position)
    return `expected an earlier step, found ${named}, which comes later`;
  return undefined;
}

/** Cycles among the dependencies of all steps, each as the way around, as many as are reported. Those that share a step with another are found when that one is gone. */
export function cyclesOf(all: readonly (readonly Dependency[])[]): readonly (readonly Dependency[])[] {
  let dependencies = all;
  const cycles: (readonly Dependency[])[] = [];
  while (cycles.length < mostFindings) {
    const cycle = findCycle(dependencies);
    if (cycle === undefined) break;
    cycles.push(cycle);
    const onCycle = new Set(cycle.map(({ on }) => on));
    dependencies = dependencies.map((list, position) => (onCycle.has(position) ? [] : list));
  }
  return cycles;
}
