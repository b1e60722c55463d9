/**
 * The maximum work of all plan checks of one request together, however many plans it holds.
 */
import { StepBudget } from "../../schema/document/step-budget.ts";
import type { GraphContext } from "../base/graph-context.ts";

const budgets = new WeakMap<Request, StepBudget>();

/** The budget of the request that `context` belongs to. */
export function requestBudget({ request }: GraphContext): StepBudget {
  let budget = budgets.get(request);
  if (budget === undefined) {
    budget = new StepBudget();
    budgets.set(request, budget);
  }
  return budget;
}
