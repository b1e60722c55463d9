/**
 * Counts every text and JSON value of a response into its bytes, whichever field returns it, in one place, so that no new field can be
 * forgotten. Fields of bounded length, such as ids and instants, are not counted.
 */
import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from "graphql";
import { deepestReadable } from "../json/deep-json.ts";
import type { Json } from "../json/json.ts";
import { jsonSize } from "../json/json-size.ts";
import { answerBytesLeft, answerRoot, takeAnswerBytes } from "./base/answer-bytes.ts";
import { tooDeep } from "./base/payload.ts";
import { jsonScalars } from "./json-fields.ts";

/** These fields count their values before they read them. */
const countedBefore: ReadonlySet<string> = new Set(["Payload.value", "Payload.deepText", "Execution.projection"]);

/** Makes every field of a text or of JSON count its value. Must be called after resolvers were attached. */
export function countFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      const { name } = getNamedType(field.type);
      const isCounted = name === "String" || jsonScalars.has(name);
      if (isCounted && !countedBefore.has(`${type.name}.${field.name}`))
        field.resolve = counted(field.resolve ?? defaultFieldResolver);
    }
  }
}

type Resolver = GraphQLFieldResolver<unknown, object>;

function counted(resolve: Resolver): Resolver {
  return (source, args, context, info) => {
    const count = (value: unknown) => {
      // Other values of a resolver, such as null, have no longer text.
      if (typeof value === "string" || (typeof value === "object" && value !== null)) {
        const root = answerRoot(context, info);
        const { bytes, depth } = jsonSize(value as Json, Math.max(answerBytesLeft(root), 0), deepestReadable);
        if (depth > deepestReadable) throw tooDeep("");
        takeAnswerBytes(root, bytes);
      }
      return value;
    };
    const value = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(count) : count(value);
  };
}
