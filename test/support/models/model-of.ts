/** A language model for tests: one without a key and a price, but for what a test says. */
import type { ModelDefinition } from "../../../src/plan/model-definition.ts";

export function modelOf(facts: Partial<ModelDefinition> & { readonly name: string }): ModelDefinition {
  return {
    provider: "OPENAI_COMPATIBLE",
    model: `${facts.name}-1`,
    baseUrl: "http://127.0.0.1/v1",
    keySecret: null,
    maxOutputTokens: 1_000,
    timeoutMs: 1_000,
    price: null,
    ...facts,
  };
}
