/**
 * The run of one of our agents or workflows for a message, whichever endpoint received it: pinned with everything that it may call, and
 * with the models and limits of the deployment.
 */
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { executionInput } from "../../execution/callables/callable-input.ts";
import type { InvocationMessage } from "../../execution/commands/invocation-message.ts";
import type { ExecutionInput } from "../../execution/commands/start-request.ts";
import type { GraphSettings } from "../../graph/base/graph-context.ts";
import type { RequestProblem } from "../../graph/base/request-problem.ts";
import { definitionBytes, pinned } from "../../graph/registry/pinned-catalog.ts";
import { maxDefinitionBytes } from "../../graph/start/check-plan.ts";
import type { Failure } from "../../json/failure.ts";
import { effectiveLimits } from "../../plan/compile/check-limits.ts";
import { runDefinitionKey } from "../../plan/run-definition.ts";

export type CallableInput =
  | { readonly ok: true; readonly work: ExecutionInput }
  /** The missing parts of the deployment; not empty. */
  | { readonly ok: false; readonly problems: readonly RequestProblem[] }
  /** The problem of the message. */
  | { readonly ok: false; readonly failure: Failure };

/** The run of the agent or workflow `name` for `message`, under the default limits. */
export function callableInput(
  kind: "AGENT" | "WORKFLOW",
  name: string,
  message: InvocationMessage,
  catalog: CatalogSnapshot,
  settings: GraphSettings,
): CallableInput {
  const pinning = pinned(catalog, [name], settings, []);
  if (!pinning.ok) return pinning;
  const bytes = definitionBytes(pinning.definitions);
  if (bytes > maxDefinitionBytes) return { ok: false, failure: tooLarge(name, bytes) };
  const { limits } = effectiveLimits({}, settings.limits, []);
  return executionInput(pinning.definitions, runDefinitionKey(kind, name), { message, limits });
}

function tooLarge(name: string, bytes: number): Failure {
  const message = `Cannot run ${JSON.stringify(name)}: required definitions of at most ${maxDefinitionBytes} bytes together, found ${bytes}`;
  return { code: "LIMIT_EXCEEDED", message, retryable: false, details: null };
}
