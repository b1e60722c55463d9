/**
 * The older streams of Workers AI, `data: {"response": "…"}`, as events of the chat interface. Newer models stream those already,
 * which pass as they are. A stream that ends without `[DONE]` was cut and is given no finish reason.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../plan/json.ts";
import { mendedCall } from "./chat-body.ts";

/** Turns a stream of the binding into one of the chat interface, line by line. */
export function chatEvents(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const state = { isOlder: false, usage: null as Json };
  let rest = "";
  const lines = new TransformStream<string, string>({
    transform(text, controller) {
      const parts = (rest + text).split(/\r?\n/);
      rest = parts.pop() ?? "";
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

function chatLine(line: string, state: { isOlder: boolean; usage: Json }): string {
  const data = /^data: ?(.*)$/.exec(line)?.[1];
  if (data === undefined) return `${line}\n`;
  if (data === "[DONE]") {
    const last = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: state.usage };
    return state.isOlder ? `data: ${JSON.stringify(last)}\n\n${line}\n` : `${line}\n`;
  }
  const chunk = parsed(data);
  if (chunk === null || isJsonArray(chunk.choices) || chunk.response === undefined) return `${line}\n`;
  state.isOlder = true;
  state.usage = chunk.usage ?? state.usage;
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: deltaOf(chunk), finish_reason: null }] })}\n`;
}

function deltaOf({ response, tool_calls: calls }: JsonObject): JsonObject {
  // Numbers among the pieces are pieces of text too.
  const content =
    response === null || response === undefined ? "" : typeof response === "string" ? response : String(response);
  if (!isJsonArray(calls) || calls.length === 0) return { content };
  return { content, tool_calls: calls.map((call, index) => ({ ...(mendedCall(call) as JsonObject), index })) };
}

function parsed(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
