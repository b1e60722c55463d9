/**
 * A prompt from which a planner makes the plan (P1, P2, O11). All its problems are found here, with every bound of the schema, and nothing
 * is called. The planner's offer is pinned with the execution (E15).
 */
import type { LocalAgentRegistration } from "../../catalog/agent-registration.ts";
import type { SearchField } from "../../catalog/search/term-index.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { bindingProblems } from "../../plan/compile/check-limits.ts";
import type { Conversation } from "../../plan/conversation.ts";
import { mostRounds } from "../../plan/order/round-ids.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { GraphContext, GraphSettings } from "../base/graph-context.ts";
import { cannotTake, limitExceeded, type RequestProblem, shownName } from "../base/request-problem.ts";
import type { ExecutePlanInput, PromptInput } from "../base/schema.generated.ts";
import { problemErrors } from "../base/user-errors.ts";
import { knownAgent } from "../registry/known-agent.ts";
import type { ParsedPlanSource } from "../registry/plan-source.ts";
import { readCatalog, unknownRevision } from "../registry/read-catalog.ts";
import {
  historyProblems,
  messagesOf,
  sizeOfJson,
  sizeOfText,
  skillProblems,
  skillsOf,
  textProblems,
  unheardProblems,
} from "./conversation-input.ts";
import { promptPolicy } from "./invalid-plan.ts";
import { limitsOf } from "./limits-input.ts";
import { type ModelWorkWish, modelWorkOf } from "./model-choice.ts";
import { type Offer, offeredCallables, offeredToPrompt } from "./offered-callables.ts";
import { promptsDisabled } from "./prompts-disabled.ts";
import { noRun, type Preparation } from "./start-execution.ts";

const MAX_CORRECTIONS = 3;

/** Messages before the prompt whose words are searched by, and UTF-16 code units of each. */
const heardMessages = 4;
const heardLength = 32_000;

const place = ["source", "prompt"];

/** Checks a prompt and finds the callables of its plans. */
export async function promptWork(
  { dialect, prompt }: Extract<ParsedPlanSource, { readonly kind: "PROMPT" }>,
  input: ExecutePlanInput,
  context: GraphContext,
): Promise<Preparation> {
  const { clients, settings } = context;
  const disabled = promptsDisabled(settings, place);
  if (disabled !== undefined) return refused([disabled]);
  const { limits: requested, minCatalogRevision, schedule } = input.options ?? {};
  const policy = promptPolicy(input);
  const limits = limitsOf(requested, settings.limits, ["options", "limits"]);
  const lookup = await readCatalog(
    clients.catalog,
    minCatalogRevision,
    (catalog) => partsOf(prompt, catalog, settings),
    ({ agent, offer }) => !agent.ok || (!offer.ok && offer.isOfCatalog),
  );
  const found: RequestProblem[] = [
    ...policy.problems,
    ...promptProblems(prompt, policy.respond, settings),
    ...bindingProblems(input.bindings ?? null, settings.limits, ["bindings"]),
    ...limits.problems,
  ];
  if (lookup === undefined) return refused([...found, unknownRevision(minCatalogRevision, ["options"])]);
  const { agent, offer } = lookup.result;
  const role = agent.ok ? agent.role : undefined;
  const wish: ModelWorkWish = {
    plan: {
      ...plannerWish(prompt, role, settings),
      schedule: schedule ?? null,
      ...(dialect === undefined ? {} : { dialect }),
      ...(offer.ok && offer.search !== undefined ? { search: offer.search } : {}),
    },
    respond: policy.respond ? roleWish(role) : undefined,
  };
  const models = modelWorkOf(wish, limits.limits, ["options", "limits"], settings);
  if (!agent.ok) found.push(agent.problem);
  if (!offer.ok) found.push(...offer.problems);
  if (!models.ok) found.push(...models.problems);
  if (found.length > 0 || !offer.ok || !models.ok) return refused(found);
  return {
    ok: true,
    work: {
      ...noPlanYet,
      bindings: (input.bindings ?? {}) as Json,
      conversation: conversationOf(prompt, role),
      definitions: offer.definitions,
      limits: limits.limits,
      modelWork: models.work,
      onInvalidPlan: policy.onInvalidPlan,
    },
  };
}

/** The members of a run that its planner decides, or that no prompt has. */
const noPlanYet = {
  startedWith: "PROMPT",
  // Until the planner has proposed a plan, which has a dialect of its own.
  dialect: "TOOL_CALLS",
  plan: null,
  planHash: null,
  rejected: null,
  chosenAgent: null,
  derivation: null,
  reused: [],
  ...noRun,
} as const;

/** Checks of the prompt that do not depend on registrations. */
function promptProblems(prompt: PromptInput, respond: boolean, settings: GraphSettings): readonly PlanProblem[] {
  const { history, maxCorrections, maxRounds, skills, systemPrompt, text, usageHints } = prompt;
  return [
    ...textProblems(text, [...place, "text"]),
    ...historyProblems(history, [...place, "history"]),
    ...sizeOfText("systemPromptBytes", systemPrompt, [...place, "systemPrompt"]),
    ...skillProblems(skills, [...place, "skills"]),
    ...sizeOfJson("usageHintsBytes", usageHints, settings.limits, [...place, "usageHints"]),
    ...unheardProblems(usageHints, respond, [...place, "usageHints"]),
    ...correctionProblems(maxCorrections),
    ...roundProblems(maxRounds),
  ];
}

function correctionProblems(maxCorrections: PromptInput["maxCorrections"]): readonly PlanProblem[] {
  const path = [...place, "maxCorrections"];
  if (maxCorrections === null || maxCorrections === undefined) return [];
  if (maxCorrections < 0) return [cannotTake(path, `required from 0 to ${MAX_CORRECTIONS}, found ${maxCorrections}`)];
  if (maxCorrections <= MAX_CORRECTIONS) return [];
  return [limitExceeded("maxCorrections", MAX_CORRECTIONS, maxCorrections, path)];
}

function roundProblems(maxRounds: PromptInput["maxRounds"]): readonly PlanProblem[] {
  const path = [...place, "maxRounds"];
  if (maxRounds === null || maxRounds === undefined) return [];
  if (maxRounds < 1) return [cannotTake(path, `required from 1 to ${mostRounds}, found ${maxRounds}`)];
  return maxRounds <= mostRounds ? [] : [limitExceeded("maxRounds", mostRounds, maxRounds, path)];
}

type RoleResult =
  | { readonly ok: true; readonly role?: LocalAgentRegistration }
  | { readonly ok: false; readonly problem: RequestProblem };

interface PromptParts {
  readonly agent: RoleResult;
  readonly offer: Offer;
}

function partsOf(prompt: PromptInput, catalog: CatalogSnapshot, settings: GraphSettings): PromptParts {
  const path = [...place, "callables"];
  const { agentName, callables } = prompt;
  const offer =
    callables === null || callables === undefined
      ? offeredToPrompt(catalog, wordsOf(prompt), path, settings)
      : offeredCallables(catalog, callables, path, settings);
  return { agent: roleOf(agentName, catalog), offer };
}

/** The texts of the search, if not everything can be offered: the user's current text, and recent ones with half the weight. */
function wordsOf({ history, text }: PromptInput): readonly SearchField[] {
  const recent = (history ?? []).slice(-heardMessages).map((message) => ({ text: message.text, weight: 0.5 }));
  return [{ text, weight: 1 }, ...recent].map(({ text: said, weight }) => ({
    text: said.slice(0, heardLength),
    weight,
  }));
}

/** The role in which is planned. A remote agent has no instructions that a planner could follow. */
function roleOf(name: PromptInput["agentName"], catalog: CatalogSnapshot): RoleResult {
  if (name === null || name === undefined) return { ok: true };
  const path = [...place, "agentName"];
  const known = knownAgent(catalog, name, path);
  if (!known.ok) return known;
  const { agent } = known;
  if (agent.kind === "LOCAL") return { ok: true, role: agent };
  const finding = `required an agent of this deployment, which has instructions, found ${shownName(name)}, which runs elsewhere`;
  return { ok: false, problem: cannotTake(path, finding) };
}

/** The model that plans, and how it may: as the prompt says, else the role, else the deployment. */
function plannerWish(
  { encoding, maxCorrections, maxRounds, model }: PromptInput,
  role: LocalAgentRegistration | undefined,
  { models }: GraphSettings,
) {
  return {
    ...(model === null || model === undefined ? roleWish(role) : { name: model, path: [...place, "model"] }),
    encoding: encoding ?? models.encoding,
    maxCorrections: maxCorrections ?? models.maxCorrections,
    maxRounds: maxRounds ?? role?.maxRounds ?? 1,
  };
}

function roleWish(role: LocalAgentRegistration | undefined) {
  const name = role?.model ?? null;
  return { name, path: name === null ? place : [...place, "agentName"] };
}

function conversationOf(prompt: PromptInput, role: LocalAgentRegistration | undefined): Conversation {
  const { history, skills, systemPrompt, text, usageHints } = prompt;
  return {
    agent: role === undefined ? null : agentOf(role),
    systemPrompt: systemPrompt ?? null,
    skills: skillsOf(skills),
    history: messagesOf(history),
    message: text,
    usageHints: (usageHints ?? null) as JsonObject | null,
    sessionContext: {},
    agentInstructions: null,
  };
}

function agentOf({ description, instructions, name, skills }: LocalAgentRegistration): Conversation["agent"] {
  return { name, description, instructions, skills };
}

function refused(problems: readonly RequestProblem[]): Preparation {
  return { ok: false, errors: problemErrors(problems, ["input"]) };
}
