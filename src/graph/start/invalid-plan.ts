/**
 * The consequences of a plan that does not pass validation (C31): for a prompt the responder explains the problems, for a given plan
 * nothing is started, unless the request says otherwise. Only problems of the plan itself can be explained; any other problem of the
 * request refuses it.
 */

import type { StartRequest } from "../../execution/commands/start-request.ts";
import type { InvalidPlanPolicy } from "../../execution/events/event.ts";
import type { PlanSource } from "../../plan/compile/compile.ts";
import type { PlanDialect } from "../../plan/plan.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { cannotTake, type RequestProblem } from "../base/request-problem.ts";
import type { ExecutePlanInput } from "../base/schema.generated.ts";

export interface AnswerPolicy {
  readonly onInvalidPlan: InvalidPlanPolicy;
  /** Whether the responder writes a text at the end of a plan that ran. */
  readonly respond: boolean;
  readonly problems: readonly PlanProblem[];
}

/** Policy of a prompt: answered by the responder if null, also where its plan is wrong. */
export function promptPolicy(input: ExecutePlanInput): AnswerPolicy {
  const respond = input.respond ?? true;
  return { respond, onInvalidPlan: input.onInvalidPlan ?? (respond ? "RESPOND" : "REJECT"), ...contradiction(input) };
}

/** Policy of a given plan: not answered in words if null, and refused where it is wrong. */
export function givenPlanPolicy(input: ExecutePlanInput): AnswerPolicy {
  return { respond: input.respond ?? false, onInvalidPlan: input.onInvalidPlan ?? "REJECT", ...contradiction(input) };
}

function contradiction({ onInvalidPlan, respond }: ExecutePlanInput): Pick<AnswerPolicy, "problems"> {
  if (onInvalidPlan !== "RESPOND" || respond !== false) return { problems: [] };
  const finding = "required a responder to explain what is wrong with the plan, found respond false";
  return { problems: [cannotTake(["onInvalidPlan"], finding)] };
}

/** `problems` if every one is of the plan itself, so that the responder can explain it; else undefined. One that is too large was never read. */
export function explicableProblems(problems: readonly RequestProblem[]): readonly PlanProblem[] | undefined {
  const explicable = problems.filter(
    (problem) => problem.kind !== "AGENT_NOT_FOUND" && problem.kind !== "MODEL_NOT_FOUND",
  );
  const isEach = explicable.every((problem) => {
    const [root, form] = problem.path;
    const isUnread = problem.kind === "LIMIT_EXCEEDED" && unread.includes(problem.limit);
    return root === "source" && (form === "plan" || form === "document") && !isUnread;
  });
  return isEach && explicable.length === problems.length ? explicable : undefined;
}

const unread = ["maxPlanBytes", "maxJsonDepth"];

/** The responder's data about a given plan that was refused. Paths are stored as they are shown: from the argument of the mutation. */
export function rejection(problems: readonly PlanProblem[]): NonNullable<StartRequest["rejected"]> {
  const found = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const message = `Cannot run the plan: required one that passes validation, found ${found}`;
  return {
    failure: { code: "PLAN_INVALID", message, retryable: false, details: null },
    problems: problems.map((problem) => ({ ...problem, path: ["input", ...problem.path] })),
  };
}

/** The dialect of a plan that could not be read, as far as its sender said. */
export function dialectOf(source: PlanSource): PlanDialect {
  return source.kind === "TYPED" ? "TYPED" : (source.dialect ?? "TOOL_CALLS");
}
