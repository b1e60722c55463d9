/**
 * Every item of a subscription carries its position as `extensions.cursor`, whatever the request selects, so that any transport
 * can name it and any client can resume after it.
 *
 * Many watch the same: the result of an item is made once for all subscriptions of this isolate which ask for the same in the name of
 * the same subject. Results are values; what they were made by belongs to one request and is not shared.
 */
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  mapSourceToResponseEvent,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from "graphql";
import type { GraphContext } from "../base/graph-context.ts";
import type { StreamItem } from "../base/list-sources.ts";

/** Runs a subscription. */
export async function subscribe(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const validated = validateSubscriptionArgs(args);
  if (!("schema" in validated)) return { errors: validated };
  const items = await createSourceEventStream(validated);
  if (!(Symbol.asyncIterator in items)) return items;
  const question = questionOf(args);
  return mapSourceToResponseEvent(validated, items, (item) => resultOf(item, question));
}

const results = new WeakMap<StreamItem, Map<string, ExecutionResult>>();

/** The result of one item, which is the root value of its execution. */
async function resultOf(args: ValidatedSubscriptionArgs, question: string): Promise<ExecutionResult> {
  const item = args.rootValue as StreamItem;
  const answers = results.get(item) ?? new Map<string, ExecutionResult>();
  const known = answers.get(question);
  if (known !== undefined) return known;
  const made = await executeSubscriptionEvent(args);
  const result = { ...made, extensions: { ...made.extensions, cursor: item.position } };
  // What failed for one may succeed for the next.
  if (made.errors === undefined) results.set(item, answers.set(question, result));
  return result;
}

const documentNumbers = new WeakMap<DocumentNode, number>();
let documents = 0;

/** Tells apart who asks for what: equal texts get equal results. Parsed documents are kept by their text, so their identity counts. */
function questionOf({ contextValue, document, operationName, variableValues }: ExecutionArgs): string {
  const { caller } = contextValue as GraphContext;
  const number = documentNumbers.get(document) ?? ++documents;
  documentNumbers.set(document, number);
  return JSON.stringify([number, operationName, variableValues, caller.tenant, caller.subject, caller.scopes]);
}
