/**
 * The run of one of our agents or workflows for a message, whichever endpoint received it: pinned with everything that it may call, and
 * with the models and limits of the deployment.
 */
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { blueprintWork } from "../../execution/callables/blueprint-work.ts";
import type { BlueprintWork } from "../../execution/callables/run-work.ts";
import type { InvocationMessage } from "../../execution/commands/invocation-message.ts";
import type { GraphSettings } from "../../graph/base/graph-context.ts";
import type { RequestProblem } from "../../graph/base/request-problem.ts";
import { definitionBytes, pinned } from "../../graph/registry/pinned-catalog.ts";
import { maxDefinitionBytes } from "../../graph/start/check-plan.ts";
import type { Failure } from "../../json/failure.ts";
import { blueprintKey } from "../../plan/blueprint.ts";
import { effectiveLimits } from "../../plan/compile/check-limits.ts";

export type CallableWork =
  | { readonly ok: true; readonly work: BlueprintWork }
  /** What the deployment lacks; not empty. */
  | { readonly ok: false; readonly problems: readonly RequestProblem[] }
  /** What is wrong with the message. */
  | { readonly ok: false; readonly failure: Failure };

/** The run of the agent or workflow `name` for `message`, under the default limits. */
export function callableWork(
  kind: "AGENT" | "WORKFLOW",
  name: string,
  message: InvocationMessage,
  catalog: CatalogSnapshot,
  settings: GraphSettings,
): CallableWork {
  const pinning = pinned(catalog, [name], settings, []);
  if (!pinning.ok) return pinning;
  const bytes = definitionBytes(pinning.definitions);
  if (bytes > maxDefinitionBytes) return { ok: false, failure: tooLarge(name, bytes) };
  const { limits } = effectiveLimits({}, settings.limits, []);
  return blueprintWork(pinning.definitions, blueprintKey(kind, name), { message, limits });
}

function tooLarge(name: string, bytes: number): Failure {
  const message = `Cannot run ${JSON.stringify(name)}: required definitions of at most ${maxDefinitionBytes} bytes together, found ${bytes}`;
  return { code: "LIMIT_EXCEEDED", message, retryable: false, details: null };
}
