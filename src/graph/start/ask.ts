/**
 * `Mutation.ask`: a question finds the agent that can answer it (H1-H14, C30). A chosen agent is a given plan of one call; otherwise a
 * router chooses in the execution's object, among agents whose definitions are pinned (E15). No model is called here. Invariants of E1:
 * as for `executePlan`.
 */

import type { JsonObject } from "../../json/json.ts";
import type { Conversation } from "../../plan/conversation.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import type { RouteCandidate } from "../../plan/model-definition.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { GraphContext, GraphSettings } from "../base/graph-context.ts";
import type { RequestProblem } from "../base/request-problem.ts";
import type { AskInput } from "../base/schema.generated.ts";
import { problemErrors } from "../base/user-errors.ts";
import { readCatalog, unknownRevision } from "../registry/read-catalog.ts";
import { agentRoute, sizeProblems } from "./agent-route.ts";
import {
  historyProblems,
  messagesOf,
  sizeOfJson,
  sizeOfText,
  textProblems,
  unheardProblems,
} from "./conversation-input.ts";
import { executionSettings, optionProblems, startOptions } from "./execution-options.ts";
import { questionFingerprint } from "./fingerprint.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { limitsOf } from "./limits-input.ts";
import { type ModelWorkResult, modelWorkOf } from "./model-choice.ts";
import { promptsDisabled } from "./prompts-disabled.ts";
import { readRouting } from "./routing-input.ts";
import {
  noRun,
  type Preparation,
  refusedByCap,
  refusedStart,
  type StartPayload,
  startExecution,
  startedBefore,
} from "./start-execution.ts";

/** Starts an execution that answers a question, or answers with the one that the key started before. */
export async function ask(input: AskInput, context: GraphContext, withValues: boolean): Promise<StartPayload> {
  const options = input.options ?? {};
  const parsed = readIdempotencyKey(options.idempotencyKey, context.request.headers);
  if (!parsed.ok) return refusedStart(problemErrors([parsed.problem], ["input"]));
  const { key } = parsed;
  const fingerprint = await questionFingerprint(input);
  const capped = await refusedByCap(key, fingerprint, context);
  if (capped !== undefined) return capped;
  const prepared = await questionWork(input, context);
  if (!prepared.ok || fingerprint === undefined)
    return startedBefore(key, fingerprint, prepared.ok ? [] : prepared.errors, context);
  const settings = executionSettings(options, key, fingerprint);
  return startExecution(prepared.work, settings, startOptions(options, withValues), context);
}

/** The checked run of a question. */
export async function questionWork(input: AskInput, context: GraphContext): Promise<Preparation> {
  const { clients, settings } = context;
  const options = input.options ?? {};
  const disabled = promptsDisabled(settings, ["query"]);
  if (disabled !== undefined) return refused([disabled]);
  const limits = limitsOf(options.limits, settings.limits, ["options", "limits"]);
  const found: RequestProblem[] = [
    ...optionProblems(options, context),
    ...questionProblems(input, settings),
    ...limits.problems,
  ];
  const lookup = await readCatalog(
    clients.catalog,
    options.minCatalogRevision,
    (catalog) => readRouting(input.routing, catalog),
    (routing) => routing.kind === "REFUSED" && routing.isOfCatalog,
  );
  if (lookup === undefined) return refused([...found, unknownRevision(options.minCatalogRevision, ["options"])]);
  const { catalog, result: routing } = lookup;
  if (routing.kind === "REFUSED") return refused([...found, ...routing.problems]);
  // Agents are asked for their health only where nothing speaks against the request itself.
  if (found.length > 0) return refused(found);
  const conversation = conversationOf(input);
  const routed = await agentRoute(routing, conversation, catalog, clients.catalog, settings);
  if (!routed.ok) return refused(routed.problems);
  const { route } = routed;
  const models = questionModels(input, route.candidates, limits.limits, settings);
  if (!models.ok) return refused(models.problems);
  const tooLarge = sizeProblems(route, ["routing"]);
  if (tooLarge.length > 0) return refused(tooLarge);
  const { chosenAgent, definitions, plan, planHash } = route;
  return {
    ok: true,
    work: {
      chosenAgent,
      conversation,
      definitions,
      plan,
      planHash,
      bindings: {},
      derivation: null,
      dialect: "TYPED",
      rejected: null,
      reused: [],
      startedWith: "ASK",
      ...noRun,
      limits: limits.limits,
      modelWork: models.work,
      // The plan of a question is made here and cannot be wrong.
      onInvalidPlan: "REJECT",
    },
  };
}

function routerWish({ routing }: AskInput) {
  const name = routing?.auto?.model ?? null;
  return { name, path: name === null ? ["routing"] : ["routing", "auto", "model"] };
}

/**
 * The models that route and answer. A named router without an agent to choose from is not called; one that could never be called is refused
 * all the same.
 */
function questionModels(
  input: AskInput,
  candidates: readonly RouteCandidate[],
  limits: ExecutionLimits,
  settings: GraphSettings,
): ModelWorkResult {
  const limitsPath = ["options", "limits"];
  const router = routerWish(input);
  const route = { ...router, candidates };
  const isRouted = candidates.length > 0;
  const respond = (input.respond ?? true) ? { name: undefined, path: ["respond"] } : undefined;
  const models = modelWorkOf({ route: isRouted ? route : undefined, respond }, limits, limitsPath, settings);
  if (isRouted || router.name === null) return models;
  const unused = modelWorkOf({ route }, limits, limitsPath, settings);
  if (unused.ok) return models;
  return { ok: false, problems: [...unused.problems, ...(models.ok ? [] : models.problems)] };
}

/** Checks of the question that do not depend on registrations. */
function questionProblems(input: AskInput, { limits }: GraphSettings): readonly PlanProblem[] {
  const { agentInstructions, history, query, respond, routing, sessionContext, usageHints } = input;
  const isAnswered = respond ?? true;
  const isRouted = (routing?.manual ?? null) === null;
  return [
    ...unheardProblems(usageHints, isAnswered, ["usageHints"]),
    ...unheardProblems(history, isAnswered || isRouted, ["history"]),
    ...textProblems(query, ["query"]),
    ...historyProblems(history, ["history"]),
    ...sizeOfJson("sessionContextBytes", sessionContext, limits, ["sessionContext"]),
    ...sizeOfText("agentInstructionsBytes", agentInstructions, ["agentInstructions"]),
    ...sizeOfJson("usageHintsBytes", usageHints, limits, ["usageHints"]),
  ];
}

/** Everything that was said, to the letter (H5). */
function conversationOf({ agentInstructions, history, query, sessionContext, usageHints }: AskInput): Conversation {
  return {
    agent: null,
    systemPrompt: null,
    skills: [],
    history: messagesOf(history),
    message: query,
    usageHints: (usageHints ?? null) as JsonObject | null,
    sessionContext: (sessionContext ?? {}) as JsonObject,
    agentInstructions: agentInstructions ?? null,
  };
}

function refused(problems: readonly RequestProblem[]): Preparation {
  return { ok: false, errors: problemErrors(problems, ["input"]) };
}
