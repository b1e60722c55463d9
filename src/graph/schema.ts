/**
 * Room `graph`: the GraphQL API. The sub-rooms have the parts: `graph/base` (the shared parts), `graph/registry`, `graph/workflow-files`,
 * `graph/start`, `graph/derive`, `graph/lists`, `graph/conversations`, `graph/execution`, `graph/subscriptions` and `graph/transport`. This
 * room joins them: the root fields, `node`, the map of all resolvers, the scalars, and the executable schema.
 *
 * It leaves to others: `plan/compile` and `execution` decide, `worker/clients` implements the clients of `graph/base/ports.ts` over
 * Durable Objects, `worker/auth` verifies the caller, `worker/sockets` serves WebSockets.
 *
 * Invariants:
 *
 * - `schema.graphql` is the contract; resolver types are generated from it. A field without a resolver or a fitting property does not
 *   compile (`unanswered-fields.ts`).
 * - The scopes of `@requiresScopes` are enforced from the schema, so no field can declare one and forget it.
 * - Every text and JSON value of a response is counted into its bytes, whichever field gives it.
 * - No object is reached but through the ports.
 *
 * This file makes the executable schema from the text of `schema.graphql`. It is built at the first request, not when the module loads,
 * because it would be most of a cold start. The text is checked by a test and not again by each isolate, for which that would be a third of the
 * work.
 */
import { buildASTSchema, type GraphQLSchema, isAbstractType, isObjectType, parse } from "graphql";
import { enforceScopes } from "./base/required-scopes.ts";
import { countFields } from "./counted-fields.ts";
import { guardJsonFields } from "./json-fields.ts";
import { resolvers } from "./resolvers.ts";
import { attachScalars } from "./scalars.ts";

/** Fields and type decisions by the name of their type, as far as attaching needs to know them. */
type ResolverTable = { readonly [TypeName: string]: { readonly [FieldName: string]: unknown } };

/** Builds the schema of text that is a valid one. Throws for text that cannot be parsed and for resolvers of fields that it does not have. */
export function buildSchema(schemaText: string): GraphQLSchema {
  const schema = buildASTSchema(parse(schemaText, { noLocation: true }), { assumeValid: true, assumeValidSDL: true });
  attachScalars(schema);
  for (const [typeName, members] of Object.entries(resolvers as ResolverTable)) attach(schema, typeName, members);
  countFields(schema);
  guardJsonFields(schema);
  enforceScopes(schema);
  return schema;
}

function attach(schema: GraphQLSchema, typeName: string, members: ResolverTable[string]): void {
  const type = schema.getType(typeName);
  for (const [name, member] of Object.entries(members)) {
    if (isAbstractType(type) && name === "__resolveType") {
      type.resolveType = member as NonNullable<typeof type.resolveType>;
      continue;
    }
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (field === undefined) throw new Error(`Cannot attach a resolver: the schema has no field ${typeName}.${name}`);
    if (typeof member === "function") field.resolve = member as NonNullable<typeof field.resolve>;
    else Object.assign(field, member);
  }
}
