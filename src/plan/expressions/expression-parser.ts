/**
 * Reads expressions: comparisons, memberships, arithmetic, choices, lists, objects, a few functions and macros, joined by and, or and not.
 * The words of Python and of CEL mean the same, each with its own precedence: `not a == b` negates the comparison, `!a == b` compares the
 * negation. All other syntax is refused when the plan is compiled.
 */
import { argumentsFinding, functionNames } from "./expression-functions.ts";
import { ExpressionFault, type ExpressionToken, expressionTokens, type Spelling, shown } from "./expression-token.ts";
import type { ArithmeticOperator, ComparisonOperator, ExpressionTree, MacroName } from "./expression-tree.ts";

const MAX_DEPTH = 32;
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ...["true", "True", "TRUE"].map((name) => [name, true] as const),
  ...["false", "False", "FALSE"].map((name) => [name, false] as const),
  ...["null", "None", "none", "NULL"].map((name) => [name, null] as const),
]);
const WORDS: ReadonlySet<string> = new Set(["and", "or", "not", "in", "v", "has", ...CONSTANTS.keys()]);
const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "in", "not in"]);
const ORDERS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);
const MACROS: ReadonlySet<string> = new Set<MacroName>(["map", "filter", "exists", "all"]);
const SUMS: ReadonlySet<string> = new Set(["+", "-"]);
const PRODUCTS: ReadonlySet<string> = new Set(["*", "/", "%"]);

/** Reads the text of an expression. Throws an `ExpressionFault`. */
export function readExpressionTree<Name>(text: string, spelling: Spelling<Name>): ExpressionTree<Name> {
  return new Parser(text, spelling).whole();
}

class Parser<Name> {
  readonly #text: string;
  readonly #tokens: readonly ExpressionToken<Name>[];
  /** Names of the macros around the current place. */
  readonly #variables: string[] = [];
  #next = 0;
  #depth = 0;

  constructor(text: string, spelling: Spelling<Name>) {
    this.#text = text;
    this.#tokens = expressionTokens(text, spelling);
  }

  whole(): ExpressionTree<Name> {
    const tree = this.#any();
    if (this.#token.kind !== "END") throw this.#fault("an operator or the end");
    return tree;
  }

  #any(): ExpressionTree<Name> {
    // One for the choice and its parts, one for the parentheses around it in the canonical spelling.
    return this.#deeper(2, () => {
      const condition = this.#joined("any", ["or", "||"], () =>
        this.#joined("all", ["and", "&&"], () => this.#negation()),
      );
      if (!this.#takes("?")) return condition;
      const yes = this.#any();
      this.#expect(":");
      return { kind: "choice", condition, yes, no: this.#any() };
    });
  }

  #joined(kind: "all" | "any", words: readonly string[], part: () => ExpressionTree<Name>): ExpressionTree<Name> {
    const first = part();
    const parts = [first];
    while (words.some((word) => this.#takes(word))) parts.push(part());
    return parts.length === 1 ? first : { kind, parts };
  }

  #negation(): ExpressionTree<Name> {
    if (!this.#takes("not")) return this.#comparison();
    return this.#deeper(1, () => ({ kind: "not", operand: this.#negation() }));
  }

  #comparison(): ExpressionTree<Name> {
    const operands = [this.#sum()];
    const operators: string[] = [];
    for (let operator = this.#comparisonWord(); operator !== undefined; operator = this.#comparisonWord()) {
      operators.push(operator);
      operands.push(this.#sum());
    }
    if (operators.length > 1 && !operators.every((operator) => ORDERS.has(operator))) {
      throw new ExpressionFault("one comparison at a time, or parentheses that say what is compared with what");
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

  #sum(): ExpressionTree<Name> {
    return this.#arithmetic(SUMS, () => this.#arithmetic(PRODUCTS, () => this.#unary()));
  }

  #arithmetic(operators: ReadonlySet<string>, part: () => ExpressionTree<Name>): ExpressionTree<Name> {
    const first = part();
    const rest: { readonly operator: ArithmeticOperator; readonly operand: ExpressionTree<Name> }[] = [];
    for (let word = this.#word; this.#token.kind === "OPERATOR" && operators.has(word); word = this.#word) {
      this.#next += 1;
      rest.push({ operator: word as ArithmeticOperator, operand: part() });
    }
    return rest.length === 0 ? first : { kind: "arithmetic", first, rest };
  }

  #unary(): ExpressionTree<Name> {
    if (this.#takes("!")) return this.#deeper(1, () => ({ kind: "not", operand: this.#unary() }));
    const isNegative = this.#takes("-");
    const isSigned = isNegative || this.#takes("+");
    const token = this.#token;
    if (isSigned && token.kind === "NUMBER") {
      this.#next += 1;
      return numberTree(`${isNegative ? "-" : ""}${token.text}`);
    }
    if (isNegative) return this.#deeper(1, () => ({ kind: "negative", operand: this.#unary() }));
    if (isSigned) throw this.#fault("a number after the sign");
    return this.#withMembers(this.#primary());
  }

  #withMembers(receiver: ExpressionTree<Name>): ExpressionTree<Name> {
    let tree = receiver;
    for (let links = 0; ; links += 1) {
      const isDot = this.#takes(".");
      if (!isDot && !this.#takes("[")) return tree;
      // Each link is a level of the tree.
      if (links >= MAX_DEPTH) throw new ExpressionFault(`at most ${MAX_DEPTH} members and methods behind one another`);
      tree = isDot ? this.#dotted(tree) : this.#indexed(tree);
    }
  }

  #dotted(receiver: ExpressionTree<Name>): ExpressionTree<Name> {
    const name = this.#takeName();
    if (this.#takes("("))
      return MACROS.has(name) ? this.#macro(name as MacroName, receiver) : this.#call(name, [receiver]);
    if (receiver.kind === "operand") {
      throw new ExpressionFault(
        `the path to a member within the reference, as in {{check.output.${name}}}, found it behind`,
      );
    }
    return { kind: "member", of: receiver, key: { kind: "literal", value: name } };
  }

  #indexed(receiver: ExpressionTree<Name>): ExpressionTree<Name> {
    const key = this.#any();
    this.#expect("]");
    // A member within the reference is checked against the schema of the referenced value.
    if (receiver.kind === "operand" && (key.kind === "number" || key.kind === "literal"))
      throw new ExpressionFault("the index within the reference, as in {{check.output.items[0]}}, found it behind");
    return { kind: "member", of: receiver, key };
  }

  #macro(name: MacroName, list: ExpressionTree<Name>): ExpressionTree<Name> {
    const variable = this.#takeName();
    if (WORDS.has(variable) || functionNames.includes(variable))
      throw new ExpressionFault(`a name for the items of ${name}, found ${variable}, which means something else`);
    this.#expect(",");
    this.#variables.push(variable);
    const body = this.#any();
    this.#variables.pop();
    this.#expect(")");
    return { kind: "macro", name, list, variable, body };
  }

  /** The arguments of a call that began. `before` is the operand before its dot. */
  #call(name: string, before: readonly ExpressionTree<Name>[]): ExpressionTree<Name> {
    if (name === "has" && before.length === 0) return this.#has();
    if (!functionNames.includes(name)) throw this.#unknownFunction(name);
    const given = [...before, ...this.#list(")")];
    const finding = argumentsFinding(name, given);
    if (finding !== undefined) throw new ExpressionFault(finding);
    return { kind: "call", name, arguments: given };
  }

  #has(): ExpressionTree<Name> {
    const operand = this.#any();
    this.#expect(")");
    if (operand.kind !== "operand" && operand.kind !== "member")
      throw new ExpressionFault("one reference, or a member of an item, as what has( ) asks for");
    return { kind: "has", operand };
  }

  #primary(): ExpressionTree<Name> {
    const token = this.#token;
    switch (token.kind) {
      case "OPERAND":
        this.#next += 1;
        return { kind: "operand", name: token.name };
      case "TEXT":
        this.#next += 1;
        return { kind: "literal", value: token.text };
      case "NUMBER":
        this.#next += 1;
        return numberTree(token.text);
      case "NAME":
        return this.#named(token.text);
      case "OPERATOR":
        if (this.#takes("(")) return this.#parenthesised();
        if (this.#takes("[")) return { kind: "list", items: this.#list("]") };
        if (this.#takes("{")) return this.#object();
        throw this.#fault("an operand");
      case "END":
        throw this.#fault("an operand");
    }
  }

  #named(name: string): ExpressionTree<Name> {
    const constant = CONSTANTS.get(name);
    const following = this.#tokens[this.#next + 1];
    const isCall = following?.kind === "OPERATOR" && following.text === "(";
    if (isCall && constant === undefined) {
      this.#next += 2;
      return this.#call(name, []);
    }
    if (constant === undefined && !this.#variables.includes(name))
      throw this.#fault("a reference, a string in quotes, a number, true, false, null or a list");
    this.#next += 1;
    return constant === undefined ? { kind: "variable", name } : { kind: "literal", value: constant };
  }

  #parenthesised(): ExpressionTree<Name> {
    const tree = this.#any();
    this.#expect(")");
    return tree;
  }

  #list(end: string): readonly ExpressionTree<Name>[] {
    const items: ExpressionTree<Name>[] = [];
    while (!this.#takes(end)) {
      if (items.length > 0) this.#expect(",");
      items.push(this.#any());
    }
    return items;
  }

  #object(): ExpressionTree<Name> {
    const entries = new Map<string, ExpressionTree<Name>>();
    while (!this.#takes("}")) {
      if (entries.size > 0) this.#expect(",");
      const token = this.#token;
      if (token.kind !== "TEXT") throw this.#fault("the name of a member in quotes");
      if (entries.has(token.text))
        throw new ExpressionFault(`each member once, found ${JSON.stringify(token.text)} twice`);
      this.#next += 1;
      this.#expect(":");
      entries.set(token.text, this.#any());
    }
    return { kind: "object", entries: [...entries] };
  }

  get #token(): ExpressionToken<Name> {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw new Error("Cannot read an expression beyond its end");
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
    if (token.kind !== "NAME") throw this.#fault("a name");
    this.#next += 1;
    return token.text;
  }

  #expect(word: string): void {
    if (!this.#takes(word)) throw this.#fault(word);
  }

  #deeper(levels: 1 | 2, read: () => ExpressionTree<Name>): ExpressionTree<Name> {
    this.#depth += levels;
    if (this.#depth > 2 * MAX_DEPTH) throw new ExpressionFault(`at most ${MAX_DEPTH} levels of parentheses`);
    const tree = read();
    this.#depth -= levels;
    return tree;
  }

  #fault(required: string): ExpressionFault {
    return new ExpressionFault(`${required}, found ${shown(this.#text, this.#token.at)}`);
  }

  #unknownFunction(name: string): ExpressionFault {
    const known = ["has", ...functionNames, ...MACROS].join(", ");
    return new ExpressionFault(`none but the functions ${known}, found ${name}`);
  }
}

function comparison<Name>(
  operator: string,
  left?: ExpressionTree<Name>,
  right?: ExpressionTree<Name>,
): ExpressionTree<Name> {
  if (left === undefined || right === undefined) throw new Error(`Cannot compare by ${operator} without two operands`);
  if (operator === "not in") return { kind: "not", operand: { kind: "comparison", operator: "in", left, right } };
  return { kind: "comparison", operator: operator as ComparisonOperator, left, right };
}

function numberTree<Name>(text: string): ExpressionTree<Name> {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new ExpressionFault(`a number, found ${text}, which is too large`);
  return { kind: "number", text, value };
}
