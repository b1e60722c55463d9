/**
 * The callables that an execution pins to run the agents of a manifest (E15): those of the catalog that its tools call, and its tools of
 * the user interface, which a person answers. Only callables that an output can start are pinned.
 */

import type { JsonSchema } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { mentionsReference } from "../../plan/expressions/made-schema.ts";
import { humanInputProvider } from "../../plan/human-input-callable.ts";
import type { ManifestDefinition, ManifestTool } from "./manifest-document.ts";

/** The tools of the user interface that outputs start, as callables of the provider of people. */
export function manifestCallables(definition: ManifestDefinition): readonly CallableDefinition[] {
  const byName = new Map<string, CallableDefinition>();
  for (const tool of startedTools(definition)) {
    if (tool.responseSchema !== null) byName.set(tool.callableName, personCallable(tool, tool.responseSchema));
  }
  return [...byName.values()];
}

/** Names of the callables of the catalog that outputs start. */
export function catalogCallableNames(definition: ManifestDefinition): readonly string[] {
  const called = startedTools(definition).filter(({ isUserInterface }) => !isUserInterface);
  return [...new Set(called.map(({ callableName }) => callableName))];
}

/** The tool that the output of an agent starts. Undefined if it starts none. */
export function autoToolOf(definition: ManifestDefinition, agentName: string): ManifestTool | undefined {
  const autoTool = definition.agents.find(({ name }) => name === agentName)?.autoTool ?? null;
  return definition.tools.find((tool) => tool.agentName === agentName && tool.name === autoTool);
}

function startedTools(definition: ManifestDefinition): readonly ManifestTool[] {
  return definition.agents.flatMap(({ name }) => autoToolOf(definition, name) ?? []);
}

function personCallable(tool: ManifestTool, responseSchema: JsonSchema): CallableDefinition {
  const { callableName, description, inputSchema, name, ui } = tool;
  return {
    name: callableName,
    kind: "TOOL",
    description,
    usageHints: "",
    inputSchema,
    outputSchema: answerSchema(responseSchema),
    effectClass: "READ_ONLY",
    declaredDestructive: false,
    outputValidation: "STRICT",
    ...(ui !== null && { ui }),
    responseSchema,
    provider: humanInputProvider.name,
    remoteName: name,
  };
}

/** The output schema of such a callable. It contains the answer of the person (T30). */
function answerSchema(responseSchema: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      status: { type: "string" },
      ui_event_id: { type: "string" },
      // References of a schema point into its own document and would lead nowhere inside this one; the answer itself is checked against it.
      data: mentionsReference(responseSchema) ? true : responseSchema,
    },
    required: ["status", "ui_event_id", "data"],
    additionalProperties: false,
  };
}
