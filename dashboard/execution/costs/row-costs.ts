/**
 * The cost of the lines of an execution: for a step that started executions their consumption with everything below them, for work of
 * models its calls. Pure.
 */
import { money, short } from "../../parts/numbers.ts";
import type { ExecutionHead } from "../store/execution-model.ts";
import { modelStepId } from "../store/model-work.ts";
import type { ChildCostsQuery } from "./child-costs.generated.ts";

type Children = NonNullable<NonNullable<ChildCostsQuery["execution"]>["children"]>;
export type CostedChild = Children["nodes"][number];

export interface RowCost {
  /** Null if a price is not known. */
  readonly costMicros: number | null;
  readonly tokens: number;
  /** Whether it runs: then this is its maximum. */
  readonly isBound: boolean;
}

/** By the step or the work of a model. Lines without consumption are absent. */
export function rowCosts(
  children: readonly CostedChild[],
  modelCalls: ExecutionHead["modelCalls"],
): ReadonlyMap<string, RowCost> {
  const costs = new Map<string, RowCost>();
  const add = (stepId: string, usage: CostedChild["usage"], isBound: boolean) => {
    const tokens = usage.inputTokens + usage.outputTokens;
    if (tokens === 0 && (usage.costMicros ?? 0) === 0) return;
    const before = costs.get(stepId);
    if (before === undefined) costs.set(stepId, { costMicros: usage.costMicros, tokens, isBound });
    else {
      const isUnknown = before.costMicros === null || usage.costMicros === null;
      costs.set(stepId, {
        costMicros: isUnknown ? null : (before.costMicros ?? 0) + (usage.costMicros ?? 0),
        tokens: before.tokens + tokens,
        isBound: before.isBound || isBound,
      });
    }
  };
  for (const { finishedAt, parent, usage } of children)
    if (parent !== null) add(parent.stepId, usage, finishedAt === null);
  for (const call of modelCalls)
    if (call.purpose !== "AGENT") add(modelStepId(call.purpose), call, call.durationMs === null);
  return costs;
}

/** `$0.0012 · 14.7k tokens`, `up to …` while it continues. */
export function costWords({ costMicros, isBound, tokens }: RowCost): string {
  const price = costMicros === null || costMicros === 0 ? "" : `${money(costMicros)} · `;
  return `${isBound ? "up to " : ""}${price}${short(tokens)} tokens`;
}

/** How dear a line is beside others: by price, then by tokens. Below zero for one without a cost. */
export function compareCosts(one: RowCost | undefined, other: RowCost | undefined): number {
  const price = (other?.costMicros ?? -1) - (one?.costMicros ?? -1);
  return price === 0 ? (other?.tokens ?? 0) - (one?.tokens ?? 0) : price;
}
