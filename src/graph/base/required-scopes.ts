/**
 * Scopes, declared in the schema by `@requiresScopes` and enforced from it: every field that carries the directive is wrapped,
 * so that none can be declared and forgotten.
 */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getDirectiveValues,
  isObjectType,
} from "graphql";
import { holdsScope } from "../../access/audience.ts";
import type { GraphContext } from "./graph-context.ts";
import { requestError } from "./request-error.ts";
import type { Scope } from "./schema.generated.ts";

/**
 * Wraps every field that carries the directive, and every root field that does not say that it takes access tokens. To be called after
 * resolvers were attached.
 */
export function enforceScopes(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const scopes = scopesOf(schema, field.astNode);
      const needsTenant = roots.includes(type) && !takesAccessTokens(schema, field);
      if (scopes.length > 0 || needsTenant) guard(field, scopes, needsTenant);
    }
  }
}

/** Whether the field may be used with an access token, for the thing of that token. */
export function takesAccessTokens(
  schema: GraphQLSchema,
  { astNode }: Pick<GraphQLField<unknown, unknown>, "astNode">,
): boolean {
  const directive = schema.getDirective("takesAccessTokens");
  return directive != null && astNode != null && getDirectiveValues(directive, astNode) !== undefined;
}

/** Scopes that `Query.node` demands for an object of this type. */
export function scopesOfType(schema: GraphQLSchema, type: GraphQLObjectType): readonly Scope[] {
  return scopesOf(schema, type.astNode);
}

/** Scopes that a field demands by itself. */
export function scopesOfField(
  schema: GraphQLSchema,
  { astNode }: Pick<GraphQLField<unknown, unknown>, "astNode">,
): readonly Scope[] {
  return scopesOf(schema, astNode);
}

/** Whether the caller holds every scope, in any reach. */
export function holdsScopes({ caller }: GraphContext, scopes: readonly Scope[]): boolean {
  return scopes.every((scope) => holdsScope(caller.scopes, scope));
}

/** Throws FORBIDDEN unless the caller holds the scope that the argument `argument` needs. */
export function requireScope(context: GraphContext, scope: Scope, argument: string): void {
  if (!holdsScopes(context, [scope])) throw missingScope(`the argument ${argument}`, [scope]);
}

/**
 * Throws FORBIDDEN for a caller that reads nothing but its own where the answer is a sum over more.
 */
export function requireWideReading({ caller }: GraphContext, field: string): void {
  const wide: readonly Scope[] = ["EXECUTION_READ", "EXECUTION_READ_ALL"];
  if (wide.some((scope) => caller.scopes.includes(scope))) return;
  const required = "required the scope EXECUTION_READ or EXECUTION_READ_ALL, which the caller does not hold";
  throw requestError("FORBIDDEN", `Cannot use the field ${field}: ${required}`);
}

function missingScope(what: string, missing: readonly Scope[]) {
  const scopes = missing.join(", ");
  return requestError("FORBIDDEN", `Cannot use ${what}: required the scope ${scopes}, which the caller does not hold`);
}

function scopesOf(
  schema: GraphQLSchema,
  node: Parameters<typeof getDirectiveValues>[1] | null | undefined,
): readonly Scope[] {
  const directive = schema.getDirective("requiresScopes");
  if (directive == null || node == null) return [];
  return (getDirectiveValues(directive, node)?.scopes as readonly Scope[] | undefined) ?? [];
}

function guard(field: GraphQLField<unknown, GraphContext>, scopes: readonly Scope[], needsTenant: boolean): void {
  const check = (context: GraphContext) => {
    if (needsTenant && context.caller.grant !== undefined) {
      const found = "found an access token for one execution or conversation";
      throw requestError(
        "FORBIDDEN",
        `Cannot use the field ${field.name}: required a credential of the tenant, ${found}`,
      );
    }
    if (holdsScopes(context, scopes)) return;
    const missing = scopes.filter((scope) => !holdsScope(context.caller.scopes, scope));
    throw missingScope(`the field ${field.name}`, missing);
  };
  const { resolve = defaultFieldResolver, subscribe } = field;
  field.resolve = (source, args, context, info) => {
    check(context);
    return resolve(source, args, context, info);
  };
  if (subscribe == null) return;
  field.subscribe = (source, args, context, info) => {
    check(context);
    return subscribe(source, args, context, info);
  };
}
