/**
 * The step `turns/{n}/tool`: the call of the tool that is bound to an agent, made of the structured output of its turn. It is a step like any
 * other; the engine has no way of its own for it (design: One model).
 *
 * - T11, T17: keys of the output are matched to parameters ignoring case; keys without a match are left out.
 * - T18, C15, R29: `context_variables` comes from the runtime alone; a key of that name in the output, in any case, is ignored.
 */

import { isJsonObject, type Json } from "../../json/json.ts";
import { contextParameter, isContextParameter } from "../../plan/context-parameter.ts";
import { defaultStepPolicy, type Operand, type ToolStep } from "../../plan/plan.ts";
import type { AutoToolBinding, TurnWork } from "../../plan/turn-work.ts";
import { type StructuredOutputChecked, turnSteps } from "../events/turn-event.ts";

/** Each parameter of `binding` for which `output` has a value, with the key that it has it under. A key of the very name comes first. */
export function matchedParameters(
  binding: Pick<AutoToolBinding, "parameterNames">,
  output: Json,
): readonly (readonly [string, string])[] {
  if (!isJsonObject(output)) return [];
  const byFolded = new Map<string, string>();
  for (const key of Object.keys(output)) if (!byFolded.has(folded(key))) byFolded.set(folded(key), key);
  return binding.parameterNames.flatMap((parameter) => {
    if (isContextParameter(parameter)) return [];
    const key = Object.hasOwn(output, parameter) ? parameter : byFolded.get(folded(parameter));
    return key === undefined ? [] : [[parameter, key] as const];
  });
}

/** The step that calls the tool of `binding` with the arguments in `checked`. `index` is its place among the steps. */
export function autoToolStep(
  work: TurnWork,
  binding: AutoToolBinding,
  { agentName, key, parameters, turn }: Pick<StructuredOutputChecked, "agentName" | "key" | "parameters" | "turn">,
  index: number,
): ToolStep {
  const { agent, tool } = turnSteps(turn);
  const matched = (parameters ?? []).map(([parameter, from]): readonly [string, Operand] => [
    parameter,
    {
      kind: "reference",
      reference: {
        root: "steps",
        id: agent,
        path: [from],
        expression: `steps[${JSON.stringify(agent)}].output[${JSON.stringify(from)}]`,
      },
    },
  ]);
  const context = {
    chat_id: work.chatId,
    app_id: work.appId,
    workflow_name: work.manifest.name,
    turn_idempotency_key: key,
    agent_name: agentName,
  };
  const injected: readonly (readonly [string, Operand])[] = binding.acceptsContext
    ? [[contextParameter, { kind: "literal", value: context }]]
    : [];
  return {
    kind: "TOOL",
    id: tool,
    index,
    callableName: binding.callableName,
    arguments: { kind: "object", entries: [...matched, ...injected] },
    resultKey: null,
    after: [],
    independent: false,
    // The agent gets the failure, and rules decide how the conversation continues (T36).
    policy: { ...defaultStepPolicy, continueOnFailure: true },
  };
}

function folded(name: string): string {
  return name.toLowerCase();
}
