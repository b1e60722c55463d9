/** Plans as the compiler makes them, from a few facts of their steps. */
import type { JsonObject } from "../../../src/json/json.ts";
import {
  defaultStepPolicy,
  type Operand,
  type ParallelStep,
  type Plan,
  type PlanStep,
  type StepPolicy,
  type ToolStep,
} from "../../../src/plan/plan.ts";

export interface StepFacts {
  readonly tool?: string;
  readonly with?: JsonObject;
  readonly arguments?: Operand;
  readonly after?: readonly string[];
  readonly independent?: boolean;
  readonly resultKey?: string;
  readonly policy?: Partial<StepPolicy>;
}

export function step(id: string, facts: StepFacts = {}): ToolStep {
  return {
    kind: "TOOL",
    id,
    index: null,
    callableName: facts.tool ?? "read",
    arguments: facts.arguments ?? { kind: "literal", value: facts.with ?? {} },
    resultKey: facts.resultKey ?? null,
    after: facts.after ?? [],
    independent: facts.independent ?? false,
    policy: { ...defaultStepPolicy, ...facts.policy },
  };
}

export function group(id: string, children: readonly ToolStep[], more: Partial<ParallelStep> = {}): ParallelStep {
  return {
    kind: "PARALLEL",
    id,
    index: null,
    children,
    maxConcurrency: null,
    mergeStrategy: "COLLECT_ALL",
    continueOnFailure: false,
    resultKey: null,
    after: [],
    independent: false,
    ...more,
  };
}

/** An operand that takes the output of a step, or a part of it. */
export function from(id: string, ...path: (string | number)[]): Operand {
  return { kind: "reference", reference: { root: "steps", id, path, expression: `{{steps.${id}.output}}` } };
}

export function argumentsOf(entries: Record<string, Operand>): Operand {
  return { kind: "object", entries: Object.entries(entries) };
}

export function planOf(steps: readonly PlanStep[], schedule: Plan["schedule"] = "DATAFLOW"): Plan {
  return {
    schedule,
    reasoning: null,
    directResponse: null,
    steps: steps.map((planned, index) => ({ ...planned, index })),
  };
}
