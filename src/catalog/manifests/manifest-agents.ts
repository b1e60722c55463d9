/**
 * Agents of a manifest (T1) and their output by the registry or a schema of their own (T3): their names, whether their output starts a
 * tool, and that their instructions show no calls of tools (T5). The compiler checks that the things they name exist.
 */
import * as z from "zod";
import { type Json, type JsonObject, utf8Bytes } from "../../json/json.ts";
import { mostRounds } from "../../plan/order/round-ids.ts";
import { jsonObject } from "../../plan/shape-problems.ts";
import type { OutputModel } from "../../plan/turn-work.ts";
import { agentOutputProblem } from "../input-schema.ts";
import type { ManifestPart } from "./manifest-bundle.ts";
import { functionCalls, toolCallSyntax } from "./manifest-lint.ts";
import { manifestNamePattern, manifestNameRule, words } from "./manifest-names.ts";
import { type ManifestFindings, type ManifestPlace, shown } from "./manifest-problem.ts";

const maxSystemMessageBytes = 65_536;

const agentShape = z.strictObject({
  system_message: z.string("expected the words of the agent"),
  max_consecutive_auto_reply: z
    .int("expected a whole number")
    .min(1, "expected at least 1")
    .max(50, "expected at most 50")
    .nullish(),
  auto_tool_mode: z.boolean().nullish(),
  structured_outputs_required: z.boolean().nullish(),
  description: words.nullish(),
  model: z.string("expected the name of a language model").nullish(),
  runs_elsewhere: z.boolean().nullish(),
  output_schema: jsonObject().nullish(),
  max_rounds: z
    .int("expected a whole number")
    .min(1, "expected at least 1")
    .max(mostRounds, `expected at most ${mostRounds}`)
    .nullish(),
});

export interface AgentDraft extends z.output<typeof agentShape> {
  readonly name: string;
  readonly place: ManifestPlace;
}

/** The agents by name. `names` holds those that are wrong themselves, too. */
export interface AgentDrafts {
  readonly names: ReadonlySet<string>;
  readonly drafts: readonly AgentDraft[];
}

/** Reads the agents. `languageModels` are those of the deployment. */
export function readAgents(
  { place, value }: ManifestPart<JsonObject>,
  languageModels: readonly string[],
  findings: ManifestFindings,
): AgentDrafts {
  const names = Object.keys(value);
  if (names.length === 0) findings.add([...place], "required at least one agent, found none");
  const drafts = names.flatMap((name) => {
    const at = [...place, name];
    if (!manifestNamePattern.test(name)) {
      findings.add(at, `required ${manifestNameRule} as the name of an agent, found ${shown(name)}`);
    }
    const agent = findings.read(agentShape, value[name], at);
    if (agent === undefined) return [];
    checkTexts(agent.system_message, at, agent.runs_elsewhere === true, findings);
    checkModel(agent.model, at, agent.runs_elsewhere === true, languageModels, findings);
    return [{ ...agent, name, place: at }];
  });
  return { names: new Set(names), drafts };
}

function checkTexts(text: string, place: ManifestPlace, isElsewhere: boolean, findings: ManifestFindings): void {
  const at = [...place, "system_message"];
  const bytes = utf8Bytes(text);
  if (bytes > maxSystemMessageBytes) findings.limit(at, "maxSystemMessageBytes", maxSystemMessageBytes, bytes);
  if (text.trim() === "" && !isElsewhere) findings.add(at, "required the words of the agent, found none");
}

function checkModel(
  name: string | null | undefined,
  place: ManifestPlace,
  isElsewhere: boolean,
  languageModels: readonly string[],
  findings: ManifestFindings,
): void {
  if (name === null || name === undefined) return;
  const at = [...place, "model"];
  if (isElsewhere) findings.add(at, `required none for an agent that runs elsewhere, found ${shown(name)}`);
  else if (!languageModels.includes(name)) {
    findings.unknown(at, "a language model that the setting MODELS configures", name, languageModels);
  }
}

/** Further rounds follow a tool that the output starts, and go to a model of ours. `hasTool` if the output starts one. */
export function checkRounds(agent: AgentDraft, hasTool: boolean, findings: ManifestFindings): void {
  const { max_rounds: rounds, place, runs_elsewhere: isElsewhere } = agent;
  if (rounds === null || rounds === undefined || rounds === 1) return;
  const at = [...place, "max_rounds"];
  if (isElsewhere === true) findings.add(at, `required 1 for an agent that runs elsewhere, found ${rounds}`);
  else if (!hasTool) findings.add(at, `required 1 for an agent whose output starts no tool, found ${rounds}`);
}

/** Functions of the tools of one agent. */
export interface ToolFunctions {
  /** Those that outputs start. */
  readonly automatic: readonly string[];
  readonly others: readonly string[];
}

/** Reports tool-call syntax in the instructions of an agent (T5). A call of a tool that no output starts is a warning. */
export function checkToolCalls(agent: AgentDraft, functions: ToolFunctions, findings: ManifestFindings): void {
  const { place, system_message: text } = agent;
  for (const syntax of toolCallSyntax(text, functions.automatic)) {
    const finding = `required words without calls of tools, which the runtime makes, found ${shown(syntax)}`;
    findings.add([...place, "system_message"], finding);
  }
  for (const syntax of functionCalls(text, functions.others)) {
    const finding = `${shown(syntax)} would be answered as text, because agents in conversations are offered no tools`;
    findings.warn([...place, "system_message"], finding);
  }
}

const registryEntry = z.string("expected the name of a model, or null").nullable();

/** The registry of models, as it was read. */
export interface Registry {
  /** Names of the models that agents answer in, by agent. Agents that answer with text are not in it. */
  readonly modelOf: ReadonlyMap<string, string>;
  /** Agents whose entry is wrong itself, which was reported. */
  readonly wrong: ReadonlySet<string>;
  /** Names of models. */
  readonly outputs: ReadonlySet<string>;
}

/** Reads which agent answers in which model. Null stands for an agent that answers with text. Two agents may share a model (R14). */
export function readRegistry(
  { place, value }: ManifestPart<JsonObject>,
  agents: ReadonlySet<string>,
  models: ReadonlySet<string>,
  findings: ManifestFindings,
): Registry {
  const modelOf = new Map<string, string>();
  const wrong = new Set<string>();
  for (const [agent, given] of Object.entries<Json>(value)) {
    const at = [...place, agent];
    if (!agents.has(agent)) findings.unknown(at, "the name of an agent", agent, agents);
    const parsed = registryEntry.safeParse(given);
    if (!parsed.success) {
      wrong.add(agent);
      const required = "required the name of a model that stands among the models, or null";
      findings.add(at, `${required}, found ${shown(given)}`);
    } else if (parsed.data !== null) {
      modelOf.set(agent, parsed.data);
      if (!models.has(parsed.data)) findings.unknown(at, "the name of a model", parsed.data, models);
    }
  }
  return { modelOf, wrong, outputs: new Set(modelOf.values()) };
}

/**
 * The outputs of agents that have an `output_schema`, by agent: models that bear the agents' names. Such an agent has none in the registry, and
 * none of the models `named` has its name.
 */
export function readOutputSchemas(
  agents: readonly AgentDraft[],
  { modelOf }: Registry,
  named: ReadonlySet<string>,
  findings: ManifestFindings,
): ReadonlyMap<string, OutputModel> {
  const outputs = new Map<string, OutputModel>();
  for (const { name, output_schema: schema, place } of agents) {
    if (schema === null || schema === undefined) continue;
    const at = [...place, "output_schema"];
    const model = modelOf.get(name);
    const problem = agentOutputProblem(schema);
    if (problem !== undefined) findings.add(at, withoutSubject(problem.message));
    else if (model !== undefined)
      findings.add(at, `required none for an agent that the registry gives a model, found one beside ${shown(model)}`);
    else if (named.has(name))
      findings.add(at, `required an agent whose name no model has, found a model ${shown(name)}`);
    else outputs.set(name, { name, schema });
  }
  return outputs;
}

/** The message about a schema without its beginning "Cannot use the schema: ". */
function withoutSubject(message: string): string {
  return message.replace(/^[^:]*: /, "");
}
