/**
 * The request of the next model call, made from the state and the values that it points to, with the maximum that the call can consume.
 * The outputs that the responder receives fit the remaining budgets, and are read only up to a bound (E14).
 */

import { budgetRefusal, reportingBytes, reservationOf } from "../../execution/budget/token-budget.ts";
import { endCause } from "../../execution/effects/cancellation.ts";
import { type Attachment, attachmentsIn } from "../../execution/events/attachments.ts";
import { hasSucceeded } from "../../execution/events/has-succeeded.ts";
import { executionEnd } from "../../execution/settle/finish.ts";
import {
  agentInTurn,
  brokenAnswers,
  isUnrouted,
  maySearch,
  modelFor,
  requiredOutput,
} from "../../execution/state/model-task.ts";
import { conversationOf, type ReadValue } from "../../execution/state/read-reference.ts";
import { isFurtherPlan, maxRoundsOf, roundsOf, stepsLeft } from "../../execution/state/round-state.ts";
import { type ExecutionState, stepAt } from "../../execution/state/state.ts";
import { turnOfferOf } from "../../execution/turns/turn-rounds.ts";
import { outputBytes, outputOf, textBesideOutput, truncated } from "../../execution/views/step-output.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonArray, isJsonObject, type Json, utf8Bytes } from "../../json/json.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import type { ModelRequest } from "../../model/port.ts";
import type { RequiredOutput, StepEnd, StepReport } from "../../model/prompts/execution-report.ts";
import type { ModelPrompts } from "../../model/prompts/model-prompts.ts";
import type { Conversation } from "../../plan/conversation.ts";
import type { ModelDefinition, ModelPurpose, ModelReservation, ModelWork } from "../../plan/model-definition.ts";
import { isWithinFinally } from "../../plan/order/order.ts";
import type { LoopStep, MapStep } from "../../plan/plan.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { contentIn } from "../../plan/result-text.ts";
import { rejectedAnswer, turnMessages } from "./turn-history.ts";
import { roundResults } from "./turn-results.ts";

/** Bytes of arguments and outputs that are read for one request. Larger ones are named by their size, as in final bindings (C32). */
const readBytes = 4 * 1_048_576;

export type PreparedModelCall =
  | { readonly request: ModelRequest; readonly reserved: ModelReservation }
  /** The call could pass a budget of the execution. */
  | { readonly refusal: Failure };

export interface RequestSources {
  readonly prompts: ModelPrompts;
  readonly read: ReadValue;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The next request to the model for `purpose`. Throws by a fault of our own, such as a value that is not stored. */
export function prepareModelCall(
  state: ExecutionState,
  purpose: ModelPurpose,
  sources: RequestSources,
): PreparedModelCall {
  const request = requestFor(state, purpose, sources);
  const reserved = reservationOf(request.model, requestBytes(request));
  const refusal = budgetRefusal(state, purpose, reserved);
  return refusal === undefined ? { request, reserved } : { refusal };
}

function requestFor(state: ExecutionState, purpose: ModelPurpose, sources: RequestSources): ModelRequest {
  const { modelWork } = state.pinned;
  const conversation = conversationOf(state.pinned.conversation, sources.read);
  if (conversation === undefined) throw new Error("the execution was started without a conversation");
  const model = modelFor(state, purpose);
  switch (purpose) {
    case "ROUTE":
      return sources.prompts.routerRequest({ model, conversation, candidates: modelWork.route?.candidates ?? [] });
    case "PLAN":
      return plannerRequest(state, model, conversation, modelWork, sources);
    case "RESPOND":
      return responderRequest(state, model, conversation, sources);
    case "AGENT":
      return agentTurnRequest(state, model, conversation, sources);
  }
}

function agentTurnRequest(
  state: ExecutionState,
  model: ModelDefinition,
  conversation: Conversation,
  { prompts, read }: RequestSources,
): ModelRequest {
  const { agent } = agentInTurn(state);
  const { isOptional, output, roundsLeft } = turnOfferOf(state);
  const messages = turnMessages(state, conversation, read, roundResults(state, read));
  const rounds = roundsLeft === undefined ? {} : { rounds: { left: roundsLeft, isOptional } };
  return prompts.agentTurnRequest({ model, agent, output, messages, rejected: rejectedAnswer(state, read), ...rounds });
}

function plannerRequest(
  state: ExecutionState,
  model: ModelDefinition,
  conversation: Conversation,
  { plan }: ModelWork,
  { prompts, read }: RequestSources,
): ModelRequest {
  const corrections = (state.modelTask?.corrections ?? []).map(({ problems, reply }) => ({
    reply: reply === undefined ? null : (read(reply) ?? null),
    problems: problemsAt(problems, read),
  }));
  const { dialect, encoding = "FUNCTION" } = plan ?? {};
  const shared = sharedInput(state, read);
  const how = { dialect, encoding, maxSteps: stepsLeft(state), maySearch: maySearch(state) };
  const input = { model, conversation, corrections, ...how, ...shared };
  if (maxRoundsOf(state) === 1) return prompts.plannerRequest(input);
  const plansLeft = maxRoundsOf(state) - roundsOf(state);
  const soFar = isFurtherPlan(state) ? { steps: stepReports(state, read) } : undefined;
  const build = (maxBytes: number) => prompts.plannerRequest({ ...input, rounds: { plansLeft, soFar, maxBytes } });
  // Nothing is cut before there is something to report. A report must leave room for an answer with the same report.
  if (soFar === undefined) return build(0);
  return fitted(state, [model, state.pinned.modelWork.respond?.model ?? model], build);
}

function responderRequest(
  state: ExecutionState,
  model: ModelDefinition,
  conversation: Conversation,
  { now, prompts, read }: RequestSources,
): ModelRequest {
  const input = { model, conversation, ...sharedInput(state, read), ...resultOf(state, now) };
  const problems = state.rejected === undefined ? null : problemsAt(state.rejected.problems, read);
  const steps = stepReports(state, read);
  const facts = {
    ...input,
    planProblems: problems,
    steps,
    isUnrouted: isUnrouted(state),
    output: outputToWrite(state, read),
  };
  return fitted(state, [model], (maxBytes) => prompts.responderRequest({ ...facts, maxBytes }));
}

/** The request with as much of the results of steps as the budgets leave room for. */
function fitted(
  state: ExecutionState,
  models: readonly ModelDefinition[],
  build: (maxBytes: number) => ModelRequest,
): ModelRequest {
  const limit = reportingBytes(state, models, requestBytes(build(0)));
  const request = build(limit);
  const excess = requestBytes(request) - limit;
  // The bound is on the texts of the messages. The JSON around them counts too.
  return excess > 0 ? build(limit - excess) : request;
}

/** The required output of an agent that declares one, with the answers that broke it. Undefined where text is to be written. */
function outputToWrite(state: ExecutionState, read: ReadValue): RequiredOutput | undefined {
  const required = requiredOutput(state);
  if (required === undefined) return undefined;
  const corrections = brokenAnswers(state).map(({ end }) => {
    const details = end?.failure?.details ?? null;
    return {
      reply: end?.reply === undefined ? null : (read(end.reply) ?? null),
      problems: isJsonArray(details) ? details : [],
    };
  });
  return { ...required, corrections, plannedAnswer: state.pinned.plan.directResponse ?? undefined };
}

/** The common part of planner and responder requests (P7). */
function sharedInput({ pinned }: ExecutionState, read: ReadValue) {
  const bindings = read(pinned.bindings);
  return {
    callables: pinned.definitions.callables,
    search: pinned.modelWork.plan?.search,
    bindings: isJsonObject(bindings) ? Object.keys(bindings) : [],
  };
}

/** How the execution will end. A question that fits no agent will have been answered by then. */
function resultOf(state: ExecutionState, now: number) {
  const end = isUnrouted(state) ? null : executionEnd(state, endCause(state, now));
  const { failure = null, status = "SUCCEEDED" } = end ?? {};
  return { status, failure: status === "FAILED" ? failure : (state.furtherPlanFailure ?? null) } as const;
}

function problemsAt(position: ValuePosition, read: ReadValue): readonly PlanProblem[] {
  // Written by this software from the problems of a compilation, so they have the shape of their type.
  return (read(position) ?? []) as unknown as readonly PlanProblem[];
}

function stepReports(state: ExecutionState, read: ReadValue): readonly StepReport[] {
  let bytesLeft = readBytes;
  const valueAt = (position: ValuePosition | undefined): Json | undefined => {
    if (position === undefined) return undefined;
    if (position.bytes > bytesLeft) return truncated(position.bytes);
    bytesLeft -= position.bytes;
    return read(position);
  };
  const readOutput = (ordinal: number): Json | undefined => {
    const bytes = outputBytes(state, ordinal);
    if (bytes > bytesLeft) return truncated(bytes);
    bytesLeft -= bytes;
    return outputOf(state, ordinal, read);
  };
  const { graph } = state.pinned;
  return graph.nodes.flatMap(({ group, item, ordinal, step: planned }) => {
    // The answer is written before the steps of `finally` run.
    if (planned.kind === "PARALLEL" || item !== undefined || isWithinFinally(graph, { group, step: planned }))
      return [];
    if (planned.kind !== "TOOL") return repeatReport(state, ordinal, planned, readOutput);
    const step = stepAt(state, ordinal);
    const { content, failure, input } = step;
    const { callableName, id } = planned;
    const given = valueAt(input);
    const output = valueAt(step.output);
    const isRead = content !== undefined && content.bytes <= bytesLeft;
    if (isRead) bytesLeft -= content.bytes;
    const text = isRead ? textBesideOutput(state, ordinal, read) : undefined;
    const found = isRead ? attachmentsIn(contentIn(read(content))) : [];
    const attached = found.length === 0 ? {} : { attachments: found.map((one) => withArtifact(state, id, one)) };
    // The output says more than how long the text is.
    const unread = content !== undefined && !isRead && output === undefined ? truncated(content.bytes) : undefined;
    return [
      {
        id,
        callableName,
        end: stepEnd(step),
        arguments: given,
        output,
        text: text ?? unread,
        ...attached,
        failure: failure ?? null,
      },
    ];
  });
}

/** A map or loop is reported as one step: it may have more items than a model can read. */
function repeatReport(
  state: ExecutionState,
  ordinal: number,
  { children, id }: MapStep | LoopStep,
  readOutput: (ordinal: number) => Json | undefined,
): readonly StepReport[] {
  const step = stepAt(state, ordinal);
  const [template] = children;
  const output = hasSucceeded(step.status) ? readOutput(ordinal) : undefined;
  const failure = step.failure ?? null;
  const callableName = template?.callableName ?? "";
  return [{ id, callableName, end: stepEnd(step), arguments: undefined, output, text: undefined, failure }];
}

/** An attachment as the responder is shown it, with the name of the artifact that holds it. */
function withArtifact({ artifacts }: ExecutionState, stepId: string, attachment: Attachment): Json {
  const kept = artifacts.find(({ position, step }) => step === stepId && position === attachment.position);
  const { byteSize = null, kind, mediaType = null, name, position, text = null, uri = null } = attachment;
  const shown = { kind, position, name, mediaType, uri, byteSize, text };
  return { ...shown, ...(kept === undefined ? {} : { artifact: kept.name }) };
}

function stepEnd({ outcome, status }: ReturnType<typeof stepAt>): StepEnd {
  if (hasSucceeded(status)) return status;
  if (status === "FAILED") return outcome === "UNKNOWN" ? "UNKNOWN" : "FAILED";
  if (status === "CANCELLED") return outcome === "UNKNOWN" ? "UNKNOWN" : "CANCELLED";
  return "NOT_RUN";
}

function requestBytes(request: ModelRequest): number {
  return utf8Bytes(JSON.stringify(request));
}
