/**
 * The fold of events about agents that take turns: a turn starts and adds its step, messages, structured output and the step of the tool
 * that follows it, variables, handoffs. Each event reads no more than the current turn, so a turn costs the same however many went before
 * it. Holds E2, and C29 in that the step of the tool exists before the step of the agent has ended.
 */

import type { PlanNode } from "../../plan/order/order.ts";
import { defaultStepPolicy, type ToolStep } from "../../plan/plan.ts";
import { turnAgent } from "../../plan/turn-work.ts";
import type { ExecutionStarted, StepFinished } from "../events/event.ts";
import {
  type BindingSet,
  type HandoffMade,
  type MessageAdded,
  type OutputSubmitted,
  type StructuredOutputChecked,
  type TurnEvent,
  type TurnStarted,
  turnSteps,
} from "../events/turn-event.ts";
import { autoToolStep } from "../state/auto-tool-step.ts";
import type { ExecutionState } from "../state/state.ts";
import { activated, positionOf } from "../state/state-change.ts";
import { pendingStep } from "../state/step-state.ts";
import type { TurnState, TurnsState } from "../state/turn-state.ts";
import { newModelTask } from "./fold-model.ts";

/** Where the turns of an execution stand that has just started; undefined if it has none. */
export function firstTurns({ turns }: ExecutionStarted): TurnsState | undefined {
  if (turns === null) return undefined;
  return { turns: [], messages: [], variables: turns.start.variables, duplicates: 0 };
}

export function turnEvent(state: ExecutionState, event: TurnEvent, at: number): ExecutionState {
  switch (event.kind) {
    case "TurnStarted":
      return turnStarted(state, event, at);
    case "OutputSubmitted":
      return outputSubmitted(state, event);
    case "MessageAdded":
      return messageAdded(state, event);
    case "StructuredOutputChecked":
      return structuredOutputChecked(state, event);
    case "DuplicateSuppressed":
      return withTurns(state, { duplicates: turnsOf(state).duplicates + 1 });
    case "BindingSet":
      return bindingSet(state, event);
    case "HandoffMade":
      return handoffMade(state, event);
  }
}

/** The effect of a step's end on the turn whose agent it is. */
export function turnStepFinished(state: ExecutionState, event: StepFinished): ExecutionState {
  const last = state.turns?.turns.at(-1);
  if (last === undefined || event.step !== turnSteps(last.number).agent) return state;
  const spoken = event.status === "SUCCEEDED" ? "TEXT" : "FAILED";
  // Structured output was judged by the row before, in the same transaction.
  return { ...withLastTurn(state, { reply: last.reply ?? spoken }), modelTask: undefined };
}

function turnStarted(state: ExecutionState, event: TurnStarted, at: number): ExecutionState {
  const { agentName, cause, isElsewhere, key, turn: number } = event;
  const { turns } = turnsOf(state);
  const { round: before = 1 } = turns.at(-1) ?? {};
  const turn: TurnState = {
    number,
    key,
    agentName,
    startedAt: at,
    round: cause === "ROUND" ? before + 1 : cause === "CORRECTION" ? before : 1,
    isElsewhere,
    violations: [],
  };
  const begun = withAddedStep(withTurns(state, { turns: [...turns, turn], duplicates: 0 }), {
    kind: "TOOL",
    id: turnSteps(number).agent,
    index: state.pinned.plan.steps.length,
    callableName: agentName,
    arguments: { kind: "literal", value: {} },
    resultKey: null,
    after: [],
    independent: false,
    // `nextTurn` decides what follows a failed agent.
    policy: { ...defaultStepPolicy, continueOnFailure: true },
  });
  const running = { ...pendingStep, status: "RUNNING" as const, startedAt: at };
  return {
    ...activated(begun, state.steps.length, running, at),
    modelTask: isElsewhere ? undefined : newModelTask("AGENT"),
    resumptions: 0,
  };
}

function outputSubmitted(state: ExecutionState, { bodyHash, key }: OutputSubmitted): ExecutionState {
  return { ...withLastTurn(state, { bodyHash, key }), resumptions: 0 };
}

function messageAdded(state: ExecutionState, event: MessageAdded): ExecutionState {
  const { agentName, author, turn, uiHidden } = event;
  const text = positionOf(event.text, state.sequence, "text");
  const message = { agentName: agentName ?? undefined, author, turn: turn ?? undefined, uiHidden, text };
  return withTurns(state, { messages: [...turnsOf(state).messages, message] });
}

function structuredOutputChecked(state: ExecutionState, event: StructuredOutputChecked): ExecutionState {
  const { agentName, parameters, violations } = event;
  const checked = withLastTurn(state, { reply: violations.length > 0 ? "INVALID" : "OUTPUT", violations });
  const { turns: work } = state.pinned;
  const binding = work === null ? null : (turnAgent(work, agentName)?.binding ?? null);
  if (work === null || binding === null || parameters === null) return checked;
  const added = withAddedStep(checked, autoToolStep(work, binding, event, checked.pinned.plan.steps.length));
  return { ...added, ready: [...added.ready, state.steps.length] };
}

function bindingSet(state: ExecutionState, { name, value }: BindingSet): ExecutionState {
  return withTurns(state, { variables: { ...turnsOf(state).variables, [name]: value } });
}

function handoffMade(state: ExecutionState, { kind: _, ...handoff }: HandoffMade): ExecutionState {
  return withTurns(state, { handoff });
}

/** One more step behind all others, which waits for none of them. */
function withAddedStep(state: ExecutionState, step: ToolStep): ExecutionState {
  const { graph, plan } = state.pinned;
  const ordinal = graph.nodes.length;
  const node: PlanNode = { ordinal, step, group: undefined, children: [], blockedBy: [], blocks: [] };
  const nodes = [...graph.nodes, node];
  return {
    ...state,
    pinned: {
      ...state.pinned,
      plan: { ...plan, steps: [...plan.steps, step] },
      graph: { nodes, ordinalOf: graph.ordinalOf.grown(nodes) },
    },
    steps: state.steps.followedBy([pendingStep]),
    blockers: [...state.blockers, 0],
    unfinished: state.unfinished + 1,
  };
}

function withTurns(state: ExecutionState, change: Partial<TurnsState>): ExecutionState {
  return { ...state, turns: { ...turnsOf(state), ...change } };
}

function withLastTurn(state: ExecutionState, change: Partial<TurnState>): ExecutionState {
  const { turns } = turnsOf(state);
  const last = turns.at(-1);
  if (last === undefined) throw new RangeError("no turn has started");
  return withTurns(state, { turns: [...turns.slice(0, -1), { ...last, ...change }] });
}

function turnsOf({ turns }: ExecutionState): TurnsState {
  if (turns === undefined) throw new RangeError("the execution has no agents that take turns");
  return turns;
}
