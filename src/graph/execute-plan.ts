/**
 * `Mutation.executePlan`: everything is checked here, then one call of the execution's object stores and starts it (E12; design:
 * The way of one execution). Invariants of E1: the fingerprint is that of what was sent; a request that would be refused is answered
 * with the execution that its key already started.
 */
import type { Json } from "../plan/json.ts";
import { checkPlan } from "./check-plan.ts";
import { optionProblems } from "./execution-options.ts";
import { requestFingerprint } from "./fingerprint.ts";
import type { GraphContext } from "./graph-context.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import type { ExecutePlanInput } from "./schema.generated.ts";
import { refusedStart, type StartPayload, startedBefore, startPayload, startRequest } from "./start-execution.ts";
import { problemErrors } from "./user-errors.ts";

/** Starts an execution, or answers with the one that the key started before. `withValues` if the answer shows documents. */
export async function executePlan(
  input: ExecutePlanInput,
  context: GraphContext,
  withValues: boolean,
): Promise<StartPayload> {
  const options = input.options ?? {};
  const reading = readIdempotencyKey(options.idempotencyKey, context.request.headers);
  if (!reading.ok) return refusedStart(problemErrors([reading.problem], ["input"]));
  const { key } = reading;
  const fingerprint = requestFingerprint(input);
  const problems = optionProblems(options);
  const { limits, schedule, minCatalogRevision } = options;
  const check = await checkPlan(
    {
      source: input.source,
      bindings: input.bindings,
      ...{ limits, schedule, minCatalogRevision, optionsPath: ["options"] },
    },
    context,
  );
  const found = check.kind === "INVALID" ? [...problems, ...check.problems] : problems;
  if (check.kind === "INVALID" || found.length > 0 || fingerprint === null)
    return startedBefore(key, fingerprint, problemErrors(found, ["input"]), context);
  const facts = {
    approval: options.approval ?? "DECLARED_DESTRUCTIVE",
    bindings: (input.bindings ?? {}) as Json,
    contextId: options.contextId ?? null,
    derivation: null,
    dialect: check.compilation.dialect,
    fingerprint,
    idempotencyKey: key,
    inDoubt: options.inDoubt ?? "FAIL",
    labels: (options.labels ?? []).map(({ key: name, value }) => ({ key: name, value })),
    reused: [],
    waitMs: options.waitMs ?? 0,
    withValues,
  } as const;
  const request = startRequest(facts, check, context);
  return startPayload(await context.doors.executions.start(request, options.location ?? null), context);
}
