/** Prompts of one line. What is really sent to models is tested with the prompts of the product. */
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/json.ts";
import type { ModelRequest } from "../../../src/model/port.ts";
import type { ResponderInput, StepReport } from "../../../src/model/prompts/execution-report.ts";
import type { ModelPrompts } from "../../../src/model/prompts/model-prompts.ts";
import type { ModelDefinition, ModelPurpose } from "../../../src/plan/model-definition.ts";

/** One line each, from which a test can read what was asked. */
export const oneLinePrompts: ModelPrompts = {
  routerRequest: ({ candidates, model }) =>
    requestOf("ROUTE", model, { candidates: candidates.map(({ name }) => name) }),
  readRouterReply: ({ text }, candidates) => {
    const name = parsed(text);
    if (name === null)
      return { ok: true, agentName: undefined, unknownAgentName: undefined, confidence: 0.9, reason: "none fits" };
    const isCandidate = candidates.some((candidate) => candidate.name === name);
    if (isCandidate)
      return { ok: true, agentName: String(name), unknownAgentName: undefined, confidence: 0.8, reason: "it fits" };
    return typeof name === "string"
      ? { ok: true, agentName: undefined, unknownAgentName: name, confidence: 0.8, reason: "it fits" }
      : { ok: false, message: "something that is no name" };
  },
  plannerRequest: ({ callables, corrections, maxSteps, maySearch, model, rounds }) =>
    requestOf("PLAN", model, {
      ...(maySearch === true && { maySearch }),
      callables: callables.map(({ name }) => name),
      corrections: corrections.map(({ problems, reply }) => ({ reply, problems: problems.map(({ kind }) => kind) })),
      ...(rounds?.soFar !== undefined && {
        soFar: cutTo(rounds.maxBytes, {
          plansLeft: rounds.plansLeft,
          maxSteps,
          steps: rounds.soFar.steps.map(reported),
        }),
      }),
    }),
  readPlannerReply: ({ stop, text }) => {
    if (stop === "REFUSED") return { ok: false, message: "a refusal", refused: true };
    const document = parsed(text);
    if (document === undefined) return { ok: false, message: "text that is not JSON", refused: false };
    const search = isJsonObject(document) ? document.search : undefined;
    return typeof search === "string" ? { ok: true, search } : { ok: true, document };
  },
  responderRequest: (input) => {
    const request = requestOf("RESPOND", input.model, shown(input));
    const { name = "", schema = true } = input.output ?? {};
    return input.output === undefined ? request : { ...request, answer: { kind: "JSON", name, schema } };
  },
  readResponderReply: ({ text }) => (text === "" ? { ok: false, message: "nothing" } : { ok: true, text }),
  agentTurnRequest: ({ agent, messages, model, output, rejected, rounds }) => {
    const told = messages.map((message) => {
      if (message === undefined) return "(left out)";
      const said = message.data === undefined ? message.text : JSON.stringify(message.data);
      return `${message.agentName ?? message.author}: ${said}`;
    });
    const request = requestOf("AGENT", model, {
      ...{ agent: agent.name, messages: told, rejected: rejected ?? null },
      ...(rounds !== undefined && { rounds: { ...rounds } }),
    });
    if (output !== null && rounds?.isOptional === true)
      return { ...request, answer: { kind: "TEXT", mayBeData: true } };
    return output === null ? request : { ...request, answer: { kind: "JSON", ...output } };
  },
  readAgentReply: ({ stop, text }, output, isOptional) => {
    if (stop === "REFUSED" || (output === null && text === "")) return { kind: "UNUSABLE", message: "a refusal" };
    if (output === null) return { kind: "TEXT", text };
    const data = parsed(text);
    if (isOptional === true && !isJsonObject(data) && text !== "") return { kind: "TEXT", text };
    return isJsonObject(data) ? { kind: "OUTPUT", data } : { kind: "NO_OUTPUT", finding: "text that is not JSON" };
  },
};

/** The data of the responder, cut to its bytes. */
function shown({ failure, isUnrouted, maxBytes, output: required, planProblems, status, steps }: ResponderInput): Json {
  const told: JsonObject = {
    status,
    failure: failure?.code ?? null,
    problems: planProblems?.map(({ kind }) => kind) ?? null,
    isUnrouted,
    steps: steps.map(reported),
    ...(required !== undefined && {
      corrections: required.corrections.map(({ problems, reply }) => ({ problems, reply })),
      plannedAnswer: required.plannedAnswer ?? null,
    }),
  };
  return cutTo(maxBytes, told);
}

function reported({ end, id, output, text }: StepReport): Json {
  return { id, end, output: output ?? null, ...(text !== undefined && { text }) };
}

function cutTo(maxBytes: number, told: JsonObject): Json {
  const text = JSON.stringify(told);
  return text.length <= maxBytes ? told : { cut: text.slice(0, Math.max(0, maxBytes - 200)) };
}

function requestOf(purpose: ModelPurpose, model: ModelDefinition, told: Json): ModelRequest {
  const text = JSON.stringify({ purpose, told });
  return { model, messages: [{ role: "USER", text }], answer: { kind: "TEXT" } };
}

/** Purpose and content of a request of `oneLinePrompts`. */
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
