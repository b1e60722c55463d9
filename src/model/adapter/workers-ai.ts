/**
 * Workers AI behind its binding, adapted to the chat interface, so that one library reads both. The package `workers-ai-provider` is not
 * used, because it writes 0 for missing usage and "stop" for a missing finish reason; that would hide a cut answer and charge a call at no
 * cost.
 *
 * The platform deviates in this: the schema stands bare in `json_schema` and comes back as an object in `response`; functions come in an
 * older shape too; errors are thrown, with a number of their own before the text.
 */
import { AbortedBeforeSending } from "../../catalog/fetch-failure.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../json/json.ts";
import type { ModelCallContext, WorkersAiBinding } from "../port.ts";
import { mendedCall } from "./chat-body.ts";
import { chatEvents, isFull } from "./workers-ai-stream.ts";

/** https://developers.cloudflare.com/workers-ai/platform/errors/ */
const statuses: ReadonlyMap<string, number> = new Map([
  ...["3003", "3039", "5004", "5007"].map((code) => [code, 400] as const),
  ...["3023", "3041", "5016", "5018"].map((code) => [code, 403] as const),
  ["3042", 404],
  ["5005", 405],
  ["5019", 405],
  ["3007", 408],
  ["3008", 408],
  ["3006", 413],
  ["3036", 429],
  ["3040", 429],
]);

/** Sends a chat request to the binding. Throws like a guarded fetch. */
export function workersAiSend(binding: WorkersAiBinding, { permit, signal }: ModelCallContext) {
  return async (_url: string, init: RequestInit): Promise<Response> => {
    const request = JSON.parse(String(init.body)) as JsonObject;
    let isSent = false;
    try {
      const output = await permit(signal, () => {
        isSent = true;
        return untilAborted(binding.run(String(request.model), inputOf(request), { signal }), signal);
      });
      if (output instanceof ReadableStream) {
        return events(chatEvents(output as ReadableStream<Uint8Array>, Number(request.max_tokens)));
      }
      const chat = chatCompletion(output as Json, request);
      return request.stream === true ? events(wholeAsEvents(chat)) : Response.json(chat);
    } catch (error) {
      if (!isSent) throw new AbortedBeforeSending(error);
      const failure = signal.aborted ? undefined : failedResponse(error);
      if (failure === undefined) throw error;
      return failure;
    }
  };
}

/** The request that the binding takes: no name of the model, no options of the stream, and the schema bare. */
function inputOf(request: JsonObject): JsonObject {
  const { model: _model, stream_options: _options, ...input } = request;
  const format = isJsonObject(request.response_format) ? request.response_format : {};
  const named = isJsonObject(format.json_schema) ? format.json_schema : null;
  if (named === null) return input;
  return { ...input, response_format: { type: "json_schema", json_schema: named.schema ?? {} } };
}

/** The platform gives up a call that is aborted, but does not say so to its caller. A stream that comes all the same is closed. */
function untilAborted<Result>(run: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  void run
    .then(
      (output) => (signal.aborted && output instanceof ReadableStream ? output.cancel() : undefined),
      () => undefined,
    )
    .catch(() => undefined);
  return Promise.race([run, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}

/** An output of the binding as a chat completion. Another value is passed on, and then found unreadable. */
function chatCompletion(output: Json, request: JsonObject): Json {
  if (!isJsonObject(output) || isJsonArray(output.choices)) return output;
  const calls = isJsonArray(output.tool_calls) ? output.tool_calls.map(mendedCall) : [];
  if (output.response === undefined && calls.length === 0) return output;
  const { response = null, usage = null } = output;
  const content = typeof response === "string" || response === null ? response : JSON.stringify(response);
  const finish = isFull(usage, Number(request.max_tokens)) ? "length" : calls.length > 0 ? "tool_calls" : "stop";
  const message = { role: "assistant", content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  return { choices: [{ index: 0, message, finish_reason: finish }], usage };
}

/** Some models answer at once although a stream was asked for. */
function wholeAsEvents(chat: Json): ReadableStream<Uint8Array> {
  const choice = isJsonObject(chat) && isJsonArray(chat.choices) ? (chat.choices[0] ?? null) : null;
  const chunk =
    isJsonObject(choice) && isJsonObject(chat)
      ? { ...chat, choices: [{ index: 0, delta: choice.message ?? null, finish_reason: choice.finish_reason ?? null }] }
      : chat;
  return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`).body as ReadableStream<Uint8Array>;
}

function events(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** The answer that an error of the platform stands for. Undefined if its number is not known. */
function failedResponse(error: unknown): Response | undefined {
  const message = error instanceof Error ? error.message : String(error);
  const code = /\b([35]\d{3})\b(?=:)/.exec(message)?.[1];
  const status = code === undefined ? undefined : statuses.get(code);
  return status === undefined ? undefined : Response.json({ error: { code, message } }, { status });
}
