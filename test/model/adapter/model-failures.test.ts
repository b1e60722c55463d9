import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Permits } from "../../../src/durable/calls/permits.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import { maxReceivedBytes, newExchange, observedFetch } from "../../../src/model/adapter/model-exchange.ts";
import type { ModelProvider } from "../../../src/plan/model-definition.ts";
import { call, failedOf, forced, key, modelAt, replyOf } from "../../support/models/adapter-call.ts";
import * as published from "../../support/models/published-answers.ts";
import {
  cutEvents,
  done,
  events,
  eventText,
  json,
  type MisbehavingModel,
  misbehavingModel,
  text,
} from "./misbehaving-model.ts";

let server: MisbehavingModel;
beforeAll(async () => {
  server = await misbehavingModel();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
});

const compatible = () => modelAt(server.url, "OPENAI_COMPATIBLE");
const streamed = { onText: () => undefined };
const [first, second] = published.chatChunks;

/** What became of a call: outcome, code and whether it may be tried again. */
async function verdict(provider: ModelProvider, options: Parameters<typeof call>[1] = {}) {
  const { outcome, failure } = failedOf(await call(modelAt(server.url, provider), options));
  return [outcome, failure.code, failure.retryable];
}

describe("answers with a failing status", () => {
  it.each([
    [400, "REJECTED", "MODEL_ERROR", false],
    [401, "REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    [402, "REJECTED", "MODEL_ERROR", false],
    [403, "REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    [404, "REJECTED", "MODEL_ERROR", false],
    [408, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [413, "REJECTED", "MODEL_ERROR", false],
    [422, "REJECTED", "MODEL_ERROR", false],
    [429, "REJECTED", "UPSTREAM_UNAVAILABLE", true],
    [500, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [502, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [503, "REJECTED", "UPSTREAM_UNAVAILABLE", true],
    [504, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [529, "REJECTED", "UPSTREAM_UNAVAILABLE", true],
  ] as const)("[E7] HTTP status %i is %s with %s, tried again: %s", async (status, outcome, code, retryable) => {
    server.answer = json({ error: { message: "No", type: "some_error" } }, status);
    for (const provider of ["OPENAI_COMPATIBLE", "ANTHROPIC"] as const) {
      expect(await verdict(provider)).toEqual([outcome, code, retryable]);
      expect(await verdict(provider, streamed)).toEqual([outcome, code, retryable]);
    }
    expect(server.received, "nothing is tried twice here").toHaveLength(4);
  });

  it("a body that is no JSON changes nothing, and is kept", async () => {
    server.answer = text("<h1>Bad Gateway</h1>", 502);
    const failed = failedOf(await call(compatible()));
    expect(failed).toMatchObject({ outcome: "UNKNOWN", received: "<h1>Bad Gateway</h1>" });
    expect(failed.failure).toEqual({
      code: "UPSTREAM_UNAVAILABLE",
      message: 'Cannot complete the call of the model "fast": the provider answered with HTTP status 502',
      retryable: true,
      details: { model: "fast", httpStatus: 502 },
    });
  });

  it("say all that the server says, also beside the name of a status", async () => {
    const said = async (body: object) => {
      server.answer = json(body, 400);
      return failedOf(await call(compatible())).failure.message.replace(/^.*HTTP status 400: /, "");
    };
    expect(await said({ statusCode: 400, error: "Bad Request", message: "max_tokens is too large" })).toBe(
      "Bad Request: max_tokens is too large",
    );
    expect(await said({ error: "model not found" })).toBe("model not found");
    expect(await said({ error: "gone", message: "gone" })).toBe("gone");
  });

  it("tell when to come back, in seconds, as a date, or in milliseconds", async () => {
    const comeBack = async (headers: { readonly [name: string]: string }) => {
      server.answer = json({}, 429, headers);
      return failedOf(await call(compatible())).retryAfterMs;
    };
    expect(await comeBack({ "retry-after": "7" })).toBe(7_000);
    expect(await comeBack({ "retry-after": "7", "retry-after-ms": "1500.2" })).toBe(1_501);
    const inAMinute = await comeBack({ "retry-after": new Date(Date.now() + 60_000).toUTCString() });
    expect(inAMinute).toBeGreaterThan(50_000);
    expect(inAMinute).toBeLessThanOrEqual(60_000);
    expect(await comeBack({})).toBeUndefined();
    expect(await comeBack({ "retry-after": "soon" })).toBeUndefined();
  });

  it.each([
    ["OPENAI", { error: { message: "Quota", type: "insufficient_quota", code: "insufficient_quota" } }],
    [
      "ANTHROPIC",
      {
        type: "error",
        error: { type: "rate_limit_error", message: "m", details: { error_code: "enforced_spend_limit_reached" } },
      },
    ],
    ["OPENAI_COMPATIBLE", { error: { message: "Billing", code: "billing_hard_limit_reached" } }],
  ] as const)("%s: a spend limit with status 429 is never tried again", async (provider, body) => {
    server.answer = json(body, 429, { "retry-after": "1" });
    expect(failedOf(await call(modelAt(server.url, provider)))).toMatchObject({
      ...{ outcome: "REJECTED", retryAfterMs: undefined },
      failure: { code: "MODEL_ERROR", retryable: false },
    });
  });

  it("a provider that says not to try again is believed", async () => {
    server.answer = json({}, 503, { "x-should-retry": "false" });
    expect(await verdict("OPENAI")).toEqual(["REJECTED", "UPSTREAM_UNAVAILABLE", false]);
  });
});

describe("errors inside HTTP status 200", () => {
  const rateLimit = { error: { message: "Rate limit reached", type: "rate_limit_error", code: "rate_limit_exceeded" } };
  it.each([
    ["of a limit", rateLimit, ["REJECTED", "UPSTREAM_UNAVAILABLE", true]],
    [
      "of OpenRouter, whose code is a number",
      { error: { code: 429, message: "m" } },
      ["REJECTED", "UPSTREAM_UNAVAILABLE", true],
    ],
    [
      "of vLLM",
      { object: "error", message: "m", type: "BadRequestError", code: 400 },
      ["REJECTED", "MODEL_ERROR", false],
    ],
    ["of a quota", { error: { type: "insufficient_quota", message: "m" } }, ["REJECTED", "MODEL_ERROR", false]],
    [
      "of a wrong key",
      { error: { code: "invalid_api_key", message: "m" } },
      ["REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    ],
    ["as text", { error: "out of memory" }, ["UNKNOWN", "UPSTREAM_UNAVAILABLE", true]],
    ["of an unknown kind", { error: { type: "strange", message: "m" } }, ["UNKNOWN", "UPSTREAM_UNAVAILABLE", true]],
    [
      "of Cloudflare",
      { success: false, errors: [{ code: 3040, message: "m" }] },
      ["UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    ],
  ] as const)("[E7] an error %s is found, whole and as an event", async (_, body, expected) => {
    server.answer = json(body);
    expect(await verdict("OPENAI_COMPATIBLE")).toEqual(expected);
    expect(await verdict("OPENAI_COMPATIBLE", streamed)).toEqual(expected);
    if ("errors" in body) return;
    server.answer = events([body, done]);
    expect(await verdict("OPENAI_COMPATIBLE", streamed)).toEqual(expected);
    expect(await verdict("OPENAI", streamed)).toEqual(expected);
  });

  it("[E7] a spent limit is known by its code alone", async () => {
    server.answer = json({
      error: { type: "invalid_request_error", code: "billing_hard_limit_reached", message: "m" },
    });
    expect(await verdict("OPENAI_COMPATIBLE")).toEqual(["REJECTED", "MODEL_ERROR", false]);
    server.answer = json({ error: { code: "credit_balance_too_low", message: "m" } });
    expect(await verdict("OPENAI_COMPATIBLE")).toEqual(["REJECTED", "MODEL_ERROR", false]);
  });

  it("[E7] an error beside tokens that were consumed leaves the outcome unknown, because they may be charged", async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 20 };
    server.answer = json({ ...rateLimit, usage });
    expect(await verdict("OPENAI_COMPATIBLE")).toEqual(["UNKNOWN", "UPSTREAM_UNAVAILABLE", true]);
    server.answer = json({ ...rateLimit, usage: { prompt_tokens: 0, completion_tokens: 0, limit: 1_000 } });
    expect(await verdict("OPENAI_COMPATIBLE")).toEqual(["REJECTED", "UPSTREAM_UNAVAILABLE", true]);
    const response = {
      ...{ ...published.responsesText, status: "failed", output: [] },
      ...{ error: { code: "rate_limit_exceeded", message: "m" }, usage: { input_tokens: 100, output_tokens: 20 } },
    };
    server.answer = events([
      ...published.responsesEvents.slice(0, 2),
      { type: "response.failed", sequence_number: 2, response },
    ]);
    expect(await verdict("OPENAI_RESPONSES", streamed)).toEqual(["UNKNOWN", "UPSTREAM_UNAVAILABLE", true]);
  });

  it("[E7] an error after the first text leaves the outcome unknown, because something was made", async () => {
    server.answer = events([": OPENROUTER PROCESSING", first, second, rateLimit, done]);
    const pieces: string[] = [];
    const failed = failedOf(await call(compatible(), { onText: (piece) => pieces.push(piece) }));
    expect(pieces).toEqual(["Hello"]);
    expect(failed).toMatchObject({ outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE", retryable: true } });
    expect(failed.failure.message).toContain("Rate limit reached");
    expect(failed.received).toContain("OPENROUTER PROCESSING");
  });

  it("[E7] OPENAI_RESPONSES: the event `error` ends the call, and so does a failed response", async () => {
    const overloaded = { type: "error", code: "server_is_overloaded", message: "m", param: null, sequence_number: 1 };
    server.answer = events([...published.responsesEvents.slice(0, 2), overloaded]);
    expect(await verdict("OPENAI_RESPONSES", streamed)).toEqual(["REJECTED", "UPSTREAM_UNAVAILABLE", true]);
    const error = { code: "server_error", message: "The model failed" };
    const response = { ...published.responsesText, status: "failed", output: [], error, usage: null };
    server.answer = json(response);
    expect(await verdict("OPENAI_RESPONSES")).toEqual(["UNKNOWN", "UPSTREAM_UNAVAILABLE", true]);
    server.answer = events([
      ...published.responsesEvents.slice(0, 2),
      { type: "response.failed", sequence_number: 2, response },
    ]);
    expect(await verdict("OPENAI_RESPONSES", streamed)).toEqual(["UNKNOWN", "UPSTREAM_UNAVAILABLE", true]);
  });

  it("[E7] ANTHROPIC: overloaded is an event too, first or after text", async () => {
    server.answer = events([published.anthropicOverloaded]);
    expect(await verdict("ANTHROPIC", streamed)).toEqual(["REJECTED", "UPSTREAM_UNAVAILABLE", true]);
    server.answer = events([...published.anthropicEvents.slice(0, 4), published.anthropicOverloaded]);
    expect(await verdict("ANTHROPIC", streamed)).toEqual(["UNKNOWN", "UPSTREAM_UNAVAILABLE", true]);
  });

  it("text that only speaks of an error is text", async () => {
    const delta = (content: string) => ({ ...first, choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    server.answer = events([delta('{"error": {"type": "rate_limit_error"}}'), ...published.chatChunks, done]);
    expect(replyOf(await call(compatible(), streamed)).text).toBe('{"error": {"type": "rate_limit_error"}}Hello');
  });
});

describe("answers that do not end", () => {
  const parts: readonly (readonly [ModelProvider, readonly unknown[]])[] = [
    ["OPENAI_COMPATIBLE", [first, second]],
    ["OPENAI", [first, second]],
    ["OPENAI_RESPONSES", published.responsesEvents.slice(0, 5)],
    ["ANTHROPIC", published.anthropicEvents.slice(0, 4)],
  ];
  it.each(parts)("[E7] %s: a cut connection leaves the outcome unknown", async (provider, list) => {
    server.answer = cutEvents(list);
    const failed = failedOf(await call(modelAt(server.url, provider), streamed));
    expect(failed).toMatchObject({ outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE", retryable: true } });
    expect(failed.usage).toBeUndefined();
  });

  it.each(parts)(
    "[E7] %s: a stream that ends without saying why leaves the outcome unknown",
    async (provider, list) => {
      server.answer = events(list);
      const failed = failedOf(await call(modelAt(server.url, provider), streamed));
      expect(failed).toMatchObject({ outcome: "UNKNOWN", failure: { code: "MODEL_ERROR", retryable: true } });
      server.answer = events([]);
      expect(failedOf(await call(modelAt(server.url, provider), streamed)).outcome).toBe("UNKNOWN");
    },
  );

  it.each(["OPENAI_COMPATIBLE", "OPENAI"] as const)(
    "[E7] %s: a whole answer without a finish reason is none",
    async (provider) => {
      const [choice] = published.chatText.choices;
      server.answer = json({ ...published.chatText, choices: [{ ...choice, finish_reason: null }] });
      const failed = failedOf(await call(modelAt(server.url, provider)));
      expect(failed).toMatchObject({ outcome: "UNKNOWN", failure: { code: "MODEL_ERROR", retryable: true } });
      expect(failed.failure.message).toMatch(/required the reason why the answer ended, found none$/);
      expect(failed.received).toMatchObject({ id: published.chatText.id });
    },
  );

  it("[E7] ANTHROPIC: a whole answer without a stop reason is none", async () => {
    server.answer = json({ ...published.anthropicText, stop_reason: null });
    expect(await verdict("ANTHROPIC")).toEqual(["UNKNOWN", "MODEL_ERROR", true]);
  });

  it.each(["error", "network_error", "insufficient_system_resource", "abort"])(
    "[E7] an answer that ended for the reason `%s` was broken off, whole and streamed",
    async (reason) => {
      const [choice] = published.chatText.choices;
      server.answer = json({ ...published.chatText, choices: [{ ...choice, finish_reason: reason }] });
      expect(await verdict("OPENAI_COMPATIBLE")).toEqual(["UNKNOWN", "MODEL_ERROR", true]);
      server.answer = events([
        first,
        second,
        { ...first, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
        done,
      ]);
      expect(await verdict("OPENAI", streamed)).toEqual(["UNKNOWN", "MODEL_ERROR", true]);
    },
  );

  it.each([
    ["is cut", '{"choices": [{"message', '{"choices": [{"message'],
    ["is empty", "", null],
    ["is no JSON", "<html>", "<html>"],
    ["is another JSON", '{"choices": "none"}', { choices: "none" }],
    ["has no choices", '{"choices": []}', { choices: [] }],
    ["is a list", "[]", []],
  ])("[E7] a whole body that %s leaves the outcome unknown, and is kept", async (_, body, received) => {
    server.answer = text(body, 200, "application/json");
    expect(failedOf(await call(compatible()))).toMatchObject({
      ...{ outcome: "UNKNOWN", received },
      failure: { code: "MODEL_ERROR", retryable: true },
    });
  });

  it("a whole answer where a stream was asked for is none", async () => {
    server.answer = json(published.chatText);
    const { failure } = failedOf(await call(compatible(), streamed));
    expect(failure.message).toMatch(/required an event stream, found another body$/);
  });
});

describe("answers that are not what was asked for", () => {
  const answered = (message: object, finish = "stop") =>
    json({
      ...published.chatText,
      choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }],
    });
  const calling = (given: unknown, finish = "tool_calls") =>
    answered(
      { content: null, tool_calls: [{ type: "function", function: { name: "__planning__", arguments: given } }] },
      finish,
    );

  it.each([
    ["JSON", '{"calls": []}'],
    ["fenced JSON", '```json\n{"calls": []}\n```'],
    ["prose", "I would rather talk."],
  ])("a model that ignores the forced function and answers with %s is handed on as it is", async (_, content) => {
    server.answer = answered({ content });
    expect(replyOf(await call(compatible(), { answer: forced() }))).toMatchObject({
      text: content,
      functions: [],
      stop: "COMPLETE",
    });
  });

  it.each([
    ["JSON text", '{"a":1}', { arguments: { a: 1 }, isJson: true }],
    ["an object, as some servers send them", { a: 1 }, { arguments: { a: 1 }, isJson: true }],
    ["invalid JSON", '{"a":', { arguments: '{"a":', isJson: false }],
    ["nothing", "", { arguments: "", isJson: false }],
    ["null, as some servers send none", null, { arguments: "", isJson: false }],
    ["JSON too deep to be read", "[".repeat(5_000) + "]".repeat(5_000), { isJson: false }],
  ])("arguments that are %s come as they are", async (_, given, expected) => {
    server.answer = calling(given);
    const { functions } = replyOf(await call(compatible(), { answer: forced() }));
    expect(functions).toEqual([expect.objectContaining({ name: "__planning__", ...expected })]);
  });

  it("a called function counts whatever finish reason comes with it, and without an id", async () => {
    server.answer = calling('{"a":1}', "stop");
    expect(replyOf(await call(compatible(), { answer: forced() }))).toMatchObject({
      stop: "COMPLETE",
      functions: [{ arguments: { a: 1 } }],
    });
  });

  it("a reason to stop that nobody knows is handed on as unknown", async () => {
    server.answer = answered({ content: "text" }, "eos");
    expect(replyOf(await call(compatible()))).toMatchObject({ text: "text", stop: "UNKNOWN" });
  });

  it("an answer that reached the cap on output says so", async () => {
    server.answer = answered({ content: "half a" }, "length");
    expect(replyOf(await call(compatible()))).toMatchObject({ text: "half a", stop: "LENGTH" });
    server.answer = json({ ...published.anthropicText, stop_reason: "max_tokens" });
    expect(replyOf(await call(modelAt(server.url, "ANTHROPIC"))).stop).toBe("LENGTH");
    const incomplete = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    server.answer = json({ ...published.responsesText, ...incomplete });
    expect(replyOf(await call(modelAt(server.url, "OPENAI_RESPONSES"))).stop).toBe("LENGTH");
  });

  it("a refusal is an answer, of a filter or of the model itself", async () => {
    server.answer = answered({ content: null }, "content_filter");
    expect(replyOf(await call(compatible())).stop).toBe("REFUSED");
    server.answer = answered({ content: null, refusal: "I cannot help with that." });
    for (const provider of ["OPENAI_COMPATIBLE", "OPENAI"] as const) {
      expect(replyOf(await call(modelAt(server.url, provider)))).toMatchObject({
        stop: "REFUSED",
        text: "I cannot help with that.",
      });
    }
    server.answer = json({ ...published.anthropicText, content: [], stop_reason: "refusal" });
    expect(replyOf(await call(modelAt(server.url, "ANTHROPIC"))).stop).toBe("REFUSED");
    const content = [{ type: "refusal", refusal: "No." }];
    server.answer = json({ ...published.responsesText, output: [{ ...published.responsesText.output[0], content }] });
    expect(replyOf(await call(modelAt(server.url, "OPENAI_RESPONSES"))).stop).toBe("REFUSED");
  });

  it.each([
    ["is missing", undefined],
    ["lacks a number", { completion_tokens: 5 }],
    ["has a number below zero", { prompt_tokens: -1, completion_tokens: 5 }],
    ["has a part of a token", { prompt_tokens: 1.5, completion_tokens: 5 }],
  ])("usage that %s is none, so that the call is not settled for too little", async (_, usage) => {
    server.answer = json({ ...published.chatText, usage });
    expect(replyOf(await call(compatible())).usage).toBeUndefined();
    expect(replyOf(await call(modelAt(server.url, "OPENAI"))).usage).toBeUndefined();
  });

  it("tokens of thinking that stand in the total alone are output (xAI, Gemini)", async () => {
    const usage = { prompt_tokens: 279, completion_tokens: 6, total_tokens: 374 };
    server.answer = json({ ...published.chatText, usage });
    expect(replyOf(await call(compatible())).usage).toEqual({
      inputTokens: 279,
      cachedInputTokens: 0,
      outputTokens: 95,
    });
  });

  it("more cached tokens than there were tokens count as all of them", async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 50 } };
    server.answer = json({ ...published.chatText, usage });
    expect(replyOf(await call(compatible())).usage).toEqual({ inputTokens: 5, cachedInputTokens: 5, outputTokens: 1 });
  });
});

describe("endless text", () => {
  const endless = { outcome: "ANSWERED", failure: { code: "MODEL_ERROR", retryable: false } };

  it("of a stream is given up past 64 KB, and the connection with it", async () => {
    const closed = Promise.withResolvers<void>();
    server.answer = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.on("close", () => closed.resolve());
      const chunk = eventText([
        { ...first, choices: [{ index: 0, delta: { content: "x".repeat(1_000) }, finish_reason: null }] },
      ]);
      const write = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", write);
      };
      write();
    };
    let bytes = 0;
    const failed = failedOf(
      await call(compatible(), {
        onText: (piece) => {
          bytes += piece.length;
        },
      }),
    );
    await closed.promise;
    expect(failed).toMatchObject(endless);
    expect(bytes).toBeLessThanOrEqual(65_536);
    expect(bytes).toBeGreaterThan(60_000);
    expect(new TextEncoder().encode(String(failed.received)).byteLength).toBeLessThanOrEqual(65_536);
  });

  it("of a whole body is given up, by its length and by the length of its text", async () => {
    server.answer = text(`{"choices": [${" ".repeat(600_000)}`, 200, "application/json");
    expect(failedOf(await call(compatible()))).toMatchObject(endless);
    const [choice] = published.chatText.choices;
    const message = { role: "assistant", content: "x".repeat(65_537) };
    server.answer = json({ ...published.chatText, choices: [{ ...choice, message }] });
    expect(failedOf(await call(compatible()))).toMatchObject(endless);
    server.answer = json({
      ...published.chatText,
      choices: [{ ...choice, message: { ...message, content: "x".repeat(65_536) } }],
    });
    expect(replyOf(await call(compatible())).text).toHaveLength(65_536);
  });

  it("may be longer where more was asked for", async () => {
    const [choice] = published.chatText.choices;
    server.answer = json({
      ...published.chatText,
      choices: [{ ...choice, message: { content: "x".repeat(100_000) } }],
    });
    const model = modelAt(server.url, "OPENAI_COMPATIBLE", { maxOutputTokens: 10_000 });
    expect(replyOf(await call(model)).text).toHaveLength(100_000);
  });

  it("is no matter of how much stands around it: a stream of single characters is read to its end", async () => {
    const delta = { ...first, choices: [{ index: 0, delta: { content: "x" }, finish_reason: null }] };
    const chunk = eventText([delta]);
    server.answer = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(chunk.repeat(20_000) + eventText([...published.chatChunks.slice(-1), done]));
    };
    const model = modelAt(server.url, "OPENAI_COMPATIBLE", { maxOutputTokens: 20_000 });
    const reply = replyOf(await call(model, streamed));
    expect(reply.text).toHaveLength(20_000);
    expect(20_000 * chunk.length).toBeGreaterThan(4_194_304);
  });

  it("of events without any text is given up, and the connection with it", async () => {
    const closed = Promise.withResolvers<void>();
    server.answer = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.on("close", () => closed.resolve());
      const write = () => {
        while (!response.destroyed && response.write(`: ${"x".repeat(10_000)}\n\n`));
        if (!response.destroyed) response.once("drain", write);
      };
      write();
    };
    expect(failedOf(await call(compatible(), streamed))).toMatchObject(endless);
    await closed.promise;
  });

  it("[N810] of a stream is kept from its beginning alone, however much comes", async () => {
    const exchange = newExchange();
    const long = new Response(`: ${"x".repeat(998)}\n\n`.repeat(300), {
      headers: { "content-type": "text/event-stream" },
    });
    const fetch = observedFetch(exchange, {
      send: async () => long,
      signal: new AbortController().signal,
      streams: true,
      maxBodyBytes: 1_000_000,
      maxStreamBytes: 1_000_000,
      hasKey: true,
      mend: (body) => body,
    });
    expect(await (await fetch("https://model.example")).text()).toHaveLength(300 * 1_002);
    expect(exchange.received.length).toBeLessThanOrEqual(maxReceivedBytes + 8_192);
    expect(exchange.received.length).toBeGreaterThanOrEqual(maxReceivedBytes);
  });

  it("of the name of a function is given up", async () => {
    const [choice] = published.chatText.choices;
    const tool_calls = [{ type: "function", function: { name: "f".repeat(65_537), arguments: "" } }];
    server.answer = json({ ...published.chatText, choices: [{ ...choice, message: { tool_calls } }] });
    expect(failedOf(await call(compatible(), { answer: forced() }))).toMatchObject(endless);
  });

  it("past what the deployment reads is given up as well", async () => {
    server.answer = json(published.chatText);
    expect(failedOf(await call(compatible(), { maxResponseBytes: 100 }))).toMatchObject(endless);
  });
});

describe("calls that are given up or cannot be made", () => {
  it("[E7] [E10] a call that waits for a permit when it is given up was not sent", async () => {
    const permits = new Permits(1);
    const release = Promise.withResolvers<void>();
    const holder = permits.run(undefined, () => release.promise);
    const controller = new AbortController();
    const waiting = call(compatible(), { permits, signal: controller.signal });
    controller.abort(new CallAborted("CANCEL"));
    expect(failedOf(await waiting)).toMatchObject({ outcome: "NOT_SENT", failure: { code: "CANCELLED" } });
    release.resolve();
    await holder;
    expect(server.received).toEqual([]);
  });

  it.each([
    ["STEP_TIMEOUT", "UPSTREAM_UNAVAILABLE", true],
    ["EXECUTION_TIMEOUT", "EXECUTION_TIMEOUT", false],
    ["CANCEL", "CANCELLED", false],
  ] as const)("[E7] [E9] a body is read under the signal: %s", async (cause, code, retryable) => {
    for (const options of [{}, streamed]) {
      const controller = new AbortController();
      server.answer = (response) => {
        response.writeHead(200, { "content-type": options === streamed ? "text/event-stream" : "application/json" });
        response.write(eventText([first]), () => controller.abort(new CallAborted(cause)));
      };
      const failed = failedOf(await call(compatible(), { ...options, signal: controller.signal }));
      expect(failed).toMatchObject({ outcome: "UNKNOWN", failure: { code, retryable } });
    }
  });

  it("[E7] an address that egress forbids is not called", async () => {
    const failed = failedOf(await call(compatible(), { allowPrivate: false }));
    expect(failed).toMatchObject({ outcome: "NOT_SENT", failure: { code: "EGRESS_DENIED", retryable: false } });
    expect(JSON.stringify(failed)).not.toContain("127.0.0.1");
    expect(server.received).toEqual([]);
  });

  it("[E7] a redirect is not followed with the question in it", async () => {
    server.answer = (response) => {
      response.writeHead(302, { location: "https://elsewhere.example/" });
      response.end();
    };
    expect(await verdict("OPENAI_COMPATIBLE")).toEqual(["UNKNOWN", "MODEL_ERROR", false]);
  });

  it("[E7] a connection that fails leaves the outcome unknown", async () => {
    server.answer = (response) => response.destroy();
    expect(await verdict("OPENAI_COMPATIBLE")).toEqual(["UNKNOWN", "UPSTREAM_UNAVAILABLE", true]);
    expect(await verdict("ANTHROPIC", streamed)).toEqual(["UNKNOWN", "UPSTREAM_UNAVAILABLE", true]);
  });

  it("a missing key is named", async () => {
    const { outcome, failure } = failedOf(await call(compatible(), { key: undefined }));
    expect(outcome).toBe("NOT_SENT");
    expect(failure).toMatchObject({
      code: "UPSTREAM_UNAUTHORIZED",
      message: 'Cannot call the model "fast": required the secret MODEL_SECRET_TEST, found none',
    });
    expect(server.received).toEqual([]);
  });

  it("a refused key is named and never shown, for every repetition", async () => {
    for (const provider of ["OPENAI_COMPATIBLE", "OPENAI", "OPENAI_RESPONSES", "ANTHROPIC"] as const) {
      server.answer = json(
        { error: { message: `Incorrect API key provided: ${key}.`, type: key, code: "invalid_api_key" } },
        401,
      );
      const failed = failedOf(await call(modelAt(server.url, provider)));
      expect(failed.failure.message).toContain("MODEL_SECRET_TEST");
      expect(JSON.stringify(failed)).not.toContain(key);
      server.answer = json({ error: { message: `bad ${key}`, type: "invalid_request_error", code: null } }, 400);
      expect(JSON.stringify(failedOf(await call(modelAt(server.url, provider))))).not.toContain(key);
    }
    const unsendable = "sk-\nnot for a header";
    const failed = failedOf(await call(compatible(), { key: unsendable }));
    expect(failed.outcome).toBe("NOT_SENT");
    expect(JSON.stringify(failed)).not.toContain("not for a header");
  });

  it("a key is taken out of what is kept however it is written, and at the end of what is kept", async () => {
    const written = (text: string) => text.replaceAll("-", "\\u002d").replaceAll("/", "\\/");
    const secret = `sk-${"a/b-".repeat(20)}`;
    server.answer = text(
      `{"error": {"message": "m"}, "${written(secret)}": ["${written(secret)}"]}`,
      400,
      "application/json",
    );
    const kept = failedOf(await call(compatible(), { key: secret }));
    expect(kept.received).toEqual({ error: { message: "m" }, "[secret]": ["[secret]"] });
    server.answer = text(secret.repeat(2_000), 400);
    expect(failedOf(await call(compatible(), { key: secret })).received).toMatch(/^(\[secret\])+$/);
    // A key of digits stands in numbers too.
    server.answer = text('{"a": 1e3}', 400, "application/json");
    expect(failedOf(await call(compatible(), { key: "1000" })).received).toBe('{"a":[secret]}');
    // White space around a key is not sent with it, so it does not come back either.
    server.answer = json({ error: { message: `bad ${key}` } }, 400);
    expect(JSON.stringify(failedOf(await call(compatible(), { key: ` ${key}\n` })))).not.toContain(key);
  });

  it("the message of the provider is on one line of at most 300 characters", async () => {
    server.answer = json({ error: { message: `line\n\u001b[31mline ${"x".repeat(1_000)}` } }, 400);
    const { message } = failedOf(await call(compatible())).failure;
    expect(message).toMatch(/HTTP status 400: line \[31mline x+$/);
    expect(message.length).toBeLessThan(420);
  });
});
