/** The steps of a state as a value that changes by pieces, beside a list that is copied whole. */
import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StepList } from "../../../src/execution/state/step-list.ts";
import { pendingStep, type StepState } from "../../../src/execution/state/step-state.ts";
import "../../support/engine/property-runs.ts";

/** Steps that differ. */
const stepOf = (attempt: number): StepState => ({ ...pendingStep, attempt });
const stepsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => stepOf(first + at));

const shown = (steps: readonly (StepState | undefined)[]) =>
  steps.map((step) => `${step?.attempt}:${step?.unknownOutcomes}`).join(" ");

type Change = { readonly at: number } | { readonly added: number } | { readonly toAll: number };
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ at: fc.nat(999) }),
  fc.record({ added: fc.nat(300) }),
  fc.record({ toAll: fc.nat(9) }),
);

describe("the steps of a state", () => {
  it("[N755] are a list that a change leaves as it was, whatever was changed, added or read in between", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.array(change, { maxLength: 12 }), (count, changes) => {
        const before: { readonly list: StepList; readonly expected: readonly StepState[] }[] = [];
        let [list, expected]: [StepList, readonly StepState[]] = [
          StepList.of(stepsFrom(0, count)),
          stepsFrom(0, count),
        ];
        for (const [turn, one] of changes.entries()) {
          before.push({ list, expected });
          if ("added" in one) {
            const more = stepsFrom(1_000 * turn, one.added);
            [list, expected] = [list.followedBy(more), [...expected, ...more]];
          } else if ("toAll" in one) {
            const changed = (step: StepState, at: number): StepState => ({ ...step, unknownOutcomes: at + one.toAll });
            [list, expected] = [list.withEach(changed), expected.map(changed)];
          } else if (expected.length > 0) {
            const at = one.at % expected.length;
            [list, expected] = [list.with(at, stepOf(-turn)), expected.with(at, stepOf(-turn))];
          }
        }
        for (const known of [...before, { list, expected }]) {
          expect(known.list).toHaveLength(known.expected.length);
          expect(shown(known.expected.map((_, at) => known.list.get(at)))).toBe(shown(known.expected));
          expect(shown(known.list.all)).toBe(shown(known.expected));
        }
      }),
    );
  });

  it("[N755] are equal where every step is, however they came about, and nowhere else", () => {
    const steps = stepsFrom(0, 300);
    const same = StepList.of(steps.slice(0, 129))
      .followedBy([...steps.slice(129, 299), stepOf(7)])
      .with(299, stepOf(299));
    deepStrictEqual(same, StepList.of(steps));
    expect(same).toEqual(StepList.of(steps));
    const other = same.with(140, stepOf(7));
    expect(() => deepStrictEqual(other, same)).toThrow();
    expect(other).not.toEqual(same);
  });

  it("[N755] have none before the first or behind the last, and take none there", () => {
    for (const count of [0, 1, 128, 129]) {
      const steps = StepList.of(stepsFrom(0, count));
      expect([steps.get(-1), steps.get(count)]).toEqual([undefined, undefined]);
      for (const at of [-1, count]) expect(() => steps.with(at, pendingStep)).toThrow(`no step at ordinal ${at}`);
    }
  });
});
