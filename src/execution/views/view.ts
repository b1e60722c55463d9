/**
 * Room `execution/views`: an execution in the forms in which others read it.
 *
 * Owns: the snapshot (`execution-view.ts`, this file); the summary that the index keeps (`summary.ts`) and the lists over it; the projections
 * to the documents (`projection.ts`), to A2A tasks (`task-projection.ts`) and to chat frames (`chat-frame.ts`); usage and latency of a
 * tenant (`consumption.ts`, `latency-histogram.ts`); the view of a conversation.
 * Leaves: GraphQL types to `graph`; SQL over summaries to `durable/index`; the bodies of webhooks to `execution/webhooks`.
 *
 * Invariants:
 * - A view is made from state or events and changes neither.
 * - Small values stand inline if they are asked for; large values are given by position and preview (E14).
 * - A view is plain data, so it can be handed from one object to another.
 *
 * This file makes the snapshot of a state.
 */

import { confinementOf } from "../../access/audience.ts";
import { previewBytes, type ValueFrame, type ValuePosition } from "../../json/stored-value.ts";
import { planWarningsMember } from "../../plan/kept-warnings.ts";
import type { PlanNode } from "../../plan/order/order.ts";
import { isRepeated } from "../../plan/plan.ts";
import type { LatestProgress } from "../events/callee-progress.ts";
import type { EventAddress } from "../events/step-waiting.ts";
import { valueFrame } from "../events/value-slots.ts";
import type { ModelCallState } from "../state/model-state.ts";
import { planApprovals } from "../state/open-plan-approval.ts";
import { groupIdOf } from "../state/planned-step.ts";
import type { ReadValue } from "../state/read-reference.ts";
import { itemCounts, shownChildren, shownNodes } from "../state/shown-items.ts";
import { type EndingState, type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { currentStep, statusOf, usageOf, waitingFor } from "../state/status.ts";
import type { AttemptState, HumanInputState } from "../state/step-state.ts";
import type {
  AttemptView,
  CarriedSteps,
  ExecutionView,
  HumanInputView,
  ModelCallView,
  StepView,
  TurnsView,
} from "./execution-view.ts";
import { retryAt } from "./outline.ts";

/** The view with the progress of calls in flight, by the id of their step. */
export function withProgress(view: ExecutionView, known: ReadonlyMap<string, LatestProgress>): ExecutionView {
  if (known.size === 0) return view;
  const steps = view.steps.map((step): StepView => {
    const progress = known.get(step.id);
    return progress === undefined ? step : { ...step, progress };
  });
  return { ...view, steps };
}

function plannerOfferOf({ callableSearch, pinned }: ExecutionState): Pick<ExecutionView, "plannerOffer"> {
  const { definitions, modelWork } = pinned;
  const { search } = modelWork.plan ?? {};
  if (search === undefined) return {};
  const { found = null, query = null } = callableSearch ?? {};
  return { plannerOffer: { offered: definitions.callables.length, registered: search.registered, query, found } };
}

/**
 * `read` undefined leaves every value out and gives positions only, `carried` those of models, people and all other steps. `parkedBy` names a row
 * that this code does not know.
 */
export function viewOf(
  state: ExecutionState,
  read: ReadValue | undefined,
  parkedBy: string | undefined,
  carried?: CarriedSteps,
): ExecutionView {
  const { pinned } = state;
  const frameBy = (by: ReadValue | undefined) => (position: ValuePosition) =>
    valueFrame(position, by !== undefined && position.bytes <= previewBytes ? () => by(position) : undefined);
  const frame = frameBy(carried === undefined ? read : undefined);
  const frameOfRun = frameBy(read);
  const named = new Set(carried?.stepIds);
  const framesOf = ({ step }: PlanNode) =>
    named.has(step.id) || (carried?.bound === true && step.resultKey !== null) ? frameOfRun : frame;
  const framed = (position: ValuePosition | undefined) => (position === undefined ? null : frameOfRun(position));
  const nodes = shownNodes(state);
  return {
    execution: pinned.execution,
    tenant: pinned.tenant,
    title: pinned.title,
    status: statusOf(state),
    state: state.orchestrationState,
    sequence: state.sequence,
    createdAt: state.createdAt,
    startedAt: state.startedAt ?? null,
    finishedAt: state.finished?.at ?? null,
    updatedAt: state.updatedAt,
    deadlineAt: state.finished === undefined && state.clock.running ? state.clock.deadlineAt : null,
    cancelRequestedAt: (state.ending?.cancelRequested ?? state.cancelRequested)?.at ?? null,
    ...(state.ending === undefined ? {} : { ending: endingView(state.ending) }),
    dialect: pinned.dialect,
    startedWith: pinned.startedWith,
    plan: state.isPlanned ? pinned.plan : null,
    planHash: pinned.planHash,
    ...(state.furtherRounds.length > 0 && { furtherRounds: state.furtherRounds }),
    ...planWarningsMember(pinned.planWarnings ?? []),
    ...plannerOfferOf(state),
    onInvalidPlan: pinned.onInvalidPlan,
    conversation: framed(pinned.conversation),
    callable: pinned.callable,
    message: framed(pinned.message),
    input: framed(pinned.input),
    output: framed(state.finished?.output),
    artifacts: state.artifacts,
    routing: state.routing ?? null,
    planProblems: framed(state.rejected?.problems),
    response: framed(state.responded?.response),
    responseFailure: state.finished?.responseFailure ?? state.responded?.failure ?? null,
    modelCalls: state.modelCalls.map((call) => modelCallView(call, frame)),
    usage: usageOf(state),
    callables: pinned.definitions.callables,
    turns: turnsView(state) ?? null,
    steps: nodes.map((node) => stepView(state, node, framesOf(node))),
    bindings: frameOfRun(pinned.bindings),
    directResponse: state.finished?.directResponse ?? null,
    failure: state.finished?.failure ?? null,
    humanInputs: [
      ...planApprovals(state).map((approval) => humanInputView(approval, undefined, frame)),
      ...nodes.flatMap(({ ordinal }) => humanInputViews(state, ordinal, frame)),
    ],
    limits: pinned.limits,
    inDoubt: pinned.inDoubt,
    approval: pinned.approval,
    requestId: pinned.requestId,
    contextId: pinned.contextId,
    idempotencyKey: pinned.idempotencyKey,
    labels: pinned.labels,
    traceparent: pinned.traceparent,
    subject: pinned.subject,
    ...confinementOf(pinned),
    origin: pinned.origin,
    derivation: pinned.derivation,
    ...(pinned.schedule !== undefined && { schedule: pinned.schedule }),
    waitingFor: waitingFor(state) ?? null,
    retryAt: retryAt(state) ?? null,
    currentStep: currentStep(state) ?? null,
    resumptions: state.resumptions,
    archived: null,
    parkedBy: parkedBy ?? null,
    isTooOld: false,
  };
}

function endingView({ at, failure, status }: EndingState): NonNullable<ExecutionView["ending"]> {
  return { status, failure: failure ?? null, at };
}

type FrameOf = (position: ValuePosition) => ValueFrame;

function modelCallView(
  { call, end, model, purpose, request, requestBytes, reserved, startedAt }: ModelCallState,
  frame: FrameOf,
): ModelCallView {
  // A request is long and rarely read: its place is enough.
  const asked = request === undefined ? {} : { request: { ...request, bytes: requestBytes ?? request.bytes } };
  const begun = { call, purpose, startedAt, ...asked };
  if (end !== undefined) {
    const { byCrash: _, reply, usage, ...facts } = end;
    return { ...begun, ...facts, ...usage, reply: reply === undefined ? null : frame(reply) };
  }
  return {
    ...begun,
    model,
    durationMs: null,
    firstTextMs: null,
    outcome: null,
    failure: null,
    retryAt: null,
    reply: null,
    ...reserved,
    cachedInputTokens: 0,
    usageIsBound: true,
  };
}

function stepView(state: ExecutionState, node: PlanNode, frame: FrameOf): StepView {
  const { ordinal, step: planned } = node;
  const step = stepAt(state, ordinal);
  const callId = step.callId;
  const task = step.tasks.at(-1);
  return {
    id: planned.id,
    index: planned.index,
    kind: planned.kind,
    group: groupIdOf(state, ordinal) ?? null,
    status: step.status,
    resultKey: planned.resultKey,
    callableName: planned.kind === "TOOL" ? planned.callableName : null,
    callId: callId ?? null,
    input: step.input === undefined ? null : frame(step.input),
    output: step.output === undefined ? null : frame(step.output),
    content: step.content === undefined ? null : frame(step.content),
    failure: step.failure ?? null,
    warning: step.warning ?? null,
    ...(step.warnings === undefined ? {} : { warnings: step.warnings }),
    outcome: step.outcome ?? null,
    waitsFor: step.wait?.kind ?? null,
    ...(step.wait?.until === undefined ? {} : { waitsUntil: step.wait.until }),
    ...(step.wait?.kind === "EVENT" ? { awaitedEvent: step.wait.details as EventAddress } : {}),
    child: task?.kind === "CHILD" ? task.handle : null,
    remoteTaskId: task?.kind === "REMOTE_TASK" ? task.handle : null,
    waitNote: step.wait?.note ?? null,
    startedAt: step.startedAt ?? null,
    finishedAt: step.finishedAt ?? null,
    reused: step.reused ?? false,
    attempts: step.attempts.map((attempt) => attemptView(attempt, callId ?? "")),
    children: shownChildren(state, node).map((child) => nodeAt(state, child).step.id),
    ...(isRepeated(planned) ? { items: itemCounts(state, node) } : {}),
  };
}

function attemptView(attempt: AttemptState, callId: string): AttemptView {
  const { failure = null, finishedAt = null, number, outcome = null, retryAt = null, startedAt } = attempt;
  return { number, startedAt, finishedAt, outcome, failure, retryAt, callId };
}

function humanInputViews(state: ExecutionState, ordinal: number, frame: FrameOf): readonly HumanInputView[] {
  const { id } = nodeAt(state, ordinal).step;
  return stepAt(state, ordinal).questions.map((question) => humanInputView(question, id, frame));
}

function humanInputView(question: HumanInputState, step: string | undefined, frame: FrameOf): HumanInputView {
  const { arguments: shown, resolution, response, responseSchema, ...facts } = question;
  const { expiresAt = null, reason = null, resolvedAt = null, respondedBy = null } = question;
  const framed = (position: ValuePosition | undefined) => (position === undefined ? null : frame(position));
  return {
    ...facts,
    expiresAt,
    reason,
    resolvedAt,
    respondedBy,
    step: step ?? null,
    status: resolution ?? "PENDING",
    arguments: framed(shown),
    responseSchema: framed(responseSchema),
    response: framed(response),
  };
}

function turnsView({ finished, pinned: { turns: work }, turns }: ExecutionState): TurnsView | undefined {
  if (work === null || turns === undefined) return undefined;
  const last = turns.turns.at(-1);
  const isAwaited = finished === undefined && last?.isElsewhere === true && last.reply === undefined;
  return {
    chatId: work.chatId,
    appId: work.appId,
    conversation: work.conversation,
    manifest: work.manifest,
    turns: turns.turns,
    variables: turns.variables,
    waitingTurnKey: isAwaited ? last.key : null,
  };
}
