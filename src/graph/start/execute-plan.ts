/**
 * `Mutation.executePlan`: everything is checked here, then one call of the execution's object stores and starts it (E12; design: The way of
 * one execution). No model is called here. Invariants of E1: the fingerprint is that of the request; a request that would be refused is
 * answered with the execution that its key already started.
 */

import { lineOf, maxTitle } from "../../execution/events/title.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { placedWarnings } from "../base/plan-warnings.ts";
import { cannotTake, limitExceeded, type RequestProblem } from "../base/request-problem.ts";
import type { ExecutePlanInput, PlanWarning } from "../base/schema.generated.ts";
import { problemErrors } from "../base/user-errors.ts";
import { readPlanSource } from "../registry/plan-source.ts";
import { executionSettings, optionProblems, startOptions } from "./execution-options.ts";
import { requestFingerprint } from "./fingerprint.ts";
import { givenPlanWork } from "./given-plan.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { promptWork } from "./prompt-source.ts";
import {
  type Preparation,
  refusedByCap,
  refusedStart,
  type StartPayload,
  startExecution,
  startedBefore,
} from "./start-execution.ts";

/** The payload of `executePlan`. */
export interface ExecutePlanPayload extends StartPayload {
  readonly warnings: readonly PlanWarning[];
}

/** Starts an execution, or answers with the one that the key started before. `withValues` if the answer shows documents. */
export async function executePlan(
  input: ExecutePlanInput,
  context: GraphContext,
  withValues: boolean,
): Promise<ExecutePlanPayload> {
  const options = input.options ?? {};
  const parsed = readIdempotencyKey(options.idempotencyKey, context.request.headers);
  if (!parsed.ok) return { ...refusedStart(problemErrors([parsed.problem], ["input"])), warnings: [] };
  const { key } = parsed;
  const fingerprint = await requestFingerprint(input);
  const capped = await refusedByCap(key, fingerprint, context);
  if (capped !== undefined) return { ...capped, warnings: [] };
  const problems = problemErrors([...titleProblems(input.title), ...optionProblems(options, context)], ["input"]);
  const prepared = await planWork(input, context);
  const errors = prepared.ok ? problems : [...problems, ...prepared.errors];
  if (!prepared.ok || errors.length > 0 || fingerprint === undefined)
    return { ...(await startedBefore(key, fingerprint, errors, context)), warnings: [] };
  const settings = {
    ...executionSettings(options, key, fingerprint),
    ...(typeof input.title === "string" && { givenTitle: input.title }),
  };
  const payload = await startExecution(prepared.work, settings, startOptions(options, withValues), context);
  const warnings = payload.errors.length > 0 ? [] : placedWarnings(prepared.warnings ?? []);
  return { ...payload, warnings };
}

/** The checked run. Also the way of `cp__agent_orchestrate` (O14). */
export async function planWork(input: ExecutePlanInput, context: GraphContext): Promise<Preparation> {
  const source = readPlanSource(input.source);
  switch (source.kind) {
    case "REFUSED":
      return { ok: false, errors: problemErrors([source.problem], ["input"]) };
    case "PROMPT":
      return promptWork(source, input, context);
    case "PLAN":
      return givenPlanWork(source.source, input, context);
  }
}

/** The problem of the title of a request. */
export function titleProblems(title: string | null | undefined): readonly RequestProblem[] {
  if (title === null || title === undefined) return [];
  if (title.length > maxTitle) return [limitExceeded("titleCharacters", maxTitle, title.length, ["title"])];
  return lineOf(title) === "" ? [cannotTake(["title"], "required at least one visible character, found none")] : [];
}
