/** The entries of each step in the plans of both runs, and the steps of the right run that have another name in the left one. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAnswer } from "../api/use-answer.ts";
import type { ExecutionHead, ExecutionStore } from "../execution/store/execution-model.ts";
import { comparePlan } from "./compare.generated.ts";
import { planEntries } from "./plan-entries.ts";
import { type PlanEntries, renamedSteps } from "./renamed-steps.ts";

export interface ComparedPlans {
  /** Whether both plans are read, or cannot be. */
  readonly areSettled: boolean;
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
  const [ofLeft, ofRight] = [useEntries(left, leftHead), useEntries(right, rightHead)];
  const [leftPlan, rightPlan] = [ofLeft.entries, ofRight.entries];
  const areSettled = ofLeft.isSettled && ofRight.isSettled;
  return useMemo(() => {
    const renamed =
      leftPlan === null || rightPlan === null ? none : renamedSteps(leftRows, rightRows, leftPlan, rightPlan);
    return { areSettled, leftPlan, rightPlan, renamed };
  }, [areSettled, leftRows, rightRows, leftPlan, rightPlan]);
}

const none: ReadonlyMap<string, string> = new Map();

interface ReadEntries {
  /** Null until they are read. */
  readonly entries: PlanEntries | null;
  readonly isSettled: boolean;
}

/** Read again when there is another plan. */
function useEntries({ executionId }: ExecutionStore, head: ExecutionHead): ReadEntries {
  const { data, isAsking, readAgain } = useAnswer(comparePlan, { id: executionId });
  const rounds = head.plan?.rounds ?? 0;
  const [readFor, setReadFor] = useState(rounds);
  useEffect(() => {
    if (rounds === readFor) return;
    setReadFor(rounds);
    readAgain();
  }, [rounds]);
  const entries = useMemo(() => (data === null ? null : planEntries(data.execution?.rounds ?? [])), [data]);
  return { entries, isSettled: entries !== null || !isAsking };
}
