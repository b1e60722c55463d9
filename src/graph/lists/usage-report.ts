/** `Query.usageReport`: calls and consumption of the tenant in the last days, including today, in one question to its index. */
import { type ConsumptionTotal, type DayTotals, dayMs, dayOf, keptDays } from "../../execution/views/usage-totals.ts";
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
  const totals = await clients.index.usage({ firstDay, lastDay });
  const { consumption, executions, failedExecutions } = totals;
  return {
    since: firstDay * dayMs,
    until,
    executions,
    failedExecutions,
    callables: consumption.flatMap((total) => (isCallable(total) ? total : [])),
    models: consumption.flatMap(({ kind, name, ...total }) => (kind === "MODEL" ? { model: name, ...total } : [])),
    days: everyDay(firstDay, lastDay, totals.days),
  };
}

/** Each day of the period, also those in which nothing ended. */
function everyDay(firstDay: number, lastDay: number, days: readonly DayTotals[]): UsageReport["days"] {
  const known = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: lastDay - firstDay + 1 }, (_, at) => {
    const day = firstDay + at;
    return { ...nothing, ...known.get(day), day: day * dayMs };
  });
}

const nothing = { executions: 0, failedExecutions: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 };

type CallableTotal = ConsumptionTotal & { readonly kind: Exclude<ConsumptionTotal["kind"], "MODEL"> };

function isCallable(total: ConsumptionTotal): total is CallableTotal {
  return total.kind !== "MODEL";
}
