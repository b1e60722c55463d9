/**
 * Whether each reference of a plan may stand where it stands (P12, P13, P15, R7) and which type it has. `$N` always points backwards;
 * by id a DATAFLOW plan may name a later step, only cycles are refused. Children of one group may not refer to one another, and
 * nobody may refer to a child of a FIRST_SUCCESS group.
 */
import { type Dependency, dependenciesOf, findCycle, topLevelPositions } from "./dependencies.ts";
import { nearestNames } from "./nearest-name.ts";
import { referencesIn } from "./operand.ts";
import type { Reference, ToolStep } from "./plan.ts";
import { leafSteps, type PlacedStep, type PlanScope } from "./plan-scope.ts";
import type { TemplateErrorReason } from "./problem.ts";
import { type ReferenceType, referenceType } from "./reference-type.ts";
import type { TemplateFacts } from "./template-problem.ts";

/** No more problems are reported of a plan, and each takes time where an output has thousands of fields. */
const mostFindings = 100;

export interface ReferenceFinding {
  readonly step: ToolStep;
  readonly argument: readonly string[];
  readonly template: string;
  readonly facts: TemplateFacts;
}

export interface ReferenceCheck {
  readonly findings: readonly ReferenceFinding[];
  /** The type of every reference that was not refused, of those that were looked at. */
  readonly types: ReadonlyMap<Reference, ReferenceType & { readonly ok: true }>;
}

/** Checks every reference in the arguments of the steps, until there are as many findings as are reported. */
export function checkReferences(scope: PlanScope): ReferenceCheck {
  const findings: ReferenceFinding[] = [];
  const types = new Map<Reference, ReferenceType & { readonly ok: true }>();
  for (const step of leafSteps(scope.plan)) {
    for (const { reference, path: argument } of referencesIn(step.arguments)) {
      if (findings.length >= mostFindings) return { findings, types };
      const template = reference.expression;
      const misplaced = misplacement(reference, step, scope);
      if (misplaced !== null) {
        findings.push({ step, argument, template, facts: misplaced });
        continue;
      }
      const type = referenceType(reference, scope);
      if (type.ok) types.set(reference, type);
      else {
        const nearest = type.field === null ? [] : nearestNames(lastPart(type.field), type.availableFields);
        findings.push({ step, argument, template, facts: { ...type, nearestNames: nearest } });
      }
    }
  }
  return { findings, types };
}

function lastPart(field: string): string {
  return field.slice(field.lastIndexOf(".") + 1);
}

function misplacement(reference: Reference, step: ToolStep, { plan, stepsById }: PlanScope): TemplateFacts | null {
  if (reference.root === "bindings") return null;
  const own = stepsById.get(step.id);
  const source = stepsById.get(reference.id);
  if (own === undefined || source === undefined) return null;
  if (source.step.id === step.id || source.step === own.group) {
    return facts("SELF_REFERENCE", "a step cannot use its own output, nor that of its group");
  }
  if (own.group !== null && own.group === source.group) {
    return facts("NOT_REFERABLE", "steps of one group cannot use the outputs of one another");
  }
  if (source.group?.mergeStrategy === "FIRST_SUCCESS") {
    const finding = `only the group ${JSON.stringify(source.group.id)} has an output, that of the step which succeeds first`;
    return facts("NOT_REFERABLE", finding);
  }
  const pointsForward = source.position > own.position;
  const mustPointBack = plan.schedule === "SEQUENTIAL" || reference.expression.startsWith("$");
  if (pointsForward && mustPointBack)
    return facts("FORWARD_REFERENCE", `the step ${JSON.stringify(reference.id)} comes later`);
  return null;
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
    return finding === null ? [] : [{ stepId: placed.step.id, entry, finding }];
  });
}

function afterFinding(
  id: string,
  placed: PlacedStep,
  stepsById: ReadonlyMap<string, PlacedStep>,
  mustPointBack: boolean,
): string | null {
  const named = JSON.stringify(id);
  const source = stepsById.get(id);
  if (source === undefined) {
    const nearest = nearestNames(id, stepsById.keys());
    return `expected the id of a step, found ${named}${nearest.length > 0 ? `; nearest: ${nearest.join(", ")}` : ""}`;
  }
  if (source.position === placed.position)
    return `expected a step outside of its own group and other than itself, found ${named}`;
  if (mustPointBack && source.position > placed.position)
    return `expected an earlier step, found ${named}, which comes later`;
  return null;
}

/** Cycles of a plan, each as the way around. Those that share a step with another are found when that one is gone. */
export function cyclesOf({ plan }: PlanScope): readonly (readonly Dependency[])[] {
  let dependencies = dependenciesOf(plan, topLevelPositions(plan));
  const cycles: (readonly Dependency[])[] = [];
  for (let cycle = findCycle(dependencies); cycle !== null; cycle = findCycle(dependencies)) {
    cycles.push(cycle);
    const onCycle = new Set(cycle.map(({ on }) => on));
    dependencies = dependencies.map((list, position) => (onCycle.has(position) ? [] : list));
  }
  return cycles;
}
