/**
 * The arguments of `cp__agent_orchestrate`, checked against its own schema (O2), and the answer of an orchestration that has ended (O3).
 */
import { orchestrationTool } from "../catalog/orchestration-tool.ts";
import { withPublicExecIds } from "../execution/views/public-exec-ids.ts";
import { valueOrText } from "../json/deep-json.ts";
import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../json/json.ts";
import type { Schedule } from "../plan/plan.ts";
import { violations } from "../schema/validator.ts";
import { answerOf, type CallAnswer, problem, problemJson, refusedOrchestration, unfinished } from "./call-answer.ts";
import { fittedOrchestration } from "./fitted-steps.ts";
import type { RunEnd } from "./follow-run.ts";
import type { CallProblem, McpSession, OrchestrationCall } from "./ports.ts";

export type ParsedOrchestration =
  | { readonly ok: true; readonly call: OrchestrationCall }
  | { readonly ok: false; readonly problems: readonly CallProblem[] };

/** Null means absent, because the callers are language models (R17). */
export function readOrchestration(sent: JsonObject): ParsedOrchestration {
  const input = objectOf(Object.entries(sent).filter(([, value]) => value !== null));
  const given = ["plan", "prompt"].filter((member) => Object.hasOwn(input, member));
  if (given.length !== 1) {
    const found = given.length === 0 ? "neither" : "both";
    return refused(`required exactly one of plan and prompt, found ${found}`, null);
  }
  const { plan: _, ...rest } = input;
  // The compiler reports problems of a plan, by name and place. Here it only has to be an object.
  const shown = given[0] === "plan" ? { ...rest, plan: { steps: [] } } : rest;
  const found = violations(orchestrationTool.inputSchema, shown);
  const unknown = Object.keys(input).find((member) => !Object.hasOwn(orchestrationTool.inputSchema.properties, member));
  if (unknown !== undefined) return refused(`required no argument ${JSON.stringify(unknown)}, found one`, null);
  const plan = ownValue(input, "plan");
  if (found.length > 0 || (plan !== undefined && !isJsonObject(plan))) {
    const details = { violations: found.map((violation) => ({ ...violation })) };
    return refused(`required arguments that satisfy its input schema, found ${describe(found[0])}`, details);
  }
  return {
    ok: true,
    // The schema has checked the type of each.
    call: {
      plan: plan as JsonObject | undefined,
      prompt: ownValue(input, "prompt") as string | undefined,
      bindings: ownValue(input, "bindings") as JsonObject | undefined,
      timeoutMs: ownValue(input, "timeout_ms") as number | undefined,
      maxParallel: ownValue(input, "max_parallel") as number | undefined,
      schedule: ownValue(input, "schedule") as Schedule | undefined,
    },
  };
}

function describe(violation: { readonly instance: string; readonly message: string } | undefined): string {
  return violation === undefined ? "a plan that is no object" : `${violation.instance || "/"}: ${violation.message}`;
}

function refused(finding: string, details: Json): ParsedOrchestration {
  const message = `Cannot orchestrate: ${finding}`;
  return { ok: false, problems: [problem("INPUT_INVALID", message, { details })] };
}

/** The result of the orchestration: success iff all its steps succeeded (O34). */
export async function orchestrationAnswer(
  execution: string,
  end: Exclude<RunEnd, "LEFT">,
  { clients }: McpSession,
): Promise<CallAnswer> {
  const executionId = await clients.publicId(execution);
  const view = await clients.executions.read(execution, false);
  const run = { executionId, status: view?.status ?? "UNKNOWN" };
  const stored = end === "ENDED" ? await clients.executions.projection(execution, "ORCHESTRATE") : null;
  const steps = view?.steps ?? [];
  const output = await withPublicExecIds(valueOrText(stored) ?? null, { execution, steps }, (name) =>
    clients.publicId(name),
  );
  if (!isJsonObject(output)) return refusedOrchestration([unfinished(end)], run);
  const orchestration = fittedOrchestration(output);
  if (ownValue(orchestration, "success") === true) return answerOf(orchestration, false, run);
  const { failure } = view ?? {};
  // A deadline or a cancel is the failure of no step; it would go unsaid.
  const isComplete = Object.hasOwn(orchestration, "errors") || failure == null;
  return answerOf(
    isComplete ? orchestration : { ...orchestration, errors: [problemJson(asProblem(failure))] },
    true,
    run,
  );
}

function asProblem({ code, message }: { readonly code: string; readonly message: string }): CallProblem {
  return problem(code, message);
}
