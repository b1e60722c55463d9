/**
 * The part of a child in its parent's budgets for language models: an equal share of the rest. The whole share is reserved with the event
 * that makes the child, and replaced by the consumption that the child reports when it ends. The share of a child that was abandoned counts
 * in full. So the budgets of an execution and all its descendants together never exceed those of the root.
 */

import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { RunDefinition } from "../../plan/run-definition.ts";
import { childKeyOf, runDefinitionOf } from "../../plan/run-definitions.ts";
import type { SubBudget } from "../events/usage.ts";
import { type ExecutionState, nodeAt, stepAt } from "../state/state.ts";
import { isFinal, type StepState } from "../state/step-state.ts";
import { openTask } from "../state/step-task.ts";
import { consumedBy, keptPart } from "./token-budget.ts";

/**
 * The budget of the child that the step at `ordinal` waits for, else of the one that it would make now. The rest after the part of planner
 * and responder is shared by the unfinished steps that may call models and have no budget yet. A share of less than a call is one call,
 * while there are any, so that the first of many children can work. A callable that cannot call models gets nothing.
 */
export function subBudget(state: ExecutionState, ordinal: number): SubBudget {
  const reserved = openTask(stepAt(state, ordinal))?.reserved;
  if (reserved != null) return reserved;
  const { maxCostMicros, maxModelCalls, maxTokens } = state.pinned.limits;
  const mayCall = modelCallers(state.pinned.definitions);
  const nameOf = (at: number) => {
    const { step } = nodeAt(state, at);
    return step.kind === "TOOL" ? step.callableName : null;
  };
  const callsModels = (at: number) => {
    const name = nameOf(at);
    return name !== null && mayCall(name);
  };
  if (!callsModels(ordinal)) {
    const nothing = (limit: number | null) => (limit === null ? null : 0);
    return { maxModelCalls: 0, maxTokens: nothing(maxTokens), maxCostMicros: nothing(maxCostMicros) };
  }
  const others = state.steps.all.filter((step, at) => at !== ordinal && isUndecided(step) && callsModels(at)).length;
  const { calls, costMicros, tokens } = consumedBy(state);
  const kept = keptPart(state);
  const share = (limit: number, used: number) => Math.max(0, Math.floor((limit - used) / (others + 1)));
  const left = maxModelCalls - calls - kept.calls;
  // A price that is unknown leaves nothing of a bound on cost, for a child as for a call.
  const isPriced = costMicros !== null && kept.costMicros !== null;
  const costs = isPriced ? costMicros + kept.costMicros : Number.POSITIVE_INFINITY;
  return {
    maxModelCalls: left <= 0 ? 0 : Math.max(1, share(maxModelCalls, calls + kept.calls)),
    maxTokens: maxTokens === null ? null : share(maxTokens, tokens + kept.tokens),
    maxCostMicros: maxCostMicros === null ? null : share(maxCostMicros, costs),
  };
}

/** Whether nothing is reserved yet for a call that the step may still make. */
function isUndecided(step: StepState): boolean {
  return !isFinal(step.status) && openTask(step) === undefined;
}

/** Whether a call of a callable with a given name, as plans use it, can call language models here, directly or further down. */
export function modelCallers(definitions: ExecutionDefinitions): (callableName: string) => boolean {
  const known = new Map(
    [...(definitions.inherited ?? []), ...definitions.callables].map((callable) => [callable.name, callable]),
  );
  const answers = new Map<string, boolean>();
  const reaches = (name: string, seen: Set<string>): boolean => {
    const callable = known.get(name);
    const key = callable === undefined ? undefined : childKeyOf(definitions, callable);
    if (key === undefined || seen.has(key)) return false;
    seen.add(key);
    return mayCallModels(runDefinitionOf(definitions, key), (called) => reaches(called, seen));
  };
  return (name) => {
    const answer = answers.get(name) ?? reaches(name, new Set());
    answers.set(name, answer);
    return answer;
  };
}

/** A run definition that was not pinned counts as one that calls models. */
function mayCallModels(run: RunDefinition | undefined, mayCall: (name: string) => boolean): boolean {
  if (run === undefined || run.kind === "AGENT") return true;
  if (run.kind === "ORCHESTRATION" && run.plan !== null) return true;
  return run.callableNames.some(mayCall);
}
