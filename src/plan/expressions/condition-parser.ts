/**
 * Reads conditions: comparisons, memberships, a few functions of texts and lists, joined by and, or and not. The words of Python
 * and of CEL mean the same, each with its own precedence: `not a == b` negates the comparison, `!a == b` compares the negation. Whatever
 * is not listed here is refused when the plan is compiled, so what is left takes time in proportion to the condition and its data.
 */
import { ConditionFault, type ConditionToken, conditionTokens, shown } from "./condition-token.ts";
import type { ComparisonOperator, ConditionTree, TextMethod } from "./condition-tree.ts";

const MAX_DEPTH = 32;
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ...["true", "True", "TRUE"].map((name) => [name, true] as const),
  ...["false", "False", "FALSE"].map((name) => [name, false] as const),
  ...["null", "None", "none", "NULL"].map((name) => [name, null] as const),
]);
const METHODS: ReadonlySet<string> = new Set<TextMethod>(["contains", "startsWith", "endsWith"]);
const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "in", "not in"]);
const ORDERS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);
const ALLOWED_FUNCTIONS = "size, has, contains, startsWith and endsWith";

/** Reads the text of a condition. Throws a `ConditionFault`. */
export function readConditionTree(text: string): ConditionTree {
  return new Parser(text).whole();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly ConditionToken[];
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = conditionTokens(text);
  }

  whole(): ConditionTree {
    const tree = this.#any();
    if (this.#token.kind !== "END") throw this.#fault("an operator or the end");
    return tree;
  }

  #any(): ConditionTree {
    return this.#joined("any", ["or", "||"], () => this.#joined("all", ["and", "&&"], () => this.#negation()));
  }

  #joined(kind: "all" | "any", words: readonly string[], part: () => ConditionTree): ConditionTree {
    return this.#deeper(() => {
      const first = part();
      const parts = [first];
      while (words.some((word) => this.#takes(word))) parts.push(part());
      return parts.length === 1 ? first : { kind, parts };
    });
  }

  #negation(): ConditionTree {
    if (!this.#takes("not")) return this.#comparison();
    return this.#deeper(() => ({ kind: "not", operand: this.#negation() }));
  }

  #comparison(): ConditionTree {
    const operands = [this.#unary()];
    const operators: string[] = [];
    for (let operator = this.#comparisonWord(); operator !== undefined; operator = this.#comparisonWord()) {
      operators.push(operator);
      operands.push(this.#unary());
    }
    if (operators.length > 1 && !operators.every((operator) => ORDERS.has(operator))) {
      throw new ConditionFault("one comparison at a time, or parentheses that say what is compared with what");
    }
    const parts = operators.map((operator, at) => comparison(operator, operands[at], operands[at + 1]));
    const [first = operands[0]] = parts;
    if (first === undefined) throw this.#fault("an operand");
    // `1 < x < 5` has no other meaning: in CEL it would compare a boolean with a number.
    return parts.length > 1 ? { kind: "all", parts } : first;
  }

  #comparisonWord(): string | undefined {
    const { kind } = this.#token;
    const [word, following] = [this.#word, this.#tokens[this.#next + 1]];
    if (kind !== "OPERATOR" && kind !== "NAME") return undefined;
    if (word === "not" && following?.kind === "NAME" && following.text === "in") {
      this.#next += 2;
      return "not in";
    }
    if (!COMPARISONS.has(word)) return undefined;
    this.#next += 1;
    return word;
  }

  #unary(): ConditionTree {
    if (this.#takes("!")) return this.#deeper(() => ({ kind: "not", operand: this.#unary() }));
    if (this.#takes("-")) {
      const token = this.#token;
      if (token.kind !== "NUMBER") throw this.#fault("a number after the sign, as conditions do not calculate");
      this.#next += 1;
      return { kind: "number", text: `-${token.text}` };
    }
    return this.#withMethods(this.#primary());
  }

  #withMethods(receiver: ConditionTree): ConditionTree {
    let tree = receiver;
    while (this.#takes(".")) {
      const name = this.#takeName();
      if (!this.#takes("(")) {
        throw new ConditionFault(
          `the path to a member within the reference, as in {{check.output.${name}}}, found it behind`,
        );
      }
      if (name !== "size" && !METHODS.has(name)) throw this.#unknownFunction(name);
      const operand = tree;
      tree = name === "size" ? { kind: "size", operand } : this.#method(name as TextMethod, operand);
      this.#expect(")");
    }
    if (this.#word === "[" && this.#token.kind === "OPERATOR") {
      throw new ConditionFault("the index within the reference, as in {{check.output.items[0]}}, found it behind");
    }
    return tree;
  }

  #method(name: TextMethod, receiver: ConditionTree): ConditionTree {
    return { kind: "method", name, receiver, argument: this.#any() };
  }

  #primary(): ConditionTree {
    const token = this.#token;
    switch (token.kind) {
      case "REFERENCE":
        this.#next += 1;
        return { kind: "reference", expression: token.expression };
      case "TEXT":
        this.#next += 1;
        return { kind: "literal", value: token.text };
      case "NUMBER":
        this.#next += 1;
        return { kind: "number", text: token.text };
      case "NAME":
        return this.#named(token.text);
      case "OPERATOR":
        if (this.#takes("(")) return this.#parenthesised();
        if (this.#takes("[")) return this.#list();
        throw this.#fault("an operand");
      case "END":
        throw this.#fault("an operand");
    }
  }

  #named(name: string): ConditionTree {
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) {
      this.#next += 1;
      return { kind: "literal", value: constant };
    }
    const following = this.#tokens[this.#next + 1];
    if (following?.kind !== "OPERATOR" || following.text !== "(") {
      throw this.#fault("a reference, a string in quotes, a number, true, false, null or a list");
    }
    if (name !== "size" && name !== "has") throw this.#unknownFunction(name);
    this.#next += 2;
    const operand = this.#any();
    this.#expect(")");
    if (name === "has" && operand.kind !== "reference")
      throw new ConditionFault("one reference as what has( ) asks for");
    return { kind: name, operand };
  }

  #parenthesised(): ConditionTree {
    const tree = this.#any();
    this.#expect(")");
    return tree;
  }

  #list(): ConditionTree {
    const items: ConditionTree[] = [];
    while (!this.#takes("]")) {
      if (items.length > 0) this.#expect(",");
      items.push(this.#any());
    }
    return { kind: "list", items };
  }

  get #token(): ConditionToken {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw new Error("Cannot read a condition beyond its end");
    return token;
  }

  /** The word at hand; empty where there is none. */
  get #word(): string {
    const token = this.#token;
    return token.kind === "OPERATOR" || token.kind === "NAME" ? token.text : "";
  }

  #takes(word: string): boolean {
    if (this.#word !== word) return false;
    this.#next += 1;
    return true;
  }

  #takeName(): string {
    const token = this.#token;
    if (token.kind !== "NAME") throw this.#fault("the name of a method");
    this.#next += 1;
    return token.text;
  }

  #expect(word: string): void {
    if (!this.#takes(word)) throw this.#fault(word);
  }

  #deeper(read: () => ConditionTree): ConditionTree {
    this.#depth += 1;
    // Every pair of parentheses passes two levels, that of `or` and that of `and`.
    if (this.#depth > 2 * MAX_DEPTH) throw new ConditionFault(`at most ${MAX_DEPTH} levels of parentheses`);
    const tree = read();
    this.#depth -= 1;
    return tree;
  }

  #fault(required: string): ConditionFault {
    return new ConditionFault(`${required}, found ${shown(this.#text, this.#token.at)}`);
  }

  #unknownFunction(name: string): ConditionFault {
    return new ConditionFault(`none but the functions ${ALLOWED_FUNCTIONS}, found ${name}`);
  }
}

function comparison(operator: string, left?: ConditionTree, right?: ConditionTree): ConditionTree {
  if (left === undefined || right === undefined) throw new Error(`Cannot compare by ${operator} without two operands`);
  if (operator === "not in") return { kind: "not", operand: { kind: "comparison", operator: "in", left, right } };
  return { kind: "comparison", operator: operator as ComparisonOperator, left, right };
}
