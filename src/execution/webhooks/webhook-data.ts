/**
 * The data of a webhook: the fields of an event that the API shows, with its names. Documents are previews of 2 KB at most, and texts are cut
 * to as much. Names of objects are left out or replaced by public ids (O33).
 */

import type { Failure } from "../../json/failure.ts";
import { type Json, type JsonObject, utf8Bytes } from "../../json/json.ts";
import { previewBytes, type StoredValue, type ValueSlot } from "../../json/stored-value.ts";
import type { RecordedEvent, StepWaiting } from "../events/event.ts";
import type { TextProduced } from "../events/model-event.ts";
import { allWarnings } from "../events/step-warning.ts";
import type { TurnEvent } from "../events/turn-event.ts";
import { firstBytes, previewed } from "../events/value-slots.ts";

/** What an event cannot say of itself. */
export interface WebhookContext {
  /** Public id of the question that the event is about. Null for none. */
  readonly humanInput: string | null;
  /** Public id of the child that is waited for. Null for none. */
  readonly child: string | null;
  /** The text for the user. Null for none, and before the end. */
  readonly response: string | null;
  /** A value of the event that does not stand in its row. Undefined if it is not kept any more. */
  readonly read: (slot: ValueSlot) => Json | undefined;
}

/** The members that events of this kind have beside those of all. */
export function webhookData({ event, occurredAt }: RecordedEvent, context: WebhookContext): JsonObject {
  const document = documentsOf(context);
  switch (event.kind) {
    case "ExecutionStarted":
      return { kind: event.startedWith, planHash: event.planHash };
    case "AgentRouted":
      return { mode: event.mode, agentName: event.agentName, confidence: event.confidence, reason: cut(event.reason) };
    case "PlanProposed":
      return { planHash: event.planHash };
    case "PlanRejected":
      return { failure: failureOf(event.failure), correcting: event.correcting };
    case "ModelCallStarted":
      return { purpose: event.purpose, number: event.call, model: event.model };
    case "ModelCalled": {
      const { costMicros, durationMs, model, outcome, purpose, usage } = event;
      const { inputTokens, outputTokens } = usage;
      return {
        purpose,
        number: event.call,
        model,
        outcome,
        durationMs,
        inputTokens,
        outputTokens,
        costMicros,
        failure: failureOf(event.failure),
        retryAt: instant(event.retryAt),
      };
    }
    case "StepStarted":
      return {
        attempt: event.attempt,
        callId: event.callId,
        callableName: event.callableName,
        groupId: event.group,
        arguments: document(event.arguments, "arguments"),
      };
    case "AttemptFailed": {
      const { attempt, callId, outcome } = event;
      return { attempt, callId, outcome, failure: failureOf(event.failure), retryAt: instant(event.retryAt) };
    }
    case "StepWaiting":
      return waitOf(event, occurredAt, context);
    case "HumanInputResolved":
      return {
        requestId: context.humanInput,
        resolution: event.resolution,
        respondedBy: event.respondedBy,
        reason: cut(event.reason),
        response: document(event.response, "response"),
      };
    case "ArtifactStored": {
      const { byteSize, description, mediaType, name, sha256 } = event.artifact;
      const { position } = event;
      const artifact = { name, description: cut(description), mediaType, byteSize, sha256 };
      return { artifact, ...(position === undefined ? {} : { attachmentPosition: position }) };
    }
    case "StepFinished":
      return {
        status: event.status,
        attempt: event.attempt === 0 ? null : event.attempt,
        callId: event.callId,
        outcome: event.outcome,
        output: document(event.output, "output"),
        groupId: event.group,
        failure: failureOf(event.failure),
        warning: failureOf(event.warning),
        reused: event.reused,
        warnings: allWarnings(event.warning, event.warnings).map(({ code, message }) => ({
          code,
          message: cut(message),
        })),
      };
    case "CancelRequested":
      return { requestedBy: event.requestedBy, reason: cut(event.reason) };
    case "CallIgnored":
      return { callId: event.callId, reason: cut(event.reason) };
    case "ExecutionResumed":
      return { count: event.count };
    case "ExecutionFinished":
      return {
        status: event.status,
        response: cut(context.response),
        responseFailure: failureOf(event.responseFailure),
        failure: failureOf(event.failure),
        output: document(event.output, "output"),
      };
    default:
      return turnData(event, document);
  }
}

/** Of the facts of agents that take turns. Pieces of text are not delivered. */
function turnData(event: TurnEvent | TextProduced, document: DocumentOf): JsonObject {
  switch (event.kind) {
    case "TurnStarted": {
      const { agentName, cause, isElsewhere, key, turn } = event;
      return { turn, turnKey: key, agentName, cause, isElsewhere };
    }
    case "OutputSubmitted": {
      const { agentName, key, submittedBy, turn } = event;
      return { turn, turnKey: key, agentName, submittedBy };
    }
    case "MessageAdded": {
      const { agentName, author, text, turn } = event;
      return { author, agentName, turn, text: document(text, "text") };
    }
    case "StructuredOutputChecked": {
      const { agentName, data, key, modelName, parameters, turn, violations, willCorrect } = event;
      return {
        turn,
        turnKey: key,
        agentName,
        modelName,
        data: document(data, "data"),
        violationCount: violations.length,
        willCorrect,
        startsTool: parameters !== null,
      };
    }
    case "DuplicateSuppressed":
      return { turnKey: event.key, agentName: event.agentName };
    case "BindingSet": {
      const { name, source, value } = event;
      return { name, source, value: previewOf(JSON.stringify(value)) };
    }
    case "HandoffMade": {
      const { from, rule, target } = event;
      const targetAgentName = target.kind === "AGENT" ? target.agentName : null;
      return { sourceAgentName: from, target: target.kind, targetAgentName, rule };
    }
    case "TextProduced":
      return {};
  }
}

function waitOf(event: StepWaiting, askedAt: number, context: WebhookContext): JsonObject {
  const document = documentsOf(context);
  const { handle, note, request, responseSchema, until, waitsFor } = event;
  const asked =
    request === null
      ? null
      : {
          id: context.humanInput,
          kind: request.kind,
          purpose: request.purpose,
          prompt: cut(request.prompt),
          createdAt: instant(askedAt),
          expiresAt: instant(until),
          stepId: event.step,
          context: document(event.arguments, "arguments"),
          responseSchema: document(responseSchema, "responseSchema"),
        };
  return {
    waitsFor,
    until: instant(until),
    request: asked,
    note: cut(note),
    handle: waitsFor === "CHILD" ? context.child : handle,
    awaitedTurnKey: waitsFor === "SUBMISSION" ? handle : null,
  };
}

type DocumentOf = (value: StoredValue | null, slot: ValueSlot) => JsonObject | null;

/** A document as its beginning and its size. Null stays null. */
function documentsOf({ read }: WebhookContext): DocumentOf {
  return (value, slot) => {
    if (value === null) return null;
    const { inline, preview } = previewed(value, () => read(slot));
    const text = inline === undefined ? (preview ?? "") : JSON.stringify(inline);
    return { preview: firstBytes(text, previewBytes), byteSize: value.bytes };
  };
}

function previewOf(text: string): JsonObject {
  return { preview: firstBytes(text, previewBytes), byteSize: utf8Bytes(text) };
}

/** Without its details, which have no bound. Null stays null. */
function failureOf(failure: Failure | null): JsonObject | null {
  if (failure === null) return null;
  return { code: failure.code, message: cut(failure.message), retryable: failure.retryable };
}

/** Words of 2 KB at most. Null stays null. */
function cut(text: string | null): string | null {
  return text === null ? null : firstBytes(text, previewBytes);
}

/** Null stays null. */
function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
