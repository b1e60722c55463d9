/**
 * The labels of the values of an execution: those of its plan, computed from the pinned definitions (decision 054), and the verdict of the
 * rules on the call of a step. Nothing of it is stored.
 */

import type { CallableDefinition, ExecutionDefinitions } from "../../plan/callable.ts";
import { type ValueSource, valueSources } from "../../plan/compile/value-sources.ts";
import { CallVerdicts } from "../../plan/labels/call-verdicts.ts";
import { reachedLabels } from "../../plan/labels/callable-labels.ts";
import { ExecutionRules } from "../../plan/labels/execution-rules.ts";
import { type LabelSet, labelSetOf, labelsFrom, labelsThrough, unionOf } from "../../plan/labels/label.ts";
import { type CheckedFlows, planFlows } from "../../plan/labels/plan-flows.ts";
import { PlanLabels } from "../../plan/labels/plan-labels.ts";
import { idInRound } from "../../plan/order/round-ids.ts";
import { planOfRound } from "../../plan/order/rounds.ts";
import type { Operand, Plan, ToolStep } from "../../plan/plan.ts";
import { leafSteps } from "../../plan/plan-scope.ts";
import type { ValueFlow } from "../../plan/value-flow.ts";
import { nextRound } from "./round-state.ts";
import type { ExecutionState, PinnedExecution } from "./state.ts";

/** The labels of the values of the plan of `state`. */
export function labelsOf({ pinned }: Pick<ExecutionState, "pinned">): PlanLabels {
  return planLabels(pinned);
}

/** What the labels of a plan depend on. A plan that grows by a round or a turn is another. Items of a map or loop change nothing. */
const partsOfLabels = ["callables", "inputLabels", "plan", "startedWith", "surface", "turns"] as const;

const planLabels = keptByDefinitions(partsOfLabels, (pinned) => {
  const { callables, definitions, plan } = pinned;
  const given = givenLabels(pinned);
  return new PlanLabels({ plan, callables, definitions, given, written: writtenLabels(pinned, given) });
});

/** Undefined where nothing is checked. */
const rulesOf = keptByDefinitions(["flowRules", "inputLabels"], ({ definitions, flowRules, inputLabels = [] }) => {
  if (definitions.flow === undefined && flowRules === undefined) return undefined;
  const outside = inputLabels.map(({ label }) => label);
  return new ExecutionRules(definitions, flowRules ?? [], outside);
});

/** Undefined where nothing is checked. */
const callVerdicts = keptByDefinitions([...partsOfLabels, "flowRules"], (pinned) => {
  const rules = rulesOf(pinned);
  return rules && new CallVerdicts(pinned.plan, pinned.callables, rules, () => planLabels(pinned));
});

/** The result of `make` is kept until the definitions are others, or one of `parts` is another object. */
function keptByDefinitions<T>(
  parts: readonly (keyof PinnedExecution)[],
  make: (pinned: PinnedExecution) => T,
): (pinned: PinnedExecution) => T {
  const known = new WeakMap<ExecutionDefinitions, { readonly pinned: PinnedExecution; readonly value: T }>();
  return (pinned) => {
    const found = known.get(pinned.definitions);
    if (found?.pinned === pinned) return found.value;
    const isSame = found !== undefined && parts.every((part) => pinned[part] === found.pinned[part]);
    const value = isSame ? found.value : make(pinned);
    known.set(pinned.definitions, { pinned, value });
    return value;
  };
}

/** The labels that reach the call of `callable` by `step`. Empty where nothing is checked. */
export function flowsInto(
  state: Pick<ExecutionState, "pinned">,
  step: ToolStep,
  callable: CallableDefinition,
): readonly ValueFlow[] {
  return callVerdicts(state.pinned)?.flowsInto(step, callable) ?? [];
}

/** The labels of the values that the arguments of one step are made of, each by where it stands and where it was taken from. */
export type SourceLabels = Pick<ValueSource, "source" | "stepId" | "target"> & { readonly labels: readonly string[] };

/** Empty where the execution pinned no rules: the trust of callables may then not be pinned either. */
export function sourceLabels({ pinned }: Pick<ExecutionState, "pinned">, stepId: string): readonly SourceLabels[] {
  const { definitions, flowRules, plan, startedWith } = pinned;
  if (definitions.flow === undefined && flowRules === undefined) return [];
  const values = labelsOf({ pinned });
  const asked = {
    plan,
    startedWith,
    callables: definitions.callables,
    labelsOf: (operand: Operand) => [...values.operand(operand, stepId).keys()],
  };
  return valueSources(asked, stepId).map((one) => {
    const { labels = [], source, target } = one;
    return { target, source, stepId: one.stepId, labels };
  });
}

/** The labels of an artifact that is made of the arguments of the step `stepId`, or of what it gave. */
export function artifactLabels(
  { pinned }: Pick<ExecutionState, "pinned">,
  stepId: string,
  madeOf: "ARGUMENTS" | "OUTPUT",
): readonly string[] {
  const values = labelsOf({ pinned });
  const ordinal = pinned.graph.ordinalOf.get(stepId);
  const step = ordinal === undefined ? undefined : pinned.graph.nodes[ordinal]?.step;
  const isGiven = madeOf === "ARGUMENTS" && step?.kind === "TOOL";
  return [...(isGiven ? values.operand(step.arguments, stepId) : values.output(stepId)).keys()];
}

/** Labels of the bindings, the input, and the data of a planning model. */
function givenLabels({ definitions, inputLabels, turns }: PinnedExecution): LabelSet {
  const given = inputLabels === undefined ? labelsFrom(["CALLER"], "the request") : labelSetOf(inputLabels);
  if (turns === null || turns.start.turn <= 1) return given;
  // Its earlier messages stand in other executions of the same agents and tools.
  const callableNames = definitions.callables.map(({ name }) => name);
  const earlier = reachedLabels(callableNames, { definitions, workflowOutput: (_, labels) => labels });
  return unionOf([given, labelsThrough(earlier, "earlier messages of the conversation")]);
}

/** Labels of the text of the plan. */
function writtenLabels({ inputLabels, startedWith, surface }: PinnedExecution, given: LabelSet): LabelSet {
  switch (startedWith) {
    case "PLAN":
    case "ASK":
      // A plan that a step hands over has the labels of the step's arguments, also in a retry or fork of its execution.
      return surface === "child" || inputLabels !== undefined
        ? given
        : labelsFrom(["CALLER"], "the plan of the request");
    case "MESSAGE":
      return surface === "child" ? given : labelsFrom(["CALLER"], "the plan of the request");
    case "WORKFLOW":
      return labelsFrom(["PLAN"], "the workflow");
    case "PROMPT":
    case "AGENT":
      return unionOf([labelsFrom(["MODEL"], "the plan of the model"), labelsThrough(given, "the plan of the model")]);
  }
}

/** The labels that reach the calls of `plan`, which a model proposes as the next one of `state`. Places are in the plan. */
export function flowsOfProposal(
  state: ExecutionState,
  plan: Plan,
  placeOf: (stepId: string) => readonly string[],
): CheckedFlows {
  const { callables, definitions, flowRules } = state.pinned;
  const round = nextRound(state);
  const steps = planOfRound(plan, round).steps;
  const given = givenLabels(state.pinned);
  const labels = new PlanLabels({
    plan: { ...plan, steps: [...state.pinned.plan.steps, ...steps] },
    callables,
    definitions,
    given,
    written: writtenLabels(state.pinned, given),
  });
  const found = planFlows({
    labels,
    steps: leafSteps({ ...plan, steps }),
    callables,
    added: flowRules,
    placeOf: (id) => placeOf(idInRound(id)),
  });
  return { ...found, warnings: found.warnings.map((warning) => ({ ...warning, stepId: idInRound(warning.stepId) })) };
}
