/** Fields of plans and their steps: the canonical plan, read only. */

import { certainPath, jsonPointer, type PathSegment } from "../../json/value-path.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { documentOf } from "../../plan/dialects/plan-document.ts";
import { operandDocument, referencesIn } from "../../plan/operands/operand.ts";
import type { LoopStep, MapStep, ParallelStep, Plan, PlanStep, Reference } from "../../plan/plan.ts";
import { sourcePartOf } from "../../plan/step-part.ts";
import { requestError } from "../base/request-error.ts";
import type { PlanResolvers, PlanStepResolvers, StepPolicyResolvers } from "../base/resolvers.generated.ts";
import type { LoopPolicy, MapPolicy, ParallelPolicy, StepKind, TemplateReference } from "../base/schema.generated.ts";
import type { PinnedCallables, PlanSource } from "../base/sources.ts";

/** Undefined for an execution that has no plan. */
export function planSource(plan: Plan | null, hash: string | null, callables: PinnedCallables): PlanSource | undefined {
  return plan === null || hash === null ? undefined : { plan, hash, callables };
}

/** The first `limit` steps, all of them without a limit. Throws BAD_USER_INPUT for a negative one. */
export function firstSteps<Kept>(steps: readonly Kept[], limit: number | null | undefined): readonly Kept[] {
  if (limit == null) return steps;
  if (limit < 0) throw requestError("BAD_USER_INPUT", `Cannot read the steps: required a limit from 0, found ${limit}`);
  return steps.slice(0, limit);
}

/** The kind of a step that calls `name`: only questions to people have a schema for the answer. All names of a plan are pinned with it. */
export function kindCalled(name: string | null, callables: readonly CallableDefinition[]): StepKind {
  const called = callables.find((callable) => callable.name === name);
  return called?.responseSchema === undefined ? (called?.kind ?? "TOOL") : "HUMAN_INPUT";
}

export const planResolvers = {
  hash: ({ hash }) => hash,
  schedule: ({ plan }) => plan.schedule,
  reasoning: ({ plan }) => plan.reasoning,
  directResponse: ({ plan }) => plan.directResponse,
  steps: ({ plan, callables }, { limit }) => firstSteps(plan.steps, limit).map((step) => ({ step, callables })),
  finallyTimeoutMs: ({ plan }) => plan.finallyTimeoutMs ?? null,
  document: ({ plan }) => documentOf(plan),
} satisfies PlanResolvers;

export const planStepResolvers = {
  stepId: ({ step }) => step.id,
  isFinally: ({ step }) => step.isFinally === true,
  index: ({ step }) => step.index,
  kind: async ({ step, callables }) =>
    step.kind === "TOOL" ? kindCalled(step.callableName, await callables()) : step.kind,
  callableName: ({ step }) => (step.kind === "TOOL" ? step.callableName : null),
  arguments: ({ step }) => (step.kind === "TOOL" ? operandDocument(step.arguments) : null),
  resultKey: ({ step }) => step.resultKey,
  after: ({ step }) => step.after,
  independent: ({ step }) => step.independent,
  when: ({ step }) => step.when?.expression ?? null,
  whenReferences: ({ step }) => (step.when?.references ?? []).map((reference) => templateReference(reference, [])),
  inputSchema: ({ step }) => (step.kind === "TOOL" ? (step.inputSchema ?? null) : null),
  outputSchema: ({ step }) => (step.kind === "TOOL" ? (step.outputSchema ?? null) : null),
  references: ({ step }) => referencesOf(step),
  policy: ({ step }) => (step.kind === "TOOL" ? step.policy : null),
  children: ({ step, callables }) =>
    step.kind === "TOOL" ? [] : step.children.map((child) => ({ step: child, callables })),
  parallel: ({ step }) => (step.kind === "PARALLEL" ? parallelPolicy(step) : null),
  over: ({ step }) => (step.kind === "MAP" ? operandDocument(step.over) : null),
  map: ({ step }) => (step.kind === "MAP" ? mapPolicy(step) : null),
  loop: ({ step }) => (step.kind === "LOOP" ? loopPolicy(step) : null),
} satisfies PlanStepResolvers;

export const stepPolicyResolvers = {
  fourEyes: ({ fourEyes }) => fourEyes === true,
  onDecline: ({ onDecline }) => onDecline ?? "FAIL",
  onSkippedInput: ({ onSkippedInput }) => onSkippedInput ?? "RUN",
} satisfies StepPolicyResolvers;

/** How a group is run, in the shape of the schema. */
export function parallelPolicy({ maxConcurrency, mergeStrategy, continueOnFailure }: ParallelStep): ParallelPolicy {
  return { maxConcurrency, mergeStrategy, continueOnFailure };
}

/** How a map is run. */
export function mapPolicy({ continueOnFailure, maxConcurrency, maxFailures, maxItems }: MapStep): MapPolicy {
  return { maxConcurrency, maxItems, maxFailures, continueOnFailure };
}

/** How a loop is run. */
export function loopPolicy({ condition, continueOnFailure, delayMs, maxIterations }: LoopStep): LoopPolicy {
  const { asked, expression } = condition;
  const conditions = { until: asked === "UNTIL" ? expression : null, while: asked === "WHILE" ? expression : null };
  return { ...conditions, delayMs, maxIterations, continueOnFailure };
}

/** Every reference in the arguments of a step, or in the list of a map, in the shape of the schema. */
export function referencesOf(step: PlanStep): readonly TemplateReference[] {
  if (step.kind === "PARALLEL" || step.kind === "LOOP") return [];
  return Array.from(referencesIn(step.kind === "MAP" ? step.over : step.arguments), ({ path, reference }) =>
    templateReference(reference, path),
  );
}

/** The first member distinguishes bindings from the input of a workflow. */
function templateReference(
  { expression, id, part, path, root }: Reference,
  target: readonly PathSegment[],
): TemplateReference {
  return {
    expression,
    target: jsonPointer(target),
    sourceStepId: root === "steps" ? id : null,
    sourcePart: root === "steps" ? sourcePartOf(part) : null,
    source: jsonPointer(certainPath(root === "steps" ? path : [id, ...path])),
  };
}
