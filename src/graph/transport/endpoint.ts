/**
 * Room `graph/transport`: GraphQL over HTTP: reading a request, its rules and cost, caching, and results as JSON, Server-Sent Events or
 * multipart. Most parts are plugins of the endpoint.
 *
 * It leaves to others: `worker` checks origin, body size and credential first, `worker/sockets` serves WebSockets by the same pipeline,
 * `graph` has the schema, the numbers stand in `graph/base/request-limits.ts`.
 *
 * Invariants:
 *
 * - Whatever exceeds a limit is refused before anything is resolved.
 * - Counting a request is linear in its document.
 * - A result is taken only when the reader has room for it, so a slow reader never fills memory.
 * - A stream that ends early has no mark of completion, so that its client resumes.
 *
 * This file is the endpoint: Yoga, made once per isolate and given the clients of each request.
 */
import { type DocumentNode, type GraphQLSchema, getOperationAST } from "graphql";
import { _createLRUCache, createYoga, type Plugin, type YogaServerInstance } from "graphql-yoga";
import { errorCodes, maskError } from "../base/error-codes.ts";
import type { GraphContext, RequestContext } from "../base/graph-context.ts";
import { answerRules } from "./answer-rules.ts";
import { requestParser } from "./request-parser.ts";
import { requestRules } from "./request-rules.ts";
import { streamedResults } from "./streamed-results.ts";
import { subscriptionCursor } from "./subscription-cursor.ts";

export type GraphEndpoint = YogaServerInstance<RequestContext, object>;

export const graphPath = "/graphql";

/** Makes the endpoint over a schema of `buildSchema`. */
export function graphEndpoint(schema: GraphQLSchema): GraphEndpoint {
  return createYoga<RequestContext>({
    schema,
    graphqlEndpoint: graphPath,
    maskedErrors: { maskError, isDev: false },
    plugins: [requestParser, requestRules, operationNote, answerRules, errorCodes, subscriptionCursor, streamedResults],
    parserAndValidationCache: { documentCache: documentCache(), errorCache: documentCache() },
    // Whoever mounts the endpoint bounds bodies to `requestLimits.bytes`; Yoga would pipe each through a counter of its own.
    maxRequestBodySize: false,
    // No page of another origin may read answers, and nothing but the API is served here.
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    batching: false,
    // Faults are logged where they are masked; what callers do wrong is told to them, not to the log.
    logging: false,
  });
}

const maximumEntries = 200;
/** A document of this size takes about 300 KB when it is parsed. */
const maximumCharacters = 8_000;

/**
 * The cache of parsed documents by their text, as Yoga uses it. It is bounded in entries and in the size of each, because callers choose the
 * documents and an isolate has little memory. Large documents are parsed again.
 */
function documentCache<Value extends object>() {
  const cache = _createLRUCache<Value>({ max: maximumEntries });
  return {
    get: (text: string) => cache.get(text),
    set(text: string, value: Value) {
      if (text.length <= maximumCharacters) cache.set(text, value);
    },
  };
}

interface ExecutedOperation {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly contextValue: unknown;
}

/** Reports which operation a request asks for, once it was found valid: kind and name, never variables. */
const operationNote: Plugin = {
  onExecute: ({ args }) => note(args as ExecutedOperation),
  onSubscribe: ({ args }) => note(args as ExecutedOperation),
};

function note({ contextValue, document, operationName }: ExecutedOperation): void {
  const { onOperation } = contextValue as GraphContext;
  if (onOperation === undefined) return;
  const operation = getOperationAST(document, operationName);
  if (operation !== null && operation !== undefined)
    onOperation(`${operation.operation} ${operation.name?.value ?? ""}`.trim());
}
