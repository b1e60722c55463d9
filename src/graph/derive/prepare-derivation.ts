/**
 * Every check of a retry or fork, for the mutations and their previews. The object of the earlier execution says which results are reused;
 * the changed plan is checked against the current catalog (E12). Nothing is stored here.
 */

import type { ExecutionInput } from "../../execution/commands/start-request.ts";
import type { DerivationResult } from "../../execution/derive/derivation.ts";
import type { Derivation } from "../../execution/events/execution-origin.ts";
import type { JsonObject } from "../../json/json.ts";
import { type DerivationInput, derivationErrors } from "../base/derivation-errors.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import { generalError, notFound, problemErrors, type UserErrorSource } from "../base/user-errors.ts";
import { ableAgents } from "../registry/agent-health.ts";
import { approverProblems, type DefaultSettings, optionProblems } from "../start/execution-options.ts";
import { derivationFingerprint } from "../start/fingerprint.ts";
import { readIdempotencyKey } from "../start/idempotency-key.ts";
import { samePlan } from "./derived-plan.ts";
import { replan } from "./replan.ts";

export type PreparedDerivation =
  | {
      readonly ok: true;
      readonly work: ExecutionInput;
      /** Settings of the earlier execution. */
      readonly inherited: DefaultSettings;
      readonly key?: string | undefined;
      readonly fingerprint: string;
    }
  | {
      readonly ok: false;
      readonly errors: readonly UserErrorSource[];
      /** Absent where the request has no key, or none that could have been used. */
      readonly key?: string | undefined;
      readonly fingerprint?: string | undefined;
    };

/**
 * The work of a retry or fork, or all its problems. `isPreview` has the work without the reused outputs, and asks no agent for its health:
 * a router then has all registered agents to choose from.
 */
export async function prepareDerivation(
  kind: Derivation["kind"],
  input: DerivationInput,
  isPreview: boolean,
  context: GraphContext,
): Promise<PreparedDerivation> {
  const options = input.options ?? {};
  const parsed = readIdempotencyKey(options.idempotencyKey, context.request.headers);
  if (!parsed.ok) return unusable(problemErrors([parsed.problem], ["input"]));
  const { key } = parsed;
  const name = await nodeNamed(input.executionId, "EXECUTION", context);
  if (name === undefined) return unusable([notFound("the execution", ["input", "executionId"])]);
  const fingerprint = await derivationFingerprint(kind, name.execution, input);
  if (fingerprint === undefined) return unusable([tooDeep]);
  const refused = (errors: readonly UserErrorSource[]) => ({ ok: false, errors, key, fingerprint }) as const;
  const problems = [...problemErrors(optionProblems(options, context), ["input"]), ...twiceGiven(input)];
  if (problems.length > 0) return refused(problems);
  const derived = await context.clients.executions.derive(name.execution, requestOf(kind, input), !isPreview);
  if (derived.kind !== "DERIVED" && derived.kind !== "PLANNED_AGAIN") return refused(derivationErrors(derived, input));
  const unanswerable = approverProblems(options, context, derived);
  if (unanswerable.length > 0) return refused(problemErrors(unanswerable, ["input"]));
  const prepared = await workOf(derived, input, isPreview, context);
  if (!prepared.ok) return refused(prepared.errors);
  return { ok: true, work: prepared.work, inherited: derived, key, fingerprint };
}

function workOf(
  derived: Extract<DerivationResult, { kind: "DERIVED" | "PLANNED_AGAIN" }>,
  input: DerivationInput,
  isPreview: boolean,
  context: GraphContext,
) {
  if (derived.kind === "DERIVED") return samePlan(derived, input, context);
  const { catalog } = context.clients;
  return replan(derived, input, async (agents) => (isPreview ? agents : ableAgents(agents, catalog)), context);
}

function requestOf(kind: Derivation["kind"], input: DerivationInput) {
  return {
    kind,
    fromStep: input.fromStepId ?? null,
    arguments: (input.arguments ?? []).map(({ arguments: value, stepId }) => ({
      step: stepId,
      value: value as JsonObject,
    })),
    bindings: (input.bindings ?? {}) as JsonObject,
    callAgain: input.callAgain ?? [],
  };
}

/** Refused before the value for a comparison with a key is known. */
function unusable(errors: readonly UserErrorSource[]): PreparedDerivation {
  return { ok: false, errors };
}

const tooDeep = generalError(
  "INVALID_INPUT",
  "Cannot derive an execution: required arguments and bindings that are not nested as deeply",
  ["input"],
);

/** New arguments of one step that are given twice cannot both be meant. */
function twiceGiven({ arguments: changed }: DerivationInput): readonly UserErrorSource[] {
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
