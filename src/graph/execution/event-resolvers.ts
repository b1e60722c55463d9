/**
 * Fields of the events of an execution. Each describes what happened, not the current state; large values are read by sequence (E14).
 */
import type { StepWaiting } from "../../execution/events/step-waiting.ts";
import { answerRoot } from "../base/answer-bytes.ts";
import { failureSource, optionalFailure } from "../base/failure-source.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import { requestError } from "../base/request-error.ts";
import type { Resolvers } from "../base/resolvers.generated.ts";
import type { HumanInputSource, PlanSource, RecordedSource } from "../base/sources.ts";
import { executionNamed } from "../registry/related-executions.ts";
import { eventFields, eventPayload, optionalEventPayload, optionalFrame, valueFrameOf } from "./event-fields.ts";
import { responseText, storedErrors } from "./execution-texts.ts";
import { endedCall } from "./model-call-resolvers.ts";
import { planSource } from "./plan-resolvers.ts";

/** Fields without a resolver are members of `publicEvent`. */
export const eventResolvers = {
  ExecutionEvent: { __resolveType: ({ recorded }) => recorded.event.kind },
  ExecutionStarted: {
    ...eventFields,
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
    failure: ({ failure }) => failureSource(failure, undefined),
    errors: ({ execution, recorded }, _, context, info) => {
      const frame = valueFrameOf(recorded, recorded.event.problems, "problems");
      return storedErrors(execution, frame, context.clients.executions, answerRoot(context, info));
    },
  },
  CallablesFound: {
    ...eventFields,
    callableNames: ({ recorded }) => recorded.event.definitions.callables.map(({ name }) => name),
    failure: ({ failure }) => optionalFailure(failure, undefined),
  },
  ModelCallStarted: {
    ...eventFields,
    reservedTokens: ({ recorded }) => recorded.event.reserved.inputTokens + recorded.event.reserved.outputTokens,
    reservedCostMicros: ({ recorded }) => recorded.event.reserved.costMicros,
  },
  ModelCalled: { ...eventFields, modelCall: (source) => endedCall(source) },
  TextProduced: eventFields,
  StepStarted: {
    ...eventFields,
    arguments: (source, _, context) => eventPayload(source, source.arguments, "arguments", context),
  },
  StepProgressed: eventFields,
  AttemptFailed: {
    ...eventFields,
    failure: ({ failure, recorded }) => failureSource(failure, recorded.event.step),
  },
  StepWaiting: {
    ...eventFields,
    request: (source) => questionAsked(source),
    handle: ({ handle, recorded }, _, context) => {
      const child = childOf(recorded.event);
      return child === undefined ? handle : nodeId({ kind: "EXECUTION", execution: child }, context);
    },
    childExecution: ({ recorded }, _, context, info) => {
      const child = childOf(recorded.event);
      return child === undefined ? null : executionNamed(child, context, info);
    },
  },
  HumanInputResolved: {
    ...eventFields,
    requestId: ({ execution, recorded }, _, context) =>
      nodeId({ kind: "HUMAN_INPUT", execution, requestId: recorded.event.requestId }, context),
    response: (source, _, context) => optionalEventPayload(source, source.response, "response", context),
  },
  ArtifactStored: {
    ...eventFields,
    artifact: ({ execution, recorded }) => {
      const { artifact, step } = recorded.event;
      return { owner: execution, artifact: { ...artifact, storedAt: recorded.occurredAt }, stepId: step };
    },
  },
  StepFinished: {
    ...eventFields,
    output: (source, _, context) => optionalEventPayload(source, source.output, "output", context),
    content: (source, _, context) => optionalEventPayload(source, source.recorded.event.content, "content", context),
    failure: ({ failure, recorded }) => optionalFailure(failure, recorded.event.step),
    warning: ({ recorded, warning }) => optionalFailure(warning, recorded.event.step),
  },
  CancelRequested: eventFields,
  FinallyStarted: { ...eventFields, failure: ({ failure }) => optionalFailure(failure, failure?.step) },
  CallIgnored: eventFields,
  ExecutionResumed: eventFields,
  ItemsAdded: eventFields,
  ExecutionFinished: {
    ...eventFields,
    response: ({ execution, recorded }, _, context, info) => {
      const { directResponse, response } = recorded.event;
      return responseText(execution, directResponse, response, context.clients.executions, answerRoot(context, info));
    },
    responseFailure: ({ responseFailure }) => optionalFailure(responseFailure, undefined),
    failure: ({ failure }) => optionalFailure(failure, failure?.step),
    output: (source, _, context) => optionalEventPayload(source, source.output, "output", context),
  },
  TurnStarted: eventFields,
  OutputSubmitted: eventFields,
  MessageAdded: { ...eventFields, message: (source) => source },
  AddedMessage: {
    text: (source, _, context) => eventPayload(source, source.text, "text", context),
    uiHidden: ({ recorded }) => recorded.event.uiHidden,
  },
  StructuredOutputChecked: {
    ...eventFields,
    data: (source, _, context) => eventPayload(source, source.data, "data", context),
    violations: ({ recorded }) => recorded.event.violations,
  },
  DuplicateSuppressed: eventFields,
  BindingSet: { ...eventFields, value: ({ recorded }) => recorded.event.value },
  HandoffMade: eventFields,
} satisfies Resolvers;

/** The name of the child that is waited for. Undefined for other waits. */
function childOf(event: StepWaiting): string | undefined {
  return event.waitsFor === "CHILD" ? event.handle : undefined;
}

/** The callables of a plan are in the start of its execution, not in the event that records the plan. */
function proposedPlan({ execution, recorded }: RecordedSource<"PlanProposed">, { clients }: GraphContext): PlanSource {
  const { plan, planHash } = recorded.event;
  const pinned = async () => {
    const view = await clients.executions.read(execution, false);
    if (view !== null) return view.callables;
    throw requestError(
      "GONE",
      "Cannot list what a plan calls: required its execution, found that a deletion removed it",
    );
  };
  let pending: ReturnType<typeof pinned> | undefined;
  const callables = () => {
    pending ??= pinned();
    return pending;
  };
  return { plan, hash: planHash, callables };
}

/** The question as it stood when the event was written. */
function questionAsked({ execution, recorded }: RecordedSource<"StepWaiting">): HumanInputSource | undefined {
  const { event } = recorded;
  if (event.waitsFor !== "PERSON") return undefined;
  const { arguments: proposed = null, request, responseSchema = null, step, until = null } = event;
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
