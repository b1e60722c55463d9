/**
 * The cost of a field, read once from the directives of the schema; `request-size.ts` adds up that of a request. Introspection fields cannot
 * carry directives: each item of their lists costs 1, so that one full introspection fits and a nested one does not.
 */
import {
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isIntrospectionType,
  isListType,
} from "graphql";

/** Items assumed of a list within a description, such as the fields of a type. */
const DESCRIBED_ITEMS = 5;

export interface FieldCost {
  /** Cost of the field itself. */
  readonly weight: number;
  /** How many items it gives. Undefined if the fields below it count once. */
  readonly list: ListSize | undefined;
}

export interface ListSize {
  readonly assumedSize: number;
  /** Arguments that bound the number of items, each with the path within it. */
  readonly slicingArguments: readonly (readonly string[])[];
}

type Field = GraphQLField<unknown, unknown>;

const known = new WeakMap<Field, FieldCost>();

/** The cost of a field of `schema`. */
export function fieldCost(schema: GraphQLSchema, field: Field): FieldCost {
  const remembered = known.get(field);
  if (remembered !== undefined) return remembered;
  const cost = isIntrospectionType(getNamedType(field.type))
    ? { weight: 0, list: describedListOf(schema, field) }
    : { weight: weightOf(schema, field), list: listSizeOf(schema, field) };
  known.set(field, cost);
  return cost;
}

function describedListOf(schema: GraphQLSchema, { name, type }: Field): ListSize | undefined {
  if (!isListType(getNullableType(type))) return undefined;
  const assumedSize = name === "types" ? Object.keys(schema.getTypeMap()).length : DESCRIBED_ITEMS;
  return { assumedSize, slicingArguments: [] };
}

function weightOf(schema: GraphQLSchema, field: Field): number {
  const cost = directiveOf(schema, field, "cost");
  if (cost !== undefined) return cost.weight as number;
  return isCompositeType(getNamedType(field.type)) ? 1 : 0;
}

function listSizeOf(schema: GraphQLSchema, field: Field): ListSize | undefined {
  const size = directiveOf(schema, field, "listSize");
  if (size === undefined) return undefined;
  const paths = size.slicingArguments as readonly string[];
  return { assumedSize: size.assumedSize as number, slicingArguments: paths.map((path) => path.split(".")) };
}

function directiveOf(schema: GraphQLSchema, { astNode }: Field, name: string): { [name: string]: unknown } | undefined {
  const directive = schema.getDirective(name);
  return directive == null || astNode == null ? undefined : getDirectiveValues(directive, astNode);
}
