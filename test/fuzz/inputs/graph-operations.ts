/**
 * GraphQL operations made from `schema.graphql`: valid selections with arguments that fit their types, aliases, fragments, directives and
 * variables; then values of wrong types, and text that was broken. Names and ids are mostly those of a world that exists.
 */
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import type { Seeded } from "../../support/engine/seeded.ts";
import { schemaText } from "../../support/graph/ask.ts";
import { exampleManifests } from "../families/manifests.ts";
import { hostileText, hostileValue } from "./hostile-values.ts";
import { validPlan } from "./plan-inputs.ts";
import { schemaDocument } from "./schema-inputs.ts";

/** Ids and names that a request may mean. */
export interface KnownThings {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly cursors: readonly string[];
}

export interface Operation {
  readonly query: string;
  readonly variables: { readonly [name: string]: unknown };
}

const schema = buildSchema(schemaText, { assumeValid: true });
const texts: { readonly [field: string]: readonly string[] } = {
  url: ["https://agents.example.com/x", "http://127.0.0.1:1/", "https://[::1]/", "not a url"],
  when: ["{{bindings.x}} > 1", "has({{a.output.b}})"],
  name: ["fresh", "other"],
  idempotencyKey: ["k1", "k2"],
};

/** A random operation. */
export function randomOperation(
  random: Seeded,
  known: KnownThings,
  kinds = { query: 6, mutation: 4, subscription: 1 },
): Operation {
  const kind = random.weighted(kinds);
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[kind];
  return new Writer(random, known).operation(kind, root as GraphQLObjectType);
}

class Writer {
  readonly #random: Seeded;
  readonly #known: KnownThings;
  readonly #variables: string[] = [];
  readonly #values: Record<string, unknown> = {};
  readonly #fragments: string[] = [];
  /** Fields that may still be written, so that most operations fit the budget of a request. */
  #fieldsLeft: number;

  constructor(random: Seeded, known: KnownThings) {
    this.#random = random;
    this.#known = known;
    this.#fieldsLeft = random.pick([5, 15, 30, 60, 200]);
  }

  operation(kind: string, root: GraphQLObjectType): Operation {
    const count = kind === "query" ? this.#random.between(1, 3) : 1;
    const fields = Array.from({ length: count }, (_, at) => {
      const field = this.#random.pick(Object.values(root.getFields()));
      return `${count > 1 ? `r${at}: ` : ""}${this.#field(field, 1)}`;
    });
    const variables = this.#variables.length === 0 ? "" : `(${this.#variables.join(", ")})`;
    const name = this.#random.chance(0.3) ? " Named" : "";
    return {
      query: `${kind}${name}${variables} { ${fields.join(" ")} } ${this.#fragments.join(" ")}`,
      variables: this.#values,
    };
  }

  #field(field: GraphQLField<unknown, unknown>, level: number): string {
    this.#fieldsLeft -= 1;
    const given = field.args.flatMap(({ name, type }) => {
      // Cursors are those of one list, and most fields are of another.
      const seldom = name === "after" || name === "before" || name === "last" ? 0.93 : 0.6;
      if (!isNonNullType(type) && this.#random.chance(seldom)) return [];
      return [`${name}: ${this.#argument(type, name)}`];
    });
    const args = given.length === 0 ? "" : `(${given.join(", ")})`;
    return `${field.name}${args}${this.#directive()}${this.#selection(field.type, level)}`;
  }

  #directive(): string {
    if (!this.#random.chance(0.03)) return "";
    if (this.#random.chance(0.08)) return this.#random.pick([" @include(if: $nope)", " @cost(weight: 1)", " @skip"]);
    return this.#random.pick([" @include(if: true)", " @skip(if: false)", " @skip(if: true)"]);
  }

  #selection(type: GraphQLOutputType, level: number): string {
    const named = getNamedType(type);
    if (!isCompositeType(named)) return "";
    const parts: string[] = this.#random.chance(0.3) ? ["__typename"] : [];
    if (isAbstractType(named)) {
      const possible = this.#random.shuffled(schema.getPossibleTypes(named)).slice(0, 3);
      parts.push(
        "__typename",
        ...possible.map((inner) => `... on ${inner.name} { ${this.#fieldsOf(inner, level).join(" ")} }`),
      );
    }
    if ("getFields" in named) parts.push(...this.#fieldsOf(named as GraphQLObjectType, level));
    const inside = parts.length === 0 ? "__typename" : parts.join(" ");
    if (!this.#random.chance(0.04)) return ` { ${inside} }`;
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(
      `fragment ${name} on ${named.name} { ${inside}${this.#random.chance(0.05) ? ` ...${name}` : ""} }`,
    );
    return ` { ...${name} }`;
  }

  /** Some fields of a type. One of no type that has fields itself stands under its own name; the others each under another. */
  #fieldsOf(type: GraphQLObjectType, level: number): readonly string[] {
    const written: string[] = [];
    for (const field of this.#random.shuffled(Object.values(type.getFields()))) {
      const isDeep = isCompositeType(getNamedType(field.type));
      if (this.#fieldsLeft <= 0 || written.length >= 8 || (isDeep && (level > 7 || this.#random.chance(0.3)))) continue;
      // Fields with arguments would meet others of the same name that were given others.
      const alias = field.args.length > 0 || isDeep ? `f${this.#fieldsLeft}: ` : "";
      written.push(alias + this.#field(field, level + 1));
    }
    return written.length === 0 ? ["__typename"] : written;
  }

  #argument(type: GraphQLInputType, name: string): string {
    const value = this.#random.chance(0.04) ? hostileValue(this.#random) : this.#value(type, name, 6);
    if (this.#random.chance(0.5)) return literal(value, type);
    const variable = `v${this.#variables.length}`;
    this.#variables.push(`$${variable}: ${String(type)}`);
    this.#values[variable] = value;
    return `$${variable}`;
  }

  #value(type: GraphQLInputType, name: string, levels: number): unknown {
    const random = this.#random;
    if (isNonNullType(type)) return this.#value(type.ofType, name, levels);
    if (random.chance(0.01)) return hostileValue(random);
    if (isListType(type))
      return Array.from({ length: random.pick([0, 1, 1, 2, 3, 101]) }, () =>
        this.#value(type.ofType, name, levels - 1),
      );
    if (isEnumType(type)) return random.pick(type.getValues()).name;
    if (type.name === "PlanInput") return validPlan("TYPED", random);
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const chosen = type.isOneOf
        ? [random.pick(fields)]
        : fields.filter(({ type: inner }) => isNonNullType(inner) || (levels > 0 && random.chance(0.35)));
      return Object.fromEntries(chosen.map((field) => [field.name, this.#value(field.type, field.name, levels - 1)]));
    }
    return this.#scalar(type.name, name);
  }

  #scalar(type: string, name: string): unknown {
    const random = this.#random;
    const { cursors, ids, names } = this.#known;
    switch (type) {
      case "ID":
        return random.chance(0.9) ? random.pick(ids) : hostileText(random);
      case "Int":
      case "SafeInt":
        if (name === "heartbeatMs" && random.chance(0.9)) return random.pick([5_000, 15_000, 30_000]);
        if (random.chance(0.85)) return random.pick([1, 2, 5, 10]);
        return random.pick([25, 100, 0, -1, 101, 3_600_000, 2 ** 31 - 1]);
      case "Float":
        return random.pick([0, 0.5, -1, 1e308]);
      case "Boolean":
        return random.chance(0.5);
      case "DateTime":
        return random.pick(["2026-01-31T09:30:00.000Z", "1970-01-01T00:00:00Z", "nope"]);
      case "JSONSchema":
        return schemaDocument(random);
      case "JSONObject":
      case "JSON":
        return this.#json(name);
      case "EventCursor":
        return random.pick(cursors);
      case "URL":
        return random.pick(texts.url ?? []);
      default:
        if (name === "after" || name === "before") return random.pick(cursors);
        if (random.chance(0.1)) return hostileText(random);
        return random.pick([...names, ...(texts[name] ?? [])]);
    }
  }

  #json(name: string): unknown {
    const random = this.#random;
    if (name === "document") return validPlan(random.pick(["TOOL_CALLS", "ORCHESTRATE", "TYPED"]), random);
    if (name === "manifest") return random.pick(exampleManifests);
    if (name === "functions") return {};
    if (name === "bindings") return { topic: "edge", n: 3, deep: {} };
    return random.chance(0.5) ? { topic: "a", text: "b" } : hostileValue(random);
  }
}

/** A value as a literal of the language; enum values stand without quotes. */
function literal(value: unknown, type: GraphQLInputType): string {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) {
    const item = isListType(inner) ? inner.ofType : inner;
    return `[${value.map((part) => literal(part, item)).join(", ")}]`;
  }
  if (typeof value === "object") {
    const fields = isInputObjectType(inner) ? inner.getFields() : {};
    const members = Object.entries(value).map(([key, member]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return `${/^[_A-Za-z]\w*$/.test(key) ? key : `k${key.length}`}: ${literal(member, field?.type ?? inner)}`;
    });
    return `{ ${members.join(", ")} }`;
  }
  if (typeof value === "string") return isEnumType(getNamedType(inner)) ? value : JSON.stringify(value);
  return Number.isFinite(value) || typeof value === "boolean" ? String(value) : "1e400";
}

/** The text of an operation with pieces taken out, doubled, nested or repeated beyond what anybody needs. */
export function brokenText(query: string, random: Seeded): string {
  const at = random.between(0, query.length);
  const to = Math.min(query.length, at + random.between(1, 12));
  const times = random.pick([30, 150, 4_000]);
  return random.pick([
    query.slice(0, at) + query.slice(to),
    query.slice(0, to) + query.slice(at),
    query.slice(0, at) +
      random.pick(["{", "}", "(", ")", '"', '"""', "$", "@", "...", "!", "\u0000", "#", "&", "|"]) +
      query.slice(at),
    query.slice(0, at) + hostileText(random) + query.slice(at),
    `{ viewer { subject } } `.repeat(random.pick([2, 60])),
    `{ ${Array.from({ length: times }, (_, index) => `a${index}: viewer { subject }`).join(" ")} }`,
    `${"{ viewer ".repeat(times)}${"}".repeat(times)}`,
    `{ viewer ${"@include(if: true) ".repeat(times)}{ subject } }`,
    `query (${Array.from({ length: times }, (_, index) => `$a${index}: Int`).join(" ")}) { viewer { subject } }`,
    `{ nodes(ids: ${"[".repeat(times)}${"]".repeat(times)}) { id } }`,
    `{ __schema { types { name fields { name type { ofType { ofType { ofType { name } } } } } } } }`,
    ...[
      "{",
      "",
      "query",
      "fragment F on Query { ...F } { ...F }",
      "{ ...F } fragment F on Query { ...G } fragment G on Query { ...F }",
    ],
  ]);
}
