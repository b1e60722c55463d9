/** An event of each kind, with as much as can be in it. */
import type { EventKind } from "../../../src/execution/events/event.ts";
import { storedValue } from "../../../src/json/store-value.ts";

export const exampleTime = Date.UTC(2026, 0, 31, 9, 30);

export const largeValue = { text: "ü".repeat(40_000) };
export const longText = "ä".repeat(5_000);

export const exampleQuestion = { requestId: "internal/1", purpose: "STEP", kind: "FORM", prompt: longText, ui: null };
/** As many and as long as there may be. */
const mostAddressees = Array.from({ length: 10 }, (_, at) => ({ group: `${at}${"€".repeat(254)}` }));
export const exampleFailure = {
  code: "TOOL_ERROR",
  message: longText,
  retryable: false,
  details: { secret: longText },
};
export const exampleStep = { step: "a", group: null, attempt: 1, callId: "call", outcome: "SUCCEEDED" };
const turn = { turn: 1, key: "key", agentName: "Ada" };

/** One of each kind, with as much as can be in it. */
export const exampleEvents: { readonly [Kind in EventKind]?: object } = {
  ExecutionStarted: { startedWith: "PLAN", planHash: "hash", execution: "internal", bindings: storedValue(largeValue) },
  AgentRouted: { mode: "AUTO", agentName: "Ada", confidence: 1, reason: longText },
  PlanProposed: { planHash: "hash", plan: { steps: [largeValue] } },
  PlanRejected: { failure: exampleFailure, problems: storedValue(largeValue), correcting: true },
  CallablesFound: {
    query: longText,
    definitions: { callables: [], providers: [], catalogRevision: "1" },
    failure: exampleFailure,
  },
  ModelCallStarted: { purpose: "PLAN", call: 1, model: "m", reserved: {} },
  ModelCalled: {
    ...{ purpose: "PLAN", call: 1, model: "m", outcome: "SUCCEEDED", durationMs: 1, costMicros: 2, retryAt: null },
    ...{ usage: { inputTokens: 1, outputTokens: 2 }, reply: storedValue(longText), failure: exampleFailure },
  },
  StepStarted: { ...exampleStep, callableName: "read", arguments: storedValue(largeValue) },
  AttemptFailed: { ...exampleStep, failure: exampleFailure, retryAt: exampleTime },
  StepWaiting: {
    ...{
      step: "a",
      group: null,
      waitsFor: "PERSON",
      until: exampleTime,
      request: { ...exampleQuestion, addressees: mostAddressees },
      handle: null,
      note: longText,
    },
    ...{ arguments: storedValue(largeValue), responseSchema: storedValue(largeValue) },
  },
  HumanInputResolved: {
    ...{ step: "a", requestId: "internal/1", resolution: "ACCEPTED", respondedBy: "ada", reason: longText },
    response: storedValue(largeValue),
  },
  ArtifactStored: {
    step: "a",
    artifact: { name: "a.json", description: longText, mediaType: "application/json", byteSize: 1, sha256: "s" },
  },
  StepFinished: {
    ...{
      ...exampleStep,
      status: "FAILED",
      output: storedValue(largeValue),
      content: storedValue(largeValue),
      reused: false,
    },
    ...{ failure: exampleFailure, warning: exampleFailure },
  },
  CancelRequested: { requestedBy: "ada", reason: longText },
  FinallyStarted: { status: "FAILED", failure: { ...exampleFailure, step: "a" }, responseFailure: null },
  CallIgnored: { step: "a", callId: "call", reason: longText },
  ItemsAdded: { step: "a", count: 3 },
  ExecutionResumed: { count: 2 },
  ExecutionFinished: {
    ...{
      status: "FAILED",
      failure: { ...exampleFailure, step: "a" },
      responseFailure: exampleFailure,
      output: storedValue(largeValue),
    },
  },
  TurnStarted: { ...turn, cause: "MESSAGE", isElsewhere: false },
  OutputSubmitted: { ...turn, submittedBy: "ada", bodyHash: "hash" },
  MessageAdded: { messageId: "internal/1", author: "AGENT", agentName: "Ada", turn: 1, text: storedValue(longText) },
  StructuredOutputChecked: {
    ...{ ...turn, modelName: "Report", data: storedValue(largeValue), willCorrect: true, parameters: null },
    violations: [{ pointer: "/a", message: longText }],
  },
  DuplicateSuppressed: { key: "key", agentName: "Ada" },
  BindingSet: { name: "x", value: largeValue, source: "PERSON", turn: null },
  HandoffMade: { from: "Ada", target: { kind: "AGENT", agentName: "Bob" }, rule: 0, turn: 1 },
};
