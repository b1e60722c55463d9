/**
 * How the scalars of the schema are written and read. A value that does not fit is refused, never converted.
 */
import {
  type ConstValueNode,
  GraphQLError,
  type GraphQLScalarType,
  type GraphQLSchema,
  isScalarType,
  Kind,
} from "graphql";
import { isJsonObject, type Json, objectOf } from "../json/json.ts";

interface Coercion {
  readonly write: (value: unknown) => unknown;
  /** Undefined for a value that does not fit. */
  readonly read: (value: unknown) => unknown;
  /** The requirement, for the message. */
  readonly required: string;
}

const sameText: Coercion = {
  write: String,
  read: (value) => (typeof value === "string" ? value : undefined),
  required: "a string",
};

const coercions: { readonly [Name: string]: Coercion } = {
  DateTime: {
    write: (value) => new Date(value as number).toISOString(),
    read: (value) => (typeof value === "string" ? instantIn(value) : undefined),
    required: "an instant with its offset such as 2026-01-31T09:30:00.000Z",
  },
  JSON: {
    write: asIs,
    read: (value) => (isFiniteJson(value) ? value : undefined),
    required: "a JSON value whose numbers are finite",
  },
  JSONObject: {
    write: asIs,
    read: (value) => (isJsonObject(value) && isFiniteJson(value) ? value : undefined),
    required: "a JSON object whose numbers are finite",
  },
  JSONSchema: {
    write: asIs,
    read: (value) => ((isJsonObject(value) && isFiniteJson(value)) || typeof value === "boolean" ? value : undefined),
    required: "a JSON Schema whose numbers are finite",
  },
  JSONPointer: sameText,
  EventCursor: sameText,
  URL: {
    write: String,
    read: (value) => (typeof value === "string" && URL.canParse(value) ? value : undefined),
    required: "an absolute URL",
  },
  SafeInt: {
    write: (value) => value,
    read: (value) => (Number.isSafeInteger(value) ? value : undefined),
    required: "an integer between -(2^53 - 1) and 2^53 - 1",
  },
};

/** Gives the scalars of a schema that was built from text their coercions. Throws for a scalar without one. */
export function attachScalars(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isScalarType(type) && type.astNode != null) attach(type);
  }
}

function attach(type: GraphQLScalarType): void {
  const coercion = coercions[type.name];
  if (coercion === undefined) throw new Error(`Cannot build the schema: the scalar ${type.name} has no coercion`);
  const read = (value: unknown) => {
    const fitting = coercion.read(value);
    if (fitting !== undefined) return fitting;
    const found = JSON.stringify(value)?.slice(0, 100) ?? "nothing";
    throw new GraphQLError(`Cannot read a value of type ${type.name}: required ${coercion.required}, found ${found}`);
  };
  type.coerceOutputValue = coercion.write;
  type.coerceInputValue = read;
  type.coerceInputLiteral = (node) => read(literalJson(node));
}

function asIs(value: unknown): unknown {
  return value;
}

/** RFC 3339. Without an offset it would be a time of the clock of the machine. */
const instantForm = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Unix milliseconds. Undefined for another text. */
function instantIn(text: string): number | undefined {
  const [, date = ""] = instantForm.exec(text) ?? [];
  const day = Date.parse(`${date}T00:00:00.000Z`);
  // The platform takes a day that a month does not have for one of the next month.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Whether no number of `value` is too large to be held, such as 1e999: it would be stored as null. */
function isFiniteJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return (Array.isArray(value) ? value : Object.values(value)).every(isFiniteJson);
}

/** The JSON that a literal says. Keys become own properties, `__proto__` too. */
function literalJson(node: ConstValueNode): Json {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.BOOLEAN:
    case Kind.STRING:
    case Kind.ENUM:
      return node.value;
    case Kind.LIST:
      return node.values.map((item) => literalJson(item));
    case Kind.OBJECT:
      return objectOf(node.fields.map((field) => [field.name.value, literalJson(field.value)]));
  }
}
