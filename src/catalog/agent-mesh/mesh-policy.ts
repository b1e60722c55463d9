/** Retry strategies and timeouts of nodes as the policy of a step. Options that a policy does not have are refused. */
import type { JsonObject } from "../../json/json.ts";
import type { MeshCall, MeshDefinition, MeshRetry, MeshWorkflow } from "./mesh-document.ts";
import { durationMs } from "./mesh-duration.ts";
import type { MeshProblem } from "./mesh-graph.ts";

const mostAttempts = 10;

export interface PolicyTranslation {
  /** Undefined if there is nothing to say. */
  readonly policy: JsonObject | undefined;
  /** Paths start at the node, or at the definition for options of all nodes. */
  readonly problems: readonly (MeshProblem & { readonly isOfAll: boolean })[];
}

/** The policy of a node: its own strategy and timeout, else those of all nodes. */
export function translatePolicy(
  node: Pick<MeshCall, "retry_strategy" | "timeout">,
  { retry_strategy }: Pick<MeshDefinition, "retry_strategy">,
  { default_node_timeout_seconds }: Pick<MeshWorkflow, "default_node_timeout_seconds">,
): PolicyTranslation {
  const problems: (MeshProblem & { readonly isOfAll: boolean })[] = [];
  const retry = node.retry_strategy ?? retry_strategy ?? undefined;
  const isOfAll = node.retry_strategy == null;
  const attempts =
    retry === undefined ? {} : retryPolicy(retry, (finding, path) => problems.push({ finding, path, isOfAll }));
  let timeoutMs = default_node_timeout_seconds == null ? undefined : default_node_timeout_seconds * 1_000;
  if (node.timeout != null) {
    timeoutMs = durationMs(node.timeout);
    if (timeoutMs === undefined || timeoutMs < 1)
      problems.push({ finding: durationFinding(node.timeout), path: ["timeout"], isOfAll: false });
  }
  const policy = { ...attempts, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  return { policy: Object.keys(policy).length === 0 ? undefined : policy, problems };
}

export function durationFinding(found: string | number): string {
  return `required a number with s, m, h or d, such as 30s, found ${JSON.stringify(found)}`;
}

function retryPolicy(
  { backoff, limit, retry_policy }: MeshRetry,
  refuse: (finding: string, path: readonly string[]) => void,
): JsonObject {
  const at = (...path: readonly string[]) => ["retry_strategy", ...path];
  if (limit + 1 > mostAttempts)
    refuse(`required at most ${mostAttempts - 1} further attempts, found ${limit}`, at("limit"));
  if (retry_policy !== "OnFailure")
    refuse(
      `required OnFailure, which tries again after every failure that can be mended so, found ${retry_policy}`,
      at("retry_policy"),
    );
  if (backoff == null) return { maxAttempts: limit + 1 };
  const initialBackoffMs = durationMs(backoff.duration);
  if (initialBackoffMs === undefined) refuse(durationFinding(backoff.duration), at("backoff", "duration"));
  if (backoff.factor !== 2 && limit > 1)
    refuse(
      `required 2, by which each wait is longer than the one before, found ${backoff.factor}`,
      at("backoff", "factor"),
    );
  const most = backoff.max_duration == null ? undefined : durationMs(backoff.max_duration);
  if (backoff.max_duration != null && most === undefined)
    refuse(durationFinding(backoff.max_duration), at("backoff", "max_duration"));
  const longest = (initialBackoffMs ?? 0) * 2 ** Math.max(0, limit - 1);
  if (most !== undefined && most < longest)
    refuse(
      `required at least the last wait, which is ${longest / 1_000}s, as waits are not cut, found ${JSON.stringify(backoff.max_duration)}`,
      at("backoff", "max_duration"),
    );
  return { maxAttempts: limit + 1, ...(initialBackoffMs === undefined ? {} : { initialBackoffMs }) };
}
