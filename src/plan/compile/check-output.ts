/** Checks the output template of a workflow like the arguments of a step after all others (P13, P14). */

import type { JsonSchema } from "../../json/json.ts";
import { referencesIn } from "../operands/operand.ts";
import type { Operand, Reference } from "../plan.ts";
import { isWithinFinally, type PlanScope } from "../plan-scope.ts";
import type { PlanProblem } from "../problem.ts";
import { checkArguments } from "./check-arguments.ts";
import { operandProblems } from "./check-calls.ts";
import { expressionProblems } from "./check-expressions.ts";
import { checkReference, hiddenBehindGroup } from "./check-references.ts";
import type { ReferenceType } from "./reference-type.ts";
import { outputHolder, type TemplateFacts, templateProblem } from "./template-problem.ts";

/** All certain errors of `output`. `schema` is its required schema, undefined for anything. */
export function outputProblems(
  output: Operand,
  schema: JsonSchema | undefined,
  scope: PlanScope,
  place: readonly string[],
): readonly PlanProblem[] {
  const holder = outputHolder(place);
  const problems: PlanProblem[] = [];
  const types = new Map<Reference, ReferenceType & { readonly ok: true }>();
  for (const { path: argument, reference } of referencesIn(output)) {
    const misplaced = ofFinally(reference, scope) ?? hiddenBehindGroup(reference, scope.stepsById);
    const checked = checkReference(reference, misplaced, scope);
    if (checked.ok) types.set(reference, checked.type);
    else problems.push(templateProblem({ ...holder, argument, template: reference.expression }, checked.facts));
  }
  problems.push(...expressionProblems(output, types, holder));
  if (schema === undefined) return problems;
  const check = checkArguments(output, schema, types);
  return [...problems, ...operandProblems(holder, check, "make the output: it does not satisfy the output schema")];
}

/** The output belongs to the end that is decided before the first step of `finally` begins. */
function ofFinally({ id, root }: Reference, { stepsById }: PlanScope): TemplateFacts | undefined {
  const source = root === "steps" ? stepsById.get(id) : undefined;
  if (source === undefined || !isWithinFinally(source)) return undefined;
  const finding = `the step ${JSON.stringify(id)} of finally runs after the output is made`;
  return { reason: "NOT_REFERABLE", finding };
}
