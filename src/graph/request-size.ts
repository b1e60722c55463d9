/**
 * Bounds on what one request may select, counted over the parsed document before it is validated. One walk counts all of them;
 * fragments count wherever they are spread but are walked only once, so that the walk is linear in the document. Whatever
 * validation would refuse (unknown fields and fragments, fragments within themselves) is passed over here.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";

export interface RequestSizeLimits {
  /** Fields within one another. The standard introspection query needs 15. */
  readonly depth: number;
  readonly aliases: number;
  /** Fields of Query, Mutation or Subscription. */
  readonly rootFields: number;
  readonly directives: number;
  /** Fields of the answer, lists counted as `@listSize` says. */
  readonly fields: number;
}

export const requestSizeLimits: RequestSizeLimits = {
  depth: 20,
  aliases: 30,
  rootFields: 20,
  directives: 50,
  fields: 50_000,
};

type Size = { readonly [Limit in keyof RequestSizeLimits]: number };

/** The first limit that the operation exceeds, with what was found. Null if it exceeds none. */
export function exceededLimit(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  variables: { readonly [name: string]: unknown },
): { readonly limit: keyof RequestSizeLimits; readonly maximum: number; readonly found: number } | null {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const walk = new Walk(schema, fragments, variables);
  const { rootFields, ...size } = walk.sizeOf(operation.selectionSet, schema.getRootType(operation.operation) ?? null);
  const found: Size = { ...size, rootFields, directives: size.directives + (operation.directives?.length ?? 0) };
  for (const [limit, maximum] of Object.entries(requestSizeLimits) as [keyof RequestSizeLimits, number][]) {
    if (found[limit] > maximum) return { limit, maximum, found: found[limit] };
  }
  return null;
}

const nothing: Size = { depth: 0, aliases: 0, rootFields: 0, directives: 0, fields: 0 };

class Walk {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: { readonly [name: string]: unknown };
  /** Sizes of fragments, nothing while one is being counted, so that one within itself ends. */
  readonly #counted = new Map<string, Size>();

  constructor(
    schema: GraphQLSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    variables: { readonly [name: string]: unknown },
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  /** `rootFields` counts the fields directly in the set, fragments opened. */
  sizeOf({ selections }: SelectionSetNode, type: GraphQLNamedType | null): Size {
    let total = nothing;
    for (const selection of selections) {
      const directives = { ...nothing, directives: selection.directives?.length ?? 0 };
      total = sum(sum(total, directives), this.#sizeOfSelection(selection, type));
    }
    return total;
  }

  #sizeOfSelection(selection: SelectionSetNode["selections"][number], type: GraphQLNamedType | null): Size {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.#sizeOfField(selection, type);
      case Kind.INLINE_FRAGMENT:
        return this.sizeOf(selection.selectionSet, this.#typeNamed(selection.typeCondition?.name.value) ?? type);
      case Kind.FRAGMENT_SPREAD:
        return this.#sizeOfFragment(selection.name.value);
    }
  }

  #sizeOfFragment(name: string): Size {
    const fragment = this.#fragments.get(name);
    const known = this.#counted.get(name);
    if (known !== undefined || fragment === undefined) return known ?? nothing;
    this.#counted.set(name, nothing);
    const size = this.sizeOf(fragment.selectionSet, this.#typeNamed(fragment.typeCondition.name.value));
    this.#counted.set(name, size);
    return size;
  }

  #sizeOfField(node: FieldNode, type: GraphQLNamedType | null): Size {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    const below =
      node.selectionSet === undefined
        ? nothing
        : this.sizeOf(node.selectionSet, field === undefined ? null : getNamedType(field.type));
    const items = field === undefined ? 1 : this.#itemsOf(field, node);
    return {
      depth: below.depth + 1,
      aliases: below.aliases + (node.alias === undefined ? 0 : 1),
      rootFields: 1,
      directives: below.directives,
      fields: 1 + below.fields * items,
    };
  }

  /** How many items the field gives at most, as its `@listSize` says; 1 without the directive. */
  #itemsOf(field: GraphQLField<unknown, unknown>, { arguments: given }: FieldNode): number {
    const directive = this.#schema.getDirective("listSize");
    const size = directive == null || field.astNode == null ? undefined : getDirectiveValues(directive, field.astNode);
    if (size === undefined) return 1;
    const slicing = size.slicingArguments as readonly string[];
    for (const argument of given ?? []) {
      if (!slicing.includes(argument.name.value)) continue;
      const count = this.#countOf(argument.value);
      if (count !== null) return count;
    }
    return size.assumedSize as number;
  }

  /** A number, or the length of a list, literal or by variable. */
  #countOf(value: ValueNode): number | null {
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind === Kind.LIST) return value.values.length;
    if (value.kind !== Kind.VARIABLE || !Object.hasOwn(this.#variables, value.name.value)) return null;
    const given = this.#variables[value.name.value];
    if (typeof given === "number") return given;
    return Array.isArray(given) ? given.length : null;
  }

  #typeNamed(name: string | undefined): GraphQLNamedType | null {
    return name === undefined ? null : (this.#schema.getType(name) ?? null);
  }
}

function sum(left: Size, right: Size): Size {
  return {
    depth: Math.max(left.depth, right.depth),
    aliases: left.aliases + right.aliases,
    rootFields: left.rootFields + right.rootFields,
    directives: left.directives + right.directives,
    fields: left.fields + right.fields,
  };
}
