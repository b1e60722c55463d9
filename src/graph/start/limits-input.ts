/** The limits that a request asks for, in the shape of the core. */
import { type EffectiveLimits, effectiveLimits } from "../../plan/compile/check-limits.ts";
import type { ExecutionLimits, LimitSettings, RequestedLimits } from "../../plan/limits.ts";
import type { ExecutePlanInput, ExecutionLimitsInput, ExecutionOptionsInput } from "../base/schema.generated.ts";

/** Every limit, null where the request names none. */
export function requestedLimits(limits: ExecutionOptionsInput["limits"]): RequestedLimits {
  const { maxSteps, maxParallel, maxDepth, stepTimeoutMs, timeoutMs } = limits ?? {};
  const { maxModelCalls, maxTokens, maxCostMicros } = limits ?? {};
  return {
    maxSteps: maxSteps ?? null,
    maxParallel: maxParallel ?? null,
    maxDepth: maxDepth ?? null,
    stepTimeoutMs: stepTimeoutMs ?? null,
    timeoutMs: timeoutMs ?? null,
    maxModelCalls: maxModelCalls ?? null,
    maxTokens: maxTokens ?? null,
    maxCostMicros: maxCostMicros ?? null,
  };
}

/** The limits that apply, with the problems of the requested ones. `path` is their place in the input. */
export function limitsOf(
  limits: ExecutionOptionsInput["limits"],
  settings: LimitSettings,
  path: readonly string[],
): EffectiveLimits {
  return effectiveLimits(requestedLimits(limits), settings, path);
}

/** The limits of an execution that derives from one under `inherited`, as far as the request names no others. */
export function derivedLimits(inherited: ExecutionLimits, options: ExecutePlanInput["options"]): ExecutionLimitsInput {
  const given = Object.entries(options?.limits ?? {}).filter(([, limit]) => limit !== null && limit !== undefined);
  return { ...inherited, ...Object.fromEntries(given) };
}
