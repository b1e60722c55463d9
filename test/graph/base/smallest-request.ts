/** The smallest request that the schema permits for a field, so that tests can ask for every field without naming one. */
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";

/** Text that fits each scalar. */
const scalarLiterals: { readonly [name: string]: string } = {
  ...{ ID: '"x"', String: '"x"', Int: "1", Float: "1", Boolean: "true", SafeInt: "1" },
  ...{ DateTime: '"2100-01-01T00:00:00.000Z"', URL: '"https://x.example"', EventCursor: '"x"' },
  ...{ JSON: "1", JSONObject: "{}", JSONSchema: "{}", JSONPointer: '""' },
};

/** A literal that fits `type`: lists with one item, inputs with what is required, of a choice the first. */
export function literalOf(type: GraphQLInputType): string {
  const plain = getNullableType(type);
  if (isListType(plain)) return `[${literalOf(plain.ofType as GraphQLInputType)}]`;
  if (isEnumType(plain)) return plain.getValues()[0]?.name ?? "";
  if (!isInputObjectType(plain)) {
    const literal = scalarLiterals[String(plain)];
    if (literal === undefined) throw new Error(`No literal is known that fits ${plain}`);
    return literal;
  }
  const fields = Object.values(plain.getFields());
  const given = plain.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type));
  return `{ ${given.map(({ name, type: inner }) => `${name}: ${literalOf(inner)}`).join(", ")} }`;
}

/** A selection of one leaf below `type`; empty for a leaf. */
export function leafOf(type: GraphQLOutputType): string {
  return isLeafType(getNamedType(type)) ? "" : "{ __typename }";
}
