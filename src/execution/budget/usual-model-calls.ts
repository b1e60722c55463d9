/**
 * The number of model calls that a callable needs when nothing fails: each of its models once, and once more for each purpose. It weighs the
 * parts of children in a budget (`sub-budget.ts`), and is 0 exactly where no model can be called, directly or further down.
 */
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import type { RunDefinition } from "../../plan/run-definition.ts";
import { childKeyOf, runDefinitionOf } from "../../plan/run-definitions.ts";

/** Counted once for each set of definitions, which never changes: a wide plan asks for each of its children. */
const known = new WeakMap<ExecutionDefinitions, (callableName: string) => number>();

/** As many as a budget can have. Workflows that call workflows multiply. */
const mostCalls = 1_000;

/**
 * Usual model calls of the callable with a given name, as plans use it. A workflow runs all of its steps; an agent is taken to ask the
 * callable that needs most, once: one with tools needs 2, and 4 if one of its tools is another such agent. Where definitions call one
 * another in a circle, each counts once.
 */
export function usualModelCalls(definitions: ExecutionDefinitions): (callableName: string) => number {
  const counting = known.get(definitions) ?? counterOf(definitions);
  known.set(definitions, counting);
  return counting;
}

function counterOf(definitions: ExecutionDefinitions): (callableName: string) => number {
  const callables = new Map(
    [...(definitions.inherited ?? []), ...definitions.callables].map((callable) => [callable.name, callable]),
  );
  const answers = new Map<string, number>();
  const count = (name: string, counted: Map<string, number>): number => {
    const callable = callables.get(name);
    const key = callable === undefined ? undefined : childKeyOf(definitions, callable);
    if (key === undefined) return 0;
    const before = counted.get(key);
    if (before !== undefined) return before;
    counted.set(key, 0);
    const calls = Math.min(
      mostCalls,
      callsOf(runDefinitionOf(definitions, key), (called) => count(called, counted)),
    );
    counted.set(key, calls);
    return calls;
  };
  return (name) => {
    // Counted anew for each name, because a circle is cut where it was entered.
    const answer = answers.get(name) ?? count(name, new Map());
    answers.set(name, answer);
    return answer;
  };
}

/** A run definition that was not pinned counts as one that calls a model. */
function callsOf(run: RunDefinition | undefined, below: (name: string) => number): number {
  if (run === undefined) return 1;
  if (run.kind === "WORKFLOW") return leafSteps(run.plan).reduce((sum, step) => sum + below(step.callableName), 0);
  const own = (run.kind === "AGENT" ? 1 : 0) + (run.plan === null ? 0 : 1);
  return own + run.callableNames.reduce((most, name) => Math.max(most, below(name)), 0);
}
