/**
 * The fold of a plan into an execution that has none yet: its graph, its steps, and which of them may begin; and the fold of additions
 * during a run.
 */
import type { Failure } from "../../json/failure.ts";
import { withItems } from "../../plan/order/items.ts";
import { isWithinFinally, planGraph } from "../../plan/order/order.ts";
import { planOfRound, withFurtherPlan } from "../../plan/order/rounds.ts";
import type { Plan } from "../../plan/plan.ts";
import type { FinallyStarted, ItemsAdded } from "../events/event.ts";
import { noneReleased, withItemsReleased } from "../state/repeat-state.ts";
import { type ExecutionState, type FurtherRound, nodeAt, stepAt } from "../state/state.ts";
import { ordinalOf, withStep } from "../state/state-change.ts";
import { StepList } from "../state/step-list.ts";
import { endedUnseen, isFinal, pendingStep } from "../state/step-state.ts";

/** `state` with `plan` to run. Nothing of it has begun. Steps that wait for nothing are ready. */
export function withPlan(state: ExecutionState, plan: Plan): ExecutionState {
  const { callables } = state.pinned;
  const graph = planGraph(plan, (name) => callables.get(name)?.effectClass ?? "UNSAFE");
  const planned: ExecutionState = {
    ...state,
    pinned: { ...state.pinned, plan, graph },
    isPlanned: true,
    modelTask: undefined,
    rejected: undefined,
    steps: StepList.of(graph.nodes.map(() => pendingStep)),
    blockers: graph.nodes.map((node) => node.blockedBy.length),
  };
  return withTurn(planned, false);
}

/** The turn of the ordinary steps has come, or that of the steps of `finally`: those that wait for nothing may begin. */
function withTurn(state: ExecutionState, isFinally: boolean): ExecutionState {
  const { nodes } = state.pinned.graph;
  const own = nodes.filter(({ group, step }) => group === undefined && (step.isFinally === true) === isFinally);
  const free = own.filter(({ blockedBy }) => blockedBy.length === 0);
  return free.reduce((next, node) => released(next, node.ordinal), { ...state, unfinished: own.length });
}

/** All steps but those of `finally` are over: those that never ran were skipped, and failures or a cancel hold nothing up any more. */
export function finallyStarted(state: ExecutionState, event: FinallyStarted, at: number): ExecutionState {
  const { failure, responseFailure, status } = event;
  const { graph, plan } = state.pinned;
  const { cancelRequested } = state;
  const ending = { status, failure: failure ?? undefined, responseFailure: responseFailure ?? undefined, at };
  const steps = state.steps.withEach((step, ordinal) =>
    isFinal(step.status) || isWithinFinally(graph, nodeAt(state, ordinal)) ? step : endedUnseen(step, "SKIPPED"),
  );
  const over: ExecutionState = {
    ...state,
    ending: cancelRequested === undefined ? ending : { ...ending, cancelRequested },
    cancelRequested: undefined,
    haltedBy: undefined,
    steps,
    ready: [],
    openGroups: [],
    resumptions: 0,
    clock: { running: true, deadlineAt: at + (plan.finallyTimeoutMs ?? 0) },
  };
  return withTurn(over, true);
}

/** `state` with a further plan to run. Steps of earlier rounds that had not begun never will. */
export function withRound(state: ExecutionState, round: FurtherRound): ExecutionState {
  const { callables, graph, plan: before } = state.pinned;
  const plan = planOfRound(round.plan, round.number);
  const grown = withFurtherPlan(graph, plan, (name) => callables.get(name)?.effectClass ?? "UNSAFE");
  const added = grown.nodes.slice(graph.nodes.length);
  const { directResponse } = plan;
  const { earlierPlanApprovals, planApproval } = state;
  const planned: ExecutionState = {
    ...state,
    pinned: {
      ...state.pinned,
      plan: { ...before, directResponse, steps: [...before.steps, ...plan.steps] },
      graph: grown,
    },
    furtherRounds: [...state.furtherRounds, round],
    modelTask: undefined,
    rejected: undefined,
    haltedBy: undefined,
    planApproval: undefined,
    earlierPlanApprovals: planApproval === undefined ? earlierPlanApprovals : [...earlierPlanApprovals, planApproval],
    steps: state.steps
      .withEach((step) => (isFinal(step.status) ? step : endedUnseen(step, "SKIPPED")))
      .followedBy(added.map(() => pendingStep)),
    // Items of maps and loops have none.
    blockers: grown.nodes.map(({ blockedBy, ordinal }) => state.blockers[ordinal] ?? blockedBy.length),
    ready: [],
    openGroups: [],
    unfinished: added.filter((node) => node.group === undefined).length,
  };
  const free = added.filter((node) => node.group === undefined && node.blockedBy.length === 0);
  return free.reduce((next, node) => released(next, node.ordinal), planned);
}

/** `state` without the further plan that nobody permitted: none of its steps will begin, and no other plan is made. */
export function withoutRound(state: ExecutionState, failure: Failure): ExecutionState {
  const steps = state.steps.withEach((step) => (isFinal(step.status) ? step : endedUnseen(step, "SKIPPED")));
  return { ...state, furtherPlanFailure: failure, steps, ready: [], openGroups: [], unfinished: 0 };
}

/** Lets a top-level step begin; a group by letting its children begin, except for reused ones. */
export function released(state: ExecutionState, ordinal: number): ExecutionState {
  const node = nodeAt(state, ordinal);
  if (node.step.kind === "TOOL") return { ...state, ready: [...state.ready, ordinal] };
  if (node.step.kind !== "PARALLEL")
    return withItemsReleased({ ...state, openGroups: [...state.openGroups, ordinal] }, ordinal);
  const children = node.children.filter((child) => !isFinal(stepAt(state, child).status));
  return { ...state, openGroups: [...state.openGroups, ordinal], ready: [...state.ready, ...children] };
}

/** Items of a map whose turn has not come are those of an earlier execution, and begin with the map. */
export function itemsAdded(state: ExecutionState, { count, step: id }: ItemsAdded, at: number): ExecutionState {
  const ordinal = ordinalOf(state, id);
  const graph = withItems(state.pinned.graph, ordinal, count);
  const added = graph.nodes.slice(state.steps.length).map(() => pendingStep);
  const isOpen = state.openGroups.includes(ordinal);
  const before = stepAt(state, ordinal);
  const begun =
    isOpen && before.status === "PENDING"
      ? withStep(state, ordinal, { ...before, status: "RUNNING", startedAt: at })
      : state;
  const repeats = new Map(state.repeats).set(ordinal, state.repeats.get(ordinal) ?? noneReleased);
  const known: ExecutionState = {
    ...begun,
    startedAt: isOpen ? (state.startedAt ?? at) : state.startedAt,
    pinned: { ...state.pinned, graph },
    steps: begun.steps.followedBy(added),
    repeats,
    resumptions: 0,
  };
  return withItemsReleased(known, ordinal);
}
