/**
 * An agent of ours as a step or a planner sees it: its own schemas, otherwise `{text, action?, parameters?}` in and `{text}` out. The
 * schema has the parameters of each action as far as a schema can be part of another one; the run itself checks all of them.
 */

import { isJsonObject, type JsonObject, type JsonSchema } from "../../json/json.ts";
import type { CallableDefinition, EffectClass } from "../../plan/callable.ts";
import { type AgentAction, runDefinitionKey } from "../../plan/run-definition.ts";
import type { LocalAgentRegistration } from "../agent-registration.ts";
import { childProvider } from "../child-provider.ts";
import { agentOutputSchema } from "../default-input.ts";

/** The definition of the agent under its own name. `effectClass` is that of all that it may call. */
export function localAgentCallable(agent: LocalAgentRegistration, effectClass: EffectClass): CallableDefinition {
  return {
    name: agent.name,
    kind: "AGENT",
    description: agent.description,
    usageHints: "",
    ...localAgentSchemas(agent),
    effectClass,
    declaredDestructive: false,
    // The run answers for its output; its caller does not check it again (W15).
    outputValidation: "OFF",
    provider: childProvider.name,
    remoteName: runDefinitionKey("AGENT", agent.name),
  };
}

/** The input and output schemas of the agent. */
export function localAgentSchemas({
  actions,
  inputSchema,
  outputSchema,
}: Pick<LocalAgentRegistration, "actions" | "inputSchema" | "outputSchema">): {
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
} {
  return {
    inputSchema: inputSchema ?? actionsInputSchema(actions),
    outputSchema: outputSchema ?? agentOutputSchema,
  };
}

/** The input schema of an agent with these actions. */
function actionsInputSchema(actions: readonly AgentAction[]): JsonObject {
  const text = { type: ["string", "null"], description: "What the agent is asked, in words" };
  if (actions.length === 0) {
    const words = { ...text, type: "string" };
    return { type: "object", properties: { text: words }, required: ["text"], additionalProperties: false };
  }
  const ids = actions.map(({ id }) => id);
  return {
    type: "object",
    properties: {
      text,
      action: { enum: [...ids, null], description: "What of its actions the agent is asked for" },
      parameters: { type: ["object", "null"], description: "Parameters of the action" },
    },
    additionalProperties: false,
    anyOf: [
      { required: ["text"], properties: { text: { type: "string" } } },
      { required: ["action"], properties: { action: { enum: ids } } },
    ],
    allOf: actions.flatMap(({ id, inputSchema }) => {
      if (inputSchema === null || !standsAnywhere(inputSchema)) return [];
      const asksForIt = { properties: { action: { const: id } }, required: ["action"] };
      const givesThem = { properties: { parameters: inputSchema }, required: ["parameters"] };
      return [{ anyOf: [{ not: asksForIt }, givesThem] }];
    }),
  };
}

const boundKeys: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef", "$id", "$anchor", "$schema"]);

/** Whether a schema means the same inside another document: it neither points nor is pointed at. */
function standsAnywhere(schema: JsonSchema): boolean {
  if (!isJsonObject(schema)) return true;
  const waiting: unknown[] = [schema];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (Object.keys(value).some((key) => boundKeys.has(key))) return false;
    waiting.push(...Object.values(value));
  }
  return true;
}
