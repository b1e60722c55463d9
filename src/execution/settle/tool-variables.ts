/**
 * The variables that the result of a bound tool sets, also where a person gave it in the component of the tool. They are set in the transaction
 * of its end, so that the rules which are asked next see them. A value that the variable does not take makes the end a failure, as output
 * does that breaks its schema: nothing is set, and the agents are shown that (T36).
 */
import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, ownValue, utf8Bytes } from "../../json/json.ts";
import { maxConversationVariableBytes, turnAgent, type VariableDefinition } from "../../plan/turn-work.ts";
import { violations } from "../../schema/validator.ts";
import type { ExecutionEvent, StepFinished } from "../events/event.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import type { AutoToolCall, BindingSet } from "../events/turn-event.ts";
import type { ExecutionState } from "../state/state.ts";

/** `end` with the events of the variables that it sets. As it is for every step but a tool of a turn that succeeded. */
export function withToolVariables(state: ExecutionState, end: StepFinished): readonly ExecutionEvent[] {
  const { autoTool, output } = end;
  if (autoTool === undefined || output === null || !hasSucceeded(end.status)) return [end];
  const result = resultOf(state, autoTool, output.inline);
  const triggered = (state.pinned.turns?.variables ?? []).flatMap((variable) => {
    if (variable.toolTrigger?.toolName !== autoTool.toolName) return [];
    const value = memberOf(result, variable.toolTrigger.responseKey);
    return value === undefined ? [] : [{ variable, value }];
  });
  const failure = firstRefusal(state, triggered);
  if (failure !== undefined) return [{ ...end, status: "FAILED", failure }];
  const bindings = triggered.map(
    ({ value, variable }): BindingSet => ({
      kind: "BindingSet",
      name: variable.name,
      value,
      source: "TOOL",
      turn: autoTool.turn,
    }),
  );
  return [end, ...bindings];
}

interface Triggered {
  readonly variable: VariableDefinition;
  readonly value: Json;
}

/** The result of the tool; of a tool of the user interface, the person's answer (`answerOutput`). */
function resultOf({ pinned }: ExecutionState, { agentName }: AutoToolCall, output: Json | undefined): Json | undefined {
  const binding = pinned.turns === null ? null : (turnAgent(pinned.turns, agentName)?.binding ?? null);
  const isShown = binding !== null && pinned.callables.get(binding.callableName)?.ui !== undefined;
  return isShown ? memberOf(output, "data") : output;
}

function memberOf(result: Json | undefined, key: string): Json | undefined {
  return isJsonObject(result) ? ownValue(result, key) : undefined;
}

function firstRefusal(state: ExecutionState, triggered: readonly Triggered[]): Failure | undefined {
  for (const { value, variable } of triggered) {
    const [first] = variable.schema === undefined ? [] : violations(variable.schema, value);
    if (first !== undefined)
      return refused("OUTPUT_INVALID", variable, `required a value of its type, found: ${first.message}`);
  }
  const last = triggered.at(-1);
  if (last === undefined) return undefined;
  const set = Object.fromEntries(triggered.map(({ value, variable }) => [variable.name, value]));
  const bytes = utf8Bytes(JSON.stringify({ ...state.turns?.variables, ...set }));
  if (bytes <= maxConversationVariableBytes) return undefined;
  const required = `required at most ${maxConversationVariableBytes} bytes of JSON in all variables, found ${bytes}`;
  return refused("LIMIT_EXCEEDED", last.variable, required);
}

function refused(
  code: "OUTPUT_INVALID" | "LIMIT_EXCEEDED",
  { name, toolTrigger }: VariableDefinition,
  finding: string,
): Failure {
  const from = `${JSON.stringify(toolTrigger?.responseKey)} of the result of ${toolTrigger?.toolName}`;
  return {
    code,
    message: `Cannot set the variable ${name} to ${from}: ${finding}`,
    retryable: false,
    details: { variable: name },
  };
}
