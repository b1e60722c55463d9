/** The events that a language model causes: routing, plans, calls and text (E2, E3). */

import type { Failure } from "../../json/failure.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { ModelPurpose, ModelReservation, TokenUsage } from "../../plan/model-definition.ts";
import type { Plan, PlanDialect, WarnedPlan } from "../../plan/plan.ts";
import type { CallOutcome } from "./attempt.ts";
import type { WorstCase } from "./usage.ts";

/** The agent for a question was chosen: by a model, by the caller, or none fits (C30). */
export interface AgentRouted {
  readonly kind: "AgentRouted";
  readonly mode: RoutingMode;
  /** Null if none fits. */
  readonly agentName: string | null;
  /** The name that the router gave and that no candidate has. Absent if there is none. */
  readonly unknownAgentName?: string;
  /** From 0 to 1. Null in manual mode. */
  readonly confidence: number | null;
  /** Null in manual mode. */
  readonly reason: string | null;
}

/** How the agent for a question was chosen, for every event that records it. */
export type AgentChoice = Omit<AgentRouted, "kind">;

export type RoutingMode = "AUTO" | "MANUAL";

/** A plan that passed validation in the object: written by a model, or made of a question and the agent chosen for it. */
export interface PlanProposed extends WarnedPlan {
  readonly kind: "PlanProposed";
  /** Which plan of the execution it is, counted from 1. Absent for the first. Its steps are named as in `planOfRound`. */
  readonly round?: number;
  readonly plan: Plan;
  readonly planHash: string;
  readonly dialect: PlanDialect;
  /** The maximum consumption of the execution from here on. */
  readonly worstCase: WorstCase;
}

/** A plan did not pass validation. Nothing of it was called. */
export interface PlanRejected {
  readonly kind: "PlanRejected";
  /** As in `PlanProposed`: which plan of the execution it would have been. */
  readonly round?: number;
  /** `PLAN_INVALID`, or `PLANNER_OUTPUT_INVALID` for an answer that is no plan. */
  readonly failure: Failure;
  /** JSON of the `PlanProblem`s, 100 at most. */
  readonly problems: StoredValue;
  /** Whether the planner is shown the problems and asked again. */
  readonly correcting: boolean;
}

/**
 * The result of a search that the planner asked for. The found callables are pinned from here on, as if they had been offered from the
 * start (E15), before the planner is asked again.
 */
export interface CallablesFound {
  readonly kind: "CallablesFound";
  /** The query, in the words of the planner. */
  readonly query: string;
  readonly definitions: ExecutionDefinitions;
  /** The reason for having no search. Null if there was one, with any result. */
  readonly failure: Failure | null;
}

/** Intent of a model call (E3): from here on it may be under way, and its maximum is reserved. */
export interface ModelCallStarted {
  readonly kind: "ModelCallStarted";
  readonly purpose: ModelPurpose;
  /** Calls of the execution are counted from 1. */
  readonly call: number;
  /** Name by which the deployment knows the model. */
  readonly model: string;
  readonly reserved: ModelReservation;
  /** The request to the model, as a `StoredRequest`. Absent where requests are not kept, and before 0.9.0. */
  readonly request?: StoredValue;
  /** Size of the whole of it, as readers get it. Beside `request` alone. */
  readonly requestBytes?: number;
}

/** Why a model stopped writing. */
export type FinishReason = "COMPLETE" | "LENGTH" | "REFUSED" | "UNKNOWN";

/** A model call ended; its answer is stored before it is used (E3). */
export interface ModelCalled {
  readonly kind: "ModelCalled";
  readonly purpose: ModelPurpose;
  readonly call: number;
  /** Name of the model as the provider reports it, else as it was asked for. */
  readonly model: string;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
  /** From its start to the first text. Null if none came, or the answer was not streamed. */
  readonly firstTextMs: number | null;
  /** The tokens that count against the budgets: the provider's number, the reservation where there is none, nothing if nothing left. */
  readonly usage: TokenUsage;
  /** Whether `usage` is the reservation because the real amount is unknown. */
  readonly usageIsBound: boolean;
  /** Millionths of a US dollar. Null if the price is unknown. */
  readonly costMicros: number | null;
  /** The received answer: text as a string, arguments of a function as JSON, otherwise the answer as it came. Null if none came. */
  readonly reply: StoredValue | null;
  readonly failure: Failure | null;
  /** When the next call may leave, Unix milliseconds. Null if none follows by itself. */
  readonly retryAt: number | null;
  /** The call was lost with its object. */
  readonly byCrash: boolean;
  /** Why the model stopped. Absent where nothing was answered, and before 0.9.0. */
  readonly stop?: FinishReason;
  /** The planner's search before it plans. Absent for none. */
  readonly search?: string;
}

/** More text of an answer, sent before it is stored. The text of a stream is the concatenation of its parts; another stream of the same purpose replaces it. */
export interface TextProduced {
  readonly kind: "TextProduced";
  /** `respond/<call>`: contains the number of the model call. */
  readonly streamId: string;
  /** UTF-16 code units of the stream before this text. */
  readonly offset: number;
  readonly text: string;
}
