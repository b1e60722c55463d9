/**
 * What every response carries, as a plugin of the endpoint that serves every transport: its cost, at most the permitted number of errors,
 * and over GET whether it may be cached. A subscription reports its cost with its first item.
 */
import type { ExecutionResult } from "graphql";
import { isAsyncIterable, type Plugin } from "graphql-yoga";
import type { GraphSettings } from "../base/graph-context.ts";
import { requestError } from "../base/request-error.ts";
import { requestLimits } from "../base/request-limits.ts";
import { cacheMaxAge, entityTag } from "./cache-policy.ts";

/** What `requestRules` and the transport leave in the context. */
interface AnswerFacts {
  readonly request?: Request;
  readonly requestCost: number;
  readonly settings: GraphSettings;
}

export const answerRules: Plugin = {
  onExecute({ args }) {
    const facts = args.contextValue as unknown as AnswerFacts;
    return {
      async onExecuteDone({ result, setResult }) {
        if (isAsyncIterable(result)) return;
        const answer = withCost(withBoundedErrors(result), facts);
        const kept =
          facts.request?.method === "GET" ? cacheMaxAge(args.document, args.operationName, args.schema) : undefined;
        setResult(kept === undefined || answer.errors !== undefined ? answer : await withLifetime(answer, kept));
      },
    };
  },
  onSubscribe({ args }) {
    const facts = args.contextValue as unknown as AnswerFacts;
    return {
      onSubscribeResult({ result, setResult }) {
        if (isAsyncIterable(result)) setResult(withCostOfFirst(result, facts));
        else setResult(withCost(withBoundedErrors(result), facts));
      },
    };
  },
};

function withCost(answer: ExecutionResult, { requestCost, settings }: AnswerFacts): ExecutionResult {
  const cost = { requested: requestCost, maximum: settings.maxRequestCost };
  return { ...answer, extensions: { ...answer.extensions, cost } };
}

function withBoundedErrors(answer: ExecutionResult): ExecutionResult {
  const { errors } = answer;
  const maximum = requestLimits.errors;
  if (errors === undefined || errors.length <= maximum) return answer;
  const message = `Cannot show every error: required at most ${maximum}, found ${errors.length}`;
  return { ...answer, errors: [...errors.slice(0, maximum - 1), requestError("REQUEST_TOO_COMPLEX", message)] };
}

/** The headers are taken out again where the answer is written. */
async function withLifetime(answer: ExecutionResult, maxAgeSeconds: number): Promise<ExecutionResult> {
  const headers = {
    "cache-control": `private, max-age=${maxAgeSeconds}`,
    etag: await entityTag(answer.data),
  };
  return { ...answer, extensions: { ...answer.extensions, http: { headers } } };
}

/** Written by hand, because a generator that is blocked could not be returned. */
function withCostOfFirst(
  source: AsyncIterable<ExecutionResult>,
  facts: AnswerFacts,
): AsyncIterableIterator<ExecutionResult> {
  const items = source[Symbol.asyncIterator]();
  let isFirst = true;
  return {
    async next() {
      const item = await items.next();
      if (item.done === true) return item;
      const answer = withBoundedErrors(item.value);
      const value = isFirst ? withCost(answer, facts) : answer;
      isFirst = false;
      return { done: false, value };
    },
    return: async () => (await items.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
