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
import { type EndingState, type ExecutionState, nodeAt, type PinnedExecution, stepAt } from "../state/state.ts";
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
  const { finished, pinned } = state;
  const frames = framesOf(read, carried);
  const nodes = shownNodes(state);
  return {
    ...requestView(pinned, frames.ofRun),
    ...endView(state, frames.ofRun),
    status: statusOf(state),
    state: state.orchestrationState,
    sequence: state.sequence,
    createdAt: state.createdAt,
    startedAt: state.startedAt ?? null,
    updatedAt: state.updatedAt,
    deadlineAt: finished === undefined && state.clock.running ? state.clock.deadlineAt : null,
    cancelRequestedAt: (state.ending?.cancelRequested ?? state.cancelRequested)?.at ?? null,
    plan: state.isPlanned ? pinned.plan : null,
    ...(state.furtherRounds.length > 0 && { furtherRounds: state.furtherRounds }),
    ...plannerOfferOf(state),
    artifacts: state.artifacts,
    routing: state.routing ?? null,
    modelCalls: state.modelCalls.map((call) => modelCallView(call, frames.ofOthers)),
    usage: usageOf(state),
    turns: turnsView(state) ?? null,
    steps: nodes.map((node) => stepView(state, node, frames.ofStep(node))),
    humanInputs: [
      ...planApprovals(state).map((approval) => humanInputView(approval, undefined, frames.ofOthers)),
      ...nodes.flatMap(({ ordinal }) => humanInputViews(state, ordinal, frames.ofOthers)),
    ],
    waitingFor: waitingFor(state) ?? null,
    retryAt: retryAt(state) ?? null,
    currentStep: currentStep(state) ?? null,
    resumptions: state.resumptions,
    archived: null,
    parkedBy: parkedBy ?? null,
    isTooOld: false,
  };
}

type FrameOf = (position: ValuePosition) => ValueFrame;

/** The frames of a view, by whose values they show. */
interface Frames {
  readonly ofRun: FrameOf;
  readonly ofStep: (node: PlanNode) => FrameOf;
  /** Of models and people. */
  readonly ofOthers: FrameOf;
}

function framesOf(read: ReadValue | undefined, carried: CarriedSteps | undefined): Frames {
  const ofRun = framesBy(read);
  if (carried === undefined) return { ofRun, ofStep: () => ofRun, ofOthers: ofRun };
  const ofOthers = framesBy(undefined);
  const named = new Set(carried.stepIds);
  const isCarried = ({ step }: PlanNode) => named.has(step.id) || (carried.bound && step.resultKey !== null);
  return { ofRun, ofStep: (node) => (isCarried(node) ? ofRun : ofOthers), ofOthers };
}

/** Frames with the values that are small enough to stand in them. Without `read` with none. */
function framesBy(read: ReadValue | undefined): FrameOf {
  return (position) =>
    valueFrame(position, read !== undefined && position.bytes <= previewBytes ? () => read(position) : undefined);
}

function framed(position: ValuePosition | undefined, frame: FrameOf): ValueFrame | null {
  return position === undefined ? null : frame(position);
}

/** What was asked for, by whom and under which limits: the members that the start has fixed. */
function requestView(pinned: PinnedExecution, frame: FrameOf) {
  return {
    execution: pinned.execution,
    tenant: pinned.tenant,
    title: pinned.title,
    dialect: pinned.dialect,
    startedWith: pinned.startedWith,
    planHash: pinned.planHash,
    ...planWarningsMember(pinned.planWarnings ?? []),
    onInvalidPlan: pinned.onInvalidPlan,
    conversation: framed(pinned.conversation, frame),
    callable: pinned.callable,
    message: framed(pinned.message, frame),
    input: framed(pinned.input, frame),
    callables: pinned.definitions.callables,
    bindings: frame(pinned.bindings),
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
  } satisfies Partial<ExecutionView>;
}

/** The results and the failure. */
function endView({ ending, finished, rejected, responded }: ExecutionState, frame: FrameOf) {
  return {
    finishedAt: finished?.at ?? null,
    ...(ending === undefined ? {} : { ending: endingView(ending) }),
    output: framed(finished?.output, frame),
    planProblems: framed(rejected?.problems, frame),
    response: framed(responded?.response, frame),
    responseFailure: finished?.responseFailure ?? responded?.failure ?? null,
    directResponse: finished?.directResponse ?? null,
    failure: finished?.failure ?? null,
  } satisfies Partial<ExecutionView>;
}

function endingView({ at, failure, status }: EndingState): NonNullable<ExecutionView["ending"]> {
  return { status, failure: failure ?? null, at };
}

function modelCallView(
  { call, end, model, purpose, request, requestBytes, reserved, startedAt }: ModelCallState,
  frame: FrameOf,
): ModelCallView {
  // A request is long and rarely read: its place is enough.
  const asked = request === undefined ? {} : { request: { ...request, bytes: requestBytes ?? request.bytes } };
  const begun = { call, purpose, startedAt, ...asked };
  if (end !== undefined) {
    const { byCrash: _, reply, usage, ...facts } = end;
    return { ...begun, ...facts, ...usage, reply: framed(reply, frame) };
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
    input: framed(step.input, frame),
    output: framed(step.output, frame),
    content: framed(step.content, frame),
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
  return {
    ...facts,
    expiresAt,
    reason,
    resolvedAt,
    respondedBy,
    step: step ?? null,
    status: resolution ?? "PENDING",
    arguments: framed(shown, frame),
    responseSchema: framed(responseSchema, frame),
    response: framed(response, frame),
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
