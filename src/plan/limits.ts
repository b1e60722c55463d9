/** Bounds of an execution: each has a default, used when the request is silent, and a cap that no request can pass. */

export interface ExecutionLimits {
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
}

/** What a request may ask for; absent means the default. */
export type RequestedLimits = { readonly [Limit in keyof ExecutionLimits]?: number | null };

/** Bounds of a deployment: what it gives by default and what it allows at most. */
export interface LimitSettings {
  readonly defaults: ExecutionLimits;
  readonly caps: ExecutionLimits;
  /** Size of a plan as canonical JSON. */
  readonly maxPlanBytes: number;
  /** How many objects and arrays of a plan or binding may lie within one another. */
  readonly maxJsonDepth: number;
}

export const builtInLimits: LimitSettings = {
  defaults: { maxSteps: 12, maxParallel: 4, maxDepth: 3, stepTimeoutMs: 60_000, timeoutMs: 1_800_000 },
  caps: { maxSteps: 1_000, maxParallel: 64, maxDepth: 10, stepTimeoutMs: 600_000, timeoutMs: 86_400_000 },
  maxPlanBytes: 100_000,
  maxJsonDepth: 64,
};
