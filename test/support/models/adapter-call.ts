/** Calls of the adapter through the real guarded fetch and its permits, with everything else as the test says. */
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { Permits } from "../../../src/durable/calls/permits.ts";
import type { JsonSchema } from "../../../src/json/json.ts";
import { callModel } from "../../../src/model/adapter/adapter.ts";
import type { ModelCallContext, ModelRequest, ModelResult } from "../../../src/model/port.ts";
import type { ModelDefinition, ModelProvider } from "../../../src/plan/model-definition.ts";
import { modelOf } from "./model-of.ts";

export const key = "sk-test-0123456789";

/** An object without bounds: no provider can be bound to it. */
export const openSchema: JsonSchema = {
  type: "object",
  properties: { calls: { type: "array", items: { type: "object" } }, note: { type: "string" } },
  required: ["calls"],
};

/** A schema that each provider takes as it is. */
export const closedSchema: JsonSchema = {
  type: "object",
  properties: { agent: { type: ["string", "null"] }, confidence: { type: "number" } },
  required: ["agent", "confidence"],
  additionalProperties: false,
};

export const forced = (parameters: JsonSchema = openSchema): ModelRequest["answer"] => ({
  kind: "FUNCTION",
  function: { name: "__planning__", description: "Hands over the plan.", parameters },
});

export const asJson = (schema: JsonSchema = openSchema): ModelRequest["answer"] => ({
  kind: "JSON",
  name: "plan",
  schema,
});

/** A model of a provider behind `url`. */
export function modelAt(url: string, provider: ModelProvider, changes: Partial<ModelDefinition> = {}): ModelDefinition {
  const facts = { provider, model: "some-model", baseUrl: `${url}/v1`, keySecret: "TEST" };
  return modelOf({ name: "fast", ...facts, maxOutputTokens: 300, timeoutMs: 60_000, ...changes });
}

export interface CallOptions extends Partial<ModelCallContext> {
  readonly answer?: ModelRequest["answer"];
  readonly messages?: ModelRequest["messages"];
  readonly permits?: Permits;
  readonly maxResponseBytes?: number;
  readonly allowPrivate?: boolean;
}

/** One call, not streamed unless `onText` is given. */
export function call(model: ModelDefinition, options: CallOptions = {}): Promise<ModelResult> {
  const permits = options.permits ?? new Permits(6);
  const permit: ModelCallContext["permit"] = (signal, run) => permits.run(signal, run);
  const fetch = guardedFetch({
    rules: { allowPrivate: options.allowPrivate ?? true, allowHttp: true },
    maxResponseBytes: options.maxResponseBytes ?? Number.POSITIVE_INFINITY,
    fetch: (url, init) => globalThis.fetch(url, init),
    awaitHeaders: (signal, run) => permits.run(signal, run),
  });
  const messages = options.messages ?? [
    { role: "SYSTEM", text: "You plan." },
    { role: "USER", text: "What is the weather in Boston?" },
  ];
  return callModel(
    { model, messages, answer: options.answer ?? { kind: "TEXT" } },
    {
      ...{ fetch: options.fetch ?? fetch, permit: options.permit ?? permit },
      ...{ key: "key" in options ? options.key : key, binding: options.binding },
      ...{ signal: options.signal ?? new AbortController().signal, onText: options.onText },
    },
  );
}

/** The reply of a call that was answered. Throws with the failure of any other. */
export function replyOf(result: ModelResult) {
  if (result.kind !== "ANSWERED") throw new Error(JSON.stringify(result));
  return result.reply;
}

/** The failure of a call that failed. Throws with the reply of any other. */
export function failedOf(result: ModelResult) {
  if (result.kind !== "FAILED") throw new Error(JSON.stringify(result));
  return result;
}
