import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { Permits } from "../../../src/durable/calls/permits.ts";
import { fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { call, modelAt, replyOf } from "../../support/models/adapter-call.ts";
import * as published from "../../support/models/published-answers.ts";
import { fakeBinding } from "../../support/models/workers-ai-binding.ts";

it("[E10] models and tools together await the headers of at most six requests, a binding's calls among them", async () => {
  const waiting: ServerResponse[] = [];
  let inBinding = 0;
  let most = 0;
  const arrived = new Map([
    ["tool", 0],
    ["model", 0],
    ["binding", 0],
  ]);
  const arrive = (kind: string) => {
    arrived.set(kind, (arrived.get(kind) ?? 0) + 1);
    most = Math.max(most, waiting.length + inBinding);
    const isLast = [...arrived.values()].reduce((sum, count) => sum + count) === 24;
    // All six permits are taken: whoever came first is answered, and the next may come. After the last, everybody is answered.
    if (isLast) setImmediate(() => Array.from({ length: 6 }, answerOne));
    else if (waiting.length + inBinding === 6) setImmediate(answerOne);
  };
  const releases: (() => void)[] = [];
  const answerOne = () => {
    const response = waiting.shift();
    if (response !== undefined) return sendJson(response, 200, published.chatText);
    releases.shift()?.();
  };
  const server = await fakeHttpServer((request, response) => {
    waiting.push(response);
    arrive(request.url === "/tool" ? "tool" : "model");
  });
  const binding = fakeBinding(() => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    inBinding += 1;
    releases.push(() => {
      inBinding -= 1;
      resolve({ response: "Hello!" });
    });
    arrive("binding");
    return promise;
  });

  const permits = new Permits(6);
  const tools = guardedFetch({
    rules: { allowPrivate: true, allowHttp: true },
    maxResponseBytes: 1_000_000,
    fetch: (url, init) => fetch(url, init),
    awaitHeaders: (signal, run) => permits.run(signal, run),
  });
  const model = modelAt(server.url, "OPENAI_COMPATIBLE");
  const bound = { ...modelAt(server.url, "WORKERS_AI", { keySecret: null }), baseUrl: null };
  const calls = Array.from({ length: 8 }, () => [
    tools(`${server.url}/tool`).then((response) => response.text()),
    call(model, { permits }).then(replyOf),
    call(bound, { permits, binding, key: undefined }).then(replyOf),
  ]).flat();
  await Promise.all(calls);
  await server.close();
  expect(Object.fromEntries(arrived)).toEqual({ tool: 8, model: 8, binding: 8 });
  expect(most).toBe(6);
});
