/**
 * The work of a message: the agents of a manifest with their models, and the callables of their tools, pinned in its current version (C16,
 * E15). A tool that is gone or has changed since its manifest was applied is a problem, reported before anything is stored.
 */

import { catalogCallableNames, manifestCallables } from "../../catalog/manifests/manifest-callables.ts";
import type { ManifestAgent, ManifestDefinition } from "../../catalog/manifests/manifest-document.ts";
import { type ManifestTurns, turnWorkOf } from "../../catalog/manifests/manifest-turns.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { callableNamed, nearestToolNames } from "../../catalog/snapshot/named-callable.ts";
import { canonicalJson, utf8Bytes } from "../../json/json.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import { humanInputProvider } from "../../plan/human-input-callable.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import type { ModelDefinition } from "../../plan/model-definition.ts";
import type { GraphContext, GraphSettings } from "../base/graph-context.ts";
import { limitExceeded, type RequestProblem, shownName } from "../base/request-problem.ts";
import type { InputMaybe, SendMessageInput } from "../base/schema.generated.ts";
import { definitionBytes, pinned } from "../registry/pinned-catalog.ts";
import { readCatalog } from "../registry/read-catalog.ts";
import { maxDefinitionBytes } from "../start/check-plan.ts";
import { limitsOf } from "../start/limits-input.ts";
import { chosenModel } from "../start/model-choice.ts";
import { promptsDisabled } from "../start/prompts-disabled.ts";
import { messageProblems, variableProblems } from "./message-input.ts";

/** The place of the conversation, and so of its manifest, in the input. */
const place = ["conversation"];
const limitsPath = ["options", "limits"];

/** Agents and definitions as JSON: they stand in one row, which the platform bounds to 2 MB, with variables of 128 KB at most. */
const maxStoredBytes = 1_700_000;

export interface MessageWork {
  readonly turns: ManifestTurns;
  readonly definitions: ExecutionDefinitions;
  readonly limits: ExecutionLimits;
}

export type MessageWorkResult =
  | { readonly ok: true; readonly work: MessageWork }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };

/** Checks a message against the manifest of its conversation, or reports every problem of it. */
export async function messageWork(
  input: SendMessageInput,
  manifest: ManifestDefinition,
  context: GraphContext,
): Promise<MessageWorkResult> {
  const { clients, settings } = context;
  const { limits, problems: limitProblems } = messageLimits(input.options, manifest, settings);
  const models = agentModels(manifest, input.options?.model, limits, settings);
  const lookup = await readCatalog(
    clients.catalog,
    null,
    (catalog) => definitionsOf(manifest, catalog, settings),
    ({ ok }) => !ok,
  );
  const definitions = lookup?.result ?? { ok: false, problems: [] };
  const problems = [
    ...messageProblems(input, context),
    ...limitProblems,
    ...variableProblems(input.variables, manifest.variables, settings.limits),
    ...models.problems,
    ...(definitions.ok ? [] : definitions.problems),
  ];
  if (problems.length > 0 || !definitions.ok) return { ok: false, problems };
  const turns = turnWorkOf(manifest, ({ name }) => {
    const model = models.byAgent.get(name);
    // A missing model was reported above.
    if (model === undefined) throw new Error(`no language model was chosen for the agent ${name}`);
    return model;
  });
  const stored = definitionBytes(definitions.definitions) + utf8Bytes(JSON.stringify(turns));
  if (stored > maxStoredBytes) {
    return { ok: false, problems: [limitExceeded("storedBytes", maxStoredBytes, stored, place)] };
  }
  const maxTurns = input.options?.maxTurns ?? turns.maxTurns;
  return { ok: true, work: { turns: { ...turns, maxTurns }, definitions: definitions.definitions, limits } };
}

/** Where the request names no number of model calls, there is at least one for each turn, as far as the cap permits. */
function messageLimits(
  options: SendMessageInput["options"],
  { maxTurns }: ManifestDefinition,
  { limits: settings }: GraphSettings,
) {
  const { limits, problems } = limitsOf(options?.limits, settings, limitsPath);
  if ((options?.limits?.maxModelCalls ?? null) !== null) return { limits, problems };
  const wanted = Math.max(limits.maxModelCalls, options?.maxTurns ?? maxTurns);
  return { limits: { ...limits, maxModelCalls: Math.min(wanted, settings.caps.maxModelCalls) }, problems };
}

interface AgentModels {
  readonly byAgent: ReadonlyMap<string, ModelDefinition>;
  readonly problems: readonly RequestProblem[];
}

/** The model of each agent of ours: its own, else that of the message, else that of the deployment. */
function agentModels(
  { agents }: ManifestDefinition,
  wished: InputMaybe<string>,
  limits: ExecutionLimits,
  settings: GraphSettings,
): AgentModels {
  const ours = agents.filter(({ isElsewhere }) => !isElsewhere);
  const disabled = ours.length === 0 ? undefined : promptsDisabled(settings, place);
  if (disabled !== undefined) return { byAgent: new Map(), problems: [disabled] };
  const byAgent = new Map<string, ModelDefinition>();
  const problems = new Map<string, RequestProblem>();
  for (const agent of ours) {
    const choice = chosenModel("AGENT", wishOf(agent, wished), limits, limitsPath, settings);
    if (choice.model !== undefined) byAgent.set(agent.name, choice.model);
    // Agents often share a model, whose fault needs to be reported once.
    for (const problem of choice.problems) problems.set(JSON.stringify([problem.message, problem.path]), problem);
  }
  return { byAgent, problems: [...problems.values()] };
}

function wishOf({ modelName }: ManifestAgent, wished: InputMaybe<string>) {
  const isOfMessage = modelName === null && typeof wished === "string";
  return { name: modelName ?? wished, path: isOfMessage ? ["options", "model"] : place };
}

type DefinitionsResult =
  | { readonly ok: true; readonly definitions: ExecutionDefinitions }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };

/** Everything that the outputs of the agents start: callables of the catalog with all that they need, and tools that people answer. */
function definitionsOf(
  manifest: ManifestDefinition,
  catalog: CatalogSnapshot,
  settings: GraphSettings,
): DefinitionsResult {
  const names = catalogCallableNames(manifest);
  const lost = names.flatMap((name) => lostTool(manifest, catalog, name));
  if (lost.length > 0) return { ok: false, problems: lost };
  const pinning = pinned(catalog, names, settings, place);
  if (!pinning.ok) return pinning;
  const asked = manifestCallables(manifest);
  const { callables, providers } = pinning.definitions;
  const definitions = {
    ...pinning.definitions,
    callables: [...callables, ...asked],
    providers: asked.length === 0 ? providers : [...providers, humanInputProvider],
  };
  const bytes = definitionBytes(definitions);
  if (bytes <= maxDefinitionBytes) return { ok: true, definitions };
  return { ok: false, problems: [limitExceeded("definitionBytes", maxDefinitionBytes, bytes, place)] };
}

/** Why the callable of a tool differs from the one at the time when the manifest was applied. */
function lostTool(manifest: ManifestDefinition, catalog: CatalogSnapshot, name: string): readonly RequestProblem[] {
  const refusal = `Cannot run the manifest ${shownName(manifest.name)}`;
  const callable = callableNamed(catalog, name);
  if (callable === undefined) {
    const nearest = nearestToolNames(catalog, name);
    const message = `${refusal}: required the callable ${shownName(name)} of its tool, found nothing of this name`;
    return [{ kind: "UNKNOWN_CALLABLE", message, path: place, name, nearestNames: nearest }];
  }
  if (callable === "CHANGED") {
    const message = `${refusal}: required the tool ${shownName(name)} as it was accepted, found that it has changed`;
    return [{ kind: "TOOL_CHANGED", message, path: place, name }];
  }
  const parameters = canonicalJson(callable.inputSchema);
  const isSame = manifest.tools
    .filter(({ callableName, isUserInterface }) => callableName === name && !isUserInterface)
    .every(({ inputSchema }) => canonicalJson(inputSchema) === parameters);
  if (isSame) return [];
  const finding = `required the callable ${shownName(name)} with the parameters that it had when the manifest was applied, found others`;
  return [{ kind: "TOOL_CHANGED", message: `${refusal}: ${finding}`, path: place, name }];
}
