/**
 * Fields of the events of an execution. Each describes what happened, not the current state; large values are read by sequence (E14).
 */
import type { StepWaiting } from "../../execution/events/event.ts";
import type { PlanProposed } from "../../execution/events/model-event.ts";
import { allWarnings } from "../../execution/events/step-warning.ts";
import { answerRoot } from "../base/answer-bytes.ts";
import { failureSource, optionalFailure } from "../base/failure-source.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import { framedPayload, optionalPayload } from "../base/payload.ts";
import { requestError } from "../base/request-error.ts";
import type { Resolvers } from "../base/resolvers.generated.ts";
import type { EventSource, HumanInputSource, PlanSource } from "../base/sources.ts";
import { executionNamed } from "../registry/related-executions.ts";
import { eventFields, frameOf, optionalFrame } from "./event-fields.ts";
import { responseText, storedErrors } from "./execution-texts.ts";
import { endedCall } from "./model-call-resolvers.ts";
import { planSource } from "./plan-resolvers.ts";
import { turnEventResolvers } from "./turn-event-resolvers.ts";

export const eventResolvers = {
  ...turnEventResolvers,
  ExecutionEvent: { __resolveType: ({ recorded }) => recorded.event.kind },
  ExecutionStarted: {
    ...eventFields,
    kind: ({ recorded }) => recorded.event.startedWith,
    plan: ({ recorded }) => {
      const { definitions, plan, planHash } = recorded.event;
      return planSource(plan, planHash, () => definitions.callables);
    },
    planWarnings: ({ recorded }) => recorded.event.planWarnings ?? [],
    callableNames: ({ recorded }) => recorded.event.definitions.callables.map(({ name }) => name),
    derivedFrom: ({ recorded }) => recorded.event.derivation,
  },
  AgentRouted: { ...eventFields, routing: ({ recorded }) => recorded.event },
  PlanProposed: {
    ...eventFields,
    plan: (source, _, context) => proposedPlan(source, context),
    worstCase: ({ recorded }) => recorded.event.worstCase,
    planWarnings: ({ recorded }) => recorded.event.planWarnings ?? [],
  },
  PlanRejected: {
    ...eventFields,
    failure: ({ recorded }) => failureSource(recorded.event.failure, null),
    errors: ({ execution, recorded }, _, context, info) => {
      const frame = frameOf(recorded, recorded.event.problems, "problems");
      return storedErrors(execution, frame, context.clients.executions, answerRoot(context, info));
    },
    correcting: ({ recorded }) => recorded.event.correcting,
  },
  ModelCallStarted: {
    ...eventFields,
    purpose: ({ recorded }) => recorded.event.purpose,
    number: ({ recorded }) => recorded.event.call,
    model: ({ recorded }) => recorded.event.model,
    reservedTokens: ({ recorded }) => recorded.event.reserved.inputTokens + recorded.event.reserved.outputTokens,
    reservedCostMicros: ({ recorded }) => recorded.event.reserved.costMicros,
  },
  ModelCalled: { ...eventFields, modelCall: (source) => endedCall(source) },
  TextProduced: {
    ...eventFields,
    streamId: ({ recorded }) => recorded.event.streamId,
    offset: ({ recorded }) => recorded.event.offset,
    text: ({ recorded }) => recorded.event.text,
  },
  StepStarted: {
    ...eventFields,
    attempt: ({ recorded }) => recorded.event.attempt,
    callId: ({ recorded }) => recorded.event.callId,
    callableName: ({ recorded }) => recorded.event.callableName,
    arguments: ({ execution, recorded }, _, { clients }) =>
      framedPayload(clients.executions, execution, frameOf(recorded, recorded.event.arguments, "arguments")),
    groupId: ({ recorded }) => recorded.event.group,
  },
  AttemptFailed: {
    ...eventFields,
    attempt: ({ recorded }) => recorded.event.attempt,
    callId: ({ recorded }) => recorded.event.callId,
    outcome: ({ recorded }) => recorded.event.outcome,
    failure: ({ recorded }) => failureSource(recorded.event.failure, recorded.event.step),
    retryAt: ({ recorded }) => recorded.event.retryAt,
  },
  StepWaiting: {
    ...eventFields,
    waitsFor: ({ recorded }) => recorded.event.waitsFor,
    until: ({ recorded }) => recorded.event.until,
    request: (source) => questionAsked(source),
    handle: ({ recorded }, _, context) => {
      const { handle, waitsFor } = recorded.event;
      // Names of objects stay inside.
      if (waitsFor !== "CHILD" || handle === null) return handle;
      return nodeId({ kind: "EXECUTION", execution: handle }, context);
    },
    childExecution: ({ recorded }, _, context, info) => {
      const { handle, waitsFor } = recorded.event;
      return waitsFor === "CHILD" && handle !== null ? executionNamed(handle, context, info) : null;
    },
    note: ({ recorded }) => recorded.event.note,
    awaitedTurnKey: ({ recorded }) => (recorded.event.waitsFor === "SUBMISSION" ? recorded.event.handle : null),
  },
  HumanInputResolved: {
    ...eventFields,
    requestId: ({ execution, recorded }, _, context) =>
      nodeId({ kind: "HUMAN_INPUT", execution, requestId: recorded.event.requestId }, context),
    resolution: ({ recorded }) => recorded.event.resolution,
    respondedBy: ({ recorded }) => recorded.event.respondedBy,
    reason: ({ recorded }) => recorded.event.reason,
    response: ({ execution, recorded }, _, { clients }) =>
      optionalPayload(clients.executions, execution, optionalFrame(recorded, recorded.event.response, "response")),
  },
  ArtifactStored: {
    ...eventFields,
    artifact: ({ execution, recorded }) => {
      const { artifact, step } = recorded.event;
      return { owner: execution, artifact: { ...artifact, storedAt: recorded.occurredAt }, stepId: step };
    },
    attachmentPosition: ({ recorded }) => recorded.event.position ?? null,
  },
  StepFinished: {
    ...eventFields,
    status: ({ recorded }) => recorded.event.status,
    attempt: ({ recorded }) => (recorded.event.attempt === 0 ? null : recorded.event.attempt),
    callId: ({ recorded }) => recorded.event.callId,
    outcome: ({ recorded }) => recorded.event.outcome,
    output: ({ execution, recorded }, _, { clients }) =>
      optionalPayload(clients.executions, execution, optionalFrame(recorded, recorded.event.output, "output")),
    content: ({ execution, recorded }, _, { clients }) =>
      optionalPayload(clients.executions, execution, optionalFrame(recorded, recorded.event.content, "content")),
    failure: ({ recorded }) => optionalFailure(recorded.event.failure, recorded.event.step),
    warning: ({ recorded }) => optionalFailure(recorded.event.warning, recorded.event.step),
    warnings: ({ recorded }) => allWarnings(recorded.event.warning, recorded.event.warnings),
    groupId: ({ recorded }) => recorded.event.group,
    reused: ({ recorded }) => recorded.event.reused,
  },
  CancelRequested: {
    ...eventFields,
    requestedBy: ({ recorded }) => recorded.event.requestedBy,
    reason: ({ recorded }) => recorded.event.reason,
  },
  CallIgnored: {
    ...eventFields,
    callId: ({ recorded }) => recorded.event.callId,
    reason: ({ recorded }) => recorded.event.reason,
  },
  ExecutionResumed: { ...eventFields, count: ({ recorded }) => recorded.event.count },
  ExecutionFinished: {
    ...eventFields,
    status: ({ recorded }) => recorded.event.status,
    response: ({ execution, recorded }, _, context, info) => {
      const { directResponse, response } = recorded.event;
      return responseText(execution, directResponse, response, context.clients.executions, answerRoot(context, info));
    },
    responseFailure: ({ recorded }) => optionalFailure(recorded.event.responseFailure, null),
    failure: ({ recorded }) => optionalFailure(recorded.event.failure, recorded.event.failure?.step ?? null),
    output: ({ execution, recorded }, _, { clients }) =>
      optionalPayload(clients.executions, execution, optionalFrame(recorded, recorded.event.output, "output")),
  },
} satisfies Resolvers;

/** What a plan may call stands with the start of its execution, not with the event that tells of the plan. */
function proposedPlan({ execution, recorded }: EventSource<PlanProposed>, { clients }: GraphContext): PlanSource {
  const { plan, planHash } = recorded.event;
  const pinned = async () => {
    const view = await clients.executions.read(execution, false);
    if (view !== null) return view.callables;
    throw requestError(
      "GONE",
      "Cannot tell what a plan calls: required its execution, found that a deletion removed it",
    );
  };
  let reading: ReturnType<typeof pinned> | null = null;
  const callables = () => {
    reading ??= pinned();
    return reading;
  };
  return { plan, hash: planHash, callables };
}

/** The question as it stood when the event was written. */
function questionAsked({ execution, recorded }: EventSource<StepWaiting>): HumanInputSource | null {
  const { request, responseSchema, step, until, arguments: proposed } = recorded.event;
  if (request === null) return null;
  return {
    execution,
    request: {
      ...request,
      step,
      status: "PENDING",
      createdAt: recorded.occurredAt,
      expiresAt: until,
      resolvedAt: null,
      respondedBy: null,
      reason: null,
      arguments: optionalFrame(recorded, proposed, "arguments"),
      responseSchema: optionalFrame(recorded, responseSchema, "responseSchema"),
      response: null,
    },
  };
}
