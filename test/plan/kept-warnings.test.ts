/** Warnings of a plan as its execution keeps them. */
import { describe, expect, it } from "vitest";
import { keptWarnings, planWarningsMember } from "../../src/plan/kept-warnings.ts";
import type { PlanWarning } from "../../src/plan/problem.ts";

const warning = (message: string, ...path: readonly string[]): PlanWarning => ({
  ...{ code: "TEXT_LIKE_REFERENCE", message, path, stepId: "a" },
});

describe("[N73] warnings that an execution keeps", () => {
  it("[N73] name places in the plan, and those outside of it as they are", () => {
    const found = [warning("one", "source", "plan", "steps", "0"), warning("two", "options", "limits", "maxParallel")];
    expect(keptWarnings(found, ["source", "plan"]).map(({ path }) => path)).toEqual([
      ["steps", "0"],
      ["options", "limits", "maxParallel"],
    ]);
    expect(keptWarnings(found)).toEqual(found);
  });

  it("[N73, E14] are 100 at most, of 32 KB together", () => {
    expect(keptWarnings(Array.from({ length: 300 }, (_, at) => warning(`${at}`)))).toHaveLength(100);
    const long = keptWarnings(Array.from({ length: 50 }, () => warning("é".repeat(1_000))));
    expect(long.length).toBeGreaterThan(10);
    expect(new TextEncoder().encode(JSON.stringify(long)).length).toBeLessThanOrEqual(32_900);
    expect(planWarningsMember([])).toEqual({});
  });
});
