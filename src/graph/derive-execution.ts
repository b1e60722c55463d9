/**
 * `Mutation.retryExecution` and `Mutation.forkExecution`: the object of the earlier execution says what is taken over, the changed plan
 * is checked here against the catalog of today (E12), and one call of the new execution's object stores and starts it. What is
 * wrong is found before anything is stored; a request that would be refused is answered with what its key already started (E1).
 */
import type { DerivationAnswer } from "../plan/derivation.ts";
import type { Derivation } from "../plan/execution-origin.ts";
import type { JsonObject } from "../plan/json.ts";
import { checkPlan } from "./check-plan.ts";
import { type DerivationInput, derivationErrors, derivedProblems } from "./derivation-errors.ts";
import { executionSettings, optionProblems, startOptions } from "./execution-options.ts";
import { derivationFingerprint } from "./fingerprint.ts";
import { checkedWork } from "./given-plan.ts";
import type { GraphContext } from "./graph-context.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { derivedLimits } from "./limits-input.ts";
import { modelWorkOf, sameModel } from "./model-choice.ts";
import { newlyUnsafe } from "./newly-unsafe.ts";
import { nodeNamed } from "./node-id.ts";
import { plannedAgain } from "./planned-again.ts";
import type { ForkExecutionInput, RetryExecutionInput } from "./schema.generated.ts";
import { type Preparation, refusedStart, type StartPayload, startExecution, startedBefore } from "./start-execution.ts";
import { generalError, notFound, problemErrors, type UserErrorSource } from "./user-errors.ts";

/** A question becomes a plan without anybody having written one, which may be as large as its words. */
const maxQuestionBytes = 524_288;

/** How much deeper a value lies in the form in which a plan is read again than where it was sent. */
const typedDepth = 8;

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
  if (derived.kind !== "DERIVED" && derived.kind !== "PLANNED_AGAIN")
    return startedBefore(key, fingerprint, derivationErrors(derived, input), context);
  const prepared =
    derived.kind === "DERIVED" ? await samePlan(derived, input, context) : await plannedAgain(derived, input, context);
  if (!prepared.ok) return startedBefore(key, fingerprint, prepared.errors, context);
  const settings = executionSettings(options, key, fingerprint, derived);
  return startExecution(prepared.work, settings, startOptions(options, withValues), context);
}

type DerivedPlan = Extract<DerivationAnswer, { kind: "DERIVED" }>;

/** The plan of the source, as far as it was not changed, answered again if it was. */
async function samePlan(derived: DerivedPlan, input: DerivationInput, context: GraphContext): Promise<Preparation> {
  const check = await checkDerived(derived, input, context);
  if (check.kind === "INVALID") {
    return { ok: false, errors: problemErrors(derivedProblems(check.problems, derived.document, input), ["input"]) };
  }
  const unsafe = newlyUnsafe(derived.derivation, check.compilation, input);
  if (unsafe.length > 0)
    return { ok: false, errors: derivationErrors({ kind: "OUTCOME_UNKNOWN", steps: unsafe }, input) };
  const { respond } = derived.modelWork;
  const models = modelWorkOf(
    { route: null, plan: null, respond: respond === null ? null : sameModel(respond.model) },
    check.compilation.limits,
    ["options", "limits"],
    context.settings,
  );
  if (!models.ok) return { ok: false, errors: problemErrors(models.problems, ["input"]) };
  const { bindings, chosenAgent, conversation, derivation, dialect, onInvalidPlan, reused, startedWith } = derived;
  const { callable, input: entry, message } = derived;
  return {
    ok: true,
    work: {
      ...checkedWork(check),
      ...{ bindings, chosenAgent, conversation, derivation, dialect, onInvalidPlan, reused, startedWith },
      ...{ callable, input: entry, message, turns: null },
      modelWork: models.work,
    },
  };
}

/** Checks the plan of `derived` under its own limits, as far as the request sets no others. */
function checkDerived(
  { bindings, callable, document, limits, startedWith }: DerivedPlan,
  { arguments: changed, options }: DerivationInput,
  context: GraphContext,
) {
  const { maxJsonDepth, maxPlanBytes } = context.settings.limits;
  // What ran once was small enough, however much longer it is in this form; only new arguments make it larger.
  const isSame = (changed ?? []).length === 0;
  const maxBytes = startedWith === "ASK" ? Math.max(maxPlanBytes, maxQuestionBytes) : maxPlanBytes;
  return checkPlan(
    {
      // A document in the form of the typed input, which is read the same way.
      source: { kind: "TYPED", plan: document },
      bindings,
      limits: derivedLimits(limits, options),
      schedule: options?.schedule,
      minCatalogRevision: options?.minCatalogRevision,
      optionsPath: ["options"],
      input: callable?.kind === "WORKFLOW" ? callable.inputSchema : null,
      bounds: {
        maxPlanBytes: isSame ? Number.POSITIVE_INFINITY : maxBytes,
        maxJsonDepth: maxJsonDepth + typedDepth,
      },
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
