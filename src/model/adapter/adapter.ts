/**
 * Room `model/adapter`: calls of language models over the providers' models of the AI SDK, with one outcome for every call (E7). It owns the
 * choice of the library, the options of each provider, the observed HTTP exchange, and the reading of whole and streamed answers.
 *
 * It leaves to others: `model/prompts` gives the words, `durable/calls` passes in the guarded fetch, the permits (E10) and the key, and
 * `execution` decides whether a failed call is made again.
 *
 * Invariants:
 *
 * - It is a bundle of its own, loaded when the first model is called; nothing may import `adapter.ts` but dynamically.
 * - Nothing is retried and nothing is thrown.
 * - Whether a request left is read from the observed exchange, never from a library's exception.
 * - Bodies are read under the signal (E9) and within a bound.
 * - No failure message contains the key or the request.
 *
 * This file makes one call: it checks that the model can be called, makes the exchange, and turns it into a `ModelResult`.
 */
import { utf8Bytes } from "../../json/json.ts";
import type { CallModel, ModelCallContext, ModelRequest, ModelResult } from "../port.ts";
import { callOptions } from "./call-options.ts";
import { mendedChatBody } from "./chat-body.ts";
import { longestText, type ParsedModelAnswer, streamedAnswer, wholeAnswer } from "./model-answer.ts";
import { type ModelExchange, newExchange, observedFetch } from "./model-exchange.ts";
import { cannotCall, failedCall } from "./model-failure.ts";
import { modelSecretSettingName } from "./model-secret.ts";
import { providerModel } from "./provider-model.ts";
import { workersAiSend } from "./workers-ai.ts";

/** Calls a model once. See `CallModel`. */
export const callModel: CallModel = async (request, context) => {
  const { model } = request;
  if (model.keySecret !== null && context.key === undefined) {
    const requirement = `required the secret ${modelSecretSettingName(model.keySecret)}, found none`;
    return cannotCall(model, "UPSTREAM_UNAUTHORIZED", requirement);
  }
  if (model.provider === "WORKERS_AI" && context.binding === undefined) {
    return cannotCall(model, "MODEL_ERROR", "required the binding AI, found none");
  }
  if (model.provider === "OPENAI_COMPATIBLE" && model.baseUrl === null) {
    return cannotCall(model, "MODEL_ERROR", "required the address of a server, found none");
  }
  return exchangeWith(request, context);
};

async function exchangeWith(request: ModelRequest, context: ModelCallContext): Promise<ModelResult> {
  const { model } = request;
  const { key, signal } = context;
  const exchange = newExchange();
  let thrown: unknown;
  let hasOutput = false;
  try {
    signal.throwIfAborted();
    const outcome = await read(request, context, exchange, () => {
      hasOutput = true;
    });
    if (outcome.kind === "REPLY" && exchange.stated === undefined) return { kind: "ANSWERED", reply: outcome.reply };
    if (outcome.kind === "ENDLESS") exchange.isEndless = true;
    if (outcome.kind === "UNFINISHED") {
      exchange.unreadable ??= outcome.finding;
      hasOutput ||= outcome.hasOutput;
    }
  } catch (error) {
    thrown = error;
  }
  return failedCall(exchange, { model, key, signal, hasOutput, thrown }, Date.now());
}

async function read(
  request: ModelRequest,
  context: ModelCallContext,
  exchange: ModelExchange,
  onOutput: () => void,
): Promise<ParsedModelAnswer> {
  const { model } = request;
  const { onText, key, signal, binding } = context;
  const maxBytes = longestText(model.maxOutputTokens);
  const longest = longestBody(request, maxBytes);
  const isChat = model.provider !== "ANTHROPIC" && model.provider !== "OPENAI_RESPONSES";
  const fetch = observedFetch(exchange, {
    send: binding !== undefined && model.provider === "WORKERS_AI" ? workersAiSend(binding, context) : context.fetch,
    signal,
    streams: onText !== undefined,
    maxBodyBytes: Math.min(longest, mostWholeBytes),
    maxStreamBytes: longest + bytesAroundToken * model.maxOutputTokens,
    hasKey: key !== undefined,
    mend: isChat ? mendedChatBody : (body) => body,
  });
  const provided = await providerModel(model, key, fetch);
  const options = callOptions(request, signal);
  if (onText === undefined) return wholeAnswer(await provided.doGenerate(options), maxBytes);
  const { stream } = await provided.doStream(options);
  return streamedAnswer(stream, maxBytes, (text) => {
    onOutput();
    onText(text);
  });
}

/** Each token may come in an event of its own, with identifiers, padding and counts around it. */
const bytesAroundToken = 1_024;

/** A whole body is held in memory, and no plan or choice is as long. */
const mostWholeBytes = 16_777_216;

/** JSON may write a byte of text as six, and the Responses API repeats the request in its answer. */
function longestBody({ messages, answer }: ModelRequest, maxBytes: number): number {
  return 6 * (maxBytes + utf8Bytes(JSON.stringify([messages, answer])));
}
