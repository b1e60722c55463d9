/**
 * Collects a model's answer, whole or from a stream of parts, into one reply. An answer is accepted only if the provider said why it ended.
 * An answer longer than the requested maximum is abandoned.
 */
import type {
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { type JsonObject, ownValue, utf8Bytes } from "../../json/json.ts";
import type { TokenUsage } from "../../plan/model-definition.ts";
import type { CalledFunction, ModelReply, StopReason } from "../port.ts";
import { shallowJson } from "./received.ts";

export type ParsedModelAnswer =
  | { readonly kind: "REPLY"; readonly reply: ModelReply }
  | { readonly kind: "ENDLESS" }
  /** `finding` is of the form "required …, found …". */
  | { readonly kind: "UNFINISHED"; readonly finding: string; readonly hasOutput: boolean };

const leastTextBytes = 65_536;
const bytesPerToken = 16;

/** Longest text that a model can mean by so many tokens, in bytes. */
export function longestText(maxOutputTokens: number): number {
  return Math.max(leastTextBytes, bytesPerToken * maxOutputTokens);
}

/** Reads an answer that came at once. */
export function wholeAnswer(result: LanguageModelV4GenerateResult, maxBytes: number): ParsedModelAnswer {
  const answer = new Answer(maxBytes);
  answer.model = result.response?.modelId;
  for (const part of result.content) {
    if (part.type === "text") answer.addText(part.text);
    if (part.type === "reasoning") answer.count(part.text);
    if (part.type === "tool-call") answer.addFunction(part.toolName, part.input);
  }
  answer.finish(result.finishReason, result.usage);
  return answer.parsed();
}

/** Reads an answer part by part and hands on its text as it comes. Rejects as the stream fails. */
export async function streamedAnswer(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  maxBytes: number,
  onText: (text: string) => void,
): Promise<ParsedModelAnswer> {
  const answer = new Answer(maxBytes);
  for await (const part of stream) {
    switch (part.type) {
      case "response-metadata":
        answer.model = part.modelId ?? answer.model;
        break;
      case "text-delta":
        answer.addText(part.delta);
        if (!answer.isEndless) onText(part.delta);
        break;
      case "reasoning-delta":
      case "tool-input-delta":
        answer.count(part.delta);
        break;
      case "tool-call":
        answer.addFunction(part.toolName, part.input);
        break;
      case "finish":
        answer.finish(part.finishReason, part.usage);
        break;
      case "error":
        answer.isBroken = true;
        break;
    }
    // Leaving the loop cancels the rest.
    if (answer.isEndless || answer.isBroken) break;
  }
  return answer.parsed();
}

class Answer {
  model: string | undefined;
  /** Something came that is no part of an answer. */
  isBroken = false;
  readonly #maxBytes: number;
  #bytes = 0;
  #text = "";
  readonly #functions: CalledFunction[] = [];
  #stop: StopReason | undefined;
  #usage: TokenUsage | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEndless(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /** Counts output of the model that is no part of the reply. */
  count(text: string): void {
    this.#bytes += utf8Bytes(text);
  }

  addText(text: string): void {
    this.count(text);
    if (!this.isEndless) this.#text += text;
  }

  addFunction(name: string, input: string): void {
    this.count(name);
    this.count(input);
    if (this.isEndless) return;
    const value = shallowJson(input);
    this.#functions.push({ name, arguments: value === undefined ? input : value, isJson: value !== undefined });
  }

  finish(reason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): void {
    this.#stop = stopReason(reason);
    this.#usage = tokenUsage(usage);
  }

  parsed(): ParsedModelAnswer {
    if (this.isEndless) return { kind: "ENDLESS" };
    const hasOutput = this.#bytes > 0;
    if (this.isBroken) {
      return { kind: "UNFINISHED", finding: "required events of the interface, found others", hasOutput };
    }
    if (this.#stop === undefined) {
      return { kind: "UNFINISHED", finding: "required the reason why the answer ended, found none", hasOutput };
    }
    const { model } = this;
    const reply = { text: this.#text, functions: this.#functions, stop: this.#stop, model, usage: this.#usage };
    return { kind: "REPLY", reply };
  }
}

/** Reasons with which servers say that an answer was broken off: OpenRouter, GLM, DeepSeek, vLLM. */
const brokenOff = new Set(["error", "network_error", "insufficient_system_resource", "abort"]);

/** Undefined if the provider did not say why the answer ended, or that it did not end: it may have been cut. */
function stopReason({ unified, raw }: LanguageModelV4FinishReason): StopReason | undefined {
  if (raw !== undefined && brokenOff.has(raw)) return undefined;
  switch (unified) {
    case "stop":
    case "tool-calls":
      return "COMPLETE";
    case "length":
      return "LENGTH";
    case "content-filter":
      return "REFUSED";
    case "other":
      return raw === undefined ? undefined : "UNKNOWN";
    default:
      return undefined;
  }
}

/**
 * Undefined unless the provider said both numbers: the libraries write 0 for one that is missing, which would charge a call less
 * than it cost.
 */
function tokenUsage({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): TokenUsage | undefined {
  const said = raw as JsonObject | undefined;
  if (said === undefined || !saysOneOf(said, inputNames) || !saysOneOf(said, outputNames)) return undefined;
  const counts = [inputTokens.total, inputTokens.cacheRead ?? 0, outputTokens.total];
  const [input, cached, output] = counts.map((count) => (isCount(count) ? count : null));
  if (input == null || cached == null || output == null) return undefined;
  // xAI and Gemini count the tokens of thinking in the total alone.
  const total = ownValue(said, "total_tokens");
  const all = Math.max(output, isCount(total) ? total - input : 0);
  return { inputTokens: input, cachedInputTokens: Math.min(cached, input), outputTokens: all };
}

const inputNames = ["prompt_tokens", "input_tokens"];
const outputNames = ["completion_tokens", "output_tokens"];

function saysOneOf(raw: JsonObject, names: readonly string[]): boolean {
  return names.some((name) => isCount(ownValue(raw, name)));
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
