/** Builds the problem that a template causes, with every field of P17. */
import type { PlanProblem, TemplateErrorReason } from "./problem.ts";

/** Where a template stands. */
export interface TemplatePlace {
  readonly stepId: string;
  readonly stepIndex: number | null;
  /** Path of the argument within the arguments. */
  readonly argument: readonly string[];
  /** Place of the arguments in the request. */
  readonly argumentsPlace: readonly string[];
  readonly template: string;
}

export interface TemplateFacts {
  readonly reason: TemplateErrorReason;
  /** What is wrong, as the second half of a sentence. */
  readonly finding: string;
  readonly sourceCallable?: string | null;
  readonly field?: string | null;
  readonly availableFields?: readonly string[];
  readonly nearestNames?: readonly string[];
  readonly expectedType?: string | null;
  readonly actualType?: string | null;
}

/** The problem of the kind TEMPLATE_INVALID for `facts` at `place`. */
export function templateProblem(place: TemplatePlace, facts: TemplateFacts): PlanProblem {
  const argument = place.argument.join(".");
  const nearest = facts.nearestNames ?? [];
  const suggestion = nearest.length > 0 ? `; nearest: ${nearest.join(", ")}` : "";
  return {
    kind: "TEMPLATE_INVALID",
    message: `Cannot use ${place.template} as ${argument || "the arguments"} of step ${place.stepId}: ${facts.finding}${suggestion}`,
    path: [...place.argumentsPlace, ...place.argument],
    reason: facts.reason,
    stepId: place.stepId,
    stepIndex: place.stepIndex,
    argument,
    template: place.template,
    sourceCallable: facts.sourceCallable ?? null,
    field: facts.field ?? null,
    availableFields: facts.availableFields ?? [],
    nearestNames: nearest,
    expectedType: facts.expectedType ?? null,
    actualType: facts.actualType ?? null,
  };
}
