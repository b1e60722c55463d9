/** Fields of the facts of an execution. Each says what happened, not how the execution is now; large values are read by sequence (E14). */
import type { EventKind, StepWaiting } from "../plan/event.ts";
import type { StoredValue, ValueFrame, ValueSlot } from "../plan/stored-value.ts";
import { eventCursor } from "./event-cursor.ts";
import { failureSource, optionalFailure } from "./failure-source.ts";
import { executionState } from "./machine-state.ts";
import { nodeId } from "./node-id.ts";
import { framedPayload, optionalPayload } from "./payload.ts";
import type { ExecutionEventType, Resolvers } from "./schema.generated.ts";
import type { EventSource, HumanInputSource } from "./sources.ts";

/** The types of the schema by kind of event. */
export const eventTypes: { readonly [Kind in EventKind]: ExecutionEventType } = {
  ExecutionStarted: "EXECUTION_STARTED",
  StepStarted: "STEP_STARTED",
  AttemptFailed: "ATTEMPT_FAILED",
  StepWaiting: "STEP_WAITING",
  HumanInputResolved: "HUMAN_INPUT_RESOLVED",
  StepFinished: "STEP_FINISHED",
  CancelRequested: "CANCEL_REQUESTED",
  CallIgnored: "CALL_IGNORED",
  ExecutionResumed: "EXECUTION_RESUMED",
  ExecutionFinished: "EXECUTION_FINISHED",
};

const sharedResolvers = {
  cursor: ({ execution, recorded }: EventSource) => eventCursor(execution, recorded.sequence),
  sequence: ({ recorded }: EventSource) => recorded.sequence,
  type: ({ recorded }: EventSource) => eventTypes[recorded.event.kind],
  occurredAt: ({ recorded }: EventSource) => recorded.occurredAt,
  stepId: ({ recorded }: EventSource) => ("step" in recorded.event ? recorded.event.step : null),
  hidden: ({ recorded }: EventSource) => recorded.hidden,
  transitions: ({ recorded }: EventSource) =>
    recorded.transitions.map(({ from, event, to }) => ({ from: executionState(from), event, to: executionState(to) })),
};

export const eventResolvers = {
  ExecutionEvent: { __resolveType: ({ recorded }) => recorded.event.kind },
  ExecutionStarted: {
    ...sharedResolvers,
    plan: ({ recorded }) => ({ plan: recorded.event.plan, hash: recorded.event.planHash }),
    callableNames: ({ recorded }) => recorded.event.definitions.callables.map(({ name }) => name),
    derivedFrom: ({ recorded }) => recorded.event.derivation,
  },
  StepStarted: {
    ...sharedResolvers,
    attempt: ({ recorded }) => recorded.event.attempt,
    callId: ({ recorded }) => recorded.event.callId,
    callableName: ({ recorded }) => recorded.event.callableName,
    arguments: ({ execution, recorded }, _, { doors }) =>
      framedPayload(doors.executions, execution, frameOf(recorded, recorded.event.arguments, "arguments")),
    groupId: ({ recorded }) => recorded.event.group,
  },
  AttemptFailed: {
    ...sharedResolvers,
    attempt: ({ recorded }) => recorded.event.attempt,
    callId: ({ recorded }) => recorded.event.callId,
    outcome: ({ recorded }) => recorded.event.outcome,
    failure: ({ recorded }) => failureSource(recorded.event.failure, recorded.event.step),
    retryAt: ({ recorded }) => recorded.event.retryAt,
  },
  StepWaiting: {
    ...sharedResolvers,
    waitsFor: ({ recorded }) => recorded.event.waitsFor,
    until: ({ recorded }) => recorded.event.until,
    request: (source) => questionAsked(source),
    handle: ({ recorded }) => recorded.event.handle,
  },
  HumanInputResolved: {
    ...sharedResolvers,
    requestId: ({ execution, recorded }, _, context) =>
      nodeId({ kind: "HUMAN_INPUT", execution, requestId: recorded.event.requestId }, context),
    resolution: ({ recorded }) => recorded.event.resolution,
    respondedBy: ({ recorded }) => recorded.event.respondedBy,
    reason: ({ recorded }) => recorded.event.reason,
  },
  StepFinished: {
    ...sharedResolvers,
    status: ({ recorded }) => recorded.event.status,
    attempt: ({ recorded }) => (recorded.event.attempt === 0 ? null : recorded.event.attempt),
    callId: ({ recorded }) => recorded.event.callId,
    outcome: ({ recorded }) => recorded.event.outcome,
    output: ({ execution, recorded }, _, { doors }) =>
      optionalPayload(doors.executions, execution, optionalFrame(recorded, recorded.event.output, "output")),
    content: ({ execution, recorded }, _, { doors }) =>
      optionalPayload(doors.executions, execution, optionalFrame(recorded, recorded.event.content, "content")),
    failure: ({ recorded }) => optionalFailure(recorded.event.failure, recorded.event.step),
    warning: ({ recorded }) => optionalFailure(recorded.event.warning, recorded.event.step),
    groupId: ({ recorded }) => recorded.event.group,
    reused: ({ recorded }) => recorded.event.reused,
  },
  CancelRequested: {
    ...sharedResolvers,
    requestedBy: ({ recorded }) => recorded.event.requestedBy,
    reason: ({ recorded }) => recorded.event.reason,
  },
  CallIgnored: {
    ...sharedResolvers,
    callId: ({ recorded }) => recorded.event.callId,
    reason: ({ recorded }) => recorded.event.reason,
  },
  ExecutionResumed: { ...sharedResolvers, count: ({ recorded }) => recorded.event.count },
  ExecutionFinished: {
    ...sharedResolvers,
    status: ({ recorded }) => recorded.event.status,
    response: ({ recorded }) => recorded.event.directResponse,
    failure: ({ recorded }) => optionalFailure(recorded.event.failure, recorded.event.failure?.step ?? null),
  },
} satisfies Resolvers;

function frameOf(recorded: { readonly sequence: number }, value: StoredValue, slot: ValueSlot): ValueFrame {
  return { ...value, sequence: recorded.sequence, slot };
}

function optionalFrame(
  recorded: EventSource["recorded"],
  value: StoredValue | null,
  slot: ValueSlot,
): ValueFrame | null {
  return value === null ? null : frameOf(recorded, value, slot);
}

/** The question as it stood when the event was written. */
function questionAsked({ execution, recorded }: EventSource<StepWaiting>): HumanInputSource | null {
  const { request, step, until, arguments: proposed } = recorded.event;
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
    },
  };
}
