/** The lines of two runs as one list: each step once, with its line of either run. Pure. */
import type { StepRow } from "../execution/store/execution-model.ts";
import { sequenceDiff } from "../parts/diff/sequence-diff.ts";

/** At least one side is there. */
export type StepPair =
  | { readonly stepId: string; readonly left: StepRow; readonly right: StepRow | null }
  | { readonly stepId: string; readonly left: null; readonly right: StepRow };

/**
 * Pairs by the id of the step, and by `renamed`, which has ids of the right run with those of the left one, in the order of the left run; a
 * step that only the right run has keeps its place there. A step that stands elsewhere in the right run is one pair too, at its place on
 * the left.
 */
export function stepPairs(
  left: readonly StepRow[],
  right: readonly StepRow[],
  renamed: ReadonlyMap<string, string> = new Map(),
): readonly StepPair[] {
  const leftRows = new Map(left.map((row) => [row.stepId, row]));
  const rightRows = new Map(right.map((row) => [renamed.get(row.stepId) ?? row.stepId, row]));
  const order = sequenceDiff([...leftRows.keys()], [...rightRows.keys()]);
  return order.flatMap(({ items, kind }) =>
    items.flatMap((stepId): readonly StepPair[] => {
      const [leftRow, rightRow] = [leftRows.get(stepId), rightRows.get(stepId) ?? null];
      if (leftRow !== undefined) return kind === "RIGHT" ? [] : [{ stepId, left: leftRow, right: rightRow }];
      return rightRow === null ? [] : [{ stepId, left: null, right: rightRow }];
    }),
  );
}
