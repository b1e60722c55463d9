/** What a step can say beside what it calls: the members that steps of the plan language have (docs/plans.md). */
import type { JsonSchema } from "./json-schema.ts";
import type { Reference, StepHandle } from "./ref.ts";

/** What every step can say of itself. */
export interface StepOptions {
  /**
   * Id of the step, unique within the plan. If left out, the name of what is called, with `_2`, `_3` … where it is called again. `null` leaves the
   * name to the deployment, which makes one from the position.
   */
  readonly stepId?: string | null;
  /** Name under which the output is bound. */
  readonly resultKey?: string;
  /** Steps, or ids of steps, that must have ended before, beside those that the step refers to. */
  readonly after?: readonly (StepHandle | string)[];
  /** Whether the step is exempt from the order that effects impose. */
  readonly independent?: boolean;
  /** Whether the step runs: a reference to a truth value, a calculation (`gt(check.score, 3)`), or text of the language in `raw`. */
  readonly when?: Reference<boolean>;
}

/** What a call of a tool, agent or workflow can say. */
export interface CallOptions extends StepOptions {
  readonly policy?: Policy;
  /** What the arguments must satisfy beside the schema of the callable. */
  readonly inputSchema?: JsonSchema;
  /** What the output must satisfy beside the schema of the callable. */
  readonly outputSchema?: JsonSchema;
}

/** What a group of steps can say. */
export interface GroupOptions extends StepOptions {
  /** Whether the plan continues if the group fails. */
  readonly continueOnFailure?: boolean;
}

export type MergeStrategy = "COLLECT_ALL" | "FIRST_SUCCESS" | "FIRST_MATCH";

export interface ParallelOptions<Strategy extends MergeStrategy = MergeStrategy> extends GroupOptions {
  /** What becomes the output. `COLLECT_ALL` unless said otherwise. */
  readonly mergeStrategy?: Strategy;
  readonly maxConcurrency?: number;
}

export interface MapOptions extends GroupOptions {
  readonly maxConcurrency?: number;
  /** A longer list fails the map before anything of it is called. 100 unless said otherwise. */
  readonly maxItems?: number;
  /** Items that may fail. */
  readonly maxFailures?: number;
}

/** Retries, time and failure of a call. */
export interface Policy {
  readonly maxAttempts?: number;
  readonly initialBackoffMs?: number;
  readonly timeoutMs?: number;
  readonly continueOnFailure?: boolean;
  readonly inDoubt?: "RETRY" | "FAIL" | "ASK";
  readonly onDecline?: "FAIL" | "SKIP";
  /** Somebody other than who started the execution has to permit the call. */
  readonly fourEyes?: boolean;
  readonly onSkippedInput?: "SKIP" | "RUN";
}
