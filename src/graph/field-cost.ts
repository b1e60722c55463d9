/** What the schema says about the cost of a field, read from its directives once. */
import { type GraphQLField, type GraphQLSchema, getDirectiveValues, getNamedType, isCompositeType } from "graphql";

export interface FieldCost {
  /** Cost of the field itself. */
  readonly weight: number;
  /** How many items it gives. Null if what lies below it counts once. */
  readonly list: ListSize | null;
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
  const cost = { weight: weightOf(schema, field), list: listSizeOf(schema, field) };
  known.set(field, cost);
  return cost;
}

function weightOf(schema: GraphQLSchema, field: Field): number {
  const cost = directiveOf(schema, field, "cost");
  if (cost !== undefined) return cost.weight as number;
  return isCompositeType(getNamedType(field.type)) ? 1 : 0;
}

function listSizeOf(schema: GraphQLSchema, field: Field): ListSize | null {
  const size = directiveOf(schema, field, "listSize");
  if (size === undefined) return null;
  const paths = size.slicingArguments as readonly string[];
  return { assumedSize: size.assumedSize as number, slicingArguments: paths.map((path) => path.split(".")) };
}

function directiveOf(schema: GraphQLSchema, { astNode }: Field, name: string): { [name: string]: unknown } | undefined {
  const directive = schema.getDirective(name);
  return directive == null || astNode == null ? undefined : getDirectiveValues(directive, astNode);
}
