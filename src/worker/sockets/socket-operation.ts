/**
 * One operation that came over a WebSocket, run by the same pipeline as one over HTTP: the same rules, cost and masking. It gets a request
 * of its own, because that pipeline checks requests.
 */
import type { ExecutionResult, GraphQLError } from "graphql";
import type { SubscribePayload } from "graphql-ws";
import type { RequestContext } from "../../graph/base/graph-context.ts";
import type { GraphEndpoint } from "../../graph/transport/endpoint.ts";
import { traceContextIn, traceHeaders } from "../../json/trace-context.ts";

/** Result, a stream that ends when the results have, or the errors of an operation that was refused before it began. */
export type OperationOutcome = ExecutionResult | AsyncIterable<never> | readonly GraphQLError[];

/**
 * Runs `operation`. Results that follow one another are sent by `send`, which says when the next may follow; the stream that is returned
 * has none of them, but ends as they do. The source ends when the stream is returned. Never throws: errors are masked as everywhere.
 */
export async function runOperation(
  endpoint: GraphEndpoint,
  operation: SubscribePayload,
  context: RequestContext,
  handshake: Request,
  send: (result: ExecutionResult) => Promise<void>,
): Promise<OperationOutcome> {
  const headers = new Headers({ "content-type": "application/json" });
  const trace = traceContextIn(handshake.headers);
  for (const [name, value] of Object.entries(trace === undefined ? {} : traceHeaders(trace))) headers.set(name, value);
  const request = new Request(handshake.url, { method: "POST", headers });
  const { operationName, query, variables } = operation;
  const params = {
    query,
    ...(operationName ? { operationName } : {}),
    ...(variables == null ? {} : { variables }),
  };
  const result = await endpoint.run(params, request, context);
  if (Symbol.asyncIterator in result) return sent(result, send);
  const { data, errors = [] } = result;
  return data === undefined && errors.length > 0 ? errors : result;
}

/** A stream that failed, with the errors to show. Over this transport it ends with an error, not with a result and completion. */
export class StreamFailure extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super("A stream of results failed");
    this.errors = errors;
  }
}

/** Sends the results, but for one that is no answer to an event: those have `data`, if only null. It is thrown as a `StreamFailure`. */
function sent(
  results: AsyncIterable<ExecutionResult>,
  send: (result: ExecutionResult) => Promise<void>,
): AsyncIterableIterator<never, undefined> {
  const iterator = results[Symbol.asyncIterator]();
  return {
    async next() {
      for (;;) {
        const step = await iterator.next();
        if (step.done === true) return { done: true, value: undefined };
        const { data, errors } = step.value;
        if (data === undefined && errors !== undefined) throw new StreamFailure(errors);
        await send(step.value);
      }
    },
    async return() {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
