/** The order in which a plan would run, in words: the calls of each wave, the reason for its place, and the questions to people. Pure. */

import { isGroupKind } from "../../parts/step-kind.tsx";
import type { Callable } from "../registry.ts";
import type { PlanValidation } from "./plan-check.ts";

export interface OrderedCall {
  readonly stepId: string;
  readonly kind: string;
  readonly callableName: string;
  readonly isApproved: boolean;
}

export interface Wave {
  readonly calls: readonly OrderedCall[];
  /** Empty if it goes without saying. */
  readonly why: string;
}

type Answered = Pick<PlanValidation, "waves" | "steps" | "plan">;

/** Waves of a plan without errors. `approval` is the policy, `DECLARED_DESTRUCTIVE` if it is empty. */
export function orderOf(
  { plan, steps, waves }: Answered,
  callables: ReadonlyMap<string, Callable>,
  approval: string,
): readonly Wave[] {
  const planned = new Map(
    (plan?.steps ?? []).flatMap((step) => [step, ...step.children].map((one) => [one.stepId, one.kind])),
  );
  const checked = new Map(steps.map((step) => [step.stepId, step]));
  const groups = new Map(
    (plan?.steps ?? []).flatMap((group) => group.children.map(({ stepId }) => [stepId, group] as const)),
  );
  const isCall = (stepId: string) => !isGroupKind(planned.get(stepId) ?? "TOOL");
  const callWaves = waves.map((ids) => ids.filter(isCall)).filter((ids) => ids.length > 0);
  return callWaves.map((ids, at) => {
    const calls = ids.map((stepId): OrderedCall => {
      const step = checked.get(stepId);
      const callableName = step?.callableName ?? "";
      return {
        stepId,
        callableName,
        kind: planned.get(stepId) ?? "TOOL",
        isApproved: isApproved(step?.effectClass ?? "READ_ONLY", callables.get(callableName), approval),
      };
    });
    const merge = ids
      .map((id) => groups.get(id)?.parallel?.mergeStrategy)
      .find((strategy) => strategy === "FIRST_SUCCESS");
    if (merge !== undefined) return { calls, why: "first success ends the group" };
    const sources = new Set(
      ids.flatMap((id) => checked.get(id)?.references.map(({ reference }) => reference.sourceStepId) ?? []),
    );
    sources.delete(null);
    if (sources.size > 0) return { calls, why: `after ${[...sources].join(", ")}, by reference` };
    const hasEffect = ids.some((id) => checked.get(id)?.effectClass !== "READ_ONLY");
    return { calls, why: at > 0 && hasEffect ? "after what comes before: it may have an effect" : "" };
  });
}

/** Whether a person has to permit the call first, by the registry and the policy. */
function isApproved(effectClass: string, callable: Callable | undefined, approval: string): boolean {
  if (approval === "NEVER") return false;
  if (approval === "ALL_EFFECTS") return effectClass !== "READ_ONLY" && callable?.isOurs !== true;
  return callable?.isDestructive === true;
}
