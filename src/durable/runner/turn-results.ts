/**
 * Outputs of the active agent in the earlier rounds of its turn, and the results of its tool, as messages of its history (`max_rounds`).
 * They are read from the rows of their steps, cut to what a history has room for, and stand in no message of the conversation. The runtime
 * has already reported a tool that failed.
 */
import { hasSucceeded } from "../../execution/events/has-succeeded.ts";
import { turnSteps } from "../../execution/events/turn-event.ts";
import { agentInTurn } from "../../execution/state/model-task.ts";
import type { ReadValue } from "../../execution/state/read-reference.ts";
import { type ExecutionState, stepAt } from "../../execution/state/state.ts";
import { earlierRounds } from "../../execution/turns/turn-rounds.ts";
import { textBesideOutput } from "../../execution/views/step-output.ts";
import { type Json, objectOf } from "../../json/json.ts";
import { roundMessages, type SaidMessage } from "../../model/prompts/agent-turn.ts";
import { maxHistoryBytes } from "./turn-history.ts";

/** UTF-16 code units of all outputs and results as JSON: half of a history. */
const longestShown = maxHistoryBytes / 2;

/** By the number of the turn behind whose messages they belong. */
export function roundResults(state: ExecutionState, read: ReadValue): ReadonlyMap<number, readonly SaidMessage[]> {
  const { turns } = state;
  if (turns === undefined) return new Map();
  const { binding, name } = agentInTurn(state);
  const rounds = earlierRounds(turns);
  const longest = Math.floor(longestShown / (2 * Math.max(1, rounds.length)));
  return new Map(
    rounds.map(({ number }) => {
      const steps = turnSteps(number);
      const output = outputAt(state, steps.agent, read) ?? null;
      const result = resultAt(state, steps.tool, read);
      return [
        number,
        roundMessages(name, {
          output: cut(output, longest),
          result: result && cut(result, longest),
          tool: binding?.toolName ?? "",
        }),
      ];
    }),
  );
}

function outputAt(state: ExecutionState, id: string, read: ReadValue): Json | undefined {
  const ordinal = state.pinned.graph.ordinalOf.get(id);
  const position = ordinal === undefined ? undefined : stepAt(state, ordinal).output;
  return position === undefined ? undefined : read(position);
}

/** The result of the tool, as structure or text. Undefined if it failed. */
function resultAt(state: ExecutionState, id: string, read: ReadValue): Json | undefined {
  const ordinal = state.pinned.graph.ordinalOf.get(id);
  if (ordinal === undefined || !hasSucceeded(stepAt(state, ordinal).status)) return undefined;
  const text = textBesideOutput(state, ordinal, read);
  const output = outputAt(state, id, read);
  return objectOf([
    ...(output === undefined ? [] : [["output", output] as const]),
    ...(text === undefined ? [] : [["text", text] as const]),
  ]);
}

function cut(value: Json, longest: number): Json {
  const text = JSON.stringify(value);
  if (text.length <= longest) return value;
  return { begins_with: text.slice(0, longest).toWellFormed(), characters_left_out: text.length - longest };
}
