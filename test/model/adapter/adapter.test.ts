import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ModelProvider } from "../../../src/plan/model-definition.ts";
import {
  asJson,
  call,
  closedSchema,
  forced,
  key,
  modelAt,
  openSchema,
  replyOf,
} from "../../support/models/adapter-call.ts";
import * as published from "../../support/models/published-answers.ts";
import { done, events, json, type MisbehavingModel, misbehavingModel } from "./misbehaving-model.ts";

let server: MisbehavingModel;
beforeAll(async () => {
  server = await misbehavingModel();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
});

/** The one request that came. */
function sent() {
  expect(server.received).toHaveLength(1);
  return server.received[0] as (typeof server.received)[number];
}

const chat: readonly ModelProvider[] = ["OPENAI_COMPATIBLE", "OPENAI"];
const hello = "Hello! How can I assist you today?";

describe("published answers of each provider", () => {
  it.each(chat)("%s: text comes with its usage and the name of the model", async (provider) => {
    server.answer = json(published.chatText);
    expect(await call(modelAt(server.url, provider))).toEqual({
      kind: "ANSWERED",
      reply: {
        ...{ text: hello, functions: [], stop: "COMPLETE", model: "gpt-5.4" },
        usage: { inputTokens: 19, cachedInputTokens: 0, outputTokens: 10 },
      },
    });
    expect(sent().path).toBe("/v1/chat/completions");
    expect(sent().headers.authorization).toBe(`Bearer ${key}`);
  });

  it.each(chat)("%s: a called function comes with its arguments as JSON", async (provider) => {
    server.answer = json(published.chatFunction);
    expect(replyOf(await call(modelAt(server.url, provider), { answer: forced() }))).toMatchObject({
      functions: [{ name: "get_current_weather", arguments: { location: "Boston, MA" }, isJson: true }],
      stop: "COMPLETE",
      usage: { inputTokens: 82, outputTokens: 17 },
    });
  });

  it.each(chat)(
    "%s: text streams piece by piece, with the usage of the last chunk, which has no choices",
    async (provider) => {
      const usage = { prompt_tokens: 19, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 12 } };
      const last = { ...published.chatChunks[0], choices: [], usage };
      server.answer = events([...published.chatChunks, last, done]);
      const pieces: string[] = [];
      const reply = replyOf(await call(modelAt(server.url, provider), { onText: (text) => pieces.push(text) }));
      expect(pieces.join("")).toBe("Hello");
      expect(reply).toEqual({
        ...{ text: "Hello", functions: [], stop: "COMPLETE", model: "gpt-4o-mini" },
        usage: { inputTokens: 19, cachedInputTokens: 12, outputTokens: 10 },
      });
      expect(sent().body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    },
  );

  it("OPENAI_RESPONSES: text, a called function, and a stream", async () => {
    const model = modelAt(server.url, "OPENAI_RESPONSES");
    server.answer = json(published.responsesText);
    expect(replyOf(await call(model))).toMatchObject({
      text: expect.stringMatching(/^In a peaceful grove/),
      ...{ stop: "COMPLETE", model: "gpt-5.4" },
      usage: { inputTokens: 36, cachedInputTokens: 0, outputTokens: 87 },
    });
    server.answer = json(published.responsesFunction);
    expect(replyOf(await call(model, { answer: forced() })).functions).toEqual([
      { name: "get_current_weather", arguments: { location: "Boston, MA", unit: "celsius" }, isJson: true },
    ]);
    server.answer = events(published.responsesEvents);
    const pieces: string[] = [];
    const reply = replyOf(await call(model, { onText: (text) => pieces.push(text) }));
    expect(pieces).toEqual(["Hi", " there! How can I assist you today?"]);
    expect(reply).toMatchObject({
      text: pieces.join(""),
      stop: "COMPLETE",
      usage: { inputTokens: 37, outputTokens: 11 },
    });
    expect(server.received.map(({ path }) => path)).toEqual(["/v1/responses", "/v1/responses", "/v1/responses"]);
  });

  it("ANTHROPIC: text, a called function, and a stream", async () => {
    const model = modelAt(server.url, "ANTHROPIC");
    server.answer = json(published.anthropicText);
    expect(replyOf(await call(model))).toEqual({
      ...{ text: "Hello!", functions: [], stop: "COMPLETE", model: "claude-opus-4-8" },
      usage: { inputTokens: 12, cachedInputTokens: 0, outputTokens: 6 },
    });
    expect(sent().path).toBe("/v1/messages");
    expect(sent().headers).toMatchObject({ "x-api-key": key, "anthropic-version": "2023-06-01" });
    server.answer = json(published.anthropicFunction);
    expect(replyOf(await call(model, { answer: forced() }))).toMatchObject({
      functions: [{ name: "get_stock_price", arguments: { ticker: "^GSPC" }, isJson: true }],
      stop: "COMPLETE",
    });
    server.answer = events(published.anthropicEvents);
    const pieces: string[] = [];
    const reply = replyOf(await call(model, { onText: (text) => pieces.push(text) }));
    expect(pieces).toEqual(["Hello", "!"]);
    expect(reply).toMatchObject({ text: "Hello!", stop: "COMPLETE", usage: { inputTokens: 25, outputTokens: 15 } });
  });

  it("ANTHROPIC: input that its cache had is part of the input", async () => {
    const usage = { input_tokens: 10, cache_creation_input_tokens: 5, cache_read_input_tokens: 100, output_tokens: 6 };
    server.answer = json({ ...published.anthropicText, usage });
    expect(replyOf(await call(modelAt(server.url, "ANTHROPIC"))).usage).toEqual({
      ...{ inputTokens: 115, cachedInputTokens: 100, outputTokens: 6 },
    });
  });
});

describe("what is sent", () => {
  const answers: { readonly [Provider in ModelProvider]?: unknown } = {
    OPENAI_COMPATIBLE: published.chatText,
    OPENAI: published.chatText,
    OPENAI_RESPONSES: published.responsesText,
    ANTHROPIC: published.anthropicText,
  };
  async function bodyOf(provider: ModelProvider, options: Parameters<typeof call>[1] = {}) {
    server.received.length = 0;
    server.answer = json(answers[provider]);
    replyOf(await call(modelAt(server.url, provider), options));
    return sent().body;
  }

  it("always has the cap on output, under the name that the provider knows", async () => {
    expect(await bodyOf("OPENAI_COMPATIBLE")).toMatchObject({ max_tokens: 300 });
    const openAi = await bodyOf("OPENAI");
    expect(openAi).toMatchObject({ max_completion_tokens: 300 });
    expect(openAi).not.toHaveProperty("max_tokens");
    expect(await bodyOf("OPENAI_RESPONSES")).toMatchObject({ max_output_tokens: 300, store: false });
    expect(await bodyOf("ANTHROPIC")).toMatchObject({ max_tokens: 300 });
  });

  it("names the forced function and permits no other beside it", async () => {
    const named = { type: "function", function: { name: "__planning__" } };
    for (const provider of chat) {
      expect(await bodyOf(provider, { answer: forced() })).toMatchObject({
        tool_choice: named,
        parallel_tool_calls: false,
      });
    }
    expect(await bodyOf("OPENAI_RESPONSES", { answer: forced() })).toMatchObject({
      tool_choice: { type: "function", name: "__planning__" },
      parallel_tool_calls: false,
    });
    expect(await bodyOf("ANTHROPIC", { answer: forced() })).toMatchObject({
      tool_choice: { type: "tool", name: "__planning__", disable_parallel_tool_use: true },
      tools: [{ name: "__planning__", input_schema: openSchema }],
    });
  });

  it("does not speak of calls beside one another to models that refuse the word", async () => {
    for (const [provider, model] of [
      ["OPENAI", "o3-mini"],
      ["OPENAI_RESPONSES", "o4-mini-2025-04-16"],
      ["OPENAI_COMPATIBLE", "openai/o1"],
    ] as const) {
      server.received.length = 0;
      server.answer = json(answers[provider]);
      await call(modelAt(server.url, provider, { model }), { answer: forced() });
      expect(sent().body.tool_choice, provider).toMatchObject({ type: "function" });
      expect(sent().body, provider).not.toHaveProperty("parallel_tool_calls");
    }
  });

  it("has no functions and no word of them where none is asked for", async () => {
    for (const provider of Object.keys(answers) as ModelProvider[]) {
      const body = await bodyOf(provider);
      for (const member of ["tools", "tool_choice", "parallel_tool_calls"])
        expect(body, provider).not.toHaveProperty(member);
      expect(JSON.stringify(await bodyOf(provider, { answer: asJson() })), provider).not.toContain("tool");
    }
  });

  it("asks for strict mode only where the schema lies in the provider's subset", async () => {
    const strictOf = async (provider: ModelProvider, schema: typeof openSchema) => {
      const { tools } = await bodyOf(provider, { answer: forced(schema) });
      return JSON.stringify(tools).includes('"strict":true');
    };
    for (const provider of ["OPENAI", "OPENAI_RESPONSES"] as const) {
      expect(await strictOf(provider, openSchema), provider).toBe(false);
      expect(await strictOf(provider, closedSchema), provider).toBe(true);
    }
    expect(await strictOf("OPENAI_COMPATIBLE", closedSchema)).toBe(false);
    expect(await strictOf("ANTHROPIC", closedSchema)).toBe(false);
  });

  it("bounds JSON by a schema where the provider can, else by words alone", async () => {
    expect((await bodyOf("OPENAI", { answer: asJson() })).response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "plan", strict: false, schema: openSchema },
    });
    expect((await bodyOf("OPENAI", { answer: asJson(closedSchema) })).response_format).toMatchObject({
      json_schema: { strict: true, schema: closedSchema },
    });
    const referring = (said: object) => {
      const part = { $ref: "#/$defs/Part", ...said };
      const root = { type: "object", properties: { part }, required: ["part"], additionalProperties: false };
      return { ...root, $defs: { Part: closedSchema } };
    };
    const described = asJson(referring({ description: "The first" }));
    expect((await bodyOf("OPENAI", { answer: described })).response_format, "words beside a reference").toEqual({
      type: "json_schema",
      json_schema: { name: "plan", strict: true, schema: referring({}) },
    });
    expect((await bodyOf("OPENAI_RESPONSES", { answer: asJson() })).text).toEqual({
      format: { type: "json_schema", name: "plan", strict: false, schema: openSchema },
    });
    expect((await bodyOf("OPENAI_COMPATIBLE", { answer: asJson() })).response_format).toEqual({ type: "json_object" });
    expect(await bodyOf("ANTHROPIC", { answer: asJson() })).not.toHaveProperty("output_config");
    server.received.length = 0;
    await call(modelAt(server.url, "ANTHROPIC", { model: "claude-sonnet-4-20250514" }), {
      answer: asJson(closedSchema),
    });
    expect(sent().body, "older models refuse the member").not.toHaveProperty("output_config");
    expect(sent().body).not.toHaveProperty("tools");
    expect((await bodyOf("ANTHROPIC", { answer: asJson(closedSchema) })).output_config).toEqual({
      format: { type: "json_schema", schema: closedSchema },
    });
  });

  it("carries every message with its role", async () => {
    const messages = [
      { role: "SYSTEM", text: "You plan." },
      { role: "USER", text: "first" },
      { role: "ASSISTANT", text: "second" },
      { role: "USER", text: "third" },
    ] as const;
    expect((await bodyOf("OPENAI_COMPATIBLE", { messages })).messages).toEqual([
      { role: "system", content: "You plan." },
      { role: "user", content: "first" },
      { role: "assistant", content: "second" },
      { role: "user", content: "third" },
    ]);
    const anthropic = await bodyOf("ANTHROPIC", { messages });
    expect(JSON.stringify(anthropic.system)).toContain("You plan.");
    expect((anthropic.messages as readonly { readonly role: string }[]).map(({ role }) => role)).toEqual([
      ...["user", "assistant", "user"],
    ]);
  });

  it("has no header for a key where the model names no secret", async () => {
    for (const provider of ["OPENAI_COMPATIBLE", "OPENAI", "ANTHROPIC"] as const) {
      server.received.length = 0;
      server.answer = json(answers[provider]);
      replyOf(await call(modelAt(server.url, provider, { keySecret: null }), { key: undefined }));
      expect(sent().headers).not.toHaveProperty("authorization");
      expect(sent().headers).not.toHaveProperty("x-api-key");
    }
  });
});
