/**
 * The list of executions: one call of the index. If a request selects more than the index keeps, each listed execution is read,
 * and then answers every field itself, so that all fields of an item are of one moment.
 */
import type { GraphQLResolveInfo } from "graphql";
import type { ExecutionSummary } from "../plan/execution-view.ts";
import { type Connection, connectionOf, pageSize } from "./connection.ts";
import type { ExecutionPosition } from "./doors.ts";
import { summaryFields } from "./execution-resolvers.ts";
import type { GraphContext } from "./graph-context.ts";
import { requestError } from "./request-error.ts";
import type { QueryExecutionsArgs } from "./schema.generated.ts";
import { selectedFields, selectsDocuments } from "./selected-fields.ts";
import type { ExecutionSource } from "./sources.ts";

const POSITION = "POSITION";

/** A page of executions, newest first. */
export async function listExecutions(
  { first, after, filter }: QueryExecutionsArgs,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Connection<ExecutionSource>> {
  const list = await context.doors.index.list({
    first: pageSize(first),
    after: after === null || after === undefined ? null : await positionOf(after, context),
    status: filter?.status ?? null,
    contextId: filter?.contextId ?? null,
    root: filter?.root ?? null,
  });
  const selected = [...selectedFields(info, ["nodes"]), ...selectedFields(info, ["edges", "node"])];
  const withValues = selectsDocuments(info);
  const isSummary = selected.every((field) => summaryFields.has(field));
  const edges = await Promise.all(
    list.items.map(async (summary) => ({
      cursor: await cursorOf(summary, context),
      node: isSummary ? { kind: "SUMMARY" as const, summary } : await wholeExecution(summary, context, withValues),
    })),
  );
  return connectionOf(edges, after, list.hasNextPage);
}

async function wholeExecution(
  { execution }: ExecutionSummary,
  { doors }: GraphContext,
  withValues: boolean,
): Promise<ExecutionSource> {
  const view = await doors.executions.read(execution, withValues);
  if (view !== null) return { kind: "VIEW", view };
  throw requestError("UNAVAILABLE", "Cannot read a listed execution: it was removed since it was listed");
}

function cursorOf({ createdAt, execution }: ExecutionPosition, { caller, doors }: GraphContext): Promise<string> {
  return doors.identity.seal(JSON.stringify([caller.tenant, POSITION, createdAt, execution]));
}

async function positionOf(cursor: string, { caller, doors }: GraphContext): Promise<ExecutionPosition> {
  const content = await doors.identity.open(cursor);
  const [tenant, kind, createdAt, execution] = content === null ? [] : (JSON.parse(content) as unknown[]);
  if (tenant === caller.tenant && kind === POSITION && typeof createdAt === "number" && typeof execution === "string") {
    return { createdAt, execution };
  }
  throw requestError(
    "BAD_USER_INPUT",
    `Cannot read a page: required a cursor of this list, found ${JSON.stringify(cursor)}`,
  );
}
