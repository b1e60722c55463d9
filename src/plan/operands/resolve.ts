/**
 * Turns operands into JSON just before a call (P10, P18, R22). The value of a reference is inserted as a value and never parsed again, even
 * if it looks like a reference (E13, R1). A reference that has no value fails the step, except under `coalesce`, which takes the first
 * choice that has a value other than null (C3, R11). `execution/state/read-reference.ts` finds the value of a reference, and is passed in as
 * a `ReadReference`.
 */
import { type Json, objectOf } from "../../json/json.ts";
import { evaluateExpression } from "../expressions/evaluate-expression.ts";
import type { CelOperand, Operand, Reference } from "../plan.ts";
import type { ReadReference, ReferenceReader } from "../reference-reader.ts";

export interface UnresolvedOperand {
  /** UNRESOLVED_REFERENCE where something has no value, so that a `coalesce` takes its next choice. */
  readonly code: "UNRESOLVED_REFERENCE" | "EXPRESSION_FAILED" | "LIMIT_EXCEEDED";
  /** The expression as the author wrote it. */
  readonly expression: string;
  /** The finding in place of a value. */
  readonly found: string;
  readonly message: string;
}

export type Resolution =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly failure: UnresolvedOperand };

/** The value of an expression. */
export type EvaluateOperand = (operand: CelOperand) => Resolution;

/**
 * The value of `operand`, or why its first reference without a value has none.
 *
 * @example
 * ```ts
 * const reference = { root: "bindings", id: "city", path: [], expression: "{{bindings.city}}" } as const;
 * const operand = { kind: "text", parts: ["Weather in ", reference] } as const;
 * resolveOperand(operand, () => ({ found: true, value: "Bern" })); // { ok: true, value: "Weather in Bern" }
 * resolveOperand(operand, () => ({ found: false, reason: "no binding" })).ok; // false
 * ```
 */
export function resolveOperand(
  operand: Operand,
  read: ReadReference,
  evaluated: EvaluateOperand = (cel) => evaluateOperand(cel, { read, bytesOf: () => undefined }),
): Resolution {
  switch (operand.kind) {
    case "literal":
      return { ok: true, value: operand.value };
    case "reference":
      return resolveReference(operand.reference, read);
    case "text":
      return resolveText(operand.parts, read);
    case "object": {
      const entries: (readonly [string, Json])[] = [];
      for (const [key, member] of operand.entries) {
        const resolution = resolveOperand(member, read, evaluated);
        if (!resolution.ok) return resolution;
        entries.push([key, resolution.value]);
      }
      return { ok: true, value: objectOf(entries) };
    }
    case "array": {
      const items: Json[] = [];
      for (const item of operand.items) {
        const resolution = resolveOperand(item, read, evaluated);
        if (!resolution.ok) return resolution;
        items.push(resolution.value);
      }
      return { ok: true, value: items };
    }
    case "coalesce":
      return resolveChoices(operand.choices, read, evaluated);
    case "cel":
      return evaluated(operand);
  }
}

/** The value of an expression, as an operand. */
export function evaluateOperand(operand: CelOperand, reader: ReferenceReader): Resolution {
  const evaluated = evaluateExpression(operand, reader);
  if (evaluated.ok) return evaluated;
  const { finding: found, kind } = evaluated;
  const { expression } = operand;
  const message = `Cannot evaluate ${JSON.stringify(expression)}: ${found}`;
  return { ok: false, failure: { code: codes[kind], expression, found, message } };
}

const codes = { ABSENT: "UNRESOLVED_REFERENCE", FAILED: "EXPRESSION_FAILED", LIMIT: "LIMIT_EXCEEDED" } as const;

function resolveReference(reference: Reference, read: ReadReference): Resolution {
  const answer = read(reference);
  if (answer.found) return { ok: true, value: answer.value };
  const { expression } = reference;
  const message = `Cannot resolve ${JSON.stringify(expression)}: a value is required, found ${answer.reason}`;
  return { ok: false, failure: { code: "UNRESOLVED_REFERENCE", expression, found: answer.reason, message } };
}

function resolveText(parts: readonly (string | Reference)[], read: ReadReference): Resolution {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else {
      const resolution = resolveReference(part, read);
      if (!resolution.ok) return resolution;
      text += typeof resolution.value === "string" ? resolution.value : JSON.stringify(resolution.value);
    }
  }
  return { ok: true, value: text };
}

function resolveChoices(choices: readonly Operand[], read: ReadReference, evaluated: EvaluateOperand): Resolution {
  let fallback: Resolution | undefined;
  for (const choice of choices) {
    const resolution = resolveOperand(choice, read, evaluated);
    if (resolution.ok ? resolution.value !== null : resolution.failure.code !== "UNRESOLVED_REFERENCE")
      return resolution;
    // Null, such as the output of a skipped step, is taken only if nothing better follows; it beats having no value.
    if (resolution.ok || fallback?.ok !== true) fallback = resolution;
  }
  return fallback ?? { ok: true, value: null };
}
