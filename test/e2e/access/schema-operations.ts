/**
 * Operations made out of the schema: for every root field one operation for each place where an identifier may stand in its arguments,
 * so that a field that is added tomorrow is tried without anybody thinking of it.
 */
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from "graphql";
import { volume } from "../../support/engine/volume.ts";

export type Value = null | string | number | boolean | readonly Value[] | { readonly [name: string]: Value };
export type IdentifierKind = "ID" | "EVENT_CURSOR" | "PAGE_CURSOR" | "IDEMPOTENCY_KEY" | "CHAT_ID";

export interface Operation {
  readonly kind: "query" | "mutation" | "subscription";
  readonly field: string;
  /** Where the identifier stands, such as `input.executionId`. Null for an operation without a place for one. */
  readonly place: string | null;
  readonly identifier: IdentifierKind | null;
  readonly text: string;
  readonly variables: (identifier: string) => { readonly [name: string]: Value };
}

const selectionDepth = volume({ sample: 3, whole: 4 });
const maxInputDepth = 6;

/** Every operation. `ownId` fills required ids beside the place that is tried. */
export function operationsOf(schemaText: string, ownId: string): readonly Operation[] {
  const schema = buildSchema(schemaText);
  const roots = [
    ["query", schema.getQueryType()],
    ["mutation", schema.getMutationType()],
    ["subscription", schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) => operationsOfField(schema, kind, field, ownId)),
  );
}

function operationsOfField(
  schema: GraphQLSchema,
  kind: Operation["kind"],
  field: GraphQLField<unknown, unknown>,
  ownId: string,
): readonly Operation[] {
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(", ");
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(", ");
  const call = `${field.name}${given === "" ? "" : `(${given})`}`;
  const text = `${kind}${declared === "" ? "" : ` (${declared})`} { ${call} ${selectionOf(schema, getNamedType(field.type), selectionDepth)} }`;
  const places = field.args.flatMap((argument) => placesOf(argument, [], ownId));
  const without: Operation = {
    ...{ kind, field: field.name, place: null, identifier: null, text },
    variables: () => variablesOf(field, null, ownId),
  };
  return [
    without,
    ...places.map(({ fill, identifier, path }) => ({
      ...{ kind, field: field.name, place: path.join("."), identifier, text },
      variables: (value: string) => variablesOf(field, { argument: path[0] ?? "", value: fill(value) }, ownId),
    })),
  ];
}

function variablesOf(
  { args }: GraphQLField<unknown, unknown>,
  given: { readonly argument: string; readonly value: Value } | null,
  ownId: string,
): { readonly [name: string]: Value } {
  const values: { [name: string]: Value } = {};
  for (const argument of args) {
    if (argument.name === given?.argument) values[argument.name] = given.value;
    else if (isRequiredArgument(argument)) values[argument.name] = least(argument.type, ownId, argument.name);
  }
  return values;
}

interface Place {
  readonly path: readonly string[];
  readonly identifier: IdentifierKind;
  /** The value of the argument with `identifier` at the place. */
  readonly fill: (identifier: string) => Value;
}

function placesOf(
  { name, type }: GraphQLArgument | GraphQLInputField,
  above: readonly string[],
  ownId: string,
): readonly Place[] {
  const path = [...above, name];
  const named = getNamedType(type);
  const wrap = wrapperOf(type);
  const identifier = identifierKind(named.name, name);
  if (identifier !== null) return [{ path, identifier, fill: wrap }];
  if (!isInputObjectType(named) || path.length > maxInputDepth) return [];
  const fields = Object.values(named.getFields());
  return fields.flatMap((field) =>
    placesOf(field, path, ownId).map((place) => ({
      ...place,
      fill: (value: string) => {
        const object: { [member: string]: Value } = { [field.name]: place.fill(value) };
        for (const other of fields) {
          if (other !== field && isRequiredInputField(other)) object[other.name] = least(other.type, ownId, other.name);
        }
        return wrap(object);
      },
    })),
  );
}

function identifierKind(typeName: string, name: string): IdentifierKind | null {
  if (typeName === "ID") return "ID";
  if (typeName === "EventCursor") return "EVENT_CURSOR";
  if (typeName !== "String") return null;
  if (name === "after" || name === "before") return "PAGE_CURSOR";
  if (name === "chatId") return "CHAT_ID";
  return name === "idempotencyKey" ? "IDEMPOTENCY_KEY" : null;
}

/** Puts a value into a list where the type is one. */
function wrapperOf(type: GraphQLInputType): (value: Value) => Value {
  if (isNonNullType(type)) return wrapperOf(type.ofType);
  if (!isListType(type)) return (value) => value;
  const inner = wrapperOf(type.ofType);
  return (value) => [inner(value)];
}

/** The least value that the type accepts. */
function least(type: GraphQLInputType, ownId: string, name: string): Value {
  const wrap = wrapperOf(type);
  const named = getNamedType(type);
  if (isEnumType(named)) return wrap(named.getValues()[0]?.name ?? "");
  if (isInputObjectType(named)) {
    const fields = Object.values(named.getFields());
    const [first] = fields;
    const required = named.isOneOf && first !== undefined ? [first] : fields.filter(isRequiredInputField);
    return wrap(Object.fromEntries(required.map((field) => [field.name, least(field.type, ownId, field.name)])));
  }
  const scalars: { readonly [scalar: string]: Value } = {
    ID: ownId,
    Int: name === "heartbeatMs" ? 5_000 : 1,
    Float: 1,
    SafeInt: 1,
    Boolean: true,
    // One that holds the number of its turn, so that what it stands beside is looked at.
    String: name === "turnIdempotencyKey" ? "turn_x_Reporter_1_0" : "x",
    JSON: {},
    JSONObject: {},
    JSONSchema: {},
    JSONPointer: "",
    URL: "https://example.com/",
    DateTime: "2026-01-31T09:30:00.000Z",
  };
  const value = scalars[named.name];
  if (value === undefined) throw new Error(`Cannot make a value: nobody said how one of type ${named.name} looks`);
  return wrap(value);
}

/** Everything that can be selected without arguments. */
function selectionOf(schema: GraphQLSchema, type: GraphQLNamedOutputType, depth: number): string {
  if (isLeafType(type)) return "";
  if (isUnionType(type)) return "{ __typename }";
  const own = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const fields = own.filter(
    (field) => !field.args.some(isRequiredArgument) && (depth > 1 || isLeafType(getNamedType(field.type))),
  );
  const selected = fields.map((field) => `${field.name} ${selectionOf(schema, getNamedType(field.type), depth - 1)}`);
  return `{ __typename ${selected.join(" ")} }`;
}
