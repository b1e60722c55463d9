/**
 * The one adapter behind the language model port, over the providers' models of the AI SDK: any provider, one outcome each (E7).
 * Loaded when the first model is called; nothing else may import it but dynamically.
 *
 * - The request leaves through the fetch or the permit that is passed in (E10), and bodies are read under the signal (E9).
 * - Nothing is tried twice here, and nothing is thrown.
 */
import { utf8Bytes } from "../../json/json.ts";
import type { CallModel, ModelRequest, ModelResult, ModelSurroundings } from "../port.ts";
import { callOptions } from "./call-options.ts";
import { mendedChatBody } from "./chat-body.ts";
import { type AnswerReading, longestText, streamedAnswer, wholeAnswer } from "./model-answer.ts";
import { type ModelExchange, newExchange, observedFetch } from "./model-exchange.ts";
import { cannotCall, failedCall } from "./model-failure.ts";
import { modelSecretSettingName } from "./model-secret.ts";
import { providerModel } from "./provider-model.ts";
import { workersAiSend } from "./workers-ai.ts";

/** Calls a model once. See `CallModel`. */
export const callModel: CallModel = async (request, surroundings) => {
  const { model } = request;
  if (model.keySecret !== null && surroundings.key === null) {
    const requirement = `required the secret ${modelSecretSettingName(model.keySecret)}, found none`;
    return cannotCall(model, "UPSTREAM_UNAUTHORIZED", requirement);
  }
  if (model.provider === "WORKERS_AI" && surroundings.binding === null) {
    return cannotCall(model, "MODEL_ERROR", "required the binding AI, found none");
  }
  if (model.provider === "OPENAI_COMPATIBLE" && model.baseUrl === null) {
    return cannotCall(model, "MODEL_ERROR", "required the address of a server, found none");
  }
  return exchangeWith(request, surroundings);
};

async function exchangeWith(request: ModelRequest, surroundings: ModelSurroundings): Promise<ModelResult> {
  const { model } = request;
  const { key, signal } = surroundings;
  const exchange = newExchange();
  let thrown: unknown;
  let hasOutput = false;
  try {
    signal.throwIfAborted();
    const reading = await read(request, surroundings, exchange, () => {
      hasOutput = true;
    });
    if (reading.kind === "REPLY" && exchange.stated === null) return { kind: "ANSWERED", reply: reading.reply };
    if (reading.kind === "ENDLESS") exchange.isEndless = true;
    if (reading.kind === "UNFINISHED") {
      exchange.unreadable ??= reading.finding;
      hasOutput ||= reading.hasOutput;
    }
  } catch (error) {
    thrown = error;
  }
  return failedCall(exchange, { model, key, signal, hasOutput, thrown }, Date.now());
}

async function read(
  request: ModelRequest,
  surroundings: ModelSurroundings,
  exchange: ModelExchange,
  onOutput: () => void,
): Promise<AnswerReading> {
  const { model } = request;
  const { onText, key, signal, binding } = surroundings;
  const maxBytes = longestText(model.maxOutputTokens);
  const longest = longestBody(request, maxBytes);
  const isChat = model.provider !== "ANTHROPIC" && model.provider !== "OPENAI_RESPONSES";
  const fetch = observedFetch(exchange, {
    send:
      binding !== null && model.provider === "WORKERS_AI" ? workersAiSend(binding, surroundings) : surroundings.fetch,
    signal,
    streams: onText !== null,
    maxBodyBytes: Math.min(longest, mostWholeBytes),
    maxStreamBytes: longest + bytesAroundToken * model.maxOutputTokens,
    hasKey: key !== null,
    mend: isChat ? mendedChatBody : (body) => body,
  });
  const provided = await providerModel(model, key, fetch);
  const options = callOptions(request, signal);
  if (onText === null) return wholeAnswer(await provided.doGenerate(options), maxBytes);
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
