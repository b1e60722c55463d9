/**
 * Protects JSON values that have a member `then`, as a schema with `if` and `then` does. The executor takes such an object for a promise,
 * calls it and fails. So each field of a JSON scalar returns such a value inside of a promise.
 */
import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from "graphql";

/** Scalars whose values are JSON as somebody gave it. */
export const jsonScalars: ReadonlySet<string> = new Set(["JSON", "JSONObject", "JSONSchema"]);

/** Gives every field of a JSON scalar a resolver that no value can confuse the executor by. */
export function guardJsonFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (jsonScalars.has(getNamedType(field.type).name))
        field.resolve = guarded(field.resolve ?? defaultFieldResolver, getNullableType(field.type));
  }
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;

function guarded(resolve: Resolver, type: GraphQLOutputType): Resolver {
  const handed = (value: unknown) => handedOver(value, type);
  return (source, args, context, info, ...more) => {
    const value = resolve(source, args, context, info, ...more);
    return isPromise(value) ? value.then(handed) : handed(value);
  };
}

/** `value` of `type`: inside of a promise if it has a member `then`. Only the items of a list type are values of their own; a list within JSON is not. */
function handedOver(value: unknown, type: GraphQLOutputType): unknown {
  if (isListType(type) && Array.isArray(value)) {
    const itemType = getNullableType(type.ofType);
    return value.map((item) => handedOver(item, itemType));
  }
  return looksLikePromise(value) ? Promise.resolve(value) : value;
}

function looksLikePromise(value: unknown): boolean {
  return typeof value === "object" && value !== null && "then" in value && !isPromise(value);
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Object && "then" in value && typeof value.then === "function";
}
