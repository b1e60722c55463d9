/**
 * The older streams of Workers AI, `data: {"response": "…"}`, as events of the chat interface. Newer models stream those already,
 * which pass as they are. A stream that ends without `[DONE]` was cut and is given no finish reason.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonIn } from "../../json/json.ts";
import { mendedCall } from "./chat-body.ts";

/** No line of a stream is longer. */
const maxLineLength = 1_048_576;

interface StreamState {
  /** The cap on output, which the older streams reach without a word. */
  readonly maxTokens: number;
  isOlder: boolean;
  usage: Json;
}

/** Turns a stream of the binding, asked for at most `maxTokens`, into one of the chat interface, line by line. */
export function chatEvents(source: ReadableStream<Uint8Array>, maxTokens: number): ReadableStream<Uint8Array> {
  const state: StreamState = { maxTokens, isOlder: false, usage: null };
  let rest = "";
  const lines = new TransformStream<string, string>({
    transform(text, controller) {
      const parts = (rest + text).split(/\r?\n/);
      rest = parts.pop() ?? "";
      if (rest.length > maxLineLength) throw new Error("a line of the stream does not end");
      for (const line of parts) controller.enqueue(chatLine(line, state));
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(chatLine(rest, state));
    },
  });
  return source
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(lines)
    .pipeThrough(new TextEncoderStream());
}

function chatLine(line: string, state: StreamState): string {
  const data = /^data: ?(.*)$/.exec(line)?.[1];
  if (data === undefined) return `${line}\n`;
  if (data === "[DONE]") {
    const finish = isFull(state.usage, state.maxTokens) ? "length" : "stop";
    const last = { choices: [{ index: 0, delta: {}, finish_reason: finish }], usage: state.usage };
    return state.isOlder ? `data: ${JSON.stringify(last)}\n\n${line}\n` : `${line}\n`;
  }
  const chunk = jsonIn(data);
  if (!isJsonObject(chunk) || isJsonArray(chunk.choices) || chunk.response === undefined) return `${line}\n`;
  state.isOlder = true;
  state.usage = chunk.usage ?? state.usage;
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: deltaOf(chunk), finish_reason: null }] })}\n`;
}

/** Whether an answer took all the tokens that it might; the older outputs do not say why they ended. */
export function isFull(usage: Json, maxTokens: number): boolean {
  return isJsonObject(usage) && Number(usage.completion_tokens) >= maxTokens;
}

function deltaOf({ response, tool_calls: calls }: JsonObject): JsonObject {
  // Numbers among the pieces are pieces of text too.
  const content =
    response === null || response === undefined ? "" : typeof response === "string" ? response : String(response);
  if (!isJsonArray(calls) || calls.length === 0) return { content };
  return { content, tool_calls: calls.map((call, index) => ({ ...(mendedCall(call) as JsonObject), index })) };
}
