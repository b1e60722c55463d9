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
  type GraphQLAbstractType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
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
  readonly args: ValidatedSubscriptionArgs;
  readonly root: object;
  /** Values that are waited for. None of them rejects. */
  readonly waiting: Promise<void>[];
  /** Whether a value that was waited for was unusual. */
  isUnusual: boolean;
}

type Complete = (value: unknown, reading: Reading) => unknown;

/** A field with what does not depend on the item. Each subscription has its own, so they hold little. */
interface ReadField {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly given: Arguments;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly path: Path;
  readonly complete: Complete;
}

type Path = GraphQLResolveInfo["path"];
type Arguments = Readonly<Record<string, unknown>>;

const noArguments: Arguments = Object.freeze({});

/** Thrown at anything that only the library knows how to answer. */
class Unusual extends Error {}

/** Reads the operation of `args`. Undefined if only the library can execute it. */
export function selectionReader(args: ValidatedSubscriptionArgs): SelectionReader | undefined {
  const rootType = args.schema.getSubscriptionType();
  if (rootType == null) return undefined;
  try {
    const selection = new Selection(args);
    const fields = selection.fieldsOf(rootType, args.operation.selectionSet.selections, undefined);
    return (root) => readItem(fields, { args, root, waiting: [], isUnusual: false });
  } catch {
    return undefined;
  }
}

function readItem(fields: readonly ReadField[], reading: Reading): ReturnType<SelectionReader> {
  try {
    const data = readObject(fields, reading.root, reading);
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
  for (const read of fields) {
    const { complete, name } = read;
    const found = resolved(read, source, reading);
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

function resolved({ field, given, nodes, parentType, path }: ReadField, source: unknown, reading: Reading): unknown {
  const { contextValue, fieldResolver } = reading.args;
  const info = infoOf(field, nodes, parentType, path, reading);
  return (field.resolve ?? fieldResolver)(source, given, contextValue, info);
}

function infoOf(
  { name: fieldName, type: returnType }: GraphQLField<unknown, unknown>,
  fieldNodes: readonly FieldNode[],
  parentType: GraphQLObjectType,
  path: Path,
  { args, root: rootValue }: Reading,
): GraphQLResolveInfo {
  const { fragmentDefinitions: fragments, operation, schema, variableValues } = args;
  return {
    fieldName,
    fieldNodes,
    returnType,
    parentType,
    path,
    schema,
    fragments,
    rootValue,
    operation,
    variableValues,
    getAbortSignal,
    getAsyncHelpers,
  };
}

function getAbortSignal(): undefined {
  return undefined;
}

function getAsyncHelpers(): never {
  throw new Unusual();
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
    path: Path | undefined,
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

  #field(parentType: GraphQLObjectType, name: string, nodes: readonly FieldNode[], prev: Path | undefined): ReadField {
    const { schema, variableValues } = this.#args;
    const [node] = nodes;
    const field = node && schema.getField(parentType, node.name.value);
    // An assignment to this name is none of a member.
    if (node === undefined || field == null || name === "__proto__") throw new Unusual();
    const given = field.args.length === 0 ? noArguments : getArgumentValues(field, node, variableValues);
    const path = { prev, key: name, typename: parentType.name };
    const complete = this.#completeOf(field.type, { field, nodes, parentType, path });
    return { name, field, given, nodes, parentType, path, complete };
  }

  #completeOf(type: GraphQLOutputType, place: Place): Complete {
    if (isLeafType(getNamedType(type))) return leafComplete(type);
    return completeNullable(type, (inner) => this.#completeComposite(inner, place));
  }

  #completeComposite(type: GraphQLOutputType, place: Place): Complete {
    if (isListType(type)) return completeList(this.#completeOf(type.ofType, place));
    const selections = place.nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
    if (isObjectType(type)) {
      if (type.isTypeOf != null) throw new Unusual();
      const fields = this.fieldsOf(type, selections, place.path);
      return (value, reading) => readObject(fields, value, reading);
    }
    if (!isAbstractType(type)) throw new Unusual();
    const known = new Map<string, readonly ReadField[]>();
    return (value, reading) => {
      const name = this.#typeNameOf(type, value, place, reading);
      const fields = known.get(name) ?? this.fieldsOf(this.#possibleType(type, name), selections, place.path);
      known.set(name, fields);
      return readObject(fields, value, reading);
    };
  }

  #typeNameOf(type: GraphQLAbstractType, value: unknown, place: Place, reading: Reading): string {
    const { contextValue, typeResolver } = this.#args;
    const info = infoOf(place.field, place.nodes, place.parentType, place.path, reading);
    const name = (type.resolveType ?? typeResolver)(value, contextValue, info, type);
    if (typeof name !== "string") throw new Unusual();
    return name;
  }

  #possibleType(type: GraphQLAbstractType, name: string): GraphQLObjectType {
    const { schema } = this.#args;
    const found = schema.getType(name);
    if (!isObjectType(found) || found.isTypeOf != null || !schema.isSubType(type, found)) throw new Unusual();
    return found;
  }
}

/** A field where its value is completed. */
type Place = Omit<ReadField, "name" | "given" | "complete">;

/** `completeGiven` is for values that are not null. */
function completeNullable(type: GraphQLOutputType, completeGiven: (type: GraphQLOutputType) => Complete): Complete {
  if (isNonNullType(type)) {
    const complete = completeNullable(type.ofType, completeGiven);
    return (value, reading) => usual(complete(value, reading));
  }
  const complete = completeGiven(type);
  return (value, reading) => {
    if (value instanceof Error) throw new Unusual();
    return value == null ? null : complete(value, reading);
  };
}

/** Those of scalars and enums, and of lists of them, depend on nothing else, so that all subscriptions share them. */
const leafCompletes = new WeakMap<GraphQLOutputType, Complete>();

function leafComplete(type: GraphQLOutputType): Complete {
  const known = leafCompletes.get(type);
  if (known !== undefined) return known;
  const made = completeNullable(type, (inner) => {
    if (isListType(inner)) return completeList(leafComplete(inner.ofType));
    if (!isLeafType(inner)) throw new Unusual();
    return (value) => usual(inner.coerceOutputValue(value) ?? null);
  });
  leafCompletes.set(type, made);
  return made;
}

function completeList(complete: Complete): Complete {
  return (value, reading) => {
    if (!Array.isArray(value)) throw new Unusual();
    const items: unknown[] = [];
    try {
      for (const [at, item] of value.entries()) {
        if (isPromise(item)) {
          items.push(undefined);
          completeLater(item, reading, (arrived) => {
            items[at] = complete(arrived, reading);
          });
        } else items.push(complete(item, reading));
      }
    } catch (error) {
      // Nobody waits for the items behind it: a rejection of one would be unhandled.
      for (const item of value) if (isPromise(item)) item.then(undefined, () => undefined);
      throw error;
    }
    return items;
  };
}

function usual(value: unknown): unknown {
  if (value === null) throw new Unusual();
  return value;
}
