/**
 * The public form of an event: the members that GraphQL and webhooks both show, under the names of the API. Values stay as they are stored;
 * each server has its own form for documents, failures, times and long texts, and adds its own members. Nothing here is the name of an
 * object (O33): each server replaces those by public ids.
 */
import type { EventKind, ExecutionEvent } from "../events/event.ts";
import { allWarnings } from "../events/step-warning.ts";

/** The events of a kind. */
export type EventOf<Kind extends EventKind> = Extract<ExecutionEvent, { readonly kind: Kind }>;

type Waiting = EventOf<"StepWaiting">;

/** That of a child is the name of its object, and that of a wait for an event means nothing to anybody else. */
function hasPublicHandle(
  event: Waiting,
): event is Exclude<Waiting, { readonly waitsFor: "CHILD" | "EVENT" | "TIMER" }> {
  return event.waitsFor !== "CHILD" && event.waitsFor !== "TIMER" && event.waitsFor !== "EVENT";
}

const members = {
  ExecutionStarted: ({ planHash, startedWith }) => ({ kind: startedWith, planHash }),
  AgentRouted: ({ agentName, confidence, mode, reason }) => ({ mode, agentName, confidence, reason }),
  PlanProposed: ({ planHash, round = 1 }) => ({ round, planHash }),
  PlanRejected: ({ correcting, failure, round = 1 }) => ({ round, failure, correcting }),
  CallablesFound: ({ failure, query }) => ({ query, failure }),
  ModelCallStarted: ({ call, model, purpose }) => ({ purpose, number: call, model }),
  ModelCalled: ({ call, costMicros, durationMs, failure, model, outcome, purpose, retryAt, usage }) => ({
    purpose,
    number: call,
    model,
    outcome,
    durationMs,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    costMicros,
    failure,
    retryAt,
  }),
  TextProduced: ({ offset, streamId, text }) => ({ streamId, offset, text }),
  StepStarted: ({ arguments: given, attempt, callableName, callId, group }) => ({
    attempt,
    callId,
    callableName,
    groupId: group,
    arguments: given,
  }),
  StepProgressed: ({
    attempt,
    level = null,
    message = null,
    progress = null,
    refused = 0,
    replaced = 0,
    total = null,
  }) => ({
    attempt,
    progress,
    total,
    message,
    level,
    replaced,
    refused,
  }),
  AttemptFailed: ({ attempt, callId, failure, outcome, retryAt }) => ({ attempt, callId, outcome, failure, retryAt }),
  StepWaiting: (event) => ({
    waitsFor: event.waitsFor,
    until: event.until ?? null,
    note: ("note" in event ? event.note : null) ?? null,
    handle: hasPublicHandle(event) ? (event.handle ?? null) : null,
    awaitedTurnKey: event.waitsFor === "SUBMISSION" ? event.handle : null,
    awaitedEvent: event.waitsFor === "EVENT" ? event.details : null,
  }),
  HumanInputResolved: ({ reason, resolution, respondedBy, response }) => ({
    resolution,
    respondedBy,
    reason,
    response,
  }),
  ArtifactStored: ({ position }) => (position === undefined ? {} : { attachmentPosition: position }),
  StepFinished: (event) => ({
    status: event.status,
    attempt: event.attempt === 0 ? null : event.attempt,
    callId: event.callId,
    outcome: event.outcome,
    output: event.output,
    groupId: event.group,
    failure: event.failure,
    warning: event.warning,
    reused: event.reused,
    warnings: allWarnings(event.warning, event.warnings),
  }),
  CancelRequested: ({ force, reason, requestedBy }) => ({ requestedBy, reason, force: force === true }),
  FinallyStarted: ({ failure, status }) => ({ status, failure }),
  CallIgnored: ({ callId, reason }) => ({ callId, reason }),
  ExecutionResumed: ({ count }) => ({ count }),
  ItemsAdded: ({ count }) => ({ count }),
  ExecutionFinished: ({ failure, output, responseFailure, status }) => ({ status, responseFailure, failure, output }),
  TurnStarted: ({ agentName, cause, isElsewhere, key, turn }) => ({
    turn,
    turnKey: key,
    agentName,
    cause,
    isElsewhere,
  }),
  OutputSubmitted: ({ agentName, key, submittedBy, turn }) => ({ turn, turnKey: key, agentName, submittedBy }),
  MessageAdded: ({ agentName, author, text, turn }) => ({ author, agentName, turn, text }),
  StructuredOutputChecked: ({ agentName, data, key, modelName, parameters, turn, willCorrect }) => ({
    turn,
    turnKey: key,
    agentName,
    modelName,
    data,
    willCorrect,
    startsTool: parameters !== null,
  }),
  DuplicateSuppressed: ({ agentName, key }) => ({ turnKey: key, agentName }),
  BindingSet: ({ name, source }) => ({ name, source }),
  HandoffMade: ({ from, rule, target }) => ({
    sourceAgentName: from,
    target: target.kind,
    targetAgentName: target.kind === "AGENT" ? target.agentName : null,
    rule,
  }),
} satisfies { readonly [Kind in EventKind]: (event: EventOf<Kind>) => object };

/** The public members of events of a kind. */
export type PublicEvent<Kind extends EventKind = EventKind> = Kind extends unknown
  ? ReturnType<(typeof members)[Kind]>
  : never;

/**
 * The public members of an event.
 *
 * @example
 * ```ts
 * publicEvent({ kind: "ExecutionResumed", count: 2 }); // { count: 2 }
 * ```
 */
export function publicEvent(event: ExecutionEvent): PublicEvent {
  const membersOf = members[event.kind] as (event: ExecutionEvent) => PublicEvent;
  return membersOf(event);
}

/** Every kind, in the order of the schema. */
export const eventKinds = Object.keys(members) as readonly EventKind[];

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First}${Rest extends Uncapitalize<Rest> ? "" : "_"}${Snake<Rest>}`
  : Text;

export type EventType<Kind extends EventKind> = Uppercase<Snake<Kind>>;

/**
 * The name that the API gives to a kind of event.
 *
 * @example
 * ```ts
 * eventType("StepWaiting"); // "STEP_WAITING"
 * ```
 */
export function eventType<Kind extends EventKind>(kind: Kind): EventType<Kind> {
  return kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase() as EventType<Kind>;
}
