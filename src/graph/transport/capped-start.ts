/**
 * The refusal of an operation that does nothing but start executions while a cap of the tenant is known to be reached. It comes before the
 * variables are read by their types, which is most of the cost of such a request. A request with a key is served, because the execution
 * that the key has already started has to be found (E1).
 */
import { Kind, type OperationDefinitionNode, OperationTypeNode } from "graphql";
import type { RequestContext } from "../base/graph-context.ts";
import { tenantLimited } from "../start/start-execution.ts";
import type { OperationParams } from "./request-parser.ts";

const starts: ReadonlySet<string> = new Set([
  "executePlan",
  "ask",
  "invokeWorkflow",
  "retryExecution",
  "forkExecution",
  "sendMessage",
]);

/** Why nothing of `operation` would begin now. Undefined if it has to be looked at. */
export function cappedStart(
  { operation, selectionSet }: OperationDefinitionNode,
  { query, variables = {} }: OperationParams,
  request: Pick<Request, "headers">,
  { caller, now, reachedCap }: Pick<RequestContext, "caller" | "now" | "reachedCap">,
): Error | undefined {
  const limit = operation === OperationTypeNode.MUTATION ? reachedCap?.() : undefined;
  if (limit === undefined || caller.grant !== undefined || !caller.scopes.includes("EXECUTION_START")) return undefined;
  const areStarts = selectionSet.selections.every((field) => field.kind === Kind.FIELD && starts.has(field.name.value));
  const hasKey =
    request.headers.has("idempotency-key") ||
    query.includes("idempotencyKey") ||
    Object.values(variables).some((value) => namesKey(value) || namesKey(memberOf(value, "options")));
  return areStarts && !hasKey ? tenantLimited(limit, now()) : undefined;
}

function namesKey(value: unknown): boolean {
  return (memberOf(value, "idempotencyKey") ?? null) !== null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [member: string]: unknown })[name]
    : undefined;
}
