/** `Execution.account`: what an execution takes with those below it, beside the caps on that. Two objects are asked, and nothing is kept for it. */
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { ExecutionAccount } from "../base/schema.generated.ts";

export async function executionAccount(
  { execution, limits, origin }: ExecutionView,
  { clients, settings }: GraphContext,
): Promise<ExecutionAccount> {
  const [own, below] = await Promise.all([
    clients.executions.storedBytes(execution),
    clients.index.descendants(execution),
  ]);
  const { maxExecutionsPerRoot = 0 } = settings;
  return {
    executions: below.count + 1,
    maxExecutions: origin.parent === null && maxExecutionsPerRoot > 0 ? maxExecutionsPerRoot : null,
    atWork: below.atWork,
    maxAtWork: limits.maxDescendants ?? null,
    storedBytes: (own ?? 0) + below.storedBytes,
  };
}
