/** Bounds of an execution: each has a default, used when the request is silent, and a cap that no request can pass. */
import type { JsonBounds } from "../json/json-count.ts";

export interface ExecutionLimits extends RequestableLimits {
  /** Descendants at work at a time, those that wait for their own not counted (E10). Absent for as many as there are. */
  readonly maxDescendants?: number;
}

/** Those that a request may name. */
export interface RequestableLimits {
  /** Leaf calls in a plan, children of groups included (C24). */
  readonly maxSteps: number;
  /** Calls that run at a time. */
  readonly maxParallel: number;
  /** Nesting of executions. */
  readonly maxDepth: number;
  /** Time for one attempt of a step. */
  readonly stepTimeoutMs: number;
  /** Time for the whole execution, waiting for people excluded (E9). */
  readonly timeoutMs: number;
  /** Calls of language models, repeated ones included. */
  readonly maxModelCalls: number;
  /** Tokens to and from language models. Null for no bound. */
  readonly maxTokens: number | null;
  /** Cost of language models in millionths of a US dollar. Null for no bound. */
  readonly maxCostMicros: number | null;
}

/** The limits that a request may set. Absent means the default. */
export type RequestedLimits = { readonly [Limit in keyof RequestableLimits]?: number | null };

/** Bounds of a deployment: its defaults and its maxima. */
export interface LimitSettings {
  readonly defaults: RequestableLimits;
  readonly caps: RequestableLimits;
  /** Of every execution, also if its request asks for more. Absent for none. */
  readonly maxDescendants?: number;
  /** Size of a plan as canonical JSON. */
  readonly maxPlanBytes: number;
  /** How many objects and arrays of a plan or binding may lie within one another. */
  readonly maxJsonDepth: number;
}

/** Maximum nesting of objects and arrays in one value: of a callee's answer, and of a reference. */
export const maxValueDepth = 128;

/**
 * How many values, and how many different names of members, one answer of a callee and one request may hold. Reading and storing so much takes some 50 ms
 * of a thread that others wait for: a value a quarter of a microsecond, a name that the process has not met yet about one.
 */
export const maxJson: JsonBounds = { values: 200_000, names: 20_000 };

/** The same for a document that is read whole: one of OpenAPI, and an artifact that is taken as input. One of 8 MB has fewer, unless it is made to cost memory. */
export const maxDocumentJson: JsonBounds = { values: 600_000, names: 60_000 };

/** How many objects and arrays of a plan may lie within one another. */
export const maxJsonDepth = 64;

/** Operations of one evaluation of an expression: steps of its tree, items and members that it goes through, and every 32 characters of a text. */
export const maxExpressionOperations = 1_000_000;

/** Bytes, as JSON, of all values that an expression reads. */
export const maxConditionBytes = 16_777_216;

/**
 * Requests of one execution that may await their response headers at a time (E10). The platform silently queues a seventh, so a step that
 * would need one begins later, for every `maxParallel`.
 */
export const maxParallelRequests = 6;

export const builtInLimits: LimitSettings = {
  defaults: {
    maxSteps: 12,
    maxParallel: 4,
    maxDepth: 3,
    stepTimeoutMs: 60_000,
    timeoutMs: 1_800_000,
    maxModelCalls: 10,
    maxTokens: null,
    maxCostMicros: null,
  },
  caps: {
    maxSteps: 1_000,
    maxParallel: 64,
    maxDepth: 10,
    stepTimeoutMs: 600_000,
    timeoutMs: 86_400_000,
    maxModelCalls: 100,
    maxTokens: null,
    maxCostMicros: null,
  },
  maxPlanBytes: 100_000,
  maxJsonDepth,
};

/** Time for the `finally` steps of a plan that does not say so, and the most that a plan can give them. */
export const finallyTimeouts = { defaultMs: 60_000, maximumMs: 3_600_000 } as const;

/** Items of all maps and iterations of all loops of one plan: so much is kept of an execution in memory. */
export const maxItems = 10_000;

/** Iterations of one loop. */
export const maxIterations = 1_000;

/** Calls after an unknown outcome, independent of `maxAttempts`. */
export const maxCallsAfterUnknown = 3;
