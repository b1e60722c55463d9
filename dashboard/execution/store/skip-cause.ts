/** Why and when a step was skipped. No event has this for steps that the end of the run leaves out. */
import type { DecidedStep } from "./step-rows.ts";

export interface SkipCause {
  /** In words, to stand behind "skipped": "score failed". Empty where nobody knows. */
  readonly why: string;
  /** The step that decided it. Null where its own condition did, or nobody knows. */
  readonly by: DecidedStep | null;
}

const brokenWords: Readonly<Record<string, string>> = {
  FAILED: "failed",
  CANCELLED: "was cancelled",
  PARTIAL: "succeeded in part",
  SKIPPED: "was skipped",
};

/** `decided` are all steps, `isOver` whether the run has ended. */
export function skipCause(
  { known, status }: DecidedStep,
  decided: ReadonlyMap<string, DecidedStep>,
  isOver: boolean,
): SkipCause {
  const nothing = { why: "", by: null };
  if (status !== "SKIPPED") return nothing;
  const { groupId, planned, stand } = known;
  const warnings = stand !== null && "warnings" in stand ? stand.warnings : [];
  const before = [
    ...(planned?.references ?? []).map(({ sourceStepId }) => sourceStepId),
    ...(planned?.after ?? []),
  ].flatMap((stepId) => (stepId === null ? [] : (decided.get(stepId) ?? [])));
  const takes = (wanted: (step: DecidedStep) => boolean) => caused(before.find(wanted));
  if (warnings.some(({ code }) => code === "INPUT_SKIPPED"))
    return takes((step) => step.status === "SKIPPED") ?? nothing;
  const direct = takes(isBroken);
  if (direct !== null) return direct;
  const group = groupId === null ? undefined : decided.get(groupId);
  if (group?.status === "SKIPPED") return { ...skipCause(group, decided, isOver), by: null };
  const broken = [...decided.values()].filter((step) => isBroken(step) && step.known.childIds.length === 0);
  // Where something else can have been the reason too, none is named.
  if (planned?.when != null)
    return isOver && broken.length === 0 ? { why: "its condition is false", by: null } : nothing;
  const first = broken.reduce<DecidedStep | undefined>(
    (earliest, step) =>
      (step.finishedAt ?? Number.POSITIVE_INFINITY) < (earliest?.finishedAt ?? Number.POSITIVE_INFINITY)
        ? step
        : earliest,
    undefined,
  );
  return caused(first) ?? takes((step) => step.status === "SKIPPED") ?? nothing;
}

/** When it was decided. Null where nobody knows. `endedAt` is when the run ended. */
export function skippedAt(
  step: DecidedStep,
  decided: ReadonlyMap<string, DecidedStep>,
  endedAt: number | null,
): number | null {
  if (step.finishedAt !== null) return step.finishedAt;
  return skipCause(step, decided, endedAt !== null).by?.finishedAt ?? endedAt;
}

function caused(step: DecidedStep | undefined): SkipCause | null {
  return step === undefined
    ? null
    : { why: `${step.known.stepId} ${brokenWords[step.status] ?? step.status}`, by: step };
}

function isBroken({ status }: DecidedStep): boolean {
  return status === "FAILED" || status === "CANCELLED";
}
