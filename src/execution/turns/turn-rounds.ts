/**
 * Rounds of an agent of a conversation (`max_rounds`): once its tool has ended, it gets the result, and makes another output or answers in
 * words. Each round is a turn of its own with the cause ROUND, so it is reserved, stored and shown like any other. Only its last permitted
 * turn offers no output, so that an answer follows.
 */
import { type OutputModel, type TurnWork, turnAgent } from "../../plan/turn-work.ts";
import { turnSteps } from "../events/turn-event.ts";
import { type ExecutionState, stepAt } from "../state/state.ts";
import type { StepState } from "../state/step-state.ts";
import type { TurnState, TurnsState } from "../state/turn-state.ts";

/** The permitted answers of the active agent. */
export interface TurnOffer {
  /** Null where it answers with text. */
  readonly output: OutputModel | null;
  /** Whether it may answer with text in the place of the output. */
  readonly isOptional: boolean;
  /** Outputs that it can still put out in this turn, this one included. Absent for an agent that has no rounds. */
  readonly roundsLeft?: number;
}

/** Of the turn at hand. */
export function turnOfferOf({ pinned, turns }: ExecutionState): TurnOffer {
  if (pinned.turns === null || turns === undefined) throw new Error("it is the turn of no agent");
  return turnOffer(pinned.turns, turns);
}

export function turnOffer(work: TurnWork, turns: TurnsState): TurnOffer {
  const last = turns.turns.at(-1);
  const agent = last === undefined ? undefined : turnAgent(work, last.agentName);
  if (last === undefined || agent === undefined) throw new Error("it is the turn of no agent");
  const { maxRounds, output } = agent;
  if (maxRounds === undefined) return { output, isOptional: false };
  if (last.round === 1) return { output, isOptional: false, roundsLeft: maxRounds };
  const roundsLeft = hasTurnLeft(work, turns, last.agentName) ? Math.max(0, maxRounds + 1 - last.round) : 0;
  return { output: roundsLeft === 0 ? null : output, isOptional: true, roundsLeft };
}

/** Whether the agent whose `tool` has ended gets another turn for it. */
export function hasRound(work: TurnWork, turns: TurnsState, last: TurnState, tool: StepState | undefined): boolean {
  const { maxRounds = 1 } = turnAgent(work, last.agentName) ?? {};
  return maxRounds > 1 && last.reply === "OUTPUT" && tool !== undefined && hasTurnLeft(work, turns, last.agentName);
}

function hasTurnLeft(work: TurnWork, turns: TurnsState, agentName: string): boolean {
  return turns.turns.length < work.maxTurns && !isSpent(work, turns, agentName);
}

/** Whether an agent that was the last to speak has had all the turns in a row that it may have. */
export function isSpent(work: TurnWork, { turns }: TurnsState, agentName: string): boolean {
  const most = turnAgent(work, agentName)?.maxConsecutiveAutoReply ?? null;
  if (most === null) return false;
  const inRow = turns.length - 1 - turns.findLastIndex((turn) => turn.agentName !== agentName);
  return inRow > 0 && inRow >= most;
}

/** The turns with an output before the one at hand that it continues from, oldest first. Empty where it is no further round. */
export function earlierRounds({ turns }: TurnsState): readonly TurnState[] {
  const last = turns.at(-1);
  if (last === undefined || last.round === 1) return [];
  // A correction of the first round is of that round too.
  const next = turns.findLastIndex(({ round }, index) => round === 2 && turns[index - 1]?.round === 1);
  return turns.slice(next - 1, -1).filter(({ reply }) => reply === "OUTPUT");
}

/** The ends of the tools that were called in the rounds that end with the latest turn. */
export function toolsOfRounds(state: ExecutionState, turns: TurnsState): readonly StepState[] {
  const { graph } = state.pinned;
  const last = turns.turns.at(-1);
  const rounds = [...earlierRounds(turns), ...(last === undefined ? [] : [last])];
  return rounds.flatMap(({ number }) => {
    const ordinal = graph.ordinalOf.get(turnSteps(number).tool);
    return ordinal === undefined ? [] : [stepAt(state, ordinal)];
  });
}
