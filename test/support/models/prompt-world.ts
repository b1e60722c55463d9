/**
 * Language models for the runner's world: prompts of one line, a model that answers as a test says, and executions that are started
 * with a prompt, with a question or with a plan to answer about. What is really said to models is tested elsewhere.
 */

import type { CallOutcome } from "../../../src/execution/events/attempt.ts";
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import type { FailureCode } from "../../../src/json/failure.ts";
import { isJsonObject, type Json } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { ModelReply, ModelRequest, ModelResult } from "../../../src/model/port.ts";
import type { ResponderInput } from "../../../src/model/prompts/execution-report.ts";
import type { ModelPrompts } from "../../../src/model/prompts/model-prompts.ts";
import type {
  ModelDefinition,
  ModelPurpose,
  ModelWork,
  PlanWork,
  TokenUsage,
} from "../../../src/plan/model-definition.ts";
import { modelOf } from "./model-of.ts";
import { conversation as conversationOf, reply } from "./prompt-parts.ts";

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
  return { kind: "FAILED", outcome, failure, retryAfterMs, received: null, usage: null };
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

/** One line each, from which a test can read what was asked. */
export const worldPrompts: ModelPrompts = {
  routerRequest: ({ candidates, model }) =>
    requestOf("ROUTE", model, { candidates: candidates.map(({ name }) => name) }),
  readRouterReply: ({ text }, candidates) => {
    const name = parsed(text);
    if (name === null)
      return { ok: true, agentName: null, unknownAgentName: null, confidence: 0.9, reason: "none fits" };
    const isCandidate = candidates.some((candidate) => candidate.name === name);
    if (isCandidate)
      return { ok: true, agentName: String(name), unknownAgentName: null, confidence: 0.8, reason: "it fits" };
    return typeof name === "string"
      ? { ok: true, agentName: null, unknownAgentName: name, confidence: 0.8, reason: "it fits" }
      : { ok: false, message: "something that is no name" };
  },
  plannerRequest: ({ callables, corrections, model }) =>
    requestOf("PLAN", model, {
      callables: callables.map(({ name }) => name),
      corrections: corrections.map(({ problems, reply }) => ({ reply, problems: problems.map(({ kind }) => kind) })),
    }),
  readPlannerReply: ({ stop, text }) => {
    if (stop === "REFUSED") return { ok: false, message: "a refusal", refused: true };
    const document = parsed(text);
    return document === undefined
      ? { ok: false, message: "text that is not JSON", refused: false }
      : { ok: true, document };
  },
  responderRequest: (input) => requestOf("RESPOND", input.model, shown(input)),
  readResponderReply: ({ text }) => (text === "" ? { ok: false, message: "nothing" } : { ok: true, text }),
  agentTurnRequest: ({ agent, messages, model, output, rejected }) => {
    const told = messages.map((message) =>
      message === null ? "(left out)" : `${message.agentName ?? message.author}: ${message.text}`,
    );
    const request = requestOf("AGENT", model, { agent: agent.name, messages: told, rejected });
    return output === null ? request : { ...request, answer: { kind: "JSON", ...output } };
  },
  readAgentReply: ({ stop, text }, output) => {
    if (stop === "REFUSED" || (output === null && text === "")) return { kind: "UNUSABLE", message: "a refusal" };
    if (output === null) return { kind: "TEXT", text };
    const data = parsed(text);
    return isJsonObject(data) ? { kind: "OUTPUT", data } : { kind: "NO_OUTPUT", finding: "text that is not JSON" };
  },
};

/** What the responder was told, cut to its bytes. */
function shown({ failure, isUnrouted, maxBytes, planProblems, status, steps }: ResponderInput): Json {
  const told = {
    status,
    failure: failure?.code ?? null,
    problems: planProblems?.map(({ kind }) => kind) ?? null,
    isUnrouted,
    steps: steps.map(({ end, id, output, text }) => ({
      id,
      end,
      output: output ?? null,
      ...(text !== undefined && { text }),
    })),
  };
  const text = JSON.stringify(told);
  return text.length <= maxBytes ? told : { cut: text.slice(0, Math.max(0, maxBytes - 200)) };
}

function requestOf(purpose: ModelPurpose, model: ModelDefinition, told: Json): ModelRequest {
  const text = JSON.stringify({ purpose, told });
  return { model, messages: [{ role: "USER", text }], answer: { kind: "TEXT" } };
}

/** Purpose and content of a request that the prompts above made. */
export function toldTo({ messages }: ModelRequest): { readonly purpose: ModelPurpose; readonly told: Json } {
  return JSON.parse(messages[0]?.text ?? "{}") as { purpose: ModelPurpose; told: Json };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export const model = modelOf({
  name: "scripted",
  baseUrl: "https://models.example/v1",
  ...{ maxOutputTokens: 100, timeoutMs: 60_000, price: { input: 1, cachedInput: 0.5, output: 2 } },
});

export const conversation = conversationOf({ message: "What is new?", sessionContext: { zone: "UTC" } });

const respond = { model, reservedMs: 60_000 };

/** What makes an execution one that is started with a prompt. */
export function withPrompt(work: Partial<ModelWork> = {}, maxCorrections = 0): Partial<ExecutionStarted> {
  const plan: PlanWork = { model, encoding: "FUNCTION", schedule: null, maxCorrections, maxPlanBytes: 100_000 };
  return {
    startedWith: "PROMPT",
    dialect: "TOOL_CALLS",
    plan: null,
    planHash: null,
    onInvalidPlan: "RESPOND",
    conversation: storedValue(conversation as unknown as Json),
    modelWork: { route: null, plan, respond, ...work },
  };
}

/** What makes an execution one that is started with a question for one of these agents. */
export function withQuestion(candidates: readonly string[], work: Partial<ModelWork> = {}): Partial<ExecutionStarted> {
  const route = {
    model,
    candidates: candidates.map((name) => ({ name, description: "", tags: [], exampleQueries: [] })),
  };
  return { ...withPrompt({ route, plan: null, ...work }), startedWith: "ASK", onInvalidPlan: "REJECT" };
}

/** What has the responder write about an execution whose plan is given. */
export function withResponder(): Partial<ExecutionStarted> {
  return {
    conversation: storedValue(conversation as unknown as Json),
    modelWork: { route: null, plan: null, respond },
  };
}
