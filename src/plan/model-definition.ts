/**
 * Language models as an execution pins them (E15): the model of each purpose, the price of a call and its maximum answer. Secrets are named
 * here, never valued.
 */
import type { DocumentDialect, Schedule } from "./plan.ts";

/** The purpose of a call of a language model. */
export type ModelPurpose = "ROUTE" | "PLAN" | "RESPOND" | "AGENT";

/** The interface that a model is reached by. */
export type ModelProvider = "OPENAI_COMPATIBLE" | "OPENAI" | "OPENAI_RESPONSES" | "ANTHROPIC" | "WORKERS_AI";

/** How the planner hands over its plan: as arguments of the one function `__planning__`, or as JSON without any tool (C34). */
export type PlannerEncoding = "FUNCTION" | "JSON";

/** Prices in US dollars per million tokens, which are millionths of a dollar per token. */
export interface ModelPrice {
  readonly input: number;
  /** For tokens that the provider read from its cache. Null for the price of all others. */
  readonly cachedInput: number | null;
  readonly output: number;
}

export interface ModelDefinition {
  /** Name by which the deployment knows it. */
  readonly name: string;
  readonly provider: ModelProvider;
  /** Name by which its provider knows it. */
  readonly model: string;
  /** Address of the interface. Null for the provider's own, and for a binding. */
  readonly baseUrl: string | null;
  /** Name of the secret that is sent as key: `X` reads the setting `MODEL_SECRET_X`. Null if none is sent. */
  readonly keySecret: string | null;
  /** Most tokens that one answer may have. */
  readonly maxOutputTokens: number;
  /** Time for one call. */
  readonly timeoutMs: number;
  /** Null if the deployment knows no price. */
  readonly price: ModelPrice | null;
}

/** Tokens of one call or of many. */
export interface TokenUsage {
  readonly inputTokens: number;
  /** Of `inputTokens`, those that the provider read from its cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** Most that a call can consume, taken from the budgets before it leaves. */
export interface ModelReservation {
  /** One token for each byte of the request in UTF-8. */
  readonly inputTokens: number;
  /** The cap on its output. */
  readonly outputTokens: number;
  /** Millionths of a US dollar. Null if the price is unknown. */
  readonly costMicros: number | null;
}

/** How the agent for a question is chosen by a model (H1). */
export interface RouteWork {
  readonly model: ModelDefinition;
  /** The agents to choose from, in the order of their names. Not empty. */
  readonly candidates: readonly RouteCandidate[];
}

/** An agent as the router sees it. */
export interface RouteCandidate {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly exampleQueries: readonly string[];
}

/** How a plan is made from a prompt (P1). */
export interface PlanWork {
  readonly model: ModelDefinition;
  readonly encoding: PlannerEncoding;
  /** How the steps of the plan are to be ordered. Null for the default of its dialect (C8). */
  readonly schedule: Schedule | null;
  /** The dialect in which the planner writes plans that are no chain of calls; TOOL_CALLS for chains alone. Absent for typed plans. */
  readonly dialect?: DocumentDialect;
  /** Set where more is registered than the planner is offered, which a search has chosen. Absent where it is offered all that it may call. */
  readonly search?: CallableSearch;
  /** How often the planner is shown the problems of its plan and asked again. 0 keeps to the calls that P8 counts. */
  readonly maxCorrections: number;
  /** Size of the plan as JSON, as the deployment bounds it for given plans. */
  readonly maxPlanBytes: number;
  /** How many plans are made at most, each once the one before is over. Absent for one, and until 0.8.0. */
  readonly maxRounds?: number;
}

/** A planner's knowledge of callables outside of its offer. */
export interface CallableSearch {
  /** How many are registered. */
  readonly registered: number;
  /** Servers that have some of them, in the order of their names, 50 at most. */
  readonly servers: readonly string[];
}

/** How the answer is written (P7). */
export interface RespondWork {
  readonly model: ModelDefinition;
  /** Part of the execution's time that is kept for the responder (E9). */
  readonly reservedMs: number;
}

const LONGEST_RESPONSE_MS = 60_000;

/** Time that is kept for the responder of an execution with so much time: a quarter, a minute at most (E9). */
export function responderTimeMs(timeoutMs: number): number {
  return Math.min(LONGEST_RESPONSE_MS, Math.floor(timeoutMs / 4));
}

/** Every use of language models in one execution. Null for one that it does not need. */
export interface ModelWork {
  readonly route: RouteWork | null;
  readonly plan: PlanWork | null;
  readonly respond: RespondWork | null;
}

export const noModelWork: ModelWork = { route: null, plan: null, respond: null };

/**
 * Cost in millionths of a US dollar, rounded up. Null if the price is unknown.
 *
 * @example
 * ```ts
 * const usage = { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 200 };
 * costMicros({ input: 3, cachedInput: null, output: 15 }, usage); // 6_000
 * costMicros(null, usage); // null
 * ```
 */
export function costMicros(price: ModelPrice | null, usage: TokenUsage): number | null {
  if (price === null) return null;
  const fresh = Math.max(0, usage.inputTokens - usage.cachedInputTokens);
  const cached = Math.min(usage.inputTokens, usage.cachedInputTokens);
  return Math.ceil(
    fresh * price.input + cached * (price.cachedInput ?? price.input) + usage.outputTokens * price.output,
  );
}

/** The language models of a deployment. */
export interface ModelSettings {
  /** By name. Empty where the deployment has none: then only given plans without a responder can be run. */
  readonly models: ReadonlyMap<string, ModelDefinition>;
  /** Name of the model for each purpose. Null only if there are no models. */
  readonly defaults: { readonly [Purpose in ModelPurpose]: string | null };
  readonly encoding: PlannerEncoding;
  readonly maxCorrections: number;
}

/** A deployment without language models. */
export const noModels: ModelSettings = {
  models: new Map(),
  defaults: { ROUTE: null, PLAN: null, RESPOND: null, AGENT: null },
  encoding: "FUNCTION",
  maxCorrections: 0,
};
