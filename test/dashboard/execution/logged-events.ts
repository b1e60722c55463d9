/** Events as the log of the dashboard holds them: one of every type, and logs made of them at random. */
import type { LoggedEvent } from "../../../dashboard/execution/store/execution-model.ts";

export const origin = Date.parse("2026-11-21T22:36:11.000Z");

type Shape<Event> = Event extends LoggedEvent ? Omit<Event, "cursor" | "sequence" | "occurredAt" | "hidden"> : never;

/** An event at its place in the log, a second after the one before. */
export function logged(sequence: number, event: Shape<LoggedEvent>): LoggedEvent {
  const occurredAt = new Date(origin + (sequence - 1) * 1_000).toISOString();
  const hidden = event.__typename === "MessageAdded" && event.message.uiHidden;
  return { ...event, cursor: `${sequence.toString(36)}-00000000`, sequence, occurredAt, hidden } as LoggedEvent;
}

export const failure = { code: "TOOL_ERROR", message: "query is longer than 400 characters" } as const;

export const modelCall = {
  ...{ number: 1, purpose: "PLAN", model: "gpt-4.1", durationMs: 2_391, inputTokens: 3_120, outputTokens: 486 },
  ...{ costMicros: 10_100, retryAt: null, failure: null },
} as const;

/** One of every type, in the order of the schema. */
export const everyShape: readonly Shape<LoggedEvent>[] = [
  { __typename: "ExecutionStarted", stepId: null, kind: "PROMPT", callableNames: ["exa", "editor"] },
  {
    __typename: "AgentRouted",
    stepId: null,
    routing: {
      agentName: "costs",
      unknownAgentName: null,
      mode: "AUTO",
      confidence: 0.92,
      reason: "It is about money",
    },
  },
  { __typename: "PlanProposed", stepId: null, round: 1, plan: { hash: "5ea1" } },
  {
    __typename: "PlanRejected",
    stepId: null,
    correcting: true,
    failure: { code: "PLAN_INVALID", message: "no step a" },
  },
  { __typename: "CallablesFound", stepId: null, query: "send sms", callableNames: ["create_sms"], searchFailure: null },
  { __typename: "ModelCallStarted", stepId: null, purpose: "PLAN", number: 1, model: "gpt-4.1" },
  { __typename: "ModelCalled", stepId: null, modelCall },
  { __typename: "TextProduced", stepId: null, streamId: "respond/2", offset: 0, text: "Here is what came of it" },
  { __typename: "StepStarted", stepId: "exa", attempt: 2, callableName: "web_search", groupId: "sources" },
  {
    ...{ __typename: "StepProgressed", stepId: "exa", attempt: 2, progress: 3, total: 10, level: null },
    ...{ said: "3 sources read", replaced: 0, refused: 0 },
  },
  {
    ...{ __typename: "AttemptFailed", stepId: "exa", attempt: 1, outcome: "REJECTED", failure },
    retryAt: new Date(origin + 7_700).toISOString(),
  },
  { __typename: "StepWaiting", stepId: "retire", waitsFor: "PERSON", until: null, note: "the post is old" },
  {
    ...{ __typename: "HumanInputResolved", stepId: "retire", requestId: "r1", resolution: "DECLINED" },
    ...{ respondedBy: "mira@acme.example", reason: "keep it" },
  },
  { __typename: "TurnStarted", stepId: "turns/2/agent", turn: 2, agentName: "Editor", cause: "HANDOFF" },
  { __typename: "OutputSubmitted", stepId: "turns/2/agent", turn: 2, agentName: "Editor", submittedBy: "worker" },
  {
    __typename: "MessageAdded",
    stepId: "turns/2/agent",
    message: { author: "AGENT", agentName: "Editor", turn: 2, uiHidden: false, text: { value: "Twelve claims hold" } },
  },
  {
    ...{ __typename: "StructuredOutputChecked", stepId: "turns/2/agent", turn: 2, agentName: "Editor" },
    ...{ modelName: "Review", willCorrect: true, startsTool: false },
  },
  { __typename: "DuplicateSuppressed", stepId: null, agentName: "Editor" },
  { __typename: "BindingSet", stepId: null, name: "audience" },
  {
    ...{ __typename: "HandoffMade", stepId: null, sourceAgentName: "Editor", target: "AGENT" },
    targetAgentName: "Writer",
  },
  {
    ...{
      __typename: "StepFinished",
      stepId: "brave",
      groupId: "sources",
      reused: false,
      warnings: [],
      stepStatus: "FAILED",
    },
    ...{ endedAttempt: 1, output: null, stepFailure: failure },
  },
  { __typename: "ArtifactStored", stepId: "exa", artifact: { name: "sources.json" } },
  { __typename: "CancelRequested", stepId: null, requestedBy: "mira@acme.example", reason: "too late" },
  { __typename: "FinallyStarted", stepId: null, decidedStatus: "FAILED", decidedFailure: failure },
  { __typename: "CallIgnored", stepId: "exa", ignoredBecause: "the call had ended" },
  { __typename: "ItemsAdded", stepId: "exa", count: 3 },
  { __typename: "ExecutionResumed", stepId: null, count: 1 },
  { __typename: "ExecutionFinished", stepId: null, executionStatus: "FAILED", executionFailure: failure },
] as Shape<LoggedEvent>[];
