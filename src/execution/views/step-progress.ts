/** How far the steps of an execution have come, small enough for its summary. Groups are left out, because their children show it. */
import type { StepStatus } from "../events/event.ts";
import type { ItemCounts } from "../state/shown-items.ts";
import { isFinal } from "../state/step-state.ts";

/** Steps whose statuses are listed one by one. */
export const maxListedSteps = 32;

export interface StepProgress {
  /** A letter for each of the first `maxListedSteps` steps, in the order of the plan. */
  readonly statuses: string;
  /** How many steps there are. 0 until there is a plan. */
  readonly count: number;
  /** How many of them have ended. */
  readonly ended: number;
}

/** Stored in summaries: a letter keeps its meaning for good. */
const letterOf: Readonly<Record<StepStatus, string>> = {
  PENDING: "-",
  RUNNING: "r",
  WAITING: "w",
  SUCCEEDED: "s",
  PARTIAL: "p",
  FAILED: "f",
  SKIPPED: "k",
  CANCELLED: "c",
};

const statusOfLetter: ReadonlyMap<string, StepStatus> = new Map(
  Object.entries(letterOf).map(([status, letter]) => [letter, status as StepStatus]),
);

/**
 * `listed` are the statuses of all steps but groups, in the order of the plan, of maps and loops those of the shown items; `own` those of
 * steps that are no items. `items` counts those of each map and loop.
 */
export function stepProgress(
  listed: readonly StepStatus[],
  own = listed,
  items: readonly ItemCounts[] = [],
): StepProgress {
  const letters = listed.slice(0, maxListedSteps).map((status) => letterOf[status]);
  const [count, ended] = items.reduce(
    ([all, over], { failed, skipped, succeeded, total }) => [all + total, over + succeeded + failed + skipped],
    [own.length, own.filter(isFinal).length],
  );
  return { statuses: letters.join(""), count, ended };
}

/** The listed statuses. Letters of a later version are left out with everything after them. */
export function listedStatuses({ statuses }: Pick<StepProgress, "statuses">): readonly StepStatus[] {
  const listed: StepStatus[] = [];
  for (const letter of statuses) {
    const status = statusOfLetter.get(letter);
    if (status === undefined) break;
    listed.push(status);
  }
  return listed;
}
