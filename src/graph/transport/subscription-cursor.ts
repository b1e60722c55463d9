/**
 * Every item of a subscription carries its position as `extensions.cursor`, for every selection. So each transport can name it and each
 * client can resume after it.
 *
 * The result of an item is made once for all subscriptions of this isolate with the same selection and the same rights. Only results are
 * shared; the objects that make them belong to one request.
 */
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from "graphql";
import type { GraphContext } from "../base/graph-context.ts";
import type { StreamItem } from "../base/list-sources.ts";
import { type SelectionReader, selectionReader } from "./selection-reader.ts";

/** Runs a subscription. */
export async function subscribe(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const validated = validateSubscriptionArgs(args);
  if (!("schema" in validated)) return { errors: validated };
  const items = await createSourceEventStream(validated);
  if (!(Symbol.asyncIterator in items)) return items;
  const question = questionOf(args);
  const make = answerMaker(validated);
  return resultsOf(items as AsyncIterable<StreamItem>, (item) => resultOf(item, make, question));
}

/** Written by hand: a generator over a generator takes a dozen turns of the queue for each item. */
function resultsOf(
  items: AsyncIterable<StreamItem>,
  resultFor: (item: StreamItem) => ExecutionResult | Promise<ExecutionResult>,
): AsyncIterableIterator<ExecutionResult> {
  const iterator = items[Symbol.asyncIterator]();
  return {
    async next() {
      const step = await iterator.next();
      if (step.done === true) return { done: true, value: undefined };
      try {
        return { done: false, value: await resultFor(step.value) };
      } catch (error) {
        await iterator.return?.();
        throw error;
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

const results = new WeakMap<StreamItem, Map<string, ExecutionResult>>();

type AnswerMaker = (item: StreamItem) => Promise<ExecutionResult>;

/**
 * Makes the answers of one subscription, one after another. After the first that only the library can make it makes all, so that no selection
 * with a fault is executed twice for long.
 */
function answerMaker(args: ValidatedSubscriptionArgs): AnswerMaker {
  let isUsual = true;
  // Read with the first answer: most subscriptions are sent answers that others made.
  let read: SelectionReader | undefined;
  return async (item) => {
    if (isUsual) {
      read ??= selectionReader(args);
      // The bytes of an answer are counted for its root, and other subscriptions make answers of the same item.
      const data = await read?.({ ...item });
      if (data !== undefined) return { data };
      isUsual = false;
    }
    return executeSubscriptionEvent({ ...args, rootValue: { ...item } });
  };
}

/** The result of one item. */
function resultOf(item: StreamItem, make: AnswerMaker, question: string): ExecutionResult | Promise<ExecutionResult> {
  return results.get(item)?.get(question) ?? madeResult(item, make, question);
}

async function madeResult(item: StreamItem, make: AnswerMaker, question: string): Promise<ExecutionResult> {
  const answers = results.get(item) ?? new Map<string, ExecutionResult>();
  const made = await make(item);
  const result = { ...made, extensions: { ...made.extensions, cursor: item.position } };
  // A result that failed for one may succeed for the next.
  if (made.errors === undefined) results.set(item, answers.set(question, result));
  return result;
}

interface KnownQuestion {
  readonly number: number;
  readonly hasLinks: boolean;
}

const questions = new WeakMap<DocumentNode, KnownQuestion>();
let documents = 0;

/** Fields whose values are links: they end with the credential that asked for them, and lie where it asked. */
const linkFields = /\b(?:downloadUrl|connectUrl)\b/;

function knownQuestion(document: DocumentNode): KnownQuestion {
  const known = questions.get(document);
  if (known !== undefined) return known;
  const text = document.loc?.source.body;
  const made = { number: ++documents, hasLinks: text === undefined || linkFields.test(text) };
  questions.set(document, made);
  return made;
}

/**
 * Identifies the selection and what decides about access: equal texts get equal results. Parsed documents are kept by their text, so their
 * identity counts.
 */
function questionOf({ contextValue, document, operationName, variableValues }: ExecutionArgs): string {
  const { caller, request } = contextValue as GraphContext;
  const { hasLinks, number } = knownQuestion(document);
  const { credential, grant, groups, scopes, subject, tenant, validUntil } = caller;
  const links = hasLinks ? [credential, validUntil, new URL(request.url).origin] : [];
  return JSON.stringify([number, operationName, variableValues, tenant, subject, scopes, groups, grant, links]);
}
