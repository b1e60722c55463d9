/**
 * The rules of every result over every transport: the cost of its request, at most the permitted number of errors, each with a code and
 * without words from the inside, and over GET whether it may be cached. A subscription reports its cost with its first item.
 */
import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import { maskError } from "../base/error-codes.ts";
import { requestError } from "../base/request-error.ts";
import { requestLimits } from "../base/request-limits.ts";
import { cacheMaxAge, entityTag } from "./cache-policy.ts";

/** The cost of a request, and the maximum of its deployment. */
export interface CostFacts {
  readonly requested: number;
  readonly maximum: number;
}

/** The result as it may be shown. */
export function shownAnswer(answer: ExecutionResult, cost: CostFacts): ExecutionResult {
  return withCost(withKnownErrors(answer), cost);
}

function withCost(answer: ExecutionResult, cost: CostFacts): ExecutionResult {
  return { ...answer, extensions: { ...answer.extensions, cost } };
}

function withKnownErrors(answer: ExecutionResult): ExecutionResult {
  const { errors } = answer;
  if (errors === undefined) return answer;
  const maximum = requestLimits.errors;
  if (errors.length <= maximum) return { ...answer, errors: errors.map(maskError) };
  const message = `Cannot show every error: required at most ${maximum}, found ${errors.length}`;
  const shown = errors.slice(0, maximum - 1).map(maskError);
  return { ...answer, errors: [...shown, requestError("REQUEST_TOO_COMPLEX", message)] };
}

/** The answer to a GET with how long it may be kept, where it may be. The headers are taken out again where the answer is written. */
export async function withLifetime(
  answer: ExecutionResult,
  document: DocumentNode,
  operationName: string | undefined,
  schema: GraphQLSchema,
): Promise<ExecutionResult> {
  const maxAgeSeconds = answer.errors === undefined ? cacheMaxAge(document, operationName, schema) : undefined;
  if (maxAgeSeconds === undefined) return answer;
  const headers = {
    "cache-control": `private, max-age=${maxAgeSeconds}`,
    etag: await entityTag(answer.data),
  };
  return { ...answer, extensions: { ...answer.extensions, http: { headers } } };
}

/**
 * The results of a subscription as they may be shown. An error of the source is the last one. This is no generator, because a blocked
 * generator cannot be returned.
 */
export function shownAnswers(
  source: AsyncIterable<ExecutionResult>,
  cost: CostFacts,
): AsyncIterableIterator<ExecutionResult> {
  const items = source[Symbol.asyncIterator]();
  let isFirst = true;
  let hasFailed = false;
  return {
    async next() {
      if (hasFailed) return { done: true, value: undefined };
      try {
        const item = await items.next();
        if (item.done === true) return item;
        const answer = withKnownErrors(item.value);
        const value = isFirst ? withCost(answer, cost) : answer;
        isFirst = false;
        return { done: false, value };
      } catch (error) {
        hasFailed = true;
        return { done: false, value: { errors: [maskError(error)] } };
      }
    },
    return: async () => (await items.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
