import { describe, expect, it } from "vitest";
import { Permits } from "../../../src/durable/calls/permits.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import {
  asJson,
  call,
  closedSchema,
  failedOf,
  forced,
  modelAt,
  openSchema,
  replyOf,
} from "../../support/models/adapter-call.ts";
import * as published from "../../support/models/published-answers.ts";
import { byteStream, type FakeBinding, fakeBinding, platformError } from "../../support/models/workers-ai-binding.ts";
import { done, eventText } from "./misbehaving-model.ts";

const model = { ...modelAt("https://unused.invalid", "WORKERS_AI", { keySecret: null }), baseUrl: null };

function ask(binding: FakeBinding | undefined, options: Parameters<typeof call>[1] = {}) {
  const fetch = () => Promise.reject(new Error("the binding needs no fetch"));
  return call(model, { key: undefined, binding, fetch, ...options });
}

describe("Workers AI behind its binding", () => {
  it("answers with text, is sent the cap on output, and is given the signal", async () => {
    const usage = { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 };
    const binding = fakeBinding(() => ({ response: "Hello!", usage }));
    expect(replyOf(await ask(binding))).toEqual({
      ...{ text: "Hello!", functions: [], stop: "COMPLETE", model: undefined },
      usage: { inputTokens: 20, cachedInputTokens: 0, outputTokens: 3 },
    });
    expect(binding.calls).toEqual([
      {
        model: "some-model",
        input: {
          max_tokens: 300,
          messages: [
            { role: "system", content: "You plan." },
            { role: "user", content: "What is the weather in Boston?" },
          ],
        },
        options: { signal: expect.any(AbortSignal) },
      },
    ]);
  });

  it("[E7] reads functions in the older shape and in the newer one", async () => {
    const older = fakeBinding(() => published.workersAiFunction);
    expect(replyOf(await ask(older, { answer: forced() }))).toMatchObject({
      functions: [{ name: "getWeather", arguments: { latitude: "51.5074", longitude: "-0.1278" }, isJson: true }],
      ...{ stop: "COMPLETE", usage: undefined },
    });
    expect(older.calls[0]?.input).toMatchObject({
      tools: [{ type: "function", function: { name: "__planning__", parameters: openSchema } }],
      tool_choice: { type: "function", function: { name: "__planning__" } },
    });
    const toolCall = { id: "1", type: "function", function: { name: "f", arguments: '{"a":1}' } };
    const newer = fakeBinding(() => ({ response: null, tool_calls: [toolCall] }));
    expect(replyOf(await ask(newer, { answer: forced() })).functions).toEqual([
      { name: "f", arguments: { a: 1 }, isJson: true },
    ]);
    const chat = fakeBinding(() => published.chatFunction);
    expect(replyOf(await ask(chat, { answer: forced() })).functions).toMatchObject([{ name: "get_current_weather" }]);
  });

  it("is sent the schema bare, and reads an object as its text", async () => {
    const binding = fakeBinding(() => published.workersAiJson);
    const reply = replyOf(await ask(binding, { answer: asJson(closedSchema) }));
    expect(JSON.parse(reply.text)).toEqual(published.workersAiJson.response);
    expect(binding.calls[0]?.input).toMatchObject({
      response_format: { type: "json_schema", json_schema: closedSchema },
    });
  });

  const usage = { prompt_tokens: 5, completion_tokens: 2 };
  it.each([
    ["older", [{ response: "Hal", p: "abc" }, { response: 42 }, { response: "ö" }, { response: "", usage }, done]],
    [
      "newer",
      [
        { choices: [{ index: 0, delta: { content: "Hal42" } }] },
        { choices: [{ index: 0, delta: { content: "ö" }, finish_reason: "stop" }] },
        { choices: [], usage },
        done,
      ],
    ],
  ])("streams in the %s shape, whatever pieces the bytes come in", async (_, list) => {
    const pieces: string[] = [];
    const binding = fakeBinding(() => byteStream(eventText(list), 3));
    expect(replyOf(await ask(binding, { onText: (text) => pieces.push(text) }))).toMatchObject({
      ...{ text: "Hal42ö", stop: "COMPLETE" },
      usage: { inputTokens: 5, outputTokens: 2 },
    });
    expect(pieces.join("")).toBe("Hal42ö");
    expect(binding.calls[0]?.input).toMatchObject({ stream: true });
    expect(binding.calls[0]?.input).not.toHaveProperty("stream_options");
  });

  it("answers a stream also where the model gives the whole at once", async () => {
    const pieces: string[] = [];
    const reply = replyOf(
      await ask(
        fakeBinding(() => ({ response: "Hello!" })),
        { onText: (text) => pieces.push(text) },
      ),
    );
    expect([reply.text, pieces]).toEqual(["Hello!", ["Hello!"]]);
  });

  it("[E7] a stream that ends before its end leaves the outcome unknown", async () => {
    const cut = fakeBinding(() => byteStream(eventText([{ response: "Hal" }])));
    expect(failedOf(await ask(cut, { onText: () => undefined }))).toMatchObject({ outcome: "UNKNOWN" });
  });

  it("says that an answer reached the cap", async () => {
    const usage = { prompt_tokens: 20, completion_tokens: 300 };
    expect(replyOf(await ask(fakeBinding(() => ({ response: "half a", usage })))).stop).toBe("LENGTH");
  });

  it("says so of a stream in the older shape too, which never does itself", async () => {
    const usage = { prompt_tokens: 20, completion_tokens: 300 };
    const binding = fakeBinding(() => byteStream(eventText([{ response: "half a" }, { response: "", usage }, done])));
    expect(replyOf(await ask(binding, { onText: () => undefined }))).toMatchObject({ text: "half a", stop: "LENGTH" });
  });

  it("[E7] a stream whose line does not end is given up, and cancelled", async () => {
    const cancelled = Promise.withResolvers<void>();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(0x61)),
      cancel: () => cancelled.resolve(),
    });
    const failed = failedOf(
      await ask(
        fakeBinding(() => endless),
        { onText: () => undefined },
      ),
    );
    await cancelled.promise;
    expect(failed.outcome).not.toBe("NOT_SENT");
  });

  it("[E9] a stream that comes after the call was given up is cancelled", async () => {
    const cancelled = Promise.withResolvers<void>();
    const output = Promise.withResolvers<ReadableStream<Uint8Array>>();
    const controller = new AbortController();
    const called = Promise.withResolvers<void>();
    const binding = fakeBinding(() => {
      called.resolve();
      return output.promise;
    });
    const calling = ask(binding, { signal: controller.signal, onText: () => undefined });
    await called.promise;
    controller.abort(new CallAborted("CANCEL"));
    await calling;
    output.resolve(new ReadableStream({ cancel: () => cancelled.resolve() }));
    await cancelled.promise;
  });

  it.each([
    [3040, "REJECTED", "UPSTREAM_UNAVAILABLE", true],
    [3036, "REJECTED", "MODEL_ERROR", false],
    [3007, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
    [5007, "REJECTED", "MODEL_ERROR", false],
    [3006, "REJECTED", "MODEL_ERROR", false],
    [5018, "REJECTED", "UPSTREAM_UNAUTHORIZED", false],
    [9999, "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
  ] as const)("[E7] error %i is %s with %s, tried again: %s", async (code, outcome, failureCode, retryable) => {
    const binding = fakeBinding(() => {
      throw platformError(code, "as the platform says");
    });
    for (const options of [{}, { onText: () => undefined }]) {
      expect(failedOf(await ask(binding, options))).toMatchObject({
        outcome,
        failure: { code: failureCode, retryable },
      });
    }
    expect(binding.calls).toHaveLength(2);
  });

  it.each([null, "text", { other: 1 }, []])("[E7] an answer such as %j leaves the outcome unknown", async (answer) => {
    expect(failedOf(await ask(fakeBinding(() => answer))).outcome).toBe("UNKNOWN");
  });

  it("[E7] [E9] a call that hangs ends with its signal, and one that waits for a permit was not sent", async () => {
    const controller = new AbortController();
    const called = Promise.withResolvers<void>();
    const hanging = fakeBinding(() => {
      called.resolve();
      return new Promise(() => undefined);
    });
    const permits = new Permits(1);
    const first = ask(hanging, { signal: controller.signal, permits });
    const second = ask(hanging, { signal: controller.signal, permits });
    await called.promise;
    controller.abort(new CallAborted("STEP_TIMEOUT"));
    expect(failedOf(await first)).toMatchObject({ outcome: "UNKNOWN", failure: { code: "UPSTREAM_UNAVAILABLE" } });
    expect(failedOf(await second)).toMatchObject({ outcome: "NOT_SENT" });
    expect(hanging.calls).toHaveLength(1);
  });

  it("is named where the deployment has not bound it", async () => {
    expect(failedOf(await ask(undefined))).toMatchObject({
      outcome: "NOT_SENT",
      failure: { message: 'Cannot call the model "fast": required the binding AI, found none' },
    });
  });
});
