/**
 * Everything that can be wrong with a request to start an execution: problems of its plan, and names that only the deployment or its
 * registry knows. Paths start at the input of the mutation.
 */
import type { PlanProblem } from "../../plan/problem.ts";

const MAX_SHOWN = 200;

export type RequestProblem =
  | PlanProblem
  | {
      readonly kind: "AGENT_NOT_FOUND";
      readonly message: string;
      readonly path: readonly string[];
      readonly name: string;
      /** The registered names that are nearest, best first, 3 at most. */
      readonly nearestNames: readonly string[];
    }
  | { readonly kind: "MODEL_NOT_FOUND"; readonly message: string; readonly path: readonly string[] };

/**
 * The problem of something that is larger than it may be.
 *
 * @example
 * ```ts
 * limitExceeded("maxSteps", 50, 51, ["plan"]).message; // "Cannot take plan: maxSteps permits at most 50, found 51"
 * ```
 */
export function limitExceeded(limit: string, maximum: number, found: number, path: readonly string[]): PlanProblem {
  const message = `Cannot take ${path.join(".")}: ${limit} permits at most ${maximum}, found ${found}`;
  return { kind: "LIMIT_EXCEEDED", message, path, limit, maximum, found };
}

/**
 * The problem of something that cannot be meant. `finding` is such as "required …, found …".
 *
 * @example
 * ```ts
 * cannotTake(["goal"], "required a text, found none").message; // "Cannot take goal: required a text, found none"
 * ```
 */
export function cannotTake(path: readonly string[], finding: string): PlanProblem {
  return { kind: "INVALID_INPUT", message: `Cannot take ${path.join(".")}: ${finding}`, path };
}

/** A name in the words of a message; one that is very long is cut. */
export function shownName(name: string): string {
  return JSON.stringify(name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name);
}
