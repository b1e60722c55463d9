/**
 * Room `execution/turns`: agents that take turns in an execution.
 *
 * Owns: the next turn (this file); the events by which a turn starts (`turn-start.ts`), is answered (`turn-reply.ts`) and is given up
 * (`turn-given-up.ts`); structured output held against its model (`checked-output.ts`); the key of a turn (`turn-key.ts`) and the requests
 * about turns across objects (`turn-request.ts`). Leaves: manifests to `catalog/manifests`; the step of a bound tool to `execution/state`
 * (`auto-tool-step.ts`); reservations to `durable/conversation`; the output of an agent that runs elsewhere to `execution/decide`
 * (`submission.ts`).
 *
 * Invariants:
 * - The next turn follows from the state alone, so the same question after a crash has the same answer (C29, R15).
 * - Conditions of handoffs see variables as values, never as text (E13).
 * - `maxTurns`, and the bound on turns of one agent in a row, end rules that loop.
 *
 * This file decides the next step when the tool of a turn has ended: the next turn, a message to the agents first, or the end.
 * - C31, T35: output that broke its model goes back to its agent, twice in a row at most.
 * - T34: rules are asked in the order of the manifest.
 * - An agent that may have rounds continues with the results of its tool before rules are asked (`turn-rounds.ts`).
 * - T36: agents are shown the failure of a tool before anything else follows.
 * - Rules of the person are asked before the first turn, with the variables that the message sets.
 */

import type { Failure } from "../../json/failure.ts";
import { ownValue } from "../../json/json.ts";
import { evaluateCondition } from "../../plan/expressions/evaluate-condition.ts";
import { readFrom } from "../../plan/reference-reader.ts";
import {
  type HandoffRule,
  maxOutputCorrections,
  personSource,
  type TurnWork,
  turnAgent,
} from "../../plan/turn-work.ts";
import { type HandoffMade, type OutputViolation, type TurnStarted, turnSteps } from "../events/turn-event.ts";
import { toolStatusText } from "../state/auto-tool-call.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import { isFine, type StepState } from "../state/step-state.ts";
import type { TurnState, TurnsState } from "../state/turn-state.ts";
import { hasRound, isSpent, toolsOfRounds } from "./turn-rounds.ts";

export type NextTurn =
  /** Agents get a message before the next turn is decided. */
  | { readonly kind: "TELL"; readonly text: string; readonly turn: number }
  | {
      readonly kind: "TURN";
      readonly agentName: string;
      readonly turn: number;
      readonly cause: TurnStarted["cause"];
      readonly handoff?: HandoffMade | undefined;
      /** The message of the runtime that asks for a correction. Absent for none. */
      readonly correction?: string | undefined;
    }
  | {
      readonly kind: "END";
      readonly status: "SUCCEEDED" | "PARTIAL" | "FAILED";
      readonly failure: (Failure & { readonly step: string | null }) | null;
      readonly handoff?: HandoffMade | undefined;
    };

/** The next turn of `state` while none runs. */
export function nextTurn(state: ExecutionState): NextTurn {
  const { turns, work } = turnsIn(state);
  const last = turns.turns.at(-1);
  if (last === undefined) return firstTurn(work, turns);
  const tool = stepCalled(state, turnSteps(last.number).tool);
  if (last.reply === "INVALID") return correction(state, work, turns, last);
  if (last.reply !== "TEXT" && last.reply !== "OUTPUT") return failedWith(state, turnSteps(last.number).agent);
  if (tool?.status === "FAILED" && !isReported(turns, last))
    return { kind: "TELL", text: toolText(work, last, tool), turn: last.number };
  if (hasRound(work, turns, last, tool))
    return { kind: "TURN", agentName: last.agentName, turn: last.number + 1, cause: "ROUND" };
  return byRules(state, work, turns, last);
}

/** Who is given the message: the agent that the first rule of the person names which holds, else the one that is active. */
function firstTurn(work: TurnWork, turns: TurnsState): NextTurn {
  const { agentName, turn } = work.start;
  const isPerson = turnAgent(work, personSource) === undefined;
  const found = isPerson ? firstHolding(work, personSource, turns, ({ target }) => target.kind === "AGENT") : undefined;
  if (found?.kind === "FAILED") return failed(found.failure);
  if (found?.target.kind !== "AGENT" || found.target.agentName === agentName)
    return { kind: "TURN", agentName, turn, cause: "MESSAGE" };
  const { rule, target } = found;
  const handoff: HandoffMade = { kind: "HandoffMade", from: personSource, target, rule, turn: turn - 1 };
  return { kind: "TURN", agentName: target.agentName, turn, cause: "MESSAGE", handoff };
}

type FoundRule =
  | { readonly kind: "RULE"; readonly rule: number; readonly target: HandoffRule["target"] }
  | { readonly kind: "FAILED"; readonly failure: Failure };

/** The first of the wanted rules of `source` that holds, or whose condition cannot be evaluated. Undefined if none does. */
function firstHolding(
  { handoffs }: TurnWork,
  source: string,
  turns: TurnsState,
  isWanted: (rule: HandoffRule) => boolean = () => true,
): FoundRule | undefined {
  for (const [rule, handoff] of handoffs.entries()) {
    const { condition, sourceAgent, target } = handoff;
    if (sourceAgent !== source || !isWanted(handoff)) continue;
    const outcome = condition === null ? ({ kind: "TRUE" } as const) : holds(condition, turns);
    if (outcome.kind === "FAILED") return { kind: "FAILED", failure: outcome.failure };
    if (outcome.kind === "TRUE") return { kind: "RULE", rule, target };
  }
  return undefined;
}

/** Whether output of the turn at hand that breaks its model goes back to its agent. */
export function maySendBack(state: ExecutionState): boolean {
  const { turns, work } = turnsIn(state);
  const last = turns.turns.at(-1);
  if (last === undefined) return false;
  const earlier = turns.turns
    .slice(0, -1)
    .findLastIndex(({ agentName, reply }) => reply !== "INVALID" || agentName !== last.agentName);
  const corrected = turns.turns.length - 2 - earlier;
  return (
    corrected < maxOutputCorrections && turns.turns.length < work.maxTurns && !isSpent(work, turns, last.agentName)
  );
}

function correction(state: ExecutionState, work: TurnWork, turns: TurnsState, last: TurnState): NextTurn {
  const { agentName, number, violations } = last;
  if (maySendBack(state))
    return {
      kind: "TURN",
      agentName,
      turn: number + 1,
      cause: "CORRECTION",
      correction: correctionText(violations),
    };
  return turns.turns.length >= work.maxTurns ? tooManyTurns(work) : failedWith(state, turnSteps(number).agent);
}

function byRules(state: ExecutionState, work: TurnWork, turns: TurnsState, last: TurnState): NextTurn {
  const end = (handoff: HandoffMade | undefined): NextTurn => {
    const status = toolsOfRounds(state, turns).every(isFine) ? "SUCCEEDED" : "PARTIAL";
    return { kind: "END", status, failure: null, handoff };
  };
  const found = firstHolding(work, last.agentName, turns);
  if (found === undefined) return end(undefined);
  if (found.kind === "FAILED") return { ...failed(found.failure), handoff: undefined };
  const { rule, target } = found;
  const handoff: HandoffMade = { kind: "HandoffMade", from: last.agentName, target, rule, turn: last.number };
  if (target.kind !== "AGENT") return end(handoff);
  const { agentName } = target;
  if (isSpent(work, turns, agentName)) return end(undefined);
  if (turns.turns.length >= work.maxTurns) return tooManyTurns(work);
  return { kind: "TURN", agentName, turn: last.number + 1, cause: "HANDOFF", handoff };
}

/** Values of variables are operands of the condition; a name that no variable has is no value (C3). */
function holds(condition: NonNullable<HandoffRule["condition"]>, { variables }: TurnsState) {
  return evaluateCondition(condition, {
    read: (reference) =>
      readFrom(reference, ownValue(variables, reference.id), `no variable ${JSON.stringify(reference.id)}`),
    bytesOf: () => undefined,
  });
}

function isReported({ messages }: TurnsState, { number }: TurnState): boolean {
  const last = messages.at(-1);
  return last?.author === "RUNTIME" && last.turn === number;
}

/** The words of the document (T35). */
function correctionText(violations: readonly OutputViolation[]): string {
  const error = violations.map(({ message, pointer }) => `${pointer === "" ? "/" : pointer}: ${message}`).join("; ");
  return `Your output did not match the required schema. Error: ${error.slice(0, longestError)}`.toWellFormed();
}

function toolText(work: TurnWork, { agentName }: TurnState, { failure }: StepState): string {
  const name = turnAgent(work, agentName)?.binding?.toolName ?? "";
  const text = toolStatusText(name, false);
  return failure === undefined ? text : `${text} ${quoted(failure.message.slice(0, longestQuote).toWellFormed())}`;
}

/** Text of a tool is quoted on one line and cannot open a block of a prompt: it is reported, never in the words of the runtime (E13). */
function quoted(words: string): string {
  return JSON.stringify(words).replaceAll("<", "\\u003c");
}

/** UTF-16 code units of a failure and of an error that an agent is shown. */
const longestQuote = 2_000;
const longestError = 8_000;

function failedWith(state: ExecutionState, step: string): NextTurn {
  const failure = stepCalled(state, step)?.failure ?? null;
  if (failure === null) throw new Error(`${step} ended without an answer and without a failure`);
  return { kind: "END", status: "FAILED", failure: { ...failure, step } };
}

function failed(failure: Failure): NextTurn & { readonly kind: "END" } {
  return { kind: "END", status: "FAILED", failure: { ...failure, step: null } };
}

function tooManyTurns({ maxTurns }: TurnWork): NextTurn {
  return failed({
    code: "LIMIT_EXCEEDED",
    message: `the agents did not come to an end within ${maxTurns} turns`,
    retryable: false,
    details: { limit: "maxTurns", maximum: maxTurns },
  });
}

function stepCalled(state: ExecutionState, id: string): StepState | undefined {
  const ordinal = state.pinned.graph.ordinalOf.get(id);
  return ordinal === undefined ? undefined : stepAt(state, ordinal);
}

function turnsIn({ pinned: { turns: work }, turns }: ExecutionState) {
  if (turns === undefined || work === null) throw new RangeError("the execution has no agents that take turns");
  return { turns, work };
}
