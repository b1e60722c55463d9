/** The entries of each step in the plans of both runs, and the steps of the right run that have another name in the left one. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAnswer } from "../api/use-answer.ts";
import type { ExecutionHead, ExecutionStore } from "../execution/store/execution-model.ts";
import { comparePlan } from "./compare.generated.ts";
import { planEntries } from "./plan-entries.ts";
import { type PlanEntries, renamedSteps } from "./renamed-steps.ts";

export interface ComparedPlans {
  /** Null until they are read. */
  readonly leftPlan: PlanEntries | null;
  readonly rightPlan: PlanEntries | null;
  /** Names of the right run, with those of the left one. Empty until both plans are read. */
  readonly renamed: ReadonlyMap<string, string>;
}

export function usePlans(
  [left, leftHead]: readonly [ExecutionStore, ExecutionHead],
  [right, rightHead]: readonly [ExecutionStore, ExecutionHead],
): ComparedPlans {
  const [leftRows, rightRows] = [left.rows.value, right.rows.value];
  const [leftPlan, rightPlan] = [useEntries(left, leftHead), useEntries(right, rightHead)];
  return useMemo(() => {
    const renamed =
      leftPlan === null || rightPlan === null ? none : renamedSteps(leftRows, rightRows, leftPlan, rightPlan);
    return { leftPlan, rightPlan, renamed };
  }, [leftRows, rightRows, leftPlan, rightPlan]);
}

const none: ReadonlyMap<string, string> = new Map();

/** Null until they are read. Read again when there is another plan. */
function useEntries({ executionId }: ExecutionStore, head: ExecutionHead): ReadonlyMap<string, unknown> | null {
  const { data, readAgain } = useAnswer(comparePlan, { id: executionId });
  const rounds = head.plan?.rounds ?? 0;
  const [readFor, setReadFor] = useState(rounds);
  useEffect(() => {
    if (rounds === readFor) return;
    setReadFor(rounds);
    readAgain();
  }, [rounds]);
  return useMemo(() => (data === null ? null : planEntries(data.execution?.rounds ?? [])), [data]);
}
