/**
 * The options of a model call as the AI SDK takes them: messages, the cap on output, and the form of the answer. The differences
 * between providers are here and nowhere else.
 *
 * - The cap on output is always sent, so that a reservation bounds the call.
 * - A forced function is named, and no other may be called beside it.
 * - A schema binds the answer only where it fits the provider's subset (`strict-schema.ts`).
 */
import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import { isJsonObject, type JsonObject, type JsonSchema } from "../../json/json.ts";
import type { ModelDefinition, ModelProvider } from "../../plan/model-definition.ts";
import type { ModelMessage, ModelRequest } from "../port.ts";
import { fitsAnthropicFormat, openAiStrict } from "../prompts/strict-schema.ts";

/** The name under which the library of compatible servers finds its options. */
export const compatibleName = "compatible";

/** The options of one call. `signal` aborts it. */
export function callOptions(request: ModelRequest, signal: AbortSignal): LanguageModelV4CallOptions {
  const { model, answer } = request;
  return {
    prompt: request.messages.map(promptMessage),
    // OpenAI's chat interface has the cap under another name, which only an option of its own sends for every model.
    ...(model.provider === "OPENAI" ? {} : { maxOutputTokens: model.maxOutputTokens }),
    ...bindingOf(answer, model),
    providerOptions: providerOptionsOf(request),
    abortSignal: signal,
  };
}

function promptMessage({ role, text }: ModelMessage): LanguageModelV4Message {
  if (role === "SYSTEM") return { role: "system", content: text };
  return { role: role === "USER" ? "user" : "assistant", content: [{ type: "text", text }] };
}

type Answer = ModelRequest["answer"];

/** Models of Anthropic from before schemas of answers, which refuse a request that has one. */
const knowsNoFormat = /claude-(?:instant|v?2|3|(?:opus|sonnet)-4-(?:0|2025))/;

function bindingOf(answer: Answer, { model, provider }: ModelDefinition): Partial<LanguageModelV4CallOptions> {
  if (answer.kind === "FUNCTION") {
    const { name, description, parameters } = answer.function;
    const strict = isOpenAi(provider) ? openAiStrict(parameters) : undefined;
    const bound = { inputSchema: schemaOf(strict ?? parameters), ...(strict !== undefined && { strict: true }) };
    return {
      tools: [{ type: "function", name, description, ...bound }],
      toolChoice: { type: "tool", toolName: name },
    };
  }
  if (answer.kind === "TEXT") return {};
  // Anthropic knows no JSON without a schema. The library would use a tool instead, which was not requested.
  if (provider === "ANTHROPIC" && (knowsNoFormat.test(model) || !fitsAnthropicFormat(answer.schema))) return {};
  const strict = isOpenAi(provider) ? openAiStrict(answer.schema) : undefined;
  return { responseFormat: { type: "json", name: answer.name, schema: schemaOf(strict ?? answer.schema) } };
}

/** OpenAI's models o1 to o4 answer HTTP 400 to every value of `parallel_tool_calls`. */
const refusesParallelWord = /(?:^|\/)o\d/;

function providerOptionsOf({ model, answer }: ModelRequest): { [provider: string]: JsonObjectCopy } {
  const isForced = answer.kind === "FUNCTION";
  const isAlone = isForced && !refusesParallelWord.test(model.model);
  switch (model.provider) {
    case "OPENAI_COMPATIBLE":
      return { [compatibleName]: isAlone ? { parallel_tool_calls: false } : {} };
    case "OPENAI":
    case "OPENAI_RESPONSES":
      return {
        openai: {
          ...(model.provider === "OPENAI" ? { maxCompletionTokens: model.maxOutputTokens } : { store: false }),
          ...(isAlone ? { parallelToolCalls: false } : {}),
          strictJsonSchema: answer.kind === "JSON" && openAiStrict(answer.schema) !== undefined,
        },
      };
    case "ANTHROPIC":
      return {
        anthropic: {
          structuredOutputMode: "outputFormat",
          toolStreaming: false,
          ...(isForced ? { disableParallelToolUse: true } : {}),
        },
      };
    case "WORKERS_AI":
      return {};
  }
}

/** The library's type of options, whose members can be changed. */
type JsonObjectCopy = NonNullable<LanguageModelV4CallOptions["providerOptions"]>[string];

function isOpenAi(provider: ModelProvider): boolean {
  return provider === "OPENAI" || provider === "OPENAI_RESPONSES";
}

/** A schema is handed on as it is: the library's type is of an older draft and of objects only. */
function schemaOf(schema: JsonSchema): JSONSchema7 {
  const object: JsonObject = isJsonObject(schema) ? schema : {};
  return object as JSONSchema7;
}
