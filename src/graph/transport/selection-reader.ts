/**
 * The selection of a subscription, read once and applied to each of its items. The library would read it again for each: it collects the
 * fields of every object anew, with the place of each field for errors and a signal for cancellation, which an item without a fault needs not.
 *
 * It knows no fault. Where a field throws, is null where it may not be, or has a value of another kind than its type, nothing is given, and
 * the library makes the answer with its errors. So every error is the library's, and resolvers may run twice.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  type InlineFragmentNode,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  typeFromAST,
  type ValidatedSubscriptionArgs,
} from "graphql";

type Data = Record<string, unknown>;

/** Makes the data of an item, which is the root value. Undefined if the library has to make the answer. */
export type SelectionReader = (root: object) => Data | undefined | Promise<Data | undefined>;

/** An item while its answer is made. */
interface Reading {
  readonly root: object;
  /** Values that are waited for. None of them rejects. */
  readonly waiting: Promise<void>[];
  /** Whether a value that was waited for was unusual. */
  isUnusual: boolean;
}

type Complete = (value: unknown, reading: Reading) => unknown;

/** A field with all that does not depend on the item. */
interface ReadField {
  readonly name: string;
  readonly value: (source: unknown, reading: Reading) => unknown;
  readonly complete: Complete;
}

/** Thrown at anything that only the library knows how to answer. */
class Unusual extends Error {}

/** Reads the operation of `args`. Undefined if only the library can execute it. */
export function selectionReader(args: ValidatedSubscriptionArgs): SelectionReader | undefined {
  const rootType = args.schema.getSubscriptionType();
  if (rootType == null) return undefined;
  try {
    const selection = new Selection(args);
    const fields = selection.fieldsOf(rootType, args.operation.selectionSet.selections, undefined);
    return (root) => readItem(fields, root);
  } catch {
    return undefined;
  }
}

function readItem(fields: readonly ReadField[], root: object): ReturnType<SelectionReader> {
  const reading: Reading = { root, waiting: [], isUnusual: false };
  try {
    const data = readObject(fields, root, reading);
    return reading.waiting.length === 0 ? data : whenComplete(data, reading);
  } catch {
    return undefined;
  }
}

async function whenComplete(data: Data, reading: Reading): Promise<Data | undefined> {
  const { waiting } = reading;
  // A value that was waited for may have others below it.
  while (waiting.length > 0) await Promise.all(waiting.splice(0));
  return reading.isUnusual ? undefined : data;
}

function readObject(fields: readonly ReadField[], source: unknown, reading: Reading): Data {
  const data: Data = {};
  for (const { complete, name, value } of fields) {
    const found = value(source, reading);
    if (isPromise(found)) {
      // The place of the field among the others is that of the selection, not of its arrival.
      data[name] = undefined;
      completeLater(found, reading, (arrived) => {
        data[name] = complete(arrived, reading);
      });
    } else data[name] = complete(found, reading);
  }
  return data;
}

function completeLater(value: Promise<unknown>, reading: Reading, take: (value: unknown) => void): void {
  const taken = value.then(take).catch(() => {
    reading.isUnusual = true;
  });
  reading.waiting.push(taken);
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** One operation, as far as it was read. Every method throws `Unusual`, or as the library does, for what only the library can execute. */
class Selection {
  readonly #args: ValidatedSubscriptionArgs;

  constructor(args: ValidatedSubscriptionArgs) {
    this.#args = args;
  }

  /** The fields that `selections` ask of an object of `type`, those of the same name joined. */
  fieldsOf(
    type: GraphQLObjectType,
    selections: readonly SelectionNode[],
    path: GraphQLResolveInfo["path"] | undefined,
  ): readonly ReadField[] {
    const nodes = new Map<string, FieldNode[]>();
    this.#collect(type, selections, nodes, new Set());
    return [...nodes].map(([name, sameName]) => this.#field(type, name, sameName, path));
  }

  #collect(
    type: GraphQLObjectType,
    selections: readonly SelectionNode[],
    nodes: Map<string, FieldNode[]>,
    opened: Set<string>,
  ): void {
    for (const selection of selections) {
      if (!this.#isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const sameName = nodes.get(name);
        if (sameName === undefined) nodes.set(name, [selection]);
        else sameName.push(selection);
        continue;
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        if (opened.has(name)) continue;
        const fragment = this.#args.fragmentDefinitions[name];
        if (fragment === undefined || !this.#isOf(type, fragment)) continue;
        opened.add(name);
        this.#collect(type, fragment.selectionSet.selections, nodes, opened);
      } else if (this.#isOf(type, selection)) {
        this.#collect(type, selection.selectionSet.selections, nodes, opened);
      }
    }
  }

  #isIncluded(node: SelectionNode): boolean {
    const { variableValues } = this.#args;
    if (node.directives === undefined || node.directives.length === 0) return true;
    const known = [GraphQLSkipDirective.name, GraphQLIncludeDirective.name];
    if (node.directives.some(({ name }) => !known.includes(name.value))) throw new Unusual();
    if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
  }

  /** Whether a fragment applies to objects of `type`. */
  #isOf(type: GraphQLObjectType, { typeCondition }: FragmentDefinitionNode | InlineFragmentNode): boolean {
    if (typeCondition === undefined) return true;
    const { schema } = this.#args;
    const condition = typeFromAST(schema, typeCondition);
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
  }

  #field(
    parentType: GraphQLObjectType,
    name: string,
    fieldNodes: readonly FieldNode[],
    prev: GraphQLResolveInfo["path"] | undefined,
  ): ReadField {
    const { contextValue, fieldResolver, fragmentDefinitions, operation, schema, variableValues } = this.#args;
    const [node] = fieldNodes;
    const field = node && schema.getField(parentType, node.name.value);
    // An assignment to this name is none of a member.
    if (node === undefined || field == null || name === "__proto__") throw new Unusual();
    const resolve = field.resolve ?? fieldResolver;
    const given = getArgumentValues(field, node, variableValues);
    const path = { prev, key: name, typename: parentType.name };
    const info: Omit<GraphQLResolveInfo, "rootValue"> = {
      fieldName: field.name,
      fieldNodes,
      returnType: field.type,
      parentType,
      path,
      schema,
      fragments: fragmentDefinitions,
      operation,
      variableValues,
      getAbortSignal: () => undefined,
      getAsyncHelpers: () => {
        throw new Unusual();
      },
    };
    return {
      name,
      value: (source, { root }) => resolve(source, given, contextValue, { ...info, rootValue: root }),
      complete: this.#completeOf(field.type, fieldNodes, { ...info, rootValue: undefined }),
    };
  }

  #completeOf(type: GraphQLOutputType, nodes: readonly FieldNode[], info: GraphQLResolveInfo): Complete {
    if (isNonNullType(type)) {
      const complete = this.#completeOf(type.ofType, nodes, info);
      return (value, reading) => usual(complete(value, reading));
    }
    const complete = this.#completeGiven(type, nodes, info);
    return (value, reading) => {
      if (value instanceof Error) throw new Unusual();
      return value == null ? null : complete(value, reading);
    };
  }

  /** Completes a value that is not null. */
  #completeGiven(type: GraphQLOutputType, nodes: readonly FieldNode[], info: GraphQLResolveInfo): Complete {
    if (isListType(type)) return completeList(this.#completeOf(type.ofType, nodes, info));
    if (isLeafType(type)) return (value) => usual(type.coerceOutputValue(value) ?? null);
    const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
    if (isObjectType(type)) {
      if (type.isTypeOf != null) throw new Unusual();
      const fields = this.fieldsOf(type, selections, info.path);
      return (value, reading) => readObject(fields, value, reading);
    }
    if (!isAbstractType(type)) throw new Unusual();
    const { contextValue, schema, typeResolver } = this.#args;
    const resolveType = type.resolveType ?? typeResolver;
    const known = new Map<string, readonly ReadField[]>();
    return (value, reading) => {
      const name = resolveType(value, contextValue, { ...info, rootValue: reading.root }, type);
      if (typeof name !== "string") throw new Unusual();
      let fields = known.get(name);
      if (fields === undefined) {
        const found = schema.getType(name);
        if (!isObjectType(found) || found.isTypeOf != null || !schema.isSubType(type, found)) throw new Unusual();
        fields = this.fieldsOf(found, selections, info.path);
        known.set(name, fields);
      }
      return readObject(fields, value, reading);
    };
  }
}

function completeList(complete: Complete): Complete {
  return (value, reading) => {
    if (!Array.isArray(value)) throw new Unusual();
    const items: unknown[] = [];
    for (const [at, item] of value.entries()) {
      if (isPromise(item)) {
        items.push(undefined);
        completeLater(item, reading, (arrived) => {
          items[at] = complete(arrived, reading);
        });
      } else items.push(complete(item, reading));
    }
    return items;
  };
}

function usual(value: unknown): unknown {
  if (value === null) throw new Unusual();
  return value;
}
