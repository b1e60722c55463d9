/**
 * Evaluates expressions. Numbers are those of JSON: there is one kind, and a result without a JSON number is a fault. Every operation of an
 * evaluation is counted, so that its limit ends it at the same place on every machine.
 */
import { isJsonArray, isJsonObject, type Json, objectOf, ownValue } from "../../json/json.ts";
import { includes, kindOf } from "../../schema/document/json-kind.ts";
import { maxExpressionOperations } from "../limits.ts";
import { expressionFunction } from "./expression-functions.ts";
import type { ComparisonOperator, ExpressionTree } from "./expression-tree.ts";
import { callFunction } from "./function-values.ts";
import { calculated } from "./number-values.ts";
import { EvaluationFault, noOverload, textCost, type Work } from "./work.ts";

/** The value of an operand. Throws an `EvaluationFault` of the kind ABSENT if it has none. */
export type ReadOperand = (operand: number) => Json;

/** The value of `tree`. Throws an `EvaluationFault`. */
export function evaluate(tree: ExpressionTree, read: ReadOperand): Json {
  return new Evaluation(read).of(tree);
}

class Evaluation implements Work {
  readonly #read: ReadOperand;
  readonly #variables = new Map<string, Json>();
  #left = maxExpressionOperations;

  constructor(read: ReadOperand) {
    this.#read = read;
  }

  spend(operations: number): void {
    this.#left -= operations;
    if (this.#left >= 0) return;
    throw new EvaluationFault("LIMIT", `more than ${maxExpressionOperations} operations`);
  }

  of(tree: ExpressionTree): Json {
    this.spend(1);
    switch (tree.kind) {
      case "literal":
      case "number":
        return tree.value;
      case "operand":
        return this.#read(tree.name);
      case "variable":
        return this.#variable(tree.name);
      case "list":
        return tree.items.map((item) => this.of(item));
      case "object":
        return objectOf(tree.entries.map(([key, value]) => [key, this.of(value)]));
      case "all":
        return this.#decided(tree.parts, (part) => this.#truth(part, "&&"), false);
      case "any":
        return this.#decided(tree.parts, (part) => this.#truth(part, "||"), true);
      case "not":
        return !this.#truth(tree.operand, "!");
      case "negative": {
        const value = this.of(tree.operand);
        if (typeof value !== "number") throw noOverload(`-${kindOf(value)}`);
        return calculated(0, "-", value);
      }
      case "comparison":
        return this.#comparison(tree);
      case "arithmetic":
        return this.#arithmetic(tree);
      case "choice":
        return this.of(this.#truth(tree.condition, "?") ? tree.yes : tree.no);
      case "member":
        return this.#member(tree);
      case "has":
        return this.#orAbsent(tree.operand) !== undefined;
      case "call":
        return this.#call(tree);
      case "macro":
        return this.#macro(tree);
    }
  }

  #variable(name: string): Json {
    const value = this.#variables.get(name);
    if (value === undefined) throw new Error(`Cannot evaluate the variable ${name} outside of its macro`);
    return value;
  }

  #truth(tree: ExpressionTree, operation: string): boolean {
    const value = this.of(tree);
    if (typeof value !== "boolean") throw noOverload(`${operation}${kindOf(value)}`);
    return value;
  }

  /** A part that decides the result does so regardless of the others, as in CEL: a fault counts only if no part decides. */
  #decided<Part>(parts: readonly Part[], holds: (part: Part) => boolean, decisive: boolean): boolean {
    let fault: EvaluationFault | undefined;
    for (const part of parts) {
      try {
        if (holds(part) === decisive) return decisive;
      } catch (error) {
        if (!(error instanceof EvaluationFault) || error.kind === "LIMIT") throw error;
        fault ??= error;
      }
    }
    if (fault !== undefined) throw fault;
    return !decisive;
  }

  #comparison({ left, operator, right }: ExpressionTree & { readonly kind: "comparison" }): boolean {
    const [one, other] = [this.of(left), this.of(right)];
    switch (operator) {
      case "==":
        return this.#areEqual(one, other);
      case "!=":
        return !this.#areEqual(one, other);
      case "in":
        return this.#isIn(one, other);
      default:
        return this.#isOrdered(one, operator, other);
    }
  }

  #isOrdered(one: Json, operator: ComparisonOperator, other: Json): boolean {
    const isSame = typeof one === typeof other;
    if (!isSame || (typeof one !== "number" && typeof one !== "string" && typeof one !== "boolean"))
      throw noOverload(`${kindOf(one)} ${operator} ${kindOf(other)}`);
    this.spend(textCost(one));
    const [left, right] = [one, other as typeof one];
    if (operator === "<") return left < right;
    if (operator === "<=") return left <= right;
    return operator === ">" ? left > right : left >= right;
  }

  #isIn(one: Json, other: Json): boolean {
    if (isJsonArray(other)) return other.some((item) => this.#areEqual(one, item));
    if (isJsonObject(other)) return typeof one === "string" && Object.hasOwn(other, one);
    // The meaning of `"Error" in {{check.output.message}}` for authors. CEL itself has `in` for lists and maps.
    if (typeof one === "string" && typeof other === "string")
      return callFunction("contains", [other, one], this) === true;
    throw noOverload(`${kindOf(one)} in ${kindOf(other)}`);
  }

  #areEqual(one: Json, other: Json): boolean {
    this.spend(1);
    if (isJsonArray(one)) {
      if (!isJsonArray(other) || one.length !== other.length) return false;
      return one.every((item, at) => this.#areEqual(item, other[at] as Json));
    }
    if (isJsonObject(one)) {
      if (!isJsonObject(other)) return false;
      const [keys, size] = [Object.keys(one), Object.keys(other).length];
      this.spend(keys.length + size);
      if (keys.length !== size) return false;
      return keys.every((key) => {
        const value = ownValue(other, key);
        return value !== undefined && this.#areEqual(one[key] as Json, value);
      });
    }
    this.spend(textCost(one));
    return one === other;
  }

  #arithmetic({ first, rest }: ExpressionTree & { readonly kind: "arithmetic" }): Json {
    let value = this.of(first);
    for (const { operand, operator } of rest) {
      const other = this.of(operand);
      if (typeof value === "number" && typeof other === "number") value = calculated(value, operator, other);
      else if (operator === "+" && typeof value === "string" && typeof other === "string") {
        this.spend(textCost(value) + textCost(other));
        value += other;
      } else if (operator === "+" && isJsonArray(value) && isJsonArray(other)) {
        this.spend(value.length + other.length);
        value = [...value, ...other];
      } else throw noOverload(`${kindOf(value)} ${operator} ${kindOf(other)}`);
    }
    return value;
  }

  #member({ key, of }: ExpressionTree & { readonly kind: "member" }): Json {
    const container = this.of(of);
    const name = this.of(key);
    const value = memberOf(container, name);
    if (value !== undefined) return value;
    const isNamed = isJsonArray(container) ? typeof name === "number" : typeof name === "string";
    if (!isNamed) throw noOverload(`${kindOf(container)}[${kindOf(name)}]`);
    throw new EvaluationFault("ABSENT", `${kindOf(container)} without ${JSON.stringify(String(name))}`);
  }

  /** The value of `tree`; undefined if something that it reads has no value. */
  #orAbsent(tree: ExpressionTree): Json | undefined {
    try {
      return this.of(tree);
    } catch (error) {
      if (error instanceof EvaluationFault && error.kind === "ABSENT") return undefined;
      throw error;
    }
  }

  #call({ arguments: given, name }: ExpressionTree & { readonly kind: "call" }): Json {
    const [first, second] = given;
    if (name === "default" && first !== undefined && second !== undefined)
      return this.#orAbsent(first) ?? this.of(second);
    const values = given.map((one) => this.of(one));
    const { takes } = expressionFunction(name);
    if (values.some((value, at) => !includes(takes[at] ?? 0, kindOf(value))))
      throw noOverload(`${name}(${values.map(kindOf).join(", ")})`);
    return callFunction(name, values, this);
  }

  #macro({ body, list, name, variable }: ExpressionTree & { readonly kind: "macro" }): Json {
    const items = this.of(list);
    if (!isJsonArray(items)) throw noOverload(`${kindOf(items)}.${name}`);
    const outer = this.#variables.get(variable);
    const valueFor = (item: Json): Json => {
      this.#variables.set(variable, item);
      return this.of(body);
    };
    const holds = (item: Json): boolean => {
      this.#variables.set(variable, item);
      return this.#truth(body, `${name} by `);
    };
    try {
      if (name === "map") return items.map(valueFor);
      return name === "filter" ? items.filter(holds) : this.#decided(items, holds, name === "exists");
    } finally {
      if (outer === undefined) this.#variables.delete(variable);
      else this.#variables.set(variable, outer);
    }
  }
}

/** An item counted from the start, or with a negative number from the end; a member of an object. Undefined if there is none. */
function memberOf(container: Json, name: Json): Json | undefined {
  if (isJsonArray(container))
    return typeof name === "number" && Number.isInteger(name) ? container.at(name) : undefined;
  return isJsonObject(container) && typeof name === "string" ? ownValue(container, name) : undefined;
}
