/** Expressions over values of initial bindings, read and evaluated without a plan. */
import type { JsonObject } from "../../../src/json/json.ts";
import { evaluateExpression } from "../../../src/plan/expressions/evaluate-expression.ts";
import { readExpression } from "../../../src/plan/expressions/read-expression.ts";
import type { CelExpression, Reference } from "../../../src/plan/plan.ts";
import { type Expression, pathsOf } from "../../../src/plan/reference.ts";
import { type ReferenceReader, readFrom } from "../../../src/plan/reference-reader.ts";

/** Every name is one of an initial binding; `$0.output` is that of the binding `$`. */
export function bindingOf(expression: Expression): Reference {
  if (expression.kind === "INDEX") {
    const { each, path, text } = expression;
    return { root: "bindings", id: "$", path, ...(each === undefined ? {} : { each }), expression: text };
  }
  const [head, ...rest] = expression.links[0]?.name === "bindings" ? expression.links.slice(1) : expression.links;
  return { root: "bindings", id: head?.name ?? "", ...pathsOf(rest), expression: expression.text };
}

export function expressionOf(text: string): CelExpression {
  const reading = readExpression(text, bindingOf);
  if (!reading.ok) throw new Error(`Cannot read ${text}: ${reading.finding}`);
  return reading.expression;
}

/** What is wrong with `text`. */
export function findingOf(text: string): string {
  const reading = readExpression(text, bindingOf);
  if (reading.ok) throw new Error(`Expected a finding of ${text}, found ${reading.expression.cel}`);
  return reading.finding;
}

export function readerOf(values: JsonObject): ReferenceReader {
  return {
    read: (reference) =>
      readFrom(reference, Object.hasOwn(values, reference.id) ? values[reference.id] : undefined, "nothing"),
    bytesOf: () => undefined,
  };
}

/** The value of `text`; why it has none. */
export function calculated(text: string, values: JsonObject = {}) {
  const evaluated = evaluateExpression(expressionOf(text), readerOf(values));
  return evaluated.ok ? evaluated.value : `${evaluated.kind}: ${evaluated.finding}`;
}
