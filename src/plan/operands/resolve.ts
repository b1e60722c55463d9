/**
 * Turns operands into JSON just before a call (P10, P18, R22). What a reference reads is put in as a value and never read as
 * text again, whatever it looks like (E13, R1). A reference that has no value fails the step, except under `coalesce`, which takes
 * the first choice that has a value other than null (C3, R11).
 */
import { type Json, objectOf } from "../../json/json.ts";
import type { Operand, Reference } from "../plan.ts";
import type { ReadReference } from "../reference-reader.ts";

export interface UnresolvedReference {
  readonly code: "UNRESOLVED_REFERENCE";
  /** The expression as the author wrote it. */
  readonly expression: string;
  /** What was found in place of a value. */
  readonly found: string;
  readonly message: string;
}

export type Resolution =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly failure: UnresolvedReference };

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
export function resolveOperand(operand: Operand, read: ReadReference): Resolution {
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
        const resolution = resolveOperand(member, read);
        if (!resolution.ok) return resolution;
        entries.push([key, resolution.value]);
      }
      return { ok: true, value: objectOf(entries) };
    }
    case "array": {
      const items: Json[] = [];
      for (const item of operand.items) {
        const resolution = resolveOperand(item, read);
        if (!resolution.ok) return resolution;
        items.push(resolution.value);
      }
      return { ok: true, value: items };
    }
    case "coalesce":
      return resolveChoices(operand.choices, read);
  }
}

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

function resolveChoices(choices: readonly Operand[], read: ReadReference): Resolution {
  let fallback: Resolution | undefined;
  for (const choice of choices) {
    const resolution = resolveOperand(choice, read);
    if (resolution.ok && resolution.value !== null) return resolution;
    // Null, such as the output of a skipped step, is taken only if nothing better follows; it beats having no value.
    if (resolution.ok || fallback?.ok !== true) fallback = resolution;
  }
  return fallback ?? { ok: true, value: null };
}
