/**
 * Conditions of Agent Mesh as conditions of plans. There a template is put into the text and the text is read; here it is a value that is
 * compared. A condition that cannot be evaluated there counts as false, so the plan's condition first checks that optional values are
 * present.
 */
import { type MeshExpression, type MeshOperator, readExpression } from "./mesh-expression.ts";
import type { MeshMeaning, ResolvedTemplate } from "./mesh-scope.ts";

export type ConditionTranslation =
  | { readonly ok: true; readonly text: string }
  /** Completes "Cannot translate the condition …: ". */
  | { readonly ok: false; readonly finding: string };

type Resolve = (path: string) => ResolvedTemplate;

/** The condition of a plan that is true when `text` is. Never throws. */
export function translateCondition(text: string, resolve: Resolve): ConditionTranslation {
  const parsed = readExpression(text);
  if (!parsed.ok) return { ok: false, finding: `required ${parsed.finding}` };
  try {
    const translator = new Translator(resolve);
    const condition = translator.boolean(parsed.expression);
    const asked = [...translator.asked].map((reference) => `has({{${reference}}})`);
    if (typeof condition === "boolean") return { ok: true, text: String(condition) };
    return { ok: true, text: asked.length === 0 ? condition : [...asked, `(${condition})`].join(" and ") };
  } catch (error) {
    if (error instanceof ConditionFault) return { ok: false, finding: error.message };
    throw error;
  }
}

class ConditionFault extends Error {}

/** A side of a comparison. `QUOTED` is a template alone between quotes: the text of its value. */
type Side =
  | { readonly kind: "LITERAL"; readonly value: string | number | boolean | null }
  | { readonly kind: "VALUE" | "QUOTED"; readonly meaning: MeshMeaning }
  | { readonly kind: "CONDITION"; readonly text: string };

/** The words of an end there, and the statuses of an execution here. */
const statuses: Readonly<Record<string, string>> = {
  success: '{{execution.status}} == "SUCCEEDED"',
  failure: '{{execution.status}} in ["FAILED", "PARTIAL"]',
  failed: '{{execution.status}} in ["FAILED", "PARTIAL"]',
  cancelled: '{{execution.status}} == "CANCELLED"',
};

class Translator {
  /** References that may have no value, and are read. */
  readonly asked = new Set<string>();
  readonly #resolve: Resolve;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** The condition, or its value if that is always the same. */
  boolean(expression: MeshExpression): string | boolean {
    switch (expression.kind) {
      case "literal":
        return Boolean(expression.value);
      case "template":
        return this.#read(this.#meaning(expression.path, expression.text));
      case "text":
        throw new ConditionFault("required a comparison, found a text alone, which is true unless it is empty");
      case "not":
        return negated(this.boolean(expression.operand));
      case "and":
      case "or":
        return joined(
          expression.kind,
          expression.parts.map((part) => this.boolean(part)),
        );
      case "comparison": {
        const sides = [expression.first, ...expression.rest.map(([, side]) => side)].map((side) => this.#side(side));
        const pairs = expression.rest.map(([operator], at) => {
          const [left, right] = [sides[at], sides[at + 1]];
          if (left === undefined || right === undefined) throw new Error("Cannot compare without two sides");
          return this.#compared(operator, left, right);
        });
        return joined("and", pairs);
      }
    }
  }

  #side(expression: MeshExpression): Side {
    if (expression.kind === "literal") return { kind: "LITERAL", value: expression.value };
    if (expression.kind === "template")
      return { kind: "VALUE", meaning: this.#meaning(expression.path, expression.text) };
    if (expression.kind === "text") {
      const [only, second] = expression.pieces;
      if (only?.kind !== "TEMPLATE" || second !== undefined)
        throw new ConditionFault("required a template alone between quotes, found one within a longer text");
      return { kind: "QUOTED", meaning: this.#meaning(only.path, only.text) };
    }
    const condition = this.boolean(expression);
    return typeof condition === "boolean"
      ? { kind: "LITERAL", value: condition }
      : { kind: "CONDITION", text: `(${condition})` };
  }

  #compared(operator: MeshOperator, left: Side, right: Side): string | boolean {
    if (left.kind === "LITERAL" && right.kind === "LITERAL") return compareLiterals(operator, left.value, right.value);
    if (operator === "==" || operator === "!=") {
      const [template, other] = left.kind === "LITERAL" ? [right, left] : [left, right];
      if (other.kind === "LITERAL" && (template.kind === "VALUE" || template.kind === "QUOTED"))
        return this.#equal(operator, template, other.value);
    }
    return `${this.#operand(left)} ${operator} ${this.#operand(right)}`;
  }

  #equal(
    operator: "==" | "!=",
    { kind, meaning }: Side & { readonly kind: "VALUE" | "QUOTED" },
    value: string | number | boolean | null,
  ) {
    const isEqual = operator === "==";
    if (meaning.reference.root === "STATUS") {
      const condition = typeof value === "string" ? statuses[value] : undefined;
      if (condition === undefined)
        throw new ConditionFault(`required ${Object.keys(statuses).join(", ")}, found ${JSON.stringify(value)}`);
      return isEqual ? condition : negated(condition);
    }
    if (value === null || (kind === "QUOTED" && value === "None")) return this.#isNothing(meaning, isEqual);
    if (kind === "VALUE") return `${this.#read(meaning)} ${operator} ${JSON.stringify(value)}`;
    if (typeof value !== "string")
      throw new ConditionFault(
        `required a text, which alone a template between quotes can equal, found ${String(value)}`,
      );
    const alternatives = meantBy(value, meaning.type);
    if (alternatives.length === 0) return !isEqual;
    const read = this.#read(meaning);
    const equal = joined(
      "or",
      alternatives.map((one) => `${read} == ${JSON.stringify(one)}`),
    );
    return isEqual
      ? equal
      : alternatives.length === 1
        ? `${read} != ${JSON.stringify(alternatives[0])}`
        : negated(equal);
  }

  /** Null itself, or null on the way to it. */
  #isNothing(meaning: MeshMeaning, isEqual: boolean): string {
    if (!isEqual) return `${this.#read(meaning)} != null`;
    const places = [...(meaning.isSure ? [] : meaning.around), meaning.text];
    const parts = places.map((place) =>
      meaning.isSure ? `{{${place}}} == null` : `(has({{${place}}}) and {{${place}}} == null)`,
    );
    return String(joined("or", parts));
  }

  #operand(side: Side): string {
    if (side.kind === "LITERAL") return JSON.stringify(side.value);
    if (side.kind === "CONDITION") return side.text;
    if (side.meaning.reference.root === "STATUS")
      throw new ConditionFault("required == or != and a text beside workflow.status");
    return this.#read(side.meaning);
  }

  #meaning(path: string, text: string): MeshMeaning {
    const resolved = this.#resolve(path);
    if (!resolved.ok) throw new ConditionFault(`${resolved.finding}, found ${text}`);
    if (resolved.meaning.isMapOutput === true) throw new ConditionFault(`required output.results, found ${text}`);
    return resolved.meaning;
  }

  #read(meaning: MeshMeaning): string {
    if (!meaning.isSure) this.asked.add(meaning.text);
    return `{{${meaning.text}}}`;
  }
}

/** The values of which Python's text is `text`, of those that a value of `type` can have. */
function meantBy(text: string, type: string | undefined): readonly (string | number | boolean)[] {
  const may = (...types: readonly string[]) => type === undefined || types.includes(type);
  const found: (string | number | boolean)[] = may("string") ? [text] : [];
  if (may("boolean") && (text === "True" || text === "False")) found.push(text === "True");
  if (may("number", "integer") && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) found.push(Number(text));
  return found;
}

function negated(condition: string | boolean): string | boolean {
  return typeof condition === "boolean" ? !condition : `not (${condition})`;
}

function joined(word: "and" | "or", parts: readonly (string | boolean)[]): string | boolean {
  // A constant that decides nothing is left out.
  const deciding = word === "or";
  if (parts.includes(deciding)) return deciding;
  const texts = parts.filter((part) => typeof part === "string");
  const [only] = texts;
  if (only === undefined) return !deciding;
  return texts.length === 1
    ? only
    : texts.map((text) => (/ (?:and|or) |^not /.test(text) ? `(${text})` : text)).join(` ${word} `);
}

/** As Python compares: `in` finds a text within a text, and values without an order are refused. */
function compareLiterals(
  operator: MeshOperator,
  left: string | number | boolean | null,
  right: string | number | boolean | null,
): boolean {
  if (operator === "in" || operator === "not in") {
    if (typeof left !== "string" || typeof right !== "string")
      throw new ConditionFault(`required texts on both sides of ${operator}, found others`);
    return right.includes(left) === (operator === "in");
  }
  const [a, b] = [ordered(left), ordered(right)];
  if (operator === "==" || operator === "!=") return (a === b) === (operator === "==");
  if (typeof a !== typeof b || a === null || b === null)
    throw new ConditionFault(`required two numbers or two texts on the sides of ${operator}, found others`);
  if (operator === "<") return a < b;
  if (operator === "<=") return a <= b;
  return operator === ">" ? a > b : a >= b;
}

/** In Python true is 1. */
function ordered(value: string | number | boolean | null): string | number | null {
  return typeof value === "boolean" ? Number(value) : value;
}
