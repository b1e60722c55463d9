/**
 * Which library reaches which provider. Each is imported on demand, so that a deployment loads only the library that it uses, at its first
 * call. The address and the key are always passed: the libraries would otherwise read them from the environment.
 */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelDefinition } from "../../plan/model-definition.ts";
import { compatibleName } from "./call-options.ts";

/** Where requests to the binding of Workers AI seem to go; nothing is sent there. */
const bindingAddress = "https://workers-ai.invalid/v1";

/** The model as the AI SDK calls it, through `fetch` alone. */
export async function providerModel(
  model: ModelDefinition,
  key: string | undefined,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV4> {
  // Without a key the header is taken out again where requests leave.
  const apiKey = key ?? "";
  switch (model.provider) {
    case "OPENAI_COMPATIBLE":
    case "WORKERS_AI": {
      const isBinding = model.provider === "WORKERS_AI";
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name: compatibleName,
        baseURL: isBinding ? bindingAddress : (model.baseUrl ?? ""),
        apiKey,
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: isBinding,
      }).chatModel(model.model);
    }
    case "OPENAI":
    case "OPENAI_RESPONSES": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const provider = createOpenAI({ baseURL: model.baseUrl ?? "https://api.openai.com/v1", apiKey, fetch });
      return model.provider === "OPENAI" ? provider.chat(model.model) : provider.responses(model.model);
    }
    case "ANTHROPIC": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const baseURL = model.baseUrl ?? "https://api.anthropic.com/v1";
      return createAnthropic({ baseURL, apiKey, fetch }).messages(model.model);
    }
  }
}
