/**
 * `Mutation.retryExecution` and `Mutation.forkExecution`: the object of the earlier execution says what is taken over, the changed plan
 * is checked here against the catalog of today (E12), and one call of the new execution's object stores and starts it. What is
 * wrong is found before anything is stored; a request that would be refused is answered with what its key already started (E1).
 */
import type { DerivationAnswer } from "../plan/derivation.ts";
import type { Derivation } from "../plan/event.ts";
import type { JsonObject } from "../plan/json.ts";
import { checkPlan } from "./check-plan.ts";
import { type DerivationInput, derivationErrors, derivedProblems } from "./derivation-errors.ts";
import { optionProblems } from "./execution-options.ts";
import { derivationFingerprint } from "./fingerprint.ts";
import type { GraphContext } from "./graph-context.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { newlyUnsafe } from "./newly-unsafe.ts";
import { nodeNamed } from "./node-id.ts";
import type { ForkExecutionInput, PlanInput, RetryExecutionInput } from "./schema.generated.ts";
import {
  refusedStart,
  type StartFacts,
  type StartPayload,
  startedBefore,
  startPayload,
  startRequest,
} from "./start-execution.ts";
import { generalError, notFound, problemErrors, type UserErrorSource } from "./user-errors.ts";

/** Runs an ended execution again as a new one. `withValues` if the answer shows documents. */
export function retryExecution(
  input: RetryExecutionInput,
  context: GraphContext,
  withValues: boolean,
): Promise<StartPayload> {
  return deriveExecution("RETRY", input, context, withValues);
}

/** Starts a new execution from a step of an ended one, with changed arguments or bindings. */
export function forkExecution(
  input: ForkExecutionInput,
  context: GraphContext,
  withValues: boolean,
): Promise<StartPayload> {
  return deriveExecution("FORK", input, context, withValues);
}

async function deriveExecution(
  kind: Derivation["kind"],
  input: DerivationInput,
  context: GraphContext,
  withValues: boolean,
): Promise<StartPayload> {
  const options = input.options ?? {};
  const reading = readIdempotencyKey(options.idempotencyKey, context.request.headers);
  if (!reading.ok) return refusedStart(problemErrors([reading.problem], ["input"]));
  const { key } = reading;
  const name = await nodeNamed(input.executionId, "EXECUTION", context);
  if (name === null) return refusedStart([notFound("the execution", ["input", "executionId"])]);
  const fingerprint = derivationFingerprint(kind, name.execution, input);
  if (fingerprint === null) return refusedStart([tooDeep]);
  const problems = [...problemErrors(optionProblems(options), ["input"]), ...repeatedSteps(input)];
  if (problems.length > 0) return startedBefore(key, fingerprint, problems, context);
  const derived = await context.doors.executions.derive(name.execution, {
    kind,
    fromStep: input.fromStepId ?? null,
    arguments: (input.arguments ?? []).map(({ arguments: value, stepId }) => ({
      step: stepId,
      value: value as JsonObject,
    })),
    bindings: (input.bindings ?? {}) as JsonObject,
    callAgain: input.callAgain ?? [],
  });
  if (derived.kind !== "DERIVED") return startedBefore(key, fingerprint, derivationErrors(derived, input), context);
  const check = await checkDerived(derived, input, context);
  if (check.kind === "INVALID") {
    const errors = problemErrors(derivedProblems(check.problems, derived.document, input), ["input"]);
    return startedBefore(key, fingerprint, errors, context);
  }
  const unsafe = newlyUnsafe(derived.derivation, check.compilation, input);
  if (unsafe.length > 0) {
    const errors = derivationErrors({ kind: "OUTCOME_UNKNOWN", steps: unsafe }, input);
    return startedBefore(key, fingerprint, errors, context);
  }
  const labels = options.labels?.map(({ key: label, value }) => ({ key: label, value }));
  const facts: StartFacts = {
    approval: options.approval ?? derived.approval,
    bindings: derived.bindings,
    contextId: options.contextId ?? derived.contextId,
    derivation: derived.derivation,
    dialect: derived.dialect,
    fingerprint,
    idempotencyKey: key,
    inDoubt: options.inDoubt ?? derived.inDoubt,
    labels: labels ?? derived.labels,
    reused: derived.reused,
    waitMs: options.waitMs ?? 0,
    withValues,
  };
  const request = startRequest(facts, check, context);
  return startPayload(await context.doors.executions.start(request, options.location ?? null), context);
}

/** Checks the plan of `derived` under its own limits, as far as the request sets no others. */
function checkDerived(
  { bindings, document, limits }: Extract<DerivationAnswer, { kind: "DERIVED" }>,
  { options }: DerivationInput,
  context: GraphContext,
) {
  const given = Object.entries(options?.limits ?? {}).filter(([, limit]) => limit !== null && limit !== undefined);
  return checkPlan(
    {
      // A document in the form of the typed input, which is read the same way.
      source: { plan: document as unknown as PlanInput },
      bindings,
      limits: { ...limits, ...Object.fromEntries(given) },
      schedule: options?.schedule,
      minCatalogRevision: options?.minCatalogRevision,
      optionsPath: ["options"],
    },
    context,
  );
}

const tooDeep = generalError(
  "INVALID_INPUT",
  "Cannot derive an execution: required arguments and bindings that are not nested as deeply",
  ["input"],
);

/** New arguments of one step that are given twice cannot both be meant. */
function repeatedSteps({ arguments: changed }: DerivationInput): readonly UserErrorSource[] {
  const seen = new Set<string>();
  return (changed ?? []).flatMap(({ stepId }, position) => {
    if (!seen.has(stepId)) {
      seen.add(stepId);
      return [];
    }
    const message = `Cannot fork the execution: required new arguments of each step once, found ${JSON.stringify(stepId)} again`;
    return [generalError("INVALID_INPUT", message, ["input", "arguments", String(position), "stepId"])];
  });
}
