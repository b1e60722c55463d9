/**
 * How large a request is: depth, aliases, root fields, directives and cost, counted in one walk over the parsed document before it is
 * validated. Fragments count at every spread but are walked only once, so that the walk is linear in the document. Errors that validation
 * finds (unknown fields and fragments, fragments within themselves) are ignored here.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { Maybe } from "../base/schema.generated.ts";
import { fieldCost } from "./field-cost.ts";
import { countOfItems, type GivenVariables } from "./list-size.ts";

export interface RequestSize {
  /** Fields within one another. */
  readonly depth: number;
  readonly aliases: number;
  /** Fields of Query, Mutation or Subscription. */
  readonly rootFields: number;
  readonly directives: number;
  /** The cost of resolving, as `@cost` and `@listSize` count it. */
  readonly cost: number;
}

/** `readsVariables` is true if other variables could give another size. */
export interface MeasuredSize extends RequestSize {
  readonly readsVariables: boolean;
}

/** The size of one operation with the variables of its request. */
export function requestSize(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  variables: { readonly [name: string]: unknown },
): MeasuredSize {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const defaults = new Map(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, defaultValue] as const],
    ),
  );
  let readsVariables = false;
  const given: GivenVariables = {
    defaults,
    values() {
      readsVariables = true;
      return variables;
    },
  };
  const walk = new Walk(schema, fragments, given);
  const size = walk.sizeOf(operation.selectionSet, schema.getRootType(operation.operation));
  return { ...size, directives: size.directives + (operation.directives?.length ?? 0), readsVariables };
}

const nothing: RequestSize = { depth: 0, aliases: 0, rootFields: 0, directives: 0, cost: 0 };

class Walk {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: GivenVariables;
  /** Sizes of fragments, nothing while one is being counted, so that one within itself ends. */
  readonly #counted = new Map<string, RequestSize>();

  constructor(
    schema: GraphQLSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    variables: GivenVariables,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  /** `rootFields` counts the fields directly in the set, fragments opened. */
  sizeOf({ selections }: SelectionSetNode, type: Maybe<GraphQLNamedType>): RequestSize {
    let total = nothing;
    for (const selection of selections) {
      total = sum(total, this.#sizeOfSelection(selection, type), selection.directives?.length ?? 0);
    }
    return total;
  }

  #sizeOfSelection(selection: SelectionSetNode["selections"][number], type: Maybe<GraphQLNamedType>): RequestSize {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.#sizeOfField(selection, type);
      case Kind.INLINE_FRAGMENT:
        return this.sizeOf(selection.selectionSet, this.#typeNamed(selection.typeCondition?.name.value) ?? type);
      case Kind.FRAGMENT_SPREAD:
        return this.#sizeOfFragment(selection.name.value);
    }
  }

  #sizeOfFragment(name: string): RequestSize {
    const fragment = this.#fragments.get(name);
    const known = this.#counted.get(name);
    if (known !== undefined || fragment === undefined) return known ?? nothing;
    this.#counted.set(name, nothing);
    const size = this.sizeOf(fragment.selectionSet, this.#typeNamed(fragment.typeCondition.name.value));
    this.#counted.set(name, size);
    return size;
  }

  #sizeOfField(node: FieldNode, type: Maybe<GraphQLNamedType>): RequestSize {
    const field = isCompositeType(type) ? this.#schema.getField(type, node.name.value) : undefined;
    const fieldType = field && getNamedType(field.type);
    const below = node.selectionSet === undefined ? nothing : this.sizeOf(node.selectionSet, fieldType);
    return {
      depth: below.depth + 1,
      aliases: below.aliases + (node.alias === undefined ? 0 : 1),
      rootFields: 1,
      directives: below.directives,
      cost: field === undefined ? below.cost : this.#costOf(field, node, below.cost),
    };
  }

  #costOf(field: GraphQLField<unknown, unknown>, node: FieldNode, below: number): number {
    const { list, weight } = fieldCost(this.#schema, field);
    if (list === undefined) return weight + below;
    // An item costs at least 1, or a page of any size would be free for who selects nothing below it that costs.
    return weight + countOfItems(list, node, this.#variables) * Math.max(1, below);
  }

  #typeNamed(name: string | undefined): GraphQLNamedType | undefined {
    return name === undefined ? undefined : this.#schema.getType(name);
  }
}

function sum(left: RequestSize, right: RequestSize, directives: number): RequestSize {
  return {
    depth: Math.max(left.depth, right.depth),
    aliases: left.aliases + right.aliases,
    rootFields: left.rootFields + right.rootFields,
    directives: left.directives + right.directives + directives,
    cost: left.cost + right.cost,
  };
}
