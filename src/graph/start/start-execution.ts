/**
 * Room `graph/start`: the mutations that start an execution (`executePlan`, `ask`, `invokeWorkflow`) and `validatePlan`. It owns the checks
 * of their input: plan, prompt or question, models, routing, limits and idempotency key.
 *
 * It leaves to others: `plan/compile` checks plans, `graph/registry` reads and pins the catalog, `graph/derive` starts retries and forks,
 * `graph/conversations` starts the work of messages, `worker/clients` passes every start to its object (`start-root-execution.ts`), and the
 * object stores and runs the request.
 *
 * Invariants:
 *
 * - The input is checked whole before anything is stored. A refused request wakes no execution but the one that its key started before.
 * - No model is called here.
 * - The callables of an execution are pinned with its start (E15).
 * - E1: the object's name comes from the key, or from randomness without one. A used key returns its execution, even if the request would
 *   be refused now.
 *
 * This file has the common part of these mutations: the request to the execution's object, and the payload made of its response.
 */

import {
  type ExecutionInput,
  limitFinding,
  type StartResult,
  type TenantLimit,
} from "../../execution/commands/start-request.ts";
import { executionName } from "../../json/object-name.ts";
import type { PlanWarning } from "../../plan/problem.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { rateLimited } from "../base/request-error.ts";
import type { ExecutionSource } from "../base/sources.ts";
import { generalError, idempotencyConflict, type UserErrorSource } from "../base/user-errors.ts";
import { addedRuleErrors } from "../flow-rules/flow-rule-input.ts";
import type { ExecutionSettings, StartOptions } from "./execution-options.ts";
import { freshRequestId, requestTrace } from "./request-trace.ts";

/** The payload of every mutation that starts an execution. */
export interface StartPayload {
  readonly execution: ExecutionSource | undefined;
  readonly replayed: boolean;
  readonly errors: readonly UserErrorSource[];
}

/** The work of an execution that runs no callable and in which no agent takes turns. */
export const noRun = { callable: null, input: { kind: "NONE" }, message: null, turns: null } as const;

/** The names of an execution, to others and to itself. */
export interface StartIdentity {
  /** Name of its object. */
  readonly execution: string;
  readonly requestId: string;
  readonly traceparent: string;
  readonly tracestate: string | null;
}

/** The identity of an execution that is started with this key, of a fresh one without. */
export function startIdentity(idempotencyKey: string | undefined, context: GraphContext): StartIdentity {
  const { now, randomHex, request } = context;
  return {
    execution: nameOf(idempotencyKey ?? randomHex(16), context),
    requestId: freshRequestId(now(), randomHex),
    ...requestTrace(request.headers, context),
  };
}

/** Runs of schedules have a name space of their own, so that no key of a client can take the name of one. */
function surfaceOf({ schedule }: GraphContext): "graphql" | "schedule" {
  return schedule === undefined ? "graphql" : "schedule";
}

function nameOf(key: string, context: GraphContext): string {
  return executionName(context.caller.tenant, surfaceOf(context), key);
}

/** Work that was checked, or everything that is wrong with the request. */
export type Preparation =
  | {
      readonly ok: true;
      readonly work: ExecutionInput;
      /** Findings of the compiler about a given plan that do not keep it from running. */
      readonly warnings?: readonly PlanWarning[];
    }
  | { readonly ok: false; readonly errors: readonly UserErrorSource[] };

/** Stores and starts a checked request. */
export async function startExecution(
  work: ExecutionInput,
  settings: ExecutionSettings,
  { location, waitMs, withValues }: StartOptions,
  context: GraphContext,
  identity: StartIdentity = startIdentity(settings.idempotencyKey ?? undefined, context),
): Promise<StartPayload> {
  const { caller, clients } = context;
  const errors = addedRuleErrors(settings.flowRules ?? [], work.definitions);
  if (errors.length > 0)
    return startedBefore(settings.idempotencyKey ?? undefined, settings.fingerprint, errors, context);
  const answer = await clients.executions.start(
    {
      ...work,
      ...settings,
      ...identity,
      waitMs,
      withValues,
      tenant: caller.tenant,
      surface: surfaceOf(context),
      ...(context.schedule !== undefined && { schedule: context.schedule }),
      subject: caller.subject,
      origin: { root: identity.execution, parent: null, depth: 0, ancestors: [] },
      humanInputTimeoutMs: context.settings.humanInputTimeoutMs,
    },
    location,
  );
  return startPayload(answer, context);
}

/** The result of a request. Throws RATE_LIMITED, with HTTP status 429, if the tenant has as many executions as it may. */
function startPayload(answer: StartResult, { now }: GraphContext): StartPayload {
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
      throw tenantLimited(answer, now());
  }
}

/** Nothing was started. */
export function refusedStart(errors: readonly UserErrorSource[]): StartPayload {
  return { execution: undefined, replayed: false, errors };
}

/** The execution that the key of a request has already started although the request cannot be started; otherwise the reason (E1). */
export async function startedBefore(
  key: string | undefined,
  fingerprint: string | undefined,
  errors: readonly UserErrorSource[],
  context: GraphContext,
): Promise<StartPayload> {
  if (key === undefined || fingerprint === undefined) return refusedStart(errors);
  const { caller, clients } = context;
  const earlier = await clients.executions.lookup(nameOf(key, context), fingerprint, caller.subject);
  return earlier === null ? refusedStart(errors) : startPayload(earlier, context);
}

/**
 * The answer to a request that a cap of the tenant would refuse, before it is checked: the execution that its key has already started.
 * Throws RATE_LIMITED if there is none. Undefined if no cap is known to be reached.
 */
export async function refusedByCap(
  key: string | undefined,
  fingerprint: string | undefined,
  context: GraphContext,
): Promise<StartPayload | undefined> {
  const limit = context.reachedCap?.();
  if (limit === undefined) return undefined;
  const { caller, clients, now } = context;
  const earlier =
    key === undefined || fingerprint === undefined
      ? null
      : await clients.executions.lookup(nameOf(key, context), fingerprint, caller.subject);
  if (earlier === null) throw tenantLimited(limit, now());
  return startPayload(earlier, context);
}

/** The error for a tenant that has as many executions as it may. */
export function tenantLimited(answer: TenantLimit, now: number): Error {
  return rateLimited(`Cannot start the execution: ${limitFinding(answer)}`, (answer.retryAt - now) / 1_000);
}
