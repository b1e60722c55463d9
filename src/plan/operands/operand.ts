/**
 * Room `plan/operands`: the values that a plan hands on, from the JSON of a plan to the JSON of a call.
 *
 * Owns: operands out of a document and back (this file); their values (`resolve.ts`), within bounds (`bounded-operand.ts`). Leaves: the
 * meaning of names to its caller, which passes `bind`; the values of references to its caller, which passes a reader.
 *
 * Invariants:
 * - Strings are parsed once. The value of a reference is inserted as a value and never parsed as text again (E13).
 * - A value is built only if it is within the bounds.
 *
 * This file reads operands out of the JSON of a plan, and writes them back. Strings are parsed once, here; the result holds references as
 * data (E13). `{"coalesce": […]}` as the sole key of an object takes the first choice that has a value, `{"cel": "…"}` is the value of an
 * expression, `{"\\coalesce": …}` and `{"\\cel": …}` are plain objects (C3). Entries of objects stand in code-unit order, so that equal
 * plans have equal text.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectOf } from "../../json/json.ts";
import { askedOperands, writeExpression } from "../expressions/expression-text.ts";
import { readExpression } from "../expressions/read-expression.ts";
import type { Lookalike } from "../lookalike.ts";
import type { CelOperand, Operand, Reference } from "../plan.ts";
import { type Expression, readText, writeReference, writeText } from "../reference.ts";

/** Sole keys of objects with a special meaning. With backslashes before it, each of them is a key like any other. */
const ESCAPED_OPERATOR = /^\\+(?:coalesce|cel)$/;
const OPERATOR = /^\\*(?:coalesce|cel)$/;

/** Where operands come from. The compiler resolves names and keeps findings. */
export interface OperandReader {
  /** The reference that an expression stands for. One that stands for nothing is reported and gives `unreadable`. */
  readonly bind: (expression: Expression, path: readonly string[]) => Reference;
  /** Something that cannot be read. `template` is the offending text, undefined where no text is at fault. */
  readonly refuse: (required: string, template: string | undefined, path: readonly string[]) => void;
  /** Text that looks like references and is none: refused where one is the whole string, else text with a warning. */
  readonly resembling: (lookalikes: readonly Lookalike[], path: readonly string[]) => void;
}

/** Stands where a reference could not be read: nothing is known of its value, so that the rest of the plan can be checked. */
export function unreadable(expression: string): Reference {
  return { root: "bindings", id: "", path: [], expression };
}

/** The operand of `value`. Never throws; a refused part is `unreadable`. */
export function readOperand(value: Json, reader: OperandReader, path: readonly string[] = []): Operand {
  if (typeof value === "string") return readString(value, reader, path);
  if (isJsonArray(value)) {
    const items = value.map((item, index) => readOperand(item, reader, [...path, String(index)]));
    if (items.some((item) => item.kind !== "literal")) return { kind: "array", items };
    return { kind: "literal", value: items.map(literalValue) };
  }
  if (isJsonObject(value)) return readObject(value, reader, path);
  if (typeof value !== "number" || Number.isFinite(value)) return { kind: "literal", value };
  return refused("a finite number", undefined, reader, path);
}

function readString(text: string, reader: OperandReader, path: readonly string[]): Operand {
  const meaning = readText(text);
  switch (meaning.kind) {
    case "LITERAL":
      if (meaning.lookalikes.length > 0) reader.resembling(meaning.lookalikes, path);
      return { kind: "literal", value: meaning.text };
    case "MALFORMED":
      return refused(meaning.required, meaning.template, reader, path);
    case "REFERENCE":
      return { kind: "reference", reference: reader.bind(meaning.expression, path) };
    case "TEXT": {
      if (meaning.lookalikes.length > 0) reader.resembling(meaning.lookalikes, path);
      const parts = meaning.parts.map((part) => (typeof part === "string" ? part : reader.bind(part, path)));
      return { kind: "text", parts };
    }
  }
}

function readObject(value: JsonObject, reader: OperandReader, path: readonly string[]): Operand {
  const keys = Object.keys(value).sort();
  const [sole] = keys.length === 1 ? keys : [];
  if (sole === "coalesce") return readCoalesce(value[sole] as Json, reader, path);
  if (sole === "cel") return readCel(value[sole] as Json, reader, path);
  const isEscaped = sole !== undefined && ESCAPED_OPERATOR.test(sole);
  const entries = keys.map((key): readonly [string, Operand] => {
    const operand = readOperand(value[key] as Json, reader, [...path, key]);
    return [isEscaped ? key.slice(1) : key, operand];
  });
  if (entries.some(([, operand]) => operand.kind !== "literal")) return { kind: "object", entries };
  return { kind: "literal", value: objectOf(entries.map(([key, operand]) => [key, literalValue(operand)])) };
}

function readCoalesce(choices: Json, reader: OperandReader, path: readonly string[]): Operand {
  const place = [...path, "coalesce"];
  if (!isJsonArray(choices) || choices.length === 0) {
    return refused('an array of at least one choice under the sole key "coalesce"', undefined, reader, place);
  }
  return {
    kind: "coalesce",
    choices: choices.map((choice, index) => readOperand(choice, reader, [...place, String(index)])),
  };
}

function readCel(text: Json, reader: OperandReader, path: readonly string[]): Operand {
  const place = [...path, "cel"];
  if (typeof text !== "string")
    return refused('an expression as a text under the sole key "cel"', undefined, reader, place);
  const parsed = readExpression(text, (expression) => reader.bind(expression, place));
  return parsed.ok ? { kind: "cel", ...parsed.expression } : refused(parsed.finding, undefined, reader, place);
}

function refused(
  required: string,
  template: string | undefined,
  reader: OperandReader,
  path: readonly string[],
): Operand {
  reader.refuse(required, template, path);
  return { kind: "reference", reference: unreadable(template ?? "") };
}

function literalValue(operand: Operand): Json {
  if (operand.kind !== "literal") throw new Error(`Cannot take the value of an operand of kind "${operand.kind}"`);
  return operand.value;
}

/**
 * The JSON that `readOperand` reads as `operand`, references in canonical spelling.
 *
 * @example
 * ```ts
 * const reference = { root: "steps", id: "who", path: ["name"], expression: "$0.output.name" } as const;
 * operandDocument({ kind: "text", parts: ["Hello ", reference] }); // "Hello {{steps.who.output.name}}"
 * ```
 */
export function operandDocument(operand: Operand): Json {
  switch (operand.kind) {
    case "literal":
      return escaped(operand.value);
    case "reference":
      return writeReference(operand.reference);
    case "text":
      return writeText(
        operand.parts.map((part) =>
          typeof part === "string" ? { literal: part } : { reference: writeReference(part) },
        ),
      );
    case "object":
      return objectDocument(operand.entries.map(([key, value]) => [key, operandDocument(value)]));
    case "array":
      return operand.items.map(operandDocument);
    case "coalesce":
      return { coalesce: operand.choices.map(operandDocument) };
    case "cel":
      return { cel: writeExpression(operand) };
  }
}

function escaped(value: Json): Json {
  if (typeof value === "string") return writeText([{ literal: value }]);
  if (isJsonArray(value)) return value.map(escaped);
  if (isJsonObject(value)) return objectDocument(Object.keys(value).map((key) => [key, escaped(value[key] as Json)]));
  return value;
}

function objectDocument(entries: readonly (readonly [string, Json])[]): JsonObject {
  const [sole] = entries;
  const looksLikeOperator = sole !== undefined && entries.length === 1 && OPERATOR.test(sole[0]);
  return looksLikeOperator ? { [`\\${sole[0]}`]: sole[1] } : objectOf(entries);
}

/** The arguments of a call by name. Undefined if all of them come from one reference. */
export function argumentEntries(operand: Operand): readonly (readonly [string, Operand])[] | undefined {
  if (operand.kind === "object") return operand.entries;
  if (operand.kind !== "literal" || !isJsonObject(operand.value)) return undefined;
  return Object.entries(operand.value).map(([key, value]) => [key, { kind: "literal", value }]);
}

/** The same as one operand: arguments without any reference are one literal, of which each member is listed by itself. */
export function withMembers(operand: Operand): Operand {
  const entries = argumentEntries(operand);
  return entries === undefined ? operand : { kind: "object", entries };
}

/** A reference and where it stands. */
export interface PlacedReference {
  readonly reference: Reference;
  /** Path of the string that holds it. */
  readonly path: readonly string[];
  /** It is a choice of a `coalesce` with others after it, or an expression asks whether it has a value, so it need not have one. */
  readonly hasFallback: boolean;
}

/**
 * Every reference in `operand`, in the order of the text.
 *
 * @example
 * ```ts
 * const reference = { root: "input", id: "input", path: ["city"], expression: "{{input.city}}" } as const;
 * const found = referencesIn({ kind: "object", entries: [["q", { kind: "reference", reference }]] });
 * found.map(({ path }) => path); // [["q"]]
 * ```
 */
export function referencesIn(operand: Operand): readonly PlacedReference[] {
  const found: PlacedReference[] = [];
  addReferences(operand, [], false, found);
  return found;
}

/** Adds the references in `operand`, which stands at `path`. A plan has thousands of literals, so no path is made for one. */
function addReferences(
  operand: Operand,
  path: readonly string[],
  hasFallback: boolean,
  found: PlacedReference[],
): void {
  switch (operand.kind) {
    case "literal":
      return;
    case "reference":
      found.push({ reference: operand.reference, path, hasFallback });
      return;
    case "text":
      for (const part of operand.parts)
        if (typeof part !== "string") found.push({ reference: part, path, hasFallback });
      return;
    case "object":
      for (const [key, value] of operand.entries)
        if (value.kind !== "literal") addReferences(value, [...path, key], hasFallback, found);
      return;
    case "array":
      for (const [index, item] of operand.items.entries())
        if (item.kind !== "literal") addReferences(item, [...path, String(index)], hasFallback, found);
      return;
    case "coalesce":
      for (const [index, choice] of operand.choices.entries()) {
        const isLast = index === operand.choices.length - 1;
        addReferences(choice, [...path, "coalesce", String(index)], hasFallback || !isLast, found);
      }
      return;
    case "cel": {
      const asked = askedOperands(operand);
      for (const [index, reference] of operand.references.entries())
        found.push({ reference, path: [...path, "cel"], hasFallback: hasFallback || asked.has(index) });
    }
  }
}

/** An expression and where it stands. */
export interface PlacedExpression {
  readonly expression: CelOperand;
  /** Path of its text. */
  readonly path: readonly string[];
}

/** Every expression in `operand`, in the order of the text. */
export function expressionsIn(operand: Operand): readonly PlacedExpression[] {
  const found: PlacedExpression[] = [];
  addExpressions(operand, [], found);
  return found;
}

function addExpressions(operand: Operand, path: readonly string[], found: PlacedExpression[]): void {
  switch (operand.kind) {
    case "cel":
      found.push({ expression: operand, path: [...path, "cel"] });
      return;
    case "object":
      for (const [key, value] of operand.entries)
        if (mayHoldExpression(value)) addExpressions(value, [...path, key], found);
      return;
    case "array":
      for (const [index, item] of operand.items.entries())
        if (mayHoldExpression(item)) addExpressions(item, [...path, String(index)], found);
      return;
    case "coalesce":
      for (const [index, choice] of operand.choices.entries())
        if (mayHoldExpression(choice)) addExpressions(choice, [...path, "coalesce", String(index)], found);
      return;
    default:
      return;
  }
}

function mayHoldExpression({ kind }: Operand): boolean {
  return kind === "cel" || kind === "object" || kind === "array" || kind === "coalesce";
}
