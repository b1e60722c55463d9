/**
 * JSON Schema as a TypeScript type. The type is never narrower than what the schema says: a keyword that has no type is left out, and what cannot
 * be read is `unknown`. Schemas come from servers: names and texts of theirs are literals or comments and never code.
 */
import { textLiteral } from "../code/code-text.ts";
import type { JsonSchema } from "../json-schema.ts";

const deepest = 24;
const mostSchemas = 5_000;
const mostValues = 200;
const longestComment = 1_000;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Writes the types of one document after the other; what they refer to becomes a type with a name. */
export class SchemaTypes {
  /** Declarations of the named types, in the order in which they were first referred to. */
  readonly declarations: string[] = [];
  readonly #taken: Set<string>;

  /** `taken` are names that something else has. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The type of the values of `schema`, a whole document. Types that it refers to are named after `owner`. */
  typeOf(schema: JsonSchema | boolean, owner: string): string {
    return new DocumentTypes(
      schema,
      (wish) => this.#name(`${pascal(owner)}${pascal(wish)}`),
      this.declarations,
    ).whole();
  }

  #name(wish: string): string {
    const base = /^[A-Za-z]/.test(wish) ? wish.slice(0, 80) : `Type${wish.slice(0, 80)}`;
    let name = base;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}${number}`;
    this.#taken.add(name);
    return name;
  }
}

class DocumentTypes {
  readonly #root: unknown;
  readonly #name: (wish: string) => string;
  readonly #declarations: string[];
  readonly #named = new Map<object, string>();
  /** Named types that the type which is being written consists of, and not only its members: they cannot refer to it. */
  #direct: ReadonlySet<unknown> = new Set();
  #depth = 0;
  #schemas = 0;

  constructor(root: unknown, name: (wish: string) => string, declarations: string[]) {
    this.#root = root;
    this.#name = name;
    this.#declarations = declarations;
  }

  whole(): string {
    return this.#type(this.#root);
  }

  #type(schema: unknown): string {
    if (schema === false) return "never";
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return "unknown";
    this.#schemas += 1;
    if (this.#depth >= deepest || this.#schemas > mostSchemas) return "unknown";
    this.#depth += 1;
    try {
      return this.#parts(schema as JsonSchema);
    } finally {
      this.#depth -= 1;
    }
  }

  /** What every keyword says, together. */
  #parts(schema: JsonSchema): string {
    const parts: string[] = [];
    if (typeof own(schema, "$ref") === "string") parts.push(this.#reference(own(schema, "$ref") as string));
    if (Object.hasOwn(schema, "const")) parts.push(literal(own(schema, "const")));
    else if (Array.isArray(own(schema, "enum"))) parts.push(enumeration(own(schema, "enum") as readonly unknown[]));
    else parts.push(this.#stated(schema));
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = own(schema, keyword);
      if (Array.isArray(branches) && branches.length > 0)
        parts.push(union(branches.map((branch) => this.#type(branch))));
    }
    const all = own(schema, "allOf");
    if (Array.isArray(all)) parts.push(...all.map((one) => this.#type(one)));
    const type = intersection(parts);
    return own(schema, "nullable") === true ? union([type, "null"]) : type;
  }

  /** What `type` says, or else the keywords for one kind of value. */
  #stated(schema: JsonSchema): string {
    const type = own(schema, "type");
    const kinds = Array.isArray(type) ? type : typeof type === "string" ? [type] : impliedKinds(schema);
    if (kinds.length === 0) return "unknown";
    return union(kinds.map((kind) => this.#ofKind(kind, schema)));
  }

  #ofKind(kind: unknown, schema: JsonSchema): string {
    switch (kind) {
      case "string":
      case "boolean":
      case "null":
        return kind;
      case "integer":
      case "number":
        return "number";
      case "array":
        return this.#within(() => this.#array(schema));
      case "object":
        return this.#within(() => this.#object(schema));
      default:
        return "unknown";
    }
  }

  #array(schema: JsonSchema): string {
    const items = own(schema, "items");
    const first = own(schema, "prefixItems") ?? (Array.isArray(items) ? items : undefined);
    const rest = Array.isArray(items) ? own(schema, "additionalItems") : items;
    const kinds = Array.isArray(first) ? first.map((item) => this.#type(item)) : [];
    if (rest !== false || kinds.length === 0) kinds.push(this.#type(rest ?? true));
    const item = union(kinds);
    return /^[\w$]+$/.test(item) ? `${item}[]` : `(${item})[]`;
  }

  #object(schema: JsonSchema): string {
    const properties = objectAt(schema, "properties");
    const listed = own(schema, "required");
    const required = new Set(Array.isArray(listed) ? listed.filter((name) => typeof name === "string") : []);
    const others = own(schema, "additionalProperties");
    const members = Object.keys(properties).map((name) => {
      const member = own(properties as JsonSchema, name);
      const description =
        typeof member === "object" && member !== null ? own(member as JsonSchema, "description") : undefined;
      return `${comment(description)}${memberName(name)}${required.has(name) ? "" : "?"}: ${this.#type(member)};`;
    });
    for (const name of required) if (!Object.hasOwn(properties, name)) members.push(`${memberName(name)}: unknown;`);
    const isOpen = others !== undefined && others !== false;
    if (members.length === 0 && others === false) return "{ [name: string]: never }";
    if (members.length === 0) return `{ [name: string]: ${isOpen ? this.#type(others) : "unknown"} }`;
    if (isOpen || Object.hasOwn(schema, "patternProperties")) members.push("[name: string]: unknown;");
    return `{\n${members.map((member) => `${indented(member)}\n`).join("")}}`;
  }

  /** A type whose name may stand in itself. */
  #within(write: () => string): string {
    const outer = this.#direct;
    this.#direct = new Set();
    try {
      return write();
    } finally {
      this.#direct = outer;
    }
  }

  #reference(reference: string): string {
    const target = reference === "#" ? this.#root : this.#at(reference);
    if (typeof target !== "object" || target === null) return target === false ? "never" : "unknown";
    if (this.#direct.has(target)) return "unknown";
    const known = this.#named.get(target);
    if (known !== undefined) return known;
    const name = this.#name(reference.split("/").at(-1)?.replace("#", "Root") ?? "");
    this.#named.set(target, name);
    const outer = { direct: this.#direct, depth: this.#depth };
    this.#direct = new Set([...outer.direct, target]);
    this.#depth = 0;
    const at = this.#declarations.push("") - 1;
    const type = this.#type(target);
    this.#declarations[at] = `${comment(own(target as JsonSchema, "description"))}export type ${name} = ${type};`;
    this.#direct = outer.direct;
    this.#depth = outer.depth;
    return name;
  }

  #at(reference: string): unknown {
    if (!reference.startsWith("#/")) return undefined;
    let at: unknown = this.#root;
    for (const segment of reference.slice(2).split("/")) {
      if (typeof at !== "object" || at === null) return undefined;
      const name = decoded(segment).replaceAll("~1", "/").replaceAll("~0", "~");
      at = Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined;
    }
    return at;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function own(schema: JsonSchema, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

function objectAt(schema: JsonSchema, keyword: string): object {
  const value = own(schema, keyword);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function impliedKinds(schema: JsonSchema): readonly string[] {
  if (["properties", "additionalProperties", "patternProperties"].some((name) => Object.hasOwn(schema, name)))
    return ["object"];
  return ["items", "prefixItems"].some((name) => Object.hasOwn(schema, name)) ? ["array"] : [];
}

function enumeration(values: readonly unknown[]): string {
  if (values.length === 0) return "never";
  return values.length <= mostValues ? union(values.map(literal)) : union(values.map(kindOf));
}

function literal(value: unknown): string {
  if (typeof value === "string") return textLiteral(value);
  if (typeof value === "number" && !Number.isFinite(value)) return "number";
  return typeof value === "object" && value !== null ? "unknown" : String(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return ["string", "number", "boolean"].includes(typeof value) ? typeof value : "unknown";
}

/** One of several types. Of a branch that says nothing of the type nothing is known of the whole. */
function union(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== "never");
  if (distinct.length === 0) return "never";
  if (distinct.includes("unknown")) return "unknown";
  return distinct.length === 1 ? (distinct[0] as string) : distinct.map(parenthesized).join(" | ");
}

function intersection(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== "unknown");
  if (distinct.length === 0) return "unknown";
  return distinct.length === 1 ? (distinct[0] as string) : distinct.map(parenthesized).join(" & ");
}

function parenthesized(type: string): string {
  return /^(?:[\w$]+|"(?:[^"\\]|\\.)*"|-?[\d.e+-]+|[\w$]+\[\])$/.test(type) ? type : `(${type})`;
}

function memberName(name: string): string {
  return IDENTIFIER.test(name) ? name : textLiteral(name);
}

function indented(code: string): string {
  return code.replace(/^(?=.)/gm, "  ");
}

/** Text as documentation of what follows. Nothing in it ends the comment. */
export function comment(text: unknown): string {
  if (typeof text !== "string" || text.trim() === "") return "";
  const plain = text
    .slice(0, longestComment)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => (character === "\n" ? character : " "))
    .replaceAll("*/", "*\\/");
  const lines = plain.split("\n").map((line) => line.trimEnd());
  const [only, ...others] = lines;
  if (others.length === 0) return `/** ${only} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** A name as the name of a type: letters and digits, each word with a capital. */
function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join("");
}
