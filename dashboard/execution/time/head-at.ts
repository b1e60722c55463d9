/**
 * The snapshot of an execution as it was at a place of its log: facts of later events are removed. Facts that the log does not have, such
 * as the text of a question that was answered since, are left out, not guessed. Pure.
 */
import { roundOfStep } from "../../../src/plan/order/round-ids.ts";
import type { ExecutionHead, LoggedEvent } from "../store/execution-model.ts";
import type { FoldedLog } from "../store/fold-events.ts";

export interface Past {
  /** Events up to the place. */
  readonly log: readonly LoggedEvent[];
  readonly folded: FoldedLog;
  /** Whether any event of the whole log proposes a plan: then there was none before the first of them. */
  readonly isPlannedByModel: boolean;
}

type Of<Name extends LoggedEvent["__typename"]> = Extract<LoggedEvent, { readonly __typename: Name }>;

export function headAt(head: ExecutionHead, past: Past): ExecutionHead {
  const { folded, log } = past;
  const finished = last(log, "ExecutionFinished");
  const plan = planAt(head, past);
  const modelCalls = modelCallsAt(head, log);
  const ends = [...folded.tracks.values()].filter(({ isFinal }) => isFinal);
  const planned = new Set(
    plan?.steps.flatMap(({ children, stepId }) =>
      children.length === 0 ? [stepId] : children.map((child) => child.stepId),
    ),
  );
  const tops = new Set(plan?.steps.map(({ stepId }) => stepId));
  const isWaiting = (stepId: string | null) =>
    stepId === null ? folded.planQuestion?.resolvedAt === null : folded.tracks.get(stepId)?.status === "WAITING";
  return {
    ...head,
    plan,
    modelCalls,
    // Below that of every event, so that the log is newer for each step.
    lastSequence: 0,
    stepsAsOf: 0,
    ...standAt(folded, finished?.executionStatus),
    parkedBy: null,
    finishedAt: finished === undefined ? null : head.finishedAt,
    durationMs: finished === undefined ? null : head.durationMs,
    response: finished === undefined ? null : head.response,
    responseFailure: finished === undefined ? null : head.responseFailure,
    failure: finished === undefined ? null : head.failure,
    routing: log.some(({ __typename }) => __typename === "AgentRouted") ? head.routing : null,
    planErrors: log.some(({ __typename }) => __typename === "PlanRejected") ? head.planErrors : [],
    planWarnings: plan === null ? [] : head.planWarnings,
    pendingHumanInputs: head.pendingHumanInputs.filter(({ stepId }) => isWaiting(stepId)),
    endedStepCount: ends.filter(({ stepId }) => planned.size === 0 || planned.has(stepId)).length,
    usage: usageAt(head, log, modelCalls),
    // Steps of the plan at that time, and those that the log had named.
    steps: standsAt(
      head.steps.filter(({ stepId }) => tops.has(stepId) || folded.tracks.has(stepId)),
      folded,
    ) as ExecutionHead["steps"],
  };
}

/** It waits where a step, or the whole plan, waits for something and nothing is under way. */
function standAt(
  { planQuestion, tracks }: FoldedLog,
  ended: ExecutionHead["status"] | undefined,
): Pick<ExecutionHead, "status" | "waitingFor"> {
  if (ended !== undefined) return { status: ended, waitingFor: null };
  if (planQuestion?.resolvedAt === null) return { status: "WAITING", waitingFor: "PERSON" };
  const stands = [...tracks.values()];
  const waiting = stands.find(({ status }) => status === "WAITING");
  if (waiting === undefined || stands.some(({ status }) => status === "RUNNING"))
    return { status: "RUNNING", waitingFor: null };
  return { status: "WAITING", waitingFor: waiting.waitsFor as ExecutionHead["waitingFor"] };
}

function last<Name extends LoggedEvent["__typename"]>(log: readonly LoggedEvent[], name: Name): Of<Name> | undefined {
  return log.findLast((event): event is Of<Name> => event.__typename === name);
}

function planAt({ plan }: ExecutionHead, { isPlannedByModel, log }: Past): ExecutionHead["plan"] {
  if (plan === null || !isPlannedByModel) return plan;
  const rounds = log.filter(({ __typename }) => __typename === "PlanProposed").length;
  if (rounds === 0) return null;
  return { ...plan, rounds, steps: plan.steps.filter(({ stepId }) => roundOfStep(stepId) <= rounds) };
}

function modelCallsAt({ modelCalls }: ExecutionHead, log: readonly LoggedEvent[]): ExecutionHead["modelCalls"] {
  const started = new Set(log.flatMap((event) => (event.__typename === "ModelCallStarted" ? [event.number] : [])));
  const ended = new Set(log.flatMap((event) => (event.__typename === "ModelCalled" ? [event.modelCall.number] : [])));
  return modelCalls.flatMap((call) => {
    if (ended.has(call.number)) return [call];
    if (!started.has(call.number)) return [];
    return [
      { ...call, durationMs: null, inputTokens: 0, outputTokens: 0, costMicros: null, outcome: null, failure: null },
    ];
  });
}

function usageAt(
  { steps, usage }: ExecutionHead,
  log: readonly LoggedEvent[],
  modelCalls: ExecutionHead["modelCalls"],
): ExecutionHead["usage"] {
  const tools = new Set(steps.flatMap(({ __typename, stepId }) => (__typename === "ToolStep" ? [stepId] : [])));
  const calls = log.filter((event) => event.__typename === "StepStarted");
  const toolCalls = calls.filter(({ stepId }) => stepId !== null && tools.has(stepId)).length;
  const sum = (of: (call: (typeof modelCalls)[number]) => number) =>
    modelCalls.reduce((total, call) => total + of(call), 0);
  return {
    ...usage,
    toolCalls: Math.min(usage.toolCalls, toolCalls),
    agentCalls: Math.min(usage.agentCalls, calls.length - toolCalls),
    modelCalls: modelCalls.length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costMicros: usage.costMicros === null ? null : sum(({ costMicros }) => costMicros ?? 0),
  };
}

interface Stand {
  readonly stepId: string;
  readonly executionId?: string | null;
  readonly children?: readonly Stand[];
  readonly items?: readonly Stand[];
}

/** Steps without results. The log has those of that time. */
function standsAt(steps: readonly Stand[], folded: FoldedLog): readonly Stand[] {
  return steps.map((step) => ({
    ...step,
    status: "PENDING",
    startedAt: null,
    finishedAt: null,
    durationMs: null,
    failure: null,
    ...("waitsFor" in step && { waitsFor: null }),
    ...("reused" in step && { reused: false }),
    ...("warnings" in step && { warnings: [] }),
    ...("executionId" in step && { executionId: folded.tracks.has(step.stepId) ? step.executionId : null }),
    ...(step.children !== undefined && { children: standsAt(step.children, folded) }),
    // Items are lines from their first event in the log.
    ...(step.items !== undefined && {
      items: standsAt(
        step.items.filter(({ stepId }) => folded.tracks.has(stepId)),
        folded,
      ),
    }),
  }));
}
