/**
 * Every item of a subscription carries its position as `extensions.cursor`, whatever the request selects, so that any transport
 * can name it and any client can resume after it. Yoga's engine makes results of events out of reach of plugins; the engine of
 * `graphql` itself takes the function that makes them.
 */
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  mapSourceToResponseEvent,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from "graphql";
import type { Plugin } from "graphql-yoga";
import type { StreamItem } from "./subscription-stream.ts";

export const subscriptionCursor: Plugin = {
  onSubscribe({ setSubscribeFn }) {
    setSubscribeFn(subscribe);
  },
};

async function subscribe(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const validated = validateSubscriptionArgs(args);
  if (!("schema" in validated)) return { errors: validated };
  const items = await createSourceEventStream(validated);
  return Symbol.asyncIterator in items ? mapSourceToResponseEvent(validated, items, resultOf) : items;
}

/** The result of one item, which is the root value of its execution. */
async function resultOf(args: ValidatedSubscriptionArgs): Promise<ExecutionResult> {
  const { position } = args.rootValue as StreamItem;
  const result = await executeSubscriptionEvent(args);
  return { ...result, extensions: { ...result.extensions, cursor: position } };
}
