/**
 * `Mutation.executePlan`: everything is checked here, then one call of the execution's object stores and starts it (E12; design:
 * The way of one execution). Invariants of E1: the object's name comes from the key, else from randomness; the fingerprint is that of
 * what was sent; a request that would be refused is answered with the execution that its key already started.
 */
import { pinnedDefinitions } from "../catalog/catalog-snapshot.ts";
import { executionName } from "../plan/effect-key.ts";
import type { Json } from "../plan/json.ts";
import type { PlanProblem } from "../plan/problem.ts";
import type { StartAnswer, StartRequest } from "../plan/start-request.ts";
import { checkPlan, type PlanCheck } from "./check-plan.ts";
import { optionProblems } from "./execution-options.ts";
import { requestFingerprint } from "./fingerprint.ts";
import type { GraphContext } from "./graph-context.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { freshRequestId, traceparentOf } from "./request-trace.ts";
import type { ExecutePlanInput } from "./schema.generated.ts";
import type { ExecutionSource } from "./sources.ts";
import { idempotencyConflict, problemErrors, type UserErrorSource } from "./user-errors.ts";

export interface ExecutePlanAnswer {
  readonly execution: ExecutionSource | null;
  readonly replayed: boolean;
  readonly errors: readonly UserErrorSource[];
}

/** Starts an execution, or answers with the one that the key started before. `withValues` if the answer shows documents. */
export async function executePlan(
  input: ExecutePlanInput,
  context: GraphContext,
  withValues: boolean,
): Promise<ExecutePlanAnswer> {
  const options = input.options ?? {};
  const reading = readIdempotencyKey(options.idempotencyKey, context.request.headers);
  if (!reading.ok) return refused([reading.problem]);
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
  if (check.kind === "VALID" && found.length === 0 && fingerprint !== null) {
    const request = startRequest(input, key, fingerprint, check, context);
    return started(await context.doors.executions.start({ ...request, withValues }));
  }
  if (key === null || fingerprint === null) return refused(found);
  const name = executionName(context.caller.tenant, "graphql", key);
  const earlier = await context.doors.executions.lookup(name, fingerprint, context.caller.subject);
  return earlier === null ? refused(found) : started(earlier);
}

function started(answer: StartAnswer): ExecutePlanAnswer {
  switch (answer.kind) {
    case "STARTED":
      return { execution: { kind: "VIEW", view: answer.view }, replayed: answer.replayed, errors: [] };
    case "IDEMPOTENCY_CONFLICT": {
      const path = ["input", "options", "idempotencyKey"];
      return { execution: null, replayed: false, errors: [idempotencyConflict(answer.execution, path)] };
    }
  }
}

function refused(problems: readonly PlanProblem[]): ExecutePlanAnswer {
  return { execution: null, replayed: false, errors: problemErrors(problems, ["input"]) };
}

function startRequest(
  { bindings, options }: ExecutePlanInput,
  key: string | null,
  fingerprint: string,
  { catalog, compilation }: Extract<PlanCheck, { kind: "VALID" }>,
  { caller, now, randomHex, request, settings }: GraphContext,
): Omit<StartRequest, "withValues"> {
  const execution = executionName(caller.tenant, "graphql", key ?? randomHex(16));
  const { plan, planHash, dialect, limits, callables } = compilation;
  return {
    execution,
    tenant: caller.tenant,
    surface: "graphql",
    idempotencyKey: key,
    fingerprint,
    subject: caller.subject,
    origin: { root: execution, parent: null, depth: 0 },
    requestId: freshRequestId(now(), randomHex),
    contextId: options?.contextId ?? null,
    traceparent: traceparentOf(request.headers, randomHex),
    labels: (options?.labels ?? []).map(({ key: name, value }) => ({ key: name, value })),
    dialect,
    plan,
    planHash,
    definitions: pinnedDefinitions(
      catalog,
      callables.map(({ name }) => name),
    ),
    bindings: (bindings ?? {}) as Json,
    limits,
    inDoubt: options?.inDoubt ?? "FAIL",
    approval: options?.approval ?? "DECLARED_DESTRUCTIVE",
    humanInputTimeoutMs: settings.humanInputTimeoutMs,
    waitMs: options?.waitMs ?? 0,
  };
}
