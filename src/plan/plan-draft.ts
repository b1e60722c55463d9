/**
 * A plan between dialect and canonical form: every dialect is read into it, one compiler continues from it (design: One model). Arguments
 * are still JSON, ids may be missing, and each part knows its place in the request.
 */

import type { Json, JsonObject, JsonSchema } from "../json/json.ts";
import type { MergeStrategy, PlanDialect, Schedule, StepPolicy } from "./plan.ts";
import type { PlanProblem } from "./problem.ts";

/** Where parts of a step stand in the request, for the paths of problems. */
export interface DraftPlaces {
  readonly step: readonly string[];
  readonly id: readonly string[];
  readonly resultKey: readonly string[];
  readonly after: readonly string[];
  readonly independent: readonly string[];
  readonly when: readonly string[];
}

interface DraftStepBase {
  /** Null if one is to be made from the position. */
  readonly id: string | null;
  readonly resultKey: string | null;
  readonly after: readonly string[];
  readonly independent: boolean;
  /** Text of the condition under which the step runs. Null for none. */
  readonly when: string | null;
  /** As in the plan. */
  readonly isFinally?: true;
}

/** Fields of the dialect of agents beside the arguments. Their meaning depends on the callable, which a dialect does not know. */
export interface AgentFields {
  readonly prompt: string | null;
  readonly actionId: string | null;
  readonly places: { readonly prompt: readonly string[]; readonly actionId: readonly string[] };
}

export interface DraftToolStep extends DraftStepBase {
  readonly kind: "TOOL";
  readonly callableName: string;
  readonly arguments: JsonObject;
  /** Null in dialects without such fields. */
  readonly agentFields: AgentFields | null;
  readonly policy: StepPolicy;
  /** The author's declarations for the step. Null for none. */
  readonly inputSchema: JsonSchema | null;
  readonly outputSchema: JsonSchema | null;
  readonly places: DraftPlaces & {
    readonly callableName: readonly string[];
    readonly arguments: readonly string[];
    readonly timeoutMs: readonly string[];
    readonly continueOnFailure: readonly string[];
    readonly inputSchema: readonly string[];
    readonly outputSchema: readonly string[];
  };
}

export interface DraftParallelStep extends DraftStepBase {
  readonly kind: "PARALLEL";
  readonly children: readonly DraftToolStep[];
  readonly maxConcurrency: number | null;
  readonly mergeStrategy: MergeStrategy;
  readonly continueOnFailure: boolean;
  readonly places: DraftPlaces;
}

export interface DraftMapStep extends DraftStepBase {
  readonly kind: "MAP";
  readonly over: Json;
  readonly children: readonly DraftToolStep[];
  readonly maxConcurrency: number | null;
  readonly maxItems: number;
  readonly maxFailures: number;
  readonly continueOnFailure: boolean;
  readonly places: DraftPlaces & { readonly over: readonly string[]; readonly maxItems: readonly string[] };
}

export interface DraftLoopStep extends DraftStepBase {
  readonly kind: "LOOP";
  /** Text of the condition that ends or continues the loop. */
  readonly condition: string;
  readonly asked: "UNTIL" | "WHILE";
  readonly children: readonly DraftToolStep[];
  readonly delayMs: number;
  readonly maxIterations: number;
  readonly continueOnFailure: boolean;
  readonly places: DraftPlaces & { readonly condition: readonly string[]; readonly maxItems: readonly string[] };
}

export type DraftGroupStep = DraftParallelStep | DraftMapStep | DraftLoopStep;

export type DraftStep = DraftToolStep | DraftGroupStep;

export interface PlanDraft {
  readonly dialect: PlanDialect;
  /** The default if the request names no schedule (C8). */
  readonly schedule: Schedule;
  readonly reasoning: string | null;
  readonly directResponse: string | null;
  /** Those of `finally` stand behind all others. */
  readonly steps: readonly DraftStep[];
  /** As in the plan. */
  readonly finallyTimeoutMs?: number;
  /** Where the list of steps stands. */
  readonly stepsPlace: readonly string[];
}

export type ParsedDraft =
  | { readonly ok: true; readonly draft: PlanDraft }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };
