/** `Query.usageReport`: what the tenant called and consumed in the last days, today included, in one question to its index. */
import { type ConsumptionTotal, dayMs, dayOf, keptDays } from "../../execution/views/usage-totals.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { requestError } from "../base/request-error.ts";
import { requireWideReading } from "../base/required-scopes.ts";
import type { UsageReport } from "../base/schema.generated.ts";

/** Throws BAD_USER_INPUT unless `days` is from 1 to 90. */
export async function usageReport(days: number, context: GraphContext): Promise<UsageReport> {
  requireWideReading(context, "usageReport");
  const { clients, now } = context;
  if (days < 1 || days > keptDays) {
    const message = `Cannot report the usage: required days from 1 to ${keptDays}, found ${days}`;
    throw requestError("BAD_USER_INPUT", message);
  }
  const until = now();
  const lastDay = dayOf(until);
  const firstDay = lastDay - days + 1;
  const { consumption, executions, failedExecutions } = await clients.index.usage({ firstDay, lastDay });
  return {
    since: firstDay * dayMs,
    until,
    executions,
    failedExecutions,
    callables: consumption.flatMap((total) => (isCallable(total) ? total : [])),
    models: consumption.flatMap(({ kind, name, ...total }) => (kind === "MODEL" ? { model: name, ...total } : [])),
  };
}

type CallableTotal = ConsumptionTotal & { readonly kind: Exclude<ConsumptionTotal["kind"], "MODEL"> };

function isCallable(total: ConsumptionTotal): total is CallableTotal {
  return total.kind !== "MODEL";
}
