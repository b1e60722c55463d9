/**
 * What all mutations that start an execution share: the request for its object, and what the object's answer is to the caller.
 * Invariants of E1: the object's name comes from the key, else from randomness; a key that was used is answered with what it started.
 */
import { executionName } from "../plan/effect-key.ts";
import type { StartAnswer, StartRequest, TenantLimit } from "../plan/start-request.ts";
import type { PlanCheck } from "./check-plan.ts";
import type { GraphContext } from "./graph-context.ts";
import { rateLimited } from "./request-error.ts";
import { freshRequestId, traceparentOf } from "./request-trace.ts";
import type { ExecutionSource } from "./sources.ts";
import { generalError, idempotencyConflict, type UserErrorSource } from "./user-errors.ts";

/** The payload of every mutation that starts an execution. */
export interface StartPayload {
  readonly execution: ExecutionSource | null;
  readonly replayed: boolean;
  readonly errors: readonly UserErrorSource[];
}

/** What differs from one mutation to another. */
export type StartFacts = Pick<
  StartRequest,
  | "approval"
  | "bindings"
  | "contextId"
  | "derivation"
  | "dialect"
  | "fingerprint"
  | "idempotencyKey"
  | "inDoubt"
  | "labels"
  | "reused"
  | "waitMs"
  | "withValues"
>;

/** The request to start the plan that was checked. */
export function startRequest(
  facts: StartFacts,
  { compilation, definitions }: Extract<PlanCheck, { kind: "VALID" }>,
  { caller, now, randomHex, request, settings }: GraphContext,
): StartRequest {
  const execution = executionName(caller.tenant, "graphql", facts.idempotencyKey ?? randomHex(16));
  const { plan, planHash, limits } = compilation;
  return {
    ...facts,
    execution,
    tenant: caller.tenant,
    surface: "graphql",
    subject: caller.subject,
    origin: { root: execution, parent: null, depth: 0 },
    requestId: freshRequestId(now(), randomHex),
    traceparent: traceparentOf(request.headers, randomHex),
    plan,
    planHash,
    definitions,
    limits,
    humanInputTimeoutMs: settings.humanInputTimeoutMs,
  };
}

/** What became of a request. Throws RATE_LIMITED, with HTTP status 429, if the tenant has as many executions as it may. */
export function startPayload(answer: StartAnswer, { now }: GraphContext): StartPayload {
  const path = ["input", "options", "idempotencyKey"];
  switch (answer.kind) {
    case "STARTED":
      return { execution: { kind: "VIEW", view: answer.view }, replayed: answer.replayed, errors: [] };
    case "IDEMPOTENCY_CONFLICT":
      return refusedStart([idempotencyConflict(answer.execution, path)]);
    case "DELETED": {
      const until = new Date(answer.until).toISOString();
      const message = `Cannot start the execution: required an idempotency key that is free, found one of an execution that was deleted, which is free again at ${until}`;
      return refusedStart([generalError("INVALID_INPUT", message, path)]);
    }
    case "TENANT_LIMIT":
      throw rateLimited(limitMessage(answer), (answer.retryAt - now()) / 1_000);
  }
}

/** Nothing was started. */
export function refusedStart(errors: readonly UserErrorSource[]): StartPayload {
  return { execution: null, replayed: false, errors };
}

/** What the key of a request that cannot be started has started before, else why it cannot be (E1). */
export async function startedBefore(
  key: string | null,
  fingerprint: string | null,
  errors: readonly UserErrorSource[],
  context: GraphContext,
): Promise<StartPayload> {
  if (key === null || fingerprint === null) return refusedStart(errors);
  const { caller, doors } = context;
  const name = executionName(caller.tenant, "graphql", key);
  const earlier = await doors.executions.lookup(name, fingerprint, caller.subject);
  return earlier === null ? refusedStart(errors) : startPayload(earlier, context);
}

function limitMessage({ limit, maximum }: TenantLimit): string {
  const within = limit === "maxConcurrentExecutions" ? "at a time" : "begun within a minute";
  return `Cannot start the execution: required at most ${maximum} executions of the tenant ${within}, found as many`;
}
