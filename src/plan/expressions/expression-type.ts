/**
 * The possible values of an expression before anything ran, from the schemas of its references. It claims only what is certain: an unknown
 * type is any value. A fault is an expression that fails for all values of its references.
 */
import type { JsonSchema } from "../../json/json.ts";
import { EVERY_KIND, includes, type KindSet, only } from "../../schema/document/json-kind.ts";
import { documentSchema, type LocatedSchema } from "../../schema/document/located-schema.ts";
import { fieldWithin } from "../../schema/field.ts";
import { statedKinds, statesOnlyIntegers } from "../../schema/stated-kinds.ts";
import { typeName } from "../../schema/type-name.ts";
import { expressionFunction, pickedNames } from "./expression-functions.ts";
import type { ExpressionTree } from "./expression-tree.ts";
import { anyOf, listOf, objectSchema } from "./made-schema.ts";

/** The value fits at least one of these. */
export type ValueType = readonly LocatedSchema[];

/** Something that can never be evaluated. Thrown within this file, and caught where the type is asked for. */
class TypeFault extends Error {
  /** Names of the members that are there, where one is missing. */
  readonly missing: MissingMember | undefined;

  constructor(message: string, missing?: MissingMember) {
    super(message);
    this.missing = missing;
  }
}

interface MissingMember {
  readonly field: string;
  readonly availableFields: readonly string[];
}

export type TypedExpression =
  | { readonly ok: true; readonly type: ValueType }
  /** `finding` completes "types that fit are required, found …". */
  | { readonly ok: false; readonly finding: string; readonly missing: MissingMember | undefined };

/** A value of which nothing is known. */
export const anyValue: ValueType = [documentSchema(true)];
const NUMBER = plain("number");
const WHOLE = plain("integer");
const COUNT = [documentSchema({ type: "integer", minimum: 0 })];
const TEXT = plain("string");
const TRUTH = plain("boolean");
const TRUTH_KIND = only("boolean");

function plain(type: string): ValueType {
  return [documentSchema({ type })];
}

/**
 * The type of `tree`, of whose operand n `operandType(n)` is known.
 *
 * @example
 * ```ts
 * const two = { kind: "number", text: "2", value: 2 } as const;
 * expressionType({ kind: "negative", operand: two }, () => anyValue).ok; // true
 * expressionType({ kind: "not", operand: two }, () => anyValue).ok; // false
 * ```
 */
export function expressionType(tree: ExpressionTree, operandType: (operand: number) => ValueType): TypedExpression {
  try {
    return { ok: true, type: new Typing(operandType).of(tree) };
  } catch (error) {
    if (error instanceof TypeFault) return { ok: false, finding: error.message, missing: error.missing };
    throw error;
  }
}

/** The kinds of value that `type` may have. */
export function kindsOf(type: ValueType): KindSet {
  return type.reduce<KindSet>((kinds, one) => kinds | statedKinds(one), 0);
}

/** The type of an item of a list, whichever item it is. */
export function itemType(list: ValueType): ValueType {
  const items = list.flatMap((one) => {
    if (!includes(statedKinds(one), "array")) return [];
    const answer = fieldWithin(one, [-1]);
    return answer.presence === "missing" ? [] : [answer.value];
  });
  return items.length === 0 ? anyValue : items;
}

class Typing {
  readonly #operandType: (operand: number) => ValueType;
  readonly #variables = new Map<string, ValueType>();

  constructor(operandType: (operand: number) => ValueType) {
    this.#operandType = operandType;
  }

  of(tree: ExpressionTree): ValueType {
    switch (tree.kind) {
      case "literal":
      case "number":
        return [documentSchema({ const: tree.value })];
      case "operand":
        return this.#operandType(tree.name);
      case "variable":
        return this.#variables.get(tree.name) ?? anyValue;
      case "list":
        return [
          listOf(
            tree.items.flatMap((item) => this.of(item)),
            tree.items.length,
          ),
        ];
      case "object":
        return [objectSchema(tree.entries.map(([key, value]) => [key, anyOf(this.of(value))]))];
      case "all":
      case "any":
        for (const part of tree.parts) this.#demand(part, TRUTH_KIND, tree.kind === "all" ? "&&" : "||");
        return TRUTH;
      case "not":
        this.#demand(tree.operand, TRUTH_KIND, "!");
        return TRUTH;
      case "negative":
        return isWhole(this.#demand(tree.operand, only("number"), "-")) ? WHOLE : NUMBER;
      case "comparison":
        return this.#comparison(tree);
      case "arithmetic":
        return this.#arithmetic(tree);
      case "choice":
        this.#demand(tree.condition, TRUTH_KIND, "?");
        return distinct([...this.of(tree.yes), ...this.of(tree.no)]);
      case "member":
        return this.#member(tree);
      case "has":
        // Asks whether a member is there, so that one which is not is no fault.
        if (tree.operand.kind === "member") this.of(tree.operand.of);
        return TRUTH;
      case "call":
        return this.#call(tree);
      case "macro":
        return this.#macro(tree);
    }
  }

  /** The type of `tree`, which must be able to have one of `kinds`. */
  #demand(tree: ExpressionTree, kinds: KindSet, operation: string): ValueType {
    const type = this.of(tree);
    if ((kindsOf(type) & kinds) === 0) throw overload(`${operation}${shortName(type)}`);
    return type;
  }

  #comparison({ left, operator, right }: ExpressionTree & { readonly kind: "comparison" }): ValueType {
    const [leftType, rightType] = [this.of(left), this.of(right)];
    const [leftKinds, rightKinds] = [kindsOf(leftType), kindsOf(rightType)];
    const refused = () => overload(`${shortName(leftType)} ${operator} ${shortName(rightType)}`);
    if (operator === "in") {
      const isWithin = (rightKinds & (only("array") | only("object"))) !== 0;
      if (!isWithin && !(includes(rightKinds, "string") && includes(leftKinds, "string"))) throw refused();
      return TRUTH;
    }
    const isEquality = operator === "==" || operator === "!=";
    // A reference may give a value of another kind than its schema says today, and both sides are then unequal.
    const isSure = !isEquality || (isWritten(left) && isWritten(right));
    const comparable = isEquality ? EVERY_KIND : only("number") | only("string") | TRUTH_KIND;
    const isNull = isEquality && (leftKinds === only("null") || rightKinds === only("null"));
    if (isSure && !isNull && (leftKinds & rightKinds & comparable) === 0) throw refused();
    return TRUTH;
  }

  #arithmetic({ first, rest }: ExpressionTree & { readonly kind: "arithmetic" }): ValueType {
    let type = this.of(first);
    for (const { operand, operator } of rest) {
      const other = this.of(operand);
      const addable = operator === "+" ? only("string") | only("array") : 0;
      const kinds = kindsOf(type) & kindsOf(other) & (only("number") | addable);
      if (kinds === 0) throw overload(`${shortName(type)} ${operator} ${shortName(other)}`);
      const isSum = operator !== "/" && isWhole(type) && isWhole(other);
      const numbers = isSum ? WHOLE : NUMBER;
      type = [
        ...(includes(kinds, "number") ? numbers : []),
        ...(includes(kinds, "string") ? TEXT : []),
        ...(includes(kinds, "array") ? [listOf([...itemType(type), ...itemType(other)])] : []),
      ];
    }
    return type;
  }

  #member({ key, of }: ExpressionTree & { readonly kind: "member" }): ValueType {
    const type = this.of(of);
    const keyType = this.of(key);
    const keyKinds = kindsOf(keyType);
    const containers =
      (includes(keyKinds, "string") ? only("object") : 0) | (includes(keyKinds, "number") ? only("array") : 0);
    if ((kindsOf(type) & containers) === 0) throw overload(`${shortName(type)}[${shortName(keyType)}]`);
    if (key.kind === "number") return Number.isInteger(key.value) ? fieldOf(type, key.value) : anyValue;
    if (key.kind === "literal" && typeof key.value === "string") return fieldOf(type, key.value);
    return keyKinds === only("number") ? itemType(type) : anyValue;
  }

  #call({ arguments: given, name }: ExpressionTree & { readonly kind: "call" }): ValueType {
    const { takes } = expressionFunction(name);
    const types = given.map((one) => this.of(one));
    if (types.some((type, at) => (kindsOf(type) & (takes[at] ?? EVERY_KIND)) === 0))
      throw overload(`${name}(${types.map(shortName).join(", ")})`);
    const [first = anyValue, second = anyValue] = types;
    switch (name) {
      case "size":
        return COUNT;
      case "int":
        return WHOLE;
      case "double":
        return NUMBER;
      case "string":
      case "join":
      case "format":
        return TEXT;
      case "sum":
        return isWhole(itemType(first)) ? WHOLE : NUMBER;
      case "flatten":
        return [listOf(itemType(itemType(first)))];
      case "default": {
        const values = first.filter((one) => statedKinds(one) !== only("null"));
        return distinct([...values, ...second]);
      }
      case "pick":
        return picked(first, given[1]);
      default:
        return TRUTH;
    }
  }

  #macro({ body, list, name, variable }: ExpressionTree & { readonly kind: "macro" }): ValueType {
    const type = this.of(list);
    if (!includes(kindsOf(type), "array")) throw overload(`${shortName(type)}.${name}`);
    const items = itemType(type);
    const outer = this.#variables.get(variable);
    this.#variables.set(variable, items);
    const result = name === "map" ? this.of(body) : this.#demand(body, TRUTH_KIND, `${name} by `);
    if (outer === undefined) this.#variables.delete(variable);
    else this.#variables.set(variable, outer);
    if (name === "map") return [listOf(result)];
    return name === "filter" ? [listOf(items)] : TRUTH;
  }
}

/** A literal of the expression itself. */
function isWritten(tree: ExpressionTree): boolean {
  return tree.kind === "literal" || tree.kind === "number" || tree.kind === "list" || tree.kind === "comparison";
}

/** The type of a member or item, which some value of `type` must be able to have. */
function fieldOf(type: ValueType, key: string | number): ValueType {
  const answers = type.map((one) => fieldWithin(one, [key]));
  const found = answers.flatMap((answer) => (answer.presence === "missing" ? [] : [answer.value]));
  if (found.length > 0) return found;
  const field = String(key);
  const availableFields = answers.flatMap((answer) => (answer.presence === "missing" ? answer.availableFields : []));
  throw new TypeFault(`no member ${JSON.stringify(field)}`, { field, availableFields });
}

function picked(type: ValueType, names: ExpressionTree | undefined): ValueType {
  const keys = names?.kind === "list" ? pickedNames(names.items) : [];
  const objects = type.filter((one) => includes(statedKinds(one), "object"));
  const members = keys.map((key): readonly [string, JsonSchema, boolean] => {
    const value = fieldOf(objects, key);
    const isSure = objects.every((one) => fieldWithin(one, [key]).presence === "required");
    return [key, anyOf(value), isSure];
  });
  const required = members.filter(([, , isSure]) => isSure).map(([key]) => key);
  return [
    objectSchema(
      members.map(([key, value]) => [key, value]),
      required,
    ),
  ];
}

function isWhole(type: ValueType): boolean {
  return includes(kindsOf(type), "number") && type.every(statesOnlyIntegers);
}

function distinct(type: ValueType): ValueType {
  return [...new Map(type.map((one) => [one.schema, one])).values()];
}

function overload(operation: string): TypeFault {
  return new TypeFault(`no such overload: ${operation}`);
}

/** As in the messages of an evaluation. */
function shortName(type: ValueType): string {
  return [...new Set(type.map(typeName))].join(" or ");
}
