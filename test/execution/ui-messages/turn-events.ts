/** Events of a turn, as tests of UI messages write them, and the chunks that they give. */
import type { ExecutionEvent, RecordedEvent } from "../../../src/execution/events/event.ts";
import { type EventFacts, shownValues } from "../../../src/execution/ui-messages/event-facts.ts";
import { TurnChunks } from "../../../src/execution/ui-messages/turn-chunks.ts";
import type { UiChunk } from "../../../src/execution/ui-messages/ui-chunk.ts";
import type { Json } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { humanInputProvider } from "../../../src/plan/human-input-callable.ts";
import { startedWith } from "../../support/engine/started-event.ts";
import { callables } from "../../support/plan/callables.ts";
import { agent, chatId, planner } from "../../support/plan/turn-work.ts";

const answered = {
  ...(callables[0] as (typeof callables)[number]),
  name: "answered",
  responseSchema: { type: "object" },
  provider: humanInputProvider.name,
};

export const started: ExecutionEvent = startedWith({ steps: [] } as never, {
  callables: [...callables, answered],
  started: {
    plan: null,
    turns: {
      chatId,
      appId: null,
      conversation: "conversation",
      manifest: { name: "Generator", hash: "hash" },
      agents: [agent("Writer"), planner("Planner"), planner("Asker", { callableName: "answered", toolName: "ask" })],
      handoffs: [],
      variables: [],
      maxTurns: 10,
      start: { agentName: "Writer", turn: 1, set: {}, variables: {} },
    } as never,
  },
});

export const turn = (number: number, agentName = "Writer"): ExecutionEvent => ({
  kind: "TurnStarted",
  turn: number,
  key: `key ${number}`,
  agentName,
  cause: "MESSAGE",
  isElsewhere: false,
  until: null,
});

export const text = (streamId: string, offset: number, words: string): ExecutionEvent => ({
  kind: "TextProduced",
  streamId,
  offset,
  text: words,
});

export const message = (number: number, words: string, uiHidden = false): ExecutionEvent => ({
  kind: "MessageAdded",
  messageId: `execution/${number}`,
  author: "AGENT",
  agentName: "Writer",
  turn: number,
  text: storedValue(words),
  uiHidden,
});

export const called = (step: string, given: Json, attempt = 1): ExecutionEvent => ({
  kind: "StepStarted",
  step,
  group: null,
  attempt,
  generation: 0,
  callId: `call of ${step}`,
  callableName: "search",
  arguments: storedValue(given),
});

export const asked = (
  step: string,
  purpose: "APPROVAL" | "CALLEE" | "IN_DOUBT" | "STEP",
  number = 1,
): ExecutionEvent => ({
  kind: "StepWaiting",
  waitsFor: "PERSON",
  step,
  group: null,
  until: 1_000,
  request: {
    requestId: `${step}/${number}`,
    purpose,
    kind: purpose === "STEP" ? "UI_TOOL" : purpose === "CALLEE" ? "FORM" : purpose,
    prompt: "May it?",
    ui: purpose === "STEP" ? { component: "Card", mode: null } : null,
    onExpiry: { kind: "FAIL" },
    onDecline: "FAIL",
  },
  arguments: storedValue({ topic: "tea", context_variables: { chat_id: "hidden" } }),
  ...(purpose === "STEP" || purpose === "CALLEE" ? { responseSchema: storedValue({ type: "object" }) } : {}),
});

export const answeredWith = (
  requestId: string,
  resolution: "ACCEPTED" | "DECLINED" | "EXPIRED",
  response?: Json,
): ExecutionEvent => ({
  kind: "HumanInputResolved",
  step: "step",
  requestId,
  resolution,
  respondedBy: "anonymous",
  reason: null,
  response: response === undefined ? null : storedValue(response),
});

export const stepEnded = (
  step: string,
  status: "SUCCEEDED" | "FAILED" | "CANCELLED" | "SKIPPED",
  output?: Json,
  code = "TOOL_ERROR",
): ExecutionEvent => ({
  kind: "StepFinished",
  step,
  group: null,
  status,
  attempt: 1,
  callId: null,
  outcome: null,
  output: output === undefined ? null : storedValue(output),
  content: null,
  failure: status === "FAILED" ? { code: code as never, message: "it broke", retryable: false, details: null } : null,
  warning: null,
  reused: false,
});

export const ended = (status: "SUCCEEDED" | "FAILED" | "CANCELLED"): ExecutionEvent => ({
  kind: "ExecutionFinished",
  status,
  failure:
    status === "FAILED"
      ? { code: "TOOL_ERROR", message: "no more", retryable: false, details: null, step: null }
      : null,
  directResponse: null,
  output: null,
  response: null,
  responseFailure: null,
});

export function recorded(event: ExecutionEvent, sequence: number): RecordedEvent {
  const hidden = event.kind === "MessageAdded" && event.uiHidden;
  return { sequence, occurredAt: 0, hidden, transitions: [], event };
}

/** As the Worker finds them, with a public id for each question. */
export function factsOf(event: ExecutionEvent): EventFacts {
  const values = new Map(shownValues(event).map(([slot, { inline }]) => [slot, inline ?? null]));
  const isPerson = event.kind === "StepWaiting" && event.waitsFor === "PERSON";
  return { values, questionId: isPerson ? `id of ${event.request.requestId}` : undefined };
}

/** All chunks of the events, and those of a stream that ends where a person is asked. */
export function chunksOf(events: readonly ExecutionEvent[]): {
  readonly chunks: readonly UiChunk[];
  readonly turn: TurnChunks;
} {
  const chunks = new TurnChunks("execution", "message");
  const all = events.flatMap((event, at) => chunks.next(recorded(event, at + 1), factsOf(event)));
  return { chunks: [...all, ...(chunks.isAsking && !chunks.isOver ? chunks.rest() : [])], turn: chunks };
}
