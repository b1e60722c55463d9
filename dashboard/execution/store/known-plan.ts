/** A snapshot together with the steps of its plan, which are answered only to whoever does not know them. */
import type { AnsweredHead, ExecutionHead } from "./execution-model.ts";

/**
 * The snapshot with its whole plan: as it was answered, or as `known`, the plan of an earlier snapshot, if that is the same. Null if the
 * steps were left out and are not known: then it must be asked for again.
 */
export function withPlan(answered: AnsweredHead, known: ExecutionHead["plan"]): ExecutionHead | null {
  const { plan } = answered;
  if (plan === null) return { ...answered, plan: null };
  if (plan.steps !== undefined) return { ...answered, plan: { ...plan, steps: plan.steps } };
  return known === null || known.hash !== plan.hash ? null : { ...answered, plan: { ...plan, steps: known.steps } };
}
