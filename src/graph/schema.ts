/**
 * The schema that runs: the text of `schema.graphql` with resolvers, scalars and scopes attached. Built at the first request, not
 * when the module loads, because most of a cold start would be this.
 */
import { assertValidSchema, buildASTSchema, type GraphQLSchema, isAbstractType, isObjectType, parse } from "graphql";
import { enforceScopes } from "./base/required-scopes.ts";
import { countFields } from "./counted-fields.ts";
import { guardJsonFields } from "./json-fields.ts";
import { resolvers } from "./resolvers.ts";
import { attachScalars } from "./scalars.ts";

/** Fields and type decisions by the name of their type, as far as attaching needs to know them. */
type ResolverTable = { readonly [TypeName: string]: { readonly [FieldName: string]: unknown } };

/** Builds the schema. Throws for text that is not a valid schema and for resolvers of fields that it does not have. */
export function buildSchema(schemaText: string): GraphQLSchema {
  const schema = buildASTSchema(parse(schemaText, { noLocation: true }));
  attachScalars(schema);
  for (const [typeName, members] of Object.entries(resolvers as ResolverTable)) attach(schema, typeName, members);
  countFields(schema);
  guardJsonFields(schema);
  enforceScopes(schema);
  assertValidSchema(schema);
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
