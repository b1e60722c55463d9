/** A language model that answers by a script, in the place of the provider. */
import { vi } from "vitest";
import type { Json } from "../../../src/json/json.ts";

/**
 * Answers every call of a model: with `calls` where a plan is asked for, else with `text`. An answer takes `ms`, in which a text comes word by
 * word. Everything else is fetched.
 */
export function scriptModel(text: string, calls: Json = [], ms = 0): { readonly asked: string[] } {
  const asked: string[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith("https://models.example/")) return real(input, init);
    const body = await new Response(init?.body ?? null).text();
    asked.push(body);
    if (!body.includes('"tools"')) return streamed(text, ms);
    if (ms > 0) await delay(ms);
    return planned(calls);
  });
  return { asked };
}

function planned(calls: Json): Response {
  const arguments_ = JSON.stringify({ type: "tool_calls", reasoning: "to do it", calls });
  const call = { id: "call_1", type: "function", function: { name: "__planning__", arguments: arguments_ } };
  return Response.json({
    ...{ id: "1", object: "chat.completion", created: 0, model: "scripted-1", usage },
    choices: [
      { index: 0, finish_reason: "tool_calls", message: { role: "assistant", content: null, tool_calls: [call] } },
    ],
  });
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function streamed(text: string, ms: number): Response {
  const chunk = (choice: object, more: object = {}) => ({
    ...{ id: "1", object: "chat.completion.chunk", created: 0, model: "scripted-1" },
    choices: [{ index: 0, ...choice }],
    ...more,
  });
  const pieces = ms > 0 ? (text.match(/\S+\s*/g) ?? []) : [text];
  const chunks = [
    ...pieces.map((content) => chunk({ delta: { role: "assistant", content }, finish_reason: null })),
    chunk({ delta: {}, finish_reason: "stop" }, { usage }),
  ];
  const events = [...chunks.map((part) => JSON.stringify(part)), "[DONE]"].map((data) => `data: ${data}\n\n`);
  const headers = { "content-type": "text/event-stream" };
  if (ms === 0) return new Response(events.join(""), { headers });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void sendSlowly(writable.getWriter(), events, ms / pieces.length);
  return new Response(readable, { headers });
}

async function sendSlowly(writer: WritableStreamDefaultWriter<Uint8Array>, events: readonly string[], ms: number) {
  for (const event of events) {
    if (!event.includes("stop") && !event.includes("[DONE]")) await delay(ms);
    await writer.write(new TextEncoder().encode(event));
  }
  await writer.close();
}
