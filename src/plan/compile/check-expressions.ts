/** Whether expressions can be evaluated, and conditions be true or false, by the schemas of their references. */
import { nearestNames } from "../../json/nearest-name.ts";
import { includes } from "../../schema/document/json-kind.ts";
import { typeName } from "../../schema/type-name.ts";
import { treeOf } from "../expressions/expression-text.ts";
import {
  anyValue,
  expressionType,
  kindsOf,
  type TypedExpression,
  type ValueType,
} from "../expressions/expression-type.ts";
import { expressionsIn } from "../operands/operand.ts";
import type { CelExpression, Condition, Operand } from "../plan.ts";
import type { PlanProblem } from "../problem.ts";
import type { ReferenceTypes } from "./reference-type.ts";
import { type TemplateFacts, type TemplateHolder, templateProblem } from "./template-problem.ts";

/** The possible values of `expression`. */
export function typeOfExpression(expression: CelExpression, types: ReferenceTypes): TypedExpression {
  return expressionType(treeOf(expression), (operand) => {
    const reference = expression.references[operand];
    const type = reference === undefined ? undefined : types.get(reference);
    return type?.alternatives ?? anyValue;
  });
}

/** Problems of the expressions in `operand` that can never be evaluated. */
export function expressionProblems(
  operand: Operand,
  types: ReferenceTypes,
  holder: TemplateHolder,
): readonly PlanProblem[] {
  return Array.from(expressionsIn(operand)).flatMap(({ expression, path }) => {
    const typed = typeOfExpression(expression, types);
    if (typed.ok) return [];
    return [templateProblem({ ...holder, argument: path, template: expression.expression }, faultFacts(typed))];
  });
}

/** Problems of a condition that can never be evaluated, or is never true or false. */
export function conditionProblems(
  condition: Condition,
  types: ReferenceTypes,
  holder: TemplateHolder,
): readonly PlanProblem[] {
  const typed = typeOfExpression(condition, types);
  const tree = treeOf(condition);
  const whole = tree.kind === "operand" ? condition.references[tree.name]?.expression : undefined;
  const place = { ...holder, argument: [], template: whole ?? condition.expression };
  if (!typed.ok) return [templateProblem(place, faultFacts(typed))];
  if (includes(kindsOf(typed.type), "boolean")) return [];
  const { actualType, expectedType } = { actualType: namesOf(typed.type), expectedType: "boolean" };
  const finding = `${expectedType} is required, found ${actualType}`;
  return [templateProblem(place, { reason: "TYPE_MISMATCH", finding, expectedType, actualType })];
}

function faultFacts({ finding, missing }: TypedExpression & { readonly ok: false }): TemplateFacts {
  if (missing === undefined)
    return { reason: "TYPE_MISMATCH", finding: `types that fit are required, found ${finding}` };
  const { availableFields, field } = missing;
  const nearest = nearestNames(field, availableFields);
  return { reason: "FIELD_NOT_FOUND", finding: `there is ${finding}`, field, availableFields, nearestNames: nearest };
}

function namesOf(type: ValueType): string {
  return [...new Set(type.map(typeName))].join(" or ");
}
