/**
 * How deep runs may be nested, and within which others (O24, C23). Every call of every kind of callable carries the depth and the keys of
 * the runs above. Both are checked before a child is made.
 */

import type { Failure } from "../../json/failure.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { type CallableRun, orchestrationKey, runDefinitionKey } from "../../plan/run-definition.ts";
import { childKeyOf } from "../../plan/run-definitions.ts";
import type { ExecutionState } from "../state/state.ts";

/** The runs above a call of this execution, outermost first: its ancestors and itself, if it is a run of a callable. */
export function ancestryOf({ pinned: { callable, origin } }: Pick<ExecutionState, "pinned">): readonly string[] {
  return callable === null ? origin.ancestors : [...origin.ancestors, keyOfRun(callable)];
}

/** Why a call of `callable` cannot make a child. Undefined if it can, and for callables that run elsewhere. */
export function nestingRefusal(state: ExecutionState, callable: CallableDefinition): Failure | undefined {
  const { definitions, limits, origin } = state.pinned;
  const key = childKeyOf(definitions, callable);
  if (key === undefined) return undefined;
  return runRefusal({ key, depth: origin.depth + 1, ancestors: ancestryOf(state), maxDepth: limits.maxDepth });
}

export interface NestedRun {
  /** Key of the run definition that is to be run. */
  readonly key: string;
  /** Depth of the run; 0 for a root. */
  readonly depth: number;
  /** The runs above it. */
  readonly ancestors: readonly string[];
  readonly maxDepth: number;
}

/**
 * Why a run that others are nested around cannot begin; undefined if it can. Orchestration has no instructions of its own that could go in
 * circles: its callables have keys, and its depth is counted.
 */
export function runRefusal({ ancestors, depth, key, maxDepth }: NestedRun): Failure | undefined {
  if (depth > maxDepth) {
    const message = `Cannot run ${key}: required a depth of at most ${maxDepth}, found ${depth}`;
    return { code: "DEPTH_EXCEEDED", message, retryable: false, details: { depth, maxDepth } };
  }
  if (key === orchestrationKey || !ancestors.includes(key)) return undefined;
  const message = `Cannot run ${key}: required something that is not being run already, found it among ${ancestors.join(", ")}`;
  return { code: "CALL_CYCLE", message, retryable: false, details: { ancestors: [...ancestors] } };
}

function keyOfRun({ kind, name }: CallableRun): string {
  return kind === "ORCHESTRATION" ? orchestrationKey : runDefinitionKey(kind, name);
}
