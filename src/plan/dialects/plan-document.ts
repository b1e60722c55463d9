/**
 * A canonical plan as JSON in the form that typed input and documents accept: `readTypedPlan` reads it back to the same plan.
 * References are in canonical spelling, literals escaped, values that are the default left out. A plan that is an answer without
 * steps has the form of the document Plan, Execute, Respond.
 */

import { isJsonObject, type Json, type JsonObject } from "../../json/json.ts";
import { writeExpression } from "../expressions/expression-text.ts";
import { finallyTimeouts } from "../limits.ts";
import { operandDocument } from "../operands/operand.ts";
import { withSkipPolicies } from "../operands/skipped-input.ts";
import {
  defaultStepPolicy,
  type LoopStep,
  type MapStep,
  type ParallelStep,
  type Plan,
  type PlanStep,
  type StepPolicy,
  type ToolStep,
} from "../plan.ts";
import { ordinarySteps } from "../plan-scope.ts";
import { declaresOutput } from "./built-in-step.ts";
import { humanInputDocument } from "./human-input-step.ts";
import { loopDocument, mapDocument } from "./repeated-step.ts";
import { sleepDocument, waitForEventDocument } from "./wait-step.ts";

/** Arguments of steps in place of those that the plan has, by step id. */
export type NewArguments = ReadonlyMap<string, JsonObject>;

const unchanged: NewArguments = new Map();

/** The document of `plan`, with the arguments of some steps replaced. */
export function documentOf(written: Plan, replaced = unchanged): JsonObject {
  if (written.directResponse !== null) return { type: "direct_response", content: written.directResponse };
  const plan = withTypedPolicies(written);
  return {
    schedule: plan.schedule,
    ...(plan.reasoning === null ? {} : { reasoning: plan.reasoning }),
    steps: ordinarySteps(plan).map((step) => stepDocument(step, replaced)),
    ...finallyDocument(plan, replaced),
  };
}

/**
 * `plan` with the policy that typed steps have, but for steps that could find the output of a skipped one and run all the same. Only these say so
 * in the document, so that a plan without conditions has one document, however it was written.
 */
function withTypedPolicies(plan: Plan): Plan {
  const typed = (step: ToolStep): ToolStep => ({ ...step, policy: { ...step.policy, onSkippedInput: "SKIP" } });
  return withSkipPolicies(plan, (step) => step, typed);
}

function finallyDocument({ finallyTimeoutMs, steps }: Plan, replaced: NewArguments): JsonObject {
  if (finallyTimeoutMs === undefined) return {};
  return {
    finally: steps.flatMap((step) => (step.isFinally === true ? [stepDocument(step, replaced)] : [])),
    ...(finallyTimeoutMs === finallyTimeouts.defaultMs ? {} : { finallyTimeoutMs }),
  };
}

function stepDocument(step: PlanStep, replaced: NewArguments): JsonObject {
  switch (step.kind) {
    case "TOOL":
      return leafDocument(step, replaced);
    case "PARALLEL":
      return { parallel: parallelDocument(step, replaced) };
    case "MAP":
      return { map: { ...nameDocument(step), ...mapDocument(step), ...onlyStep(step, replaced) } };
    case "LOOP":
      return { loop: { ...nameDocument(step), ...loopDocument(step), ...onlyStep(step, replaced) } };
  }
}

/** The step of a map or loop, which has no name of its own. */
function onlyStep({ children }: MapStep | LoopStep, replaced: NewArguments): JsonObject {
  const [step] = children;
  if (step === undefined) throw new Error("Cannot write a map or loop without a step");
  const [[form, document] = ["", {}]] = Object.entries(leafDocument(step, replaced));
  const { stepId: _, ...rest } = document as JsonObject;
  return { step: { [form]: rest } };
}

/** New arguments are templates throughout, which only the form of a call lets them be. */
function leafDocument(step: ToolStep, replaced: NewArguments): JsonObject {
  if (replaced.has(step.id)) return { tool: toolDocument(step, replaced) };
  const humanInput = humanInputDocument(step);
  if (humanInput !== undefined) return { humanInput: { ...nameDocument(step), ...humanInput } };
  const sleep = sleepDocument(step);
  if (sleep !== undefined) return { sleep: { ...nameDocument(step), ...sleep } };
  const waitForEvent = waitForEventDocument(step);
  if (waitForEvent !== undefined) return { waitForEvent: { ...nameDocument(step), ...waitForEvent } };
  return { tool: toolDocument(step, replaced) };
}

function toolDocument(step: ToolStep, replaced: NewArguments): JsonObject {
  const argumentsDocument = replaced.get(step.id) ?? operandDocument(step.arguments);
  return {
    ...nameDocument(step),
    toolName: step.callableName,
    ...(isJsonObject(argumentsDocument) && Object.keys(argumentsDocument).length === 0
      ? {}
      : { arguments: argumentsDocument }),
    ...policyDocument(step.policy),
    ...(step.inputSchema === undefined ? {} : { inputSchema: step.inputSchema }),
    ...(step.outputSchema !== undefined && declaresOutput(step) ? { outputSchema: step.outputSchema } : {}),
  };
}

function parallelDocument(step: ParallelStep, replaced: NewArguments): JsonObject {
  return {
    ...nameDocument(step),
    steps: step.children.map((child) => leafDocument(child, replaced)),
    ...(step.maxConcurrency === null ? {} : { maxConcurrency: step.maxConcurrency }),
    ...(step.mergeStrategy === "COLLECT_ALL" ? {} : { mergeStrategy: step.mergeStrategy }),
    ...(step.continueOnFailure ? { continueOnFailure: true } : {}),
  };
}

function nameDocument({ id, resultKey, after, independent, when }: PlanStep): JsonObject {
  return {
    stepId: id,
    ...(resultKey === null ? {} : { resultKey }),
    ...(after.length === 0 ? {} : { after: [...after] }),
    ...(independent ? { independent: true } : {}),
    ...(when === undefined ? {} : { when: writeExpression(when) }),
  };
}

function policyDocument({ onSkippedInput, ...policy }: StepPolicy): JsonObject {
  const changed: (readonly [string, Json])[] = Object.entries(policy).filter(
    ([name, value]) => value !== defaultStepPolicy[name as keyof StepPolicy],
  );
  if (onSkippedInput === undefined) changed.push(["onSkippedInput", "RUN"]);
  return changed.length === 0 ? {} : { policy: Object.fromEntries(changed) };
}
