/**
 * Room `catalog/manifests`: manifests of the document Auto-tools, from the files that are sent to the turns that an execution runs.
 *
 * Owns: the compiler (this file) with a file for each part of a manifest; the problems with their places (`manifest-problem.ts`); the
 * stored form (`manifest-document.ts`); the parts that an execution pins (`manifest-callables.ts`, `manifest-turns.ts`). Leaves: the run of
 * turns to `execution/turns`; the language of conditions to `plan/expressions`; versions and their rows to `durable/catalog`.
 *
 * Invariants:
 * - The compiler is pure and never throws. All problems are reported at once, each with its place, 100 at most.
 * - Names are resolved when a manifest is compiled. An execution keeps the version that it was started with (C16, E15).
 * - Unknown members are refused (R10).
 *
 * This file puts the parts together (T1–T5, T16, T31, T34). The hash covers the files that were sent and the compiled form: if the callable
 * behind a function takes other parameters, the same manifest has another hash.
 */

import { hashOfParts } from "../../json/effect-key.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject, ownValue, utf8Bytes } from "../../json/json.ts";
import { withFewSuggestions } from "../../json/nearest-name.ts";
import type { HandoffRule, OutputModel, VariableDefinition } from "../../plan/turn-work.ts";
import { withinOneBudget } from "../../schema/document/step-budget.ts";
import { typedNamePattern } from "../plan-name.ts";
import { userInterfaceName } from "../server-registration.ts";
import type { CatalogSnapshot } from "../snapshot/catalog-snapshot.ts";
import type { PinningProblem } from "../snapshot/pinned-definitions.ts";
import {
  type AgentDraft,
  type AgentDrafts,
  checkRounds,
  checkToolCalls,
  type Registry,
  readAgents,
  readOutputSchemas,
  readRegistry,
  type ToolFunctions,
} from "./manifest-agents.ts";
import { bindTools, toolParameters } from "./manifest-bindings.ts";
import { type ManifestBundle, type ManifestPart, readBundle } from "./manifest-bundle.ts";
import type { ManifestAgent, ManifestDefinition, ManifestTool } from "./manifest-document.ts";
import { readHandoffs } from "./manifest-handoffs.ts";
import { readModels } from "./manifest-models.ts";
import { ManifestFindings, type ManifestProblem, type ManifestWarning, shown } from "./manifest-problem.ts";
import { readTools, type ToolDraft } from "./manifest-tools.ts";
import { readVariables } from "./manifest-variables.ts";

export interface ManifestInput {
  readonly name: string;
  readonly manifest: JsonObject;
  /** Names of callables by function, where they differ. */
  readonly functions: JsonObject;
}

export type ManifestCompilation =
  | { readonly ok: true; readonly definition: ManifestDefinition; readonly warnings: readonly ManifestWarning[] }
  /** Paths start at the input. */
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] };

/** Turns that one message may lead to if the manifest does not say. */
const defaultMaxTurns = 10;
const mostTurns = 50;
/** The compiled form has the schema of a model once for each agent and tool that has it. */
const maxCompiledBytes = 1_048_576;

/** Why a callable of the catalog cannot run in this deployment, by its name. */
export type RunProblems = (callableName: string) => readonly PinningProblem[];

/** Compiles `input` against the current catalog. `languageModels` are those of the deployment. Never throws. */
export function compileManifest(
  input: ManifestInput,
  catalog: CatalogSnapshot,
  languageModels: readonly string[],
  runProblems: RunProblems = () => [],
): ManifestCompilation {
  return withinOneBudget(() => withFewSuggestions(() => compiledManifest(input, catalog, languageModels, runProblems)));
}

function compiledManifest(
  input: ManifestInput,
  catalog: CatalogSnapshot,
  languageModels: readonly string[],
  runProblems: RunProblems,
): ManifestCompilation {
  const findings = new ManifestFindings();
  if (!typedNamePattern.test(input.name)) {
    findings.add(["name"], `required 1 to 48 letters, digits, \`_\` or \`-\`, found ${shown(input.name)}`);
  }
  const bundle = readBundle(input.manifest, ["manifest"], findings);
  if (bundle === undefined) return { ok: false, problems: findings.problems };
  const agents = readAgents(bundle.agents, languageModels, findings);
  const models = new Set(Object.keys(bundle.models.value));
  const registry = readRegistry(bundle.registry, agents.names, models, findings);
  const compiled = readModels(bundle.models, registry.outputs, findings);
  const given = readOutputSchemas(agents.drafts, registry, models, findings);
  const outputOf = (agent: string): OutputModel | undefined =>
    given.get(agent) ?? compiled.get(registry.modelOf.get(agent) ?? "");
  const functions = { value: input.functions, place: ["functions"] };
  const tools = readTools(bundle.tools, agents.names, { functions, catalog }, findings);
  const bound = bindTools(agents.drafts, tools, outputOf, findings);
  for (const { does, place } of bound.values()) {
    if (does.kind !== "CALLABLE") continue;
    for (const problem of runProblems(does.callable.name)) findings.cannotRun([...place, "function"], problem);
  }
  for (const agent of agents.drafts) {
    checkToolCalls(agent, functionsOf(agent.name, bundle.tools), findings);
    checkOutputs(agent, registry, findings);
    checkRounds(agent, functionsOf(agent.name, bundle.tools).automatic.length > 0, findings);
  }
  const triggers = { agents: agents.names, bound, outputOf, functions: toolFunctions(bundle.tools) };
  const variables = readVariables(bundle, triggers, findings);
  const names = bundle.hasAllVariables ? variableNames(bundle, variables) : undefined;
  const handoffs = readHandoffs(bundle.handoffs, agents.names, names, findings);
  const startAgent = readStart(bundle, agents, handoffs, findings);
  const maxTurns = readMaxTurns(bundle.maxTurns, findings);
  const compiledTools = compileTools(tools.drafts, agents.names, outputOf, findings);
  if (findings.count > 0) return { ok: false, problems: findings.problems };
  const content = {
    agents: agents.drafts.map((agent) => compileAgent(agent, outputOf(agent.name), bound.get(agent.name))),
    tools: compiledTools,
    models: [...[...registry.outputs].flatMap((name) => compiled.get(name) ?? []), ...given.values()],
    variables,
    handoffs,
    startAgent,
    maxTurns,
    source: input.manifest,
  };
  const bytes = utf8Bytes(JSON.stringify(content));
  if (bytes > maxCompiledBytes) {
    findings.limit(["manifest"], "maxCompiledBytes", maxCompiledBytes, bytes);
    return { ok: false, problems: findings.problems };
  }
  const hash = hashOfParts(["manifest", content as unknown as Json, input.functions]);
  return { ok: true, definition: { name: input.name, hash, ...content }, warnings: findings.warnings };
}

/** Names of all variables, also of those that are wrong themselves: a rule that names one is not wrong for it. */
function variableNames(
  { derived, variables }: ManifestBundle,
  read: readonly VariableDefinition[],
): ReadonlySet<string> {
  const given = derived.value.flatMap((one) => (isJsonObject(one) ? [ownValue(one, "name")] : []));
  const named = given.filter((name) => typeof name === "string");
  return new Set([...Object.keys(variables.value), ...named, ...read.map(({ name }) => name)]);
}

/** Functions of all tools, also of tools that have other problems. */
function toolFunctions({ value }: ManifestPart<readonly Json[]>): ReadonlySet<string> {
  const named = value.map((tool) => (isJsonObject(tool) ? ownValue(tool, "function") : undefined));
  return new Set(named.filter((name) => typeof name === "string"));
}

/** Functions of the tools of an agent, also of tools that have other problems. */
function functionsOf(agent: string, { value }: ManifestPart<readonly Json[]>): ToolFunctions {
  const own = value.filter((tool): tool is JsonObject => isJsonObject(tool) && ownValue(tool, "agent") === agent);
  const named = (isAutomatic: boolean) =>
    own
      .filter((tool) => (ownValue(tool, "auto_invoke") ?? ownValue(tool, "tool_type") !== "Agent_Tool") === isAutomatic)
      .map((tool) => ownValue(tool, "function"))
      .filter((name): name is string => typeof name === "string" && name !== "");
  return { automatic: named(true), others: named(false) };
}

/** Checks the flags of an agent about its output against the registry, or against its own schema. */
function checkOutputs(agent: AgentDraft, { modelOf, wrong }: Registry, findings: ManifestFindings): void {
  if (wrong.has(agent.name)) return;
  const { auto_tool_mode: isAutomatic, name, place, runs_elsewhere: isElsewhere, structured_outputs_required } = agent;
  const model = agent.output_schema == null ? modelOf.get(name) : "its output_schema";
  const hasModel = model !== undefined;
  const flag = structured_outputs_required ?? null;
  const noModel = `required an output_schema, or a model for ${shown(name)} in the registry, found none`;
  if (flag === true && !hasModel) findings.add([...place, "structured_outputs_required"], noModel);
  if (flag === false && hasModel) {
    const required = `required true for an agent that has an output, found false beside ${shown(model)}`;
    findings.add([...place, "structured_outputs_required"], required);
  }
  if (flag === true || hasModel) return;
  if (isAutomatic === true) findings.add([...place, "auto_tool_mode"], noModel);
  else if (isElsewhere === true) findings.add([...place, "runs_elsewhere"], noModel);
}

/** The first agent that no rule targets, unless the manifest names one. */
function readStart(
  { startAgent: part }: ManifestBundle,
  { drafts, names }: AgentDrafts,
  handoffs: readonly HandoffRule[],
  findings: ManifestFindings,
): string {
  if (part !== undefined) {
    if (typeof part.value === "string" && names.has(part.value)) return part.value;
    if (typeof part.value === "string") findings.unknown(part.place, "the name of an agent", part.value, names);
    else findings.add(part.place, `required the name of an agent, found ${shown(part.value)}`);
    return "";
  }
  // A rule of the person hands nothing over from an agent, so its target may still be the first.
  const between = handoffs.filter(({ sourceAgent }) => names.has(sourceAgent));
  const targets = new Set(between.map(({ target }) => (target.kind === "AGENT" ? target.agentName : null)));
  return drafts.find(({ name }) => !targets.has(name))?.name ?? drafts[0]?.name ?? "";
}

function readMaxTurns(part: ManifestPart<Json> | undefined, findings: ManifestFindings): number {
  if (part === undefined) return defaultMaxTurns;
  const { value } = part;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= mostTurns) return value;
  findings.add(part.place, `required a whole number from 1 to ${mostTurns}, found ${shown(value)}`);
  return defaultMaxTurns;
}

function compileAgent(agent: AgentDraft, output: OutputModel | undefined, tool: ToolDraft | undefined): ManifestAgent {
  return {
    name: agent.name,
    systemMessage: agent.system_message,
    description: agent.description ?? "",
    autoToolMode: agent.auto_tool_mode ?? false,
    structuredOutputsRequired: output !== undefined,
    maxConsecutiveAutoReply: agent.max_consecutive_auto_reply ?? null,
    isElsewhere: agent.runs_elsewhere ?? false,
    modelName: agent.model ?? null,
    output: output ?? null,
    autoTool: tool?.name ?? null,
    ...((agent.max_rounds ?? 1) > 1 && { maxRounds: agent.max_rounds ?? 1 }),
  };
}

/**
 * The tools as they are called. Those of the user interface are callables of the manifest itself: `ui.{function}`, or `ui.{agent}.{function}`
 * where tools of one function are not shown or answered alike. Neither holds another dot.
 */
function compileTools(
  tools: readonly ToolDraft[],
  agents: ReadonlySet<string>,
  outputOf: (agent: string) => OutputModel | undefined,
  findings: ManifestFindings,
): readonly ManifestTool[] {
  const forms = new Map<string, Set<string>>();
  const compiled = tools.map((tool): ManifestTool => {
    const { agentName, description, does, isAutomatic, name, sourceFile, toolType, ui } = tool;
    const facts = { name, agentName, description, sourceFile, toolType, isAutomatic, ui };
    if (does.kind === "CALLABLE") {
      const { inputSchema } = does.callable;
      const { acceptsContext } = toolParameters(inputSchema);
      const called = { callableName: does.callable.name, isUserInterface: false, responseSchema: null };
      return { ...facts, ...called, inputSchema, acceptsContext };
    }
    const inputSchema = outputOf(agentName)?.schema ?? { type: "object" };
    const { responseSchema } = does;
    const form = canonicalJson({ description, inputSchema, responseSchema, ui: ui as unknown as JsonObject });
    forms.set(name, (forms.get(name) ?? new Set()).add(form));
    const asked = {
      callableName: `${userInterfaceName}.${name}`,
      isUserInterface: true,
      responseSchema,
      acceptsContext: false,
    };
    return { ...facts, ...asked, inputSchema };
  });
  const named = compiled.map((tool) => {
    const isShared = !tool.isUserInterface || forms.get(tool.name)?.size === 1;
    return isShared ? tool : { ...tool, callableName: `${userInterfaceName}.${tool.agentName}.${tool.name}` };
  });
  const own = new Set(named.flatMap((tool) => (tool.isUserInterface ? [tool.callableName] : [])));
  for (const [position, tool] of named.entries()) {
    if (tool.isUserInterface) continue;
    const at = [...(tools[position]?.place ?? []), "function"];
    const found = `found ${shown(tool.callableName)}`;
    if (own.has(tool.callableName)) {
      findings.add(at, `required a callable that no tool of the user interface is named like, ${found}`);
    } else if (agents.has(tool.callableName)) {
      // The step of a turn bears the name of its agent.
      findings.add(at, `required a callable that no agent of the manifest is named like, ${found}`);
    }
  }
  return named;
}
