/**
 * A given plan, with or without a responder that writes a text at its end. A wrong plan is refused here and wakes no object (E12), unless
 * the responder is to explain its problems (C31).
 */

import type { ExecutionInput } from "../../execution/commands/start-request.ts";
import type { Json } from "../../json/json.ts";
import type { PlanSource } from "../../plan/compile/compile.ts";
import { parallelWarnings } from "../../plan/compile/parallel-warning.ts";
import { emptyConversation } from "../../plan/conversation.ts";
import { planText } from "../../plan/dialects/plan-hash.ts";
import { keptWarnings, planWarningsMember } from "../../plan/kept-warnings.ts";
import type { ExecutionLimits } from "../../plan/limits.ts";
import type { PlanWarning } from "../../plan/problem.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { ExecutePlanInput } from "../base/schema.generated.ts";
import { problemErrors } from "../base/user-errors.ts";
import { givenFlowRules } from "../flow-rules/flow-rule-input.ts";
import { checkPlan, type PlanCheck } from "./check-plan.ts";
import { answerPolicy } from "./execution-options.ts";
import { digestOf } from "./fingerprint.ts";
import { dialectOf, explicableProblems, givenPlanPolicy, rejection } from "./invalid-plan.ts";
import { limitsOf } from "./limits-input.ts";
import { type ModelWorkResult, modelWorkOf } from "./model-choice.ts";
import { noRun, type Preparation } from "./start-execution.ts";

/** Checks a given plan and the models that are to answer it. */
export async function givenPlanWork(
  source: PlanSource,
  input: ExecutePlanInput,
  context: GraphContext,
): Promise<Preparation> {
  const { limits, minCatalogRevision, schedule } = input.options ?? {};
  const { bindings } = input;
  const policy = givenPlanPolicy(input);
  const options = { limits, schedule, minCatalogRevision, optionsPath: ["options"] };
  const answering = answerPolicy(input.options ?? {}, context);
  const flowRules = givenFlowRules(input.options?.flowRules);
  const check = await checkPlan({ source, bindings, ...options, answering, flowRules }, context);
  const explicable =
    check.kind === "INVALID" && policy.onInvalidPlan === "RESPOND" ? explicableProblems(check.problems) : undefined;
  if (check.kind === "INVALID" && explicable === undefined) return refused([...policy.problems, ...check.problems]);
  const shared = {
    bindings: (bindings ?? {}) as Json,
    chosenAgent: null,
    derivation: null,
    onInvalidPlan: policy.onInvalidPlan,
    reused: [],
    ...noRun,
    startedWith: "PLAN",
  } as const;
  if (check.kind === "VALID") {
    const effective = check.compilation.limits;
    const place = ["options", "limits", "maxParallel"];
    const { plan, warnings: found } = check.compilation;
    const warnings = [
      ...found,
      ...check.flows.warnings,
      ...parallelWarnings(plan, check.definitions, effective.maxParallel, place),
    ];
    const models = responderOf(policy.respond, ["respond"], effective, context);
    const problems = [...policy.problems, ...(models.ok ? [] : models.problems)];
    return models.ok && problems.length === 0
      ? {
          ok: true,
          work: { ...shared, ...(await checkedWork(check, warnings)), ...respondedWork(models) },
          warnings,
        }
      : refused(problems);
  }
  const effective = limitsOf(limits, context.settings.limits, ["options", "limits"]).limits;
  const models = responderOf(true, ["onInvalidPlan"], effective, context);
  // Without a responder to explain them, the problems are all there is to say.
  if (!models.ok || explicable === undefined) {
    return refused([...policy.problems, ...(models.ok ? [] : models.problems), ...check.problems]);
  }
  if (policy.problems.length > 0) return refused(policy.problems);
  const definitions = { callables: [], providers: [], catalogRevision: check.catalogRevision ?? "" };
  return {
    ok: true,
    work: {
      ...shared,
      ...respondedWork(models),
      dialect: dialectOf(source),
      definitions,
      limits: effective,
      plan: null,
      planHash: null,
      rejected: rejection(explicable),
    },
  };
}

/** The model of a responder, if one is wished. `path` is the place that wishes it. */
export function responderOf(
  isWished: boolean,
  path: readonly string[],
  limits: ExecutionLimits,
  { settings }: GraphContext,
  limitsPath: readonly string[] = ["options", "limits"],
): ModelWorkResult {
  const respond = isWished ? { name: undefined, path } : undefined;
  return modelWorkOf({ respond }, limits, limitsPath, settings);
}

/** The parts of a request that a checked plan decides. */
export async function checkedWork(
  { compilation: { dialect, limits, plan }, definitions, sourcePath }: Extract<PlanCheck, { kind: "VALID" }>,
  warnings: readonly PlanWarning[],
): Promise<
  Pick<ExecutionInput, "definitions" | "dialect" | "limits" | "plan" | "planHash" | "planWarnings" | "rejected">
> {
  const found = planWarningsMember(keptWarnings(warnings, sourcePath));
  const planHash = await digestOf(planText(plan));
  return { definitions, dialect, limits, plan, planHash, ...found, rejected: null };
}

function respondedWork({
  work,
}: Extract<ModelWorkResult, { ok: true }>): Pick<ExecutionInput, "conversation" | "modelWork"> {
  return { modelWork: work, conversation: work.respond === null ? null : emptyConversation };
}

function refused(problems: Parameters<typeof problemErrors>[0]): Preparation {
  return { ok: false, errors: problemErrors(problems, ["input"]) };
}
