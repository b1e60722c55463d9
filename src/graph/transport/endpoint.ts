/**
 * Room `graph/transport`: GraphQL over HTTP: reading a request, its rules and cost, caching, and results as JSON, Server-Sent Events or
 * multipart. Most parts are plugins of the endpoint.
 *
 * It leaves to others: `worker` checks origin, body size and credential first, `worker/sockets` serves WebSockets by the same pipeline,
 * `graph` has the schema, the numbers stand in `graph/base/request-limits.ts`.
 *
 * Invariants:
 *
 * - A request that exceeds a limit is refused before anything is resolved.
 * - Counting a request is linear in its document.
 * - A result is taken only when the reader has room for it, so a slow reader never fills memory.
 * - A stream that ends early has no mark of completion, so that its client resumes.
 *
 * This file is the endpoint, made once per isolate and given the clients of each request.
 */
import {
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";
import { maskError } from "../base/error-codes.ts";
import type { GraphContext, RequestContext } from "../base/graph-context.ts";
import { shownAnswer, shownAnswers, withLifetime } from "./answer-rules.ts";
import { cappedStart } from "./capped-start.ts";
import { asksForDescriptions, describeSchema } from "./descriptions.ts";
import { KnownDocuments } from "./known-documents.ts";
import { type OperationParams, readRequest } from "./request-parser.ts";
import { admit } from "./request-rules.ts";
import { responseTo } from "./response.ts";
import { subscribe } from "./subscription-cursor.ts";

export const graphPath = "/graphql";

export type OperationResult = ExecutionResult | AsyncIterable<ExecutionResult>;

export interface GraphEndpoint {
  /** The answer to a request over HTTP at any path. The code that mounts it bounds bodies to `requestLimits.bytes`. */
  fetch(request: Request, context: RequestContext): Promise<Response>;
  /** The result of an operation of another transport. Errors are masked; nothing is thrown. */
  run(params: OperationParams, request: Request, context: RequestContext): Promise<OperationResult>;
}

/**
 * Makes the endpoint over a schema of `buildSchema`. If that has no descriptions, `describedText` gives the text of the schema with them, and is
 * asked for it when an operation is admitted that may show one.
 */
export function graphEndpoint(schema: GraphQLSchema, describedText?: () => Promise<string>): GraphEndpoint {
  const documents = new KnownDocuments();
  let isDescribed = describedText === undefined;

  async function describe(): Promise<void> {
    const text = await describedText?.();
    // Two first operations may both read it: the platform forbids waiting for the work of another request.
    if (text !== undefined && !isDescribed) describeSchema(schema, text);
    isDescribed = true;
  }

  async function resultOf(
    params: OperationParams,
    request: Request,
    context: RequestContext,
  ): Promise<OperationResult> {
    const { maxRequestCost: maximum } = context.settings;
    const admission = admit(params, request, schema, context.settings, documents);
    if (!admission.ok) return { errors: admission.errors };
    const { cost: requested, document, operation } = admission;
    context.onOperation?.(nameOf(operation));
    if (!isDescribed && asksForDescriptions(params.query)) await describe();
    const capped = cappedStart(operation, params, request, context);
    if (capped !== undefined) throw capped;
    const { operationName, variables } = params;
    const contextValue: GraphContext = { ...context, request };
    const args = { schema, document, contextValue, variableValues: variables, operationName };
    const cost = { requested, maximum };
    if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
      const results = await subscribe(args);
      return Symbol.asyncIterator in results ? shownAnswers(results, cost) : shownAnswer(results, cost);
    }
    const answer = shownAnswer(await execute(args), cost);
    return request.method === "GET" ? withLifetime(answer, document, operationName, schema) : answer;
  }

  async function run(params: OperationParams, request: Request, context: RequestContext): Promise<OperationResult> {
    try {
      return await resultOf(params, request, context);
    } catch (error) {
      return { errors: [maskError(error)] };
    }
  }

  async function fetch(request: Request, context: RequestContext): Promise<Response> {
    try {
      const params = await readRequest(request);
      if (params instanceof Response) return params;
      return await responseTo(request, await run(params, request, context), context.subscriptions, context.load);
    } catch (error) {
      return responseTo(request, { errors: [maskError(error)] }, context.subscriptions, context.load);
    }
  }

  return { fetch, run };
}

/** Kind and name of an operation, as spans show it: never with variables. */
function nameOf({ name, operation }: OperationDefinitionNode): string {
  return `${operation} ${name?.value ?? ""}`.trim();
}
