/**
 * Room `graph/execution`: one execution as the API shows it: its fields, steps, plan, events, questions and model calls, its export as one
 * document, and the mutations of a running or ended one (cancel, answer, delete).
 *
 * It leaves to others: `execution/views` makes the snapshot, `durable/execution` answers and changes, `graph/lists` lists executions,
 * `graph/subscriptions` follows them, `graph/start` and `graph/derive` start them.
 *
 * Invariants:
 *
 * - All fields of one execution come from one snapshot. Large values, the log and projections are read only when they are selected (E14).
 * - Every list of events passes `visible-events.ts`, so that hidden events need their scope (T33).
 * - Repeating a cancel, an answer or a delete with the same input is no error.
 *
 * This file has the fields of the type `Execution` and of the objects that only belong to it.
 */

import { hasSucceeded } from "../../execution/events/has-succeeded.ts";
import { isFinalExecution } from "../../execution/state/status.ts";
import type { ExecutionView, StepView } from "../../execution/views/execution-view.ts";
import { positionOf } from "../../execution/views/log-position.ts";
import { withPublicExecIds } from "../../execution/views/public-exec-ids.ts";
import { listedStatuses } from "../../execution/views/step-progress.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { traceIdOf } from "../../json/trace-context.ts";
import { maxParallelRequests } from "../../plan/limits.ts";
import { artifactPage, storingStep } from "../artifacts/artifact-resolvers.ts";
import { type AnswerRoot, answerRoot, readCountedAfter } from "../base/answer-bytes.ts";
import { connectionOf, pageSize } from "../base/connection.ts";
import { cursorPosition, eventCursor } from "../base/event-cursor.ts";
import { failureSource, optionalFailure } from "../base/failure-source.ts";
import { nodeId } from "../base/node-id.ts";
import {
  computedPayload,
  framedPayload,
  groupPayload,
  optionalPayload,
  readable,
  storedValue,
} from "../base/payload.ts";
import type { PayloadSource } from "../base/payload-source.ts";
import { requestError } from "../base/request-error.ts";
import { requireScope } from "../base/required-scopes.ts";
import type {
  CallableRunResolvers,
  ExecutionDerivationResolvers,
  ExecutionLimitsResolvers,
  ExecutionOriginResolvers,
  ExecutionResolvers,
  ExecutionScheduleResolvers,
} from "../base/resolvers.generated.ts";
import type { BindingSource, ExecutionEventsArgs } from "../base/schema.generated.ts";
import type { ExecutionSource } from "../base/sources.ts";
import { conversationNamed } from "../conversations/conversation-resolvers.ts";
import { listChildren } from "../lists/list-executions.ts";
import { agentNamed } from "../registry/agent-resolvers.ts";
import { executionNamed } from "../registry/related-executions.ts";
import { webhooksOf } from "../registry/webhook-resolvers.ts";
import { workflowVersion } from "../registry/workflow-resolvers.ts";
import { eventSource } from "./event-source.ts";
import { executionAccount } from "./execution-account.ts";
import { planErrorsOf, promptOf, responseText } from "./execution-texts.ts";
import { executionState } from "./orchestration-state.ts";
import { failureOf, outlineOf, parentOf, runOf } from "./outline-fields.ts";
import { permittedActions } from "./permitted-actions.ts";
import { firstSteps, planSource } from "./plan-resolvers.ts";
import { firstPlan, roundsOf, stepsNamed, topLevelSteps } from "./round-resolvers.ts";
import { visiblePage } from "./visible-events.ts";

const DEFAULT_EVENTS = 50;
const MAX_EVENTS = 500;

/** From start to end, or until `now`. Undefined before the start. */
export function durationMs(
  { startedAt, finishedAt }: Pick<StepView, "startedAt" | "finishedAt">,
  now: number,
): number | undefined {
  return startedAt === null ? undefined : (finishedAt ?? now) - startedAt;
}

/** The whole snapshot. A list hands a summary only if nothing but `summaryFields` was selected. */
function viewOf(source: ExecutionSource): ExecutionView {
  if (source.kind === "VIEW") return source.view;
  throw new Error("Cannot answer a field of an execution from its summary: the field is missing in summaryFields");
}

function factsOf(source: ExecutionSource) {
  return source.kind === "VIEW" ? source.view : source.summary;
}

/** Sequence of the latest event that the source reflects. */
function sequenceIn(source: ExecutionSource): number {
  return source.kind === "VIEW" ? source.view.sequence : source.summary.revision;
}

export const executionResolvers = {
  id: (source, _, context) => nodeId({ kind: "EXECUTION", execution: factsOf(source).execution }, context),
  kind: (source) => factsOf(source).startedWith,
  status: (source) => factsOf(source).status,
  state: (source) => executionState(factsOf(source).state),
  createdAt: (source) => factsOf(source).createdAt,
  updatedAt: (source) => factsOf(source).updatedAt,
  finishedAt: (source) => factsOf(source).finishedAt,
  contextId: (source) => factsOf(source).contextId,
  labels: (source) => factsOf(source).labels,
  startedBy: (source) => factsOf(source).subject,
  visibility: (source) => factsOf(source).visibility ?? "TENANT",
  group: (source) => factsOf(source).group,
  usage: (source) => factsOf(source).usage,
  title: (source) => outlineOf(source).title,
  cursor: (source) => eventCursor(factsOf(source).execution, sequenceIn(source)),
  lastSequence: (source) => sequenceIn(source),
  startedAt: (source) => factsOf(source).startedAt,
  durationMs: (source, _, { now }) => durationMs(factsOf(source), now()),
  deadlineAt: (source) => viewOf(source).deadlineAt,
  cancelRequestedAt: (source) => viewOf(source).cancelRequestedAt,
  decidedEnd: (source) => {
    const { ending } = viewOf(source);
    if (ending === undefined) return null;
    const { at, failure, status } = ending;
    return { status, failure: optionalFailure(failure, failure?.step), decidedAt: at };
  },
  runOf: (source) => runOf(source),
  invocationMessage: (source, _, { clients }) => {
    const { execution, message } = viewOf(source);
    return optionalPayload(clients.executions, execution, message);
  },
  input: (source, _, { clients }) => {
    const { execution, input } = viewOf(source);
    return optionalPayload(clients.executions, execution, input);
  },
  output: (source, _, { clients }) => {
    const { execution, output } = viewOf(source);
    return optionalPayload(clients.executions, execution, output);
  },
  parent: (source) => parentOf(source),
  root: (source, _, context, info) => {
    const { execution, origin } = viewOf(source);
    return origin.root === execution ? source : executionNamed(origin.root, context, info);
  },
  depth: (source) => viewOf(source).origin.depth,
  children: (source, args, context, info) => listChildren(viewOf(source).execution, args, context, info),
  artifacts: (source, args, context) => {
    const view = viewOf(source);
    return artifactPage(view.execution, args, context, (name) => storingStep(view, name));
  },
  prompt: (source, _, context, info) => promptOf(viewOf(source), context.clients.executions, answerRoot(context, info)),
  routing: (source) => viewOf(source).routing,
  plan: (source) => {
    const { callables, planHash, ...view } = viewOf(source);
    return planSource(firstPlan(view), planHash, () => callables);
  },
  rounds: (source) => roundsOf(viewOf(source)),
  planWarnings: (source) => viewOf(source).planWarnings ?? [],
  plannerOffer: (source) => viewOf(source).plannerOffer ?? null,
  planErrors: (source, _, context, info) =>
    planErrorsOf(viewOf(source), context.clients.executions, answerRoot(context, info)),
  steps: (source, { limit, stepIds }) =>
    firstSteps(stepIds == null ? topLevelSteps(viewOf(source)) : stepsNamed(viewOf(source), stepIds), limit),
  stepStatuses: (source) => listedStatuses(outlineOf(source).progress),
  stepCount: (source) => outlineOf(source).progress.count,
  endedStepCount: (source) => outlineOf(source).progress.ended,
  bindings: (source, _, context, info) =>
    bindingsOf(viewOf(source), context.clients.executions, answerRoot(context, info)),
  response: (source, _, context, info) => {
    const { directResponse, execution, response, status } = viewOf(source);
    if (!isFinalExecution(status)) return null;
    return responseText(execution, directResponse, response, context.clients.executions, answerRoot(context, info));
  },
  responseFailure: (source) => optionalFailure(viewOf(source).responseFailure, undefined),
  failure: (source) => failureOf(source),
  stepFailures: (source) =>
    viewOf(source).steps.flatMap(({ id, failure, status }) =>
      failure !== null && status === "FAILED" ? [failureSource(failure, id)] : [],
    ),
  pendingHumanInputs: (source) => {
    const view = viewOf(source);
    const pending = view.humanInputs.filter(({ status }) => status === "PENDING");
    return pending.map((request) => ({ execution: view.execution, request, view }));
  },
  modelCall: (source, { number }) => {
    const { execution, modelCalls } = viewOf(source);
    const call = modelCalls.find((known) => known.call === number);
    return call === undefined ? null : { execution, call };
  },
  modelCalls: (source) => {
    const { execution, modelCalls } = viewOf(source);
    return modelCalls.map((call) => ({ execution, call }));
  },
  limits: (source) => viewOf(source).limits,
  inDoubt: (source) => viewOf(source).inDoubt,
  approval: (source) => viewOf(source).approval,
  requestId: (source) => viewOf(source).requestId,
  idempotencyKey: (source) => viewOf(source).idempotencyKey,
  traceId: (source) => traceIdOf(viewOf(source).traceparent),
  events: async (source, { after, afterSequence, first, includeHidden }, context) => {
    const { clients } = context;
    if (includeHidden === true) requireScope(context, "DEBUG_READ", "includeHidden");
    const { execution } = viewOf(source);
    const limit = pageSize(first, DEFAULT_EVENTS, MAX_EVENTS);
    const position = afterSequence == null ? positionAfter(after, execution) : sequenceAfter(afterSequence, after);
    const page = await clients.executions.events(execution, position, limit);
    const shown = includeHidden === true ? page : visiblePage(page);
    const edges = shown.events.map((recorded) => ({
      cursor: eventCursor(execution, positionOf(recorded)),
      node: eventSource(execution, recorded),
    }));
    const cursor = position === 0 ? after : eventCursor(execution, position);
    const connection = connectionOf(edges, cursor, !page.caughtUp);
    if (page.events.length === 0) return connection;
    // Hidden messages have been read too, so that a page without visible ones still leads on.
    return { ...connection, pageInfo: { ...connection.pageInfo, endCursor: eventCursor(execution, page.cursor) } };
  },
  projection: async (source, { dialect }, context, info) => {
    const { execution, status, steps } = viewOf(source);
    if (!isFinalExecution(status)) return null;
    const read = async () => storedValue(await context.clients.executions.projection(execution, dialect));
    const projection = readable(await readCountedAfter(answerRoot(context, info), read));
    if (dialect !== "ORCHESTRATE") return projection;
    return withPublicExecIds(projection, { execution, steps }, (name) =>
      nodeId({ kind: "EXECUTION", execution: name }, context),
    );
  },
  permittedActions: (source, _, { caller }) => permittedActions(viewOf(source), caller),
  parkedBy: (source) => viewOf(source).parkedBy,
  currentStepId: (source) => factsOf(source).currentStep,
  waitingFor: (source) => factsOf(source).waitingFor,
  retryAt: (source) => outlineOf(source).retryAt,
  derivedFrom: (source) => viewOf(source).derivation,
  schedule: (source) => viewOf(source).schedule,
  turns: (source) => (viewOf(source).turns?.turns ?? []).map((turn) => ({ ...turn, reply: turn.reply ?? null })),
  conversation: (source, _, context) => {
    const { turns } = viewOf(source);
    return turns === null ? null : conversationNamed(turns.conversation, context);
  },
  webhooks: (source, _, context) => webhooksOf(viewOf(source), context),
  account: (source, _, context) => executionAccount(viewOf(source), context),
} satisfies ExecutionResolvers;

export const originResolvers = {
  executionId: ({ execution }, _, context) => nodeId({ kind: "EXECUTION", execution }, context),
  execution: ({ execution }, _, context, info) => executionNamed(execution, context, info),
  stepId: ({ stepPath }) => stepPath,
} satisfies ExecutionOriginResolvers;

export const callableRunResolvers = {
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  version: ({ version }) => version,
  workflow: ({ kind, name, version }, _, context) =>
    kind === "WORKFLOW" && version !== null ? workflowVersion(name, version, context) : null,
  agent: ({ kind, name }, _, context) => (kind === "AGENT" ? agentNamed(name, context) : null),
} satisfies CallableRunResolvers;

export const derivationResolvers = {
  executionId: ({ execution }, _, context) => nodeId({ kind: "EXECUTION", execution }, context),
  fromStepId: ({ fromStep }) => fromStep,
  reusedStepIds: ({ reused }) => reused,
} satisfies ExecutionDerivationResolvers;

export const executionScheduleResolvers = {
  scheduleId: ({ name }, _, context) => nodeId({ kind: "SCHEDULE", name }, context),
  nominalTime: ({ nominalAt }) => nominalAt,
} satisfies ExecutionScheduleResolvers;

/** The position that a cursor of this execution stands for, 0 for none. Throws BAD_USER_INPUT for any other text. */
export function positionAfter(cursor: ExecutionEventsArgs["after"], execution: string): number {
  if (cursor === null || cursor === undefined) return 0;
  const position = cursorPosition(cursor, execution);
  if (position !== undefined) return position;
  const found = JSON.stringify(cursor);
  throw requestError("BAD_USER_INPUT", `Cannot read events: required a cursor of this execution, found ${found}`);
}

/** The position behind the event of that number. Throws BAD_USER_INPUT if there is a cursor too, or none can have that number. */
function sequenceAfter(sequence: number, cursor: ExecutionEventsArgs["after"]): number {
  if (cursor != null)
    throw requestError("BAD_USER_INPUT", "Cannot read events: required after or afterSequence, found both");
  if (sequence >= 0) return sequence;
  throw requestError("BAD_USER_INPUT", `Cannot read events: required afterSequence from 0, found ${sequence}`);
}

/** The output of a step for later ones. Undefined until it succeeded, whole or partial. */
export function outputOf(
  { view, step }: { readonly view: ExecutionView; readonly step: StepView },
  executions: Parameters<typeof framedPayload>[0],
): PayloadSource | undefined {
  if (step.kind !== "TOOL") {
    return hasSucceeded(step.status) ? groupPayload(executions, view.execution, step.id) : undefined;
  }
  return step.output === null ? undefined : framedPayload(executions, view.execution, step.output);
}

interface NamedValue {
  readonly name: string;
  readonly value: PayloadSource;
  readonly stepId: string | undefined;
  readonly source: BindingSource;
}

async function bindingsOf(
  view: ExecutionView,
  executions: Parameters<typeof framedPayload>[0],
  root: AnswerRoot,
): Promise<readonly NamedValue[]> {
  const initial = framedPayload(executions, view.execution, view.bindings);
  // Of an archived execution the names are left; each value then says that it is gone.
  const names = view.archived?.bindingNames ?? Object.keys(objectIn(await initial.read(root)));
  const bindings: NamedValue[] = names.map((name) => {
    const value = computedPayload(async (asking) => ownValue(objectIn(await initial.read(asking)), name) ?? null);
    return { name, value, stepId: undefined, source: "INITIAL" };
  });
  for (const step of view.steps) {
    const value = step.resultKey === null ? undefined : outputOf({ view, step }, executions);
    if (step.resultKey !== null && value !== undefined) {
      bindings.push({ name: step.resultKey, value, stepId: step.id, source: "STEP" });
    }
  }
  return bindings;
}

function objectIn(document: Json): JsonObject {
  return isJsonObject(document) ? document : {};
}

export const executionLimitsResolvers = {
  maxParallelRequests: ({ maxParallel }) => Math.min(maxParallel, maxParallelRequests),
} satisfies ExecutionLimitsResolvers;
