/** Answers of language models, as tests give them. */
import type { CallOutcome } from "../../../src/execution/events/attempt.ts";
import type { FailureCode } from "../../../src/json/failure.ts";
import type { ModelReply, ModelRequest, ModelResult } from "../../../src/model/port.ts";
import type { ModelPurpose, TokenUsage } from "../../../src/plan/model-definition.ts";
import { model } from "./model-work.ts";
import { reply } from "./prompt-parts.ts";

/** A model call that left. */
export interface ModelCallSeen {
  readonly purpose: ModelPurpose;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  /** Sends a piece of text, as a stream would. Does nothing where none is wanted. */
  readonly text: (piece: string) => void;
}

export type ModelAnswerTo = (call: ModelCallSeen) => ModelResult | Promise<ModelResult>;

export const usage: TokenUsage = { inputTokens: 10, cachedInputTokens: 2, outputTokens: 5 };

/** An answer with this text. */
export function said(text: string, more: Partial<ModelReply> = {}): ModelResult {
  return { kind: "ANSWERED", reply: reply({ text, model: model.model, usage, ...more }) };
}

export function modelFailed(
  outcome: CallOutcome,
  code: FailureCode = "UPSTREAM_UNAVAILABLE",
  retryAfterMs: number | null = null,
  retryable = true,
): ModelResult {
  const failure = { code, message: `the model failed with ${code}`, retryable, details: null };
  return { kind: "FAILED", outcome, failure, retryAfterMs: retryAfterMs ?? undefined, received: null };
}

/** A plan in the words of the document, which calls these tools one after another. */
export function toolCalls(...names: string[]): ModelResult {
  const calls = names.map((tool_name) => ({ tool_name, arguments: {} }));
  return said(JSON.stringify({ type: "tool_calls", reasoning: "so", calls }));
}

export function directResponse(content: string): ModelResult {
  return said(JSON.stringify({ type: "direct_response", content }));
}

export function routed(agent: string | null): ModelResult {
  return said(JSON.stringify(agent));
}

/** Answers each purpose with its own script. */
export function scripted(script: Partial<Record<ModelPurpose, ModelAnswerTo | ModelResult>>): ModelAnswerTo {
  return (call) => {
    const answer = script[call.purpose];
    if (answer === undefined) throw new Error(`nobody expected a call for ${call.purpose}`);
    return typeof answer === "function" ? answer(call) : answer;
  };
}
