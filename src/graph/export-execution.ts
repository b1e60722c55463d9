/**
 * An execution as one JSON document: what the API shows of it, its events up to one moment, and every value in full. Made in pieces, one
 * page of events after the other, so that a long run does not have to fit into memory.
 */
import { type DocumentNode, type ExecutionResult, execute, type GraphQLError, type GraphQLSchema } from "graphql";
import type { JsonObject } from "../plan/json.ts";
import { maskError } from "./error-codes.ts";
import { type ExportDocuments, exportDocuments } from "./export-document.ts";
import type { GraphContext } from "./graph-context.ts";

/** Name and version of the format. A member that is added does not change it. */
export const exportFormat = "planwright.execution/1";

/** Events of one page; values that are not small are read one by one, and all of a page are in memory at a time. */
const pageSize = 25;

interface Head {
  readonly execution: (JsonObject & { readonly lastSequence: number }) | null;
}

interface EventPage {
  readonly execution: {
    readonly events: {
      readonly nodes: readonly (JsonObject & { readonly sequence: number })[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    } | null;
  } | null;
}

/** What could not be read, such as a value that retention removed. */
interface ExportError {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

const documents = new WeakMap<GraphQLSchema, ExportDocuments>();

/**
 * The document in pieces of text; null if the tenant of the caller has no such execution. Throws where it cannot be read to the end: what
 * was given until then is no JSON document, so that nobody takes it for the whole.
 */
export async function exportExecution(
  schema: GraphQLSchema,
  id: string,
  context: GraphContext,
): Promise<AsyncIterator<string> | null> {
  const known = documents.get(schema) ?? exportDocuments(schema);
  documents.set(schema, known);
  const errors: ExportError[] = [];
  const ask = async <Data>(document: DocumentNode, variables: object) => {
    const answer = await execute({ schema, document, variableValues: { id, ...variables }, contextValue: context });
    return dataOf<Data>(answer as ExecutionResult<Data>, errors);
  };
  const { execution } = await ask<Head>(known.execution, {});
  return execution === null ? null : pieces(execution, ask, known.events, errors, context);
}

async function* pieces(
  execution: NonNullable<Head["execution"]>,
  ask: <Data>(document: DocumentNode, variables: object) => Promise<Data>,
  events: DocumentNode,
  errors: readonly ExportError[],
  { caller, now, settings }: GraphContext,
): AsyncGenerator<string> {
  const includeHidden = caller.scopes.includes("DEBUG_READ");
  const exportedAt = new Date(now()).toISOString();
  const head = { format: exportFormat, version: settings.version, exportedAt, includesHiddenEvents: includeHidden };
  yield `${JSON.stringify({ ...head, execution }).slice(0, -1)},"events":[`;
  let separator = "";
  for (let after: string | null = null; ; ) {
    const page: EventPage = await ask<EventPage>(events, { first: pageSize, after, includeHidden });
    const connection: NonNullable<EventPage["execution"]>["events"] = page.execution?.events ?? null;
    const isUntilThen = ({ sequence }: { readonly sequence: number }) => sequence <= execution.lastSequence;
    for (const event of connection?.nodes.filter(isUntilThen) ?? []) {
      yield `${separator}\n${JSON.stringify(event)}`;
      separator = ",";
    }
    after = connection?.pageInfo.endCursor ?? null;
    const isAtEnd = connection === null || !connection.pageInfo.hasNextPage || !connection.nodes.every(isUntilThen);
    if (isAtEnd || after === null) break;
  }
  yield `\n],"errors":${JSON.stringify(errors)}}\n`;
}

/** Data with whatever could be read. Throws the error if nothing could, and for every fault of our own. */
function dataOf<Data>({ data, errors = [] }: ExecutionResult<Data>, found: ExportError[]): Data {
  for (const error of errors.map(maskError)) {
    if (data == null || error.extensions.code === "INTERNAL_SERVER_ERROR") throw error;
    found.push(exportError(error));
  }
  if (data == null) throw new Error("The schema gave neither data nor an error");
  return data;
}

function exportError({ extensions, message, path = [] }: GraphQLError): ExportError {
  return { path: path.map((part) => `/${part}`).join(""), code: String(extensions.code), message };
}
