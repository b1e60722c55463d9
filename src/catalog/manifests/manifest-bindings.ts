/**
 * Bindings of the output of agents to tools (T4, T16), checked when a manifest is applied: each agent has at most one tool, its model can
 * give every required parameter, and the declarations of the two do not contradict each other. Fields are matched to parameters ignoring
 * case (T17), so fields that differ only in case are ambiguous. Agents that share a model bind each for itself (R14).
 */

import { isJsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { contextParameter } from "../../plan/context-parameter.ts";
import type { OutputModel } from "../../plan/turn-work.ts";
import { relate } from "../../schema/claims/relation.ts";
import { documentSchema, within } from "../../schema/document/located-schema.ts";
import { declaredMembers, demandedMember, requiredMembers } from "../../schema/target-schema.ts";
import { typeName } from "../../schema/type-name.ts";
import type { AgentDraft } from "./manifest-agents.ts";
import { type ManifestFindings, shown } from "./manifest-problem.ts";
import type { ToolDraft, ToolDrafts } from "./manifest-tools.ts";

/** Parameters that the output of an agent can give, and whether the runtime gives its context beside them. */
export interface ToolParameters {
  readonly names: readonly string[];
  readonly acceptsContext: boolean;
}

/** The parameters that `inputSchema` declares. */
export function toolParameters(inputSchema: JsonSchema): ToolParameters {
  const declared = declaredMembers(documentSchema(inputSchema));
  const names = declared.filter((name) => name !== contextParameter);
  return { names, acceptsContext: names.length < declared.length };
}

/** The tool that the output of each agent starts, by agent. Reports why an output cannot start its tool. */
export function bindTools(
  agents: readonly AgentDraft[],
  { drafts, ownersOfWrong }: ToolDrafts,
  outputOf: (agentName: string) => OutputModel | undefined,
  findings: ManifestFindings,
): ReadonlyMap<string, ToolDraft> {
  const automatic = new Map<string, ToolDraft>();
  const known = new Set<string>();
  for (const tool of drafts) {
    const { agentName, name, place } = tool;
    const first = automatic.get(agentName);
    const key = JSON.stringify([agentName, name]);
    if (tool.isAutomatic && first !== undefined) {
      const required = `required one tool that the output of ${shown(agentName)} starts`;
      findings.add(place, `${required}, found ${shown(name)} beside ${shown(first.name)}`);
    } else if (known.has(key)) {
      findings.add(place, `required each function once for an agent, found ${shown(name)} again`);
    } else if (tool.isAutomatic) automatic.set(agentName, tool);
    known.add(key);
  }
  const bound = new Map<string, ToolDraft>();
  for (const agent of agents) {
    const tool = automatic.get(agent.name);
    if (agent.auto_tool_mode === true) {
      if (tool === undefined && ownersOfWrong.has(agent.name)) continue;
      if (tool === undefined) {
        const required = "required a tool of the type UI_Tool, or one with auto_invoke, for an agent in this mode";
        findings.add([...agent.place, "auto_tool_mode"], `${required}, found none`);
        continue;
      }
      bound.set(agent.name, tool);
      const output = outputOf(agent.name);
      if (output !== undefined) checkFields(tool, output, findings);
    } else if (tool !== undefined && (agent.auto_tool_mode ?? null) === null) {
      const required = `required auto_tool_mode of ${shown(agent.name)}, true to have its output start the tool, or false`;
      findings.add(tool.place, `${required}, found none, so that nothing would call it`);
    }
  }
  return bound;
}

function checkFields(tool: ToolDraft, output: OutputModel, findings: ManifestFindings): void {
  const place = [...tool.place, "function"];
  const fields = new Map<string, string>();
  for (const field of declaredMembers(documentSchema(output.schema))) {
    const compared = field.toLowerCase();
    const other = fields.get(compared);
    if (compared === contextParameter) {
      const finding = `required a model without a field ${contextParameter}, which the runtime alone gives, found ${shown(field)} in ${shown(output.name)}`;
      findings.add(place, finding);
    }
    if (other !== undefined) {
      const found = `found ${shown(other)} and ${shown(field)} in ${shown(output.name)}`;
      findings.add(
        place,
        `required fields that differ in more than case, because parameters are matched without it, ${found}`,
      );
    }
    fields.set(compared, field);
  }
  if (tool.does.kind === "CALLABLE") checkParameters(tool, tool.does.callable, output, fields, findings);
}

/** `fields` of the model by their names in lower case. */
function checkParameters(
  tool: ToolDraft,
  callable: CallableDefinition,
  output: OutputModel,
  fields: ReadonlyMap<string, string>,
  findings: ManifestFindings,
): void {
  const place = [...tool.place, "function"];
  const called = shown(callable.name);
  for (const name of requiredParameters(callable, fields)) {
    if (name === contextParameter || fields.has(name.toLowerCase())) continue;
    const required = `required a field ${shown(name)} of the model ${shown(output.name)} for the parameter of ${called}`;
    findings.add(place, `${required} that has to be given, found none`);
  }
  const target = documentSchema(callable.inputSchema);
  for (const name of toolParameters(callable.inputSchema).names) {
    const field = fields.get(name.toLowerCase());
    const given = field === undefined ? undefined : memberSchema(output.schema, field);
    const demanded = demandedMember(target, name);
    if (given === undefined || !demanded.accepted || demanded.schema === undefined) continue;
    const located = within(documentSchema(output.schema), given);
    if (relate(located, demanded.schema) !== "disjoint") continue;
    const required = `required a field ${shown(field)} of the model ${shown(output.name)} that gives ${typeName(demanded.schema)}`;
    findings.add(place, `${required} for the parameter ${shown(name)} of ${called}, found ${typeName(located)}`);
  }
}

/** Of something that takes an artifact in the place of its parameters, nothing is required once that is given. */
function requiredParameters(callable: CallableDefinition, fields: ReadonlyMap<string, string>): readonly string[] {
  const { dualMode, inputSchema } = callable;
  if (dualMode === undefined) return requiredMembers(documentSchema(inputSchema));
  if (fields.has(dualMode.artifactArgument.toLowerCase())) return [];
  return requiredMembers(documentSchema(dualMode.strictSchema));
}

/** The schema of the member `name`. Undefined if `schema` declares none by that name itself. */
export function memberSchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  const properties = isJsonObject(schema) ? ownValue(schema, "properties") : undefined;
  const found = isJsonObject(properties) ? ownValue(properties, name) : undefined;
  return typeof found === "boolean" || isJsonObject(found) ? found : undefined;
}
