import { expect, it } from "vitest";
import { callModel } from "../../../src/model/adapter/adapter.ts";
import type { ModelCallContext } from "../../../src/model/port.ts";
import type { ModelProvider } from "../../../src/plan/model-definition.ts";
import * as published from "../../support/models/published-answers.ts";
import { fakeBinding } from "../../support/models/workers-ai-binding.ts";

const providers: readonly (readonly [ModelProvider, unknown, readonly unknown[]])[] = [
  ["OPENAI_COMPATIBLE", published.chatFunction, published.chatChunks],
  ["OPENAI", published.chatFunction, published.chatChunks],
  ["OPENAI_RESPONSES", published.responsesFunction, published.responsesEvents],
  ["ANTHROPIC", published.anthropicFunction, published.anthropicEvents],
  ["WORKERS_AI", published.workersAiFunction, [{ response: "Hello!" }, "[DONE]"]],
];

it.each(providers)("%s answers in the platform's runtime, whole and streamed", async (provider, whole, events) => {
  const stream = () =>
    events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");
  const requested: string[] = [];
  const context = (onText: ModelCallContext["onText"]): ModelCallContext => ({
    fetch: async (url) => {
      requested.push(String(url));
      return onText === undefined
        ? Response.json(whole)
        : new Response(stream(), { headers: { "content-type": "text/event-stream" } });
    },
    permit: (_, run) => run(),
    key: "sk-test",
    binding: fakeBinding(() => (onText === undefined ? whole : new Response(stream()).body)),
    signal: new AbortController().signal,
    onText,
  });
  const model = {
    ...{ name: "fast", provider, model: "some-model", baseUrl: "https://models.example/v1", keySecret: "TEST" },
    ...{ maxOutputTokens: 100, timeoutMs: 60_000, price: null },
  };
  const messages = [{ role: "USER", text: "Hello" }] as const;
  const parameters = { type: "object", properties: { location: { type: "string" } } };
  const forced = { name: "get_weather", description: "Tells the weather.", parameters };

  const called = await callModel(
    { model, messages, answer: { kind: "FUNCTION", function: forced } },
    context(undefined),
  );
  expect(called).toMatchObject({ kind: "ANSWERED", reply: { functions: [{ isJson: true }], stop: "COMPLETE" } });
  let text = "";
  const streamed = await callModel(
    { model, messages, answer: { kind: "TEXT" } },
    context((piece) => {
      text += piece;
    }),
  );
  expect(streamed).toMatchObject({ kind: "ANSWERED", reply: { stop: "COMPLETE" } });
  expect(text).not.toBe("");
  expect(requested).toHaveLength(provider === "WORKERS_AI" ? 0 : 2);
});
