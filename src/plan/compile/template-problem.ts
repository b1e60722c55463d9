/** Builds the problem that a template causes, with every field of P17. */
import { suggested } from "../../json/nearest-name.ts";
import type { TemplateMember } from "../order/step-references.ts";
import type { PlanStep } from "../plan.ts";
import type { DraftStep } from "../plan-draft.ts";
import type { PlanProblem, PlanWarning, TemplateErrorReason } from "../problem.ts";

/** The part with templates: a part of a step, or the output of a workflow. */
export interface TemplateHolder {
  readonly member: TemplateMember | "output";
  /** Place of the holder in the request. */
  readonly place: readonly string[];
  /** Empty for the output of a workflow. */
  readonly stepId: string;
  readonly stepIndex: number | null;
}

/** Where a template stands. */
export interface TemplatePlace extends TemplateHolder {
  /** Path within the holder. */
  readonly argument: readonly string[];
  readonly template: string;
}

/** A part of `step`, which was made from `draft`. */
export function holderIn(
  { id, index }: Pick<PlanStep, "id" | "index">,
  draft: DraftStep | undefined,
  member: TemplateMember,
): TemplateHolder {
  return { member, place: draft === undefined ? [] : placeOf(draft, member), stepId: id, stepIndex: index };
}

function placeOf(draft: DraftStep, member: TemplateMember): readonly string[] {
  switch (member) {
    case "arguments":
      return draft.kind === "TOOL" ? draft.places.arguments : [];
    case "over":
      return draft.kind === "MAP" ? draft.places.over : [];
    case "until":
      return draft.kind === "LOOP" ? draft.places.condition : [];
    case "when":
      return draft.places.when;
  }
}

export interface TemplateFacts {
  readonly reason: TemplateErrorReason;
  /** The problem, as the second half of a sentence. */
  readonly finding: string;
  readonly sourceCallable?: string | undefined;
  readonly field?: string | undefined;
  readonly availableFields?: readonly string[];
  readonly nearestNames?: readonly string[];
  readonly expectedType?: string | undefined;
  readonly actualType?: string | undefined;
}

/** The template of a workflow's output, at `place` in the request. */
export function outputHolder(place: readonly string[]): TemplateHolder {
  return { member: "output", place, stepId: "", stepIndex: null };
}

/** The problem of the kind TEMPLATE_INVALID for `facts` at `place`. */
export function templateProblem(place: TemplatePlace, facts: TemplateFacts): PlanProblem {
  const argument = place.argument.join(".");
  const nearest = facts.nearestNames ?? [];
  const advice = suggested(nearest, facts.availableFields);
  return {
    kind: "TEMPLATE_INVALID",
    message: `Cannot use ${place.template} ${purpose(place, argument)}: ${facts.finding}${advice}`,
    path: [...place.place, ...place.argument],
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

/** The warning that a text at `place` has parts that look like references (N61). */
export function lookalikeWarning(
  place: Omit<TemplatePlace, "template">,
  lookalikes: readonly { readonly text: string; readonly nearest: readonly string[] }[],
): PlanWarning {
  const [first] = lookalikes;
  const more = lookalikes.length > 1 ? ` and ${lookalikes.length - 1} more such texts` : "";
  const [nearest] = first?.nearest ?? [];
  const value = nearest === undefined ? "" : `write ${nearest} for the value, `;
  const where = purpose(place, place.argument.join(".")).replace(/^as /, "in ");
  return {
    code: "TEXT_LIKE_REFERENCE",
    message: `The text ${where} holds ${first?.text}${more}, which looks like a reference and stays text; ${value}$${first?.text} for the text`,
    path: [...place.place, ...place.argument],
    stepId: place.stepId,
  };
}

function purpose({ member, stepId }: TemplateHolder, argument: string): string {
  switch (member) {
    case "arguments":
      return `as ${argument || "the arguments"} of step ${stepId}`;
    case "when":
      return `in the condition of step ${stepId}`;
    case "over":
      return argument === "" ? `as the list of step ${stepId}` : `as ${argument} of the list of step ${stepId}`;
    case "until":
      return `in the condition on which the loop ${stepId} ends`;
    case "output":
      return argument === "" ? "as the output" : `as ${argument} of the output`;
  }
}
