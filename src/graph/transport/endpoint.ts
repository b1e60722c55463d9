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
import type { GraphQLSchema } from "graphql";
import { createYoga, type YogaServerInstance } from "graphql-yoga";
import { errorCodes, maskError } from "../base/error-codes.ts";
import type { RequestContext } from "../base/graph-context.ts";
import { answerRules } from "./answer-rules.ts";
import { documentCache } from "./document-cache.ts";
import { operationNote } from "./operation-note.ts";
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
