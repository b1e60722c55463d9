/** What the scenarios of a suite add up to, once those are set aside that are declared not to apply. */
import type { Declaration, Scenario } from "./suite.ts";

/** A declaration with the number of scenarios that it set aside. */
export interface AppliedDeclaration {
  readonly scenarios: string;
  readonly count: number;
  readonly reason: string;
}

export interface Verdict {
  readonly passed: number;
  /** Scenarios that neither passed nor are declared. */
  readonly failed: readonly Scenario[];
  readonly declared: number;
  readonly declarations: readonly AppliedDeclaration[];
  /** Declarations of scenarios that pass or do not exist. */
  readonly stale: readonly string[];
}

/** Sets aside what is declared. A run without a passed scenario fails: nothing was shown. */
export function judge(scenarios: readonly Scenario[], declarations: readonly Declaration[]): Verdict {
  const unshown = scenarios.filter(({ outcome }) => outcome !== "passed");
  const setAside = new Set<Scenario>();
  const applied: AppliedDeclaration[] = [];
  const stale: string[] = [];
  for (const declaration of declarations) {
    for (const name of declaration.scenarios ?? []) {
      const matches = matcher(name);
      const found = unshown.filter((scenario) => matches(scenario.name) && !setAside.has(scenario));
      const passing = scenarios.find((scenario) => scenario.outcome === "passed" && matches(scenario.name));
      if (passing !== undefined) stale.push(`${name}: ${passing.name} passes`);
      else if (found.length === 0) stale.push(`${name}: there is no such scenario that fails or is skipped`);
      else apply(name, found, declaration);
    }
    const { skippedBecause } = declaration;
    if (skippedBecause === undefined) continue;
    const found = unshown.filter(
      (scenario) =>
        scenario.outcome === "skipped" && scenario.detail.includes(skippedBecause) && !setAside.has(scenario),
    );
    if (found.length === 0) stale.push(`${skippedBecause}: no scenario is skipped for this reason`);
    else apply(`(${skippedBecause})`, found, declaration);
  }
  function apply(named: string, found: readonly Scenario[], { reason }: Declaration): void {
    for (const scenario of found) setAside.add(scenario);
    applied.push({ scenarios: named, count: found.length, reason });
  }
  const passed = scenarios.length - unshown.length;
  const failed = unshown.filter((scenario) => !setAside.has(scenario));
  const nothing: Scenario = {
    name: "the suite",
    outcome: "failed",
    detail: "required a scenario that passes, found none",
  };
  return {
    passed,
    failed: passed === 0 ? [nothing, ...failed] : failed,
    declared: setAside.size,
    declarations: applied,
    stale,
  };
}

/** Whether everything is as it should be. */
export function holds({ failed, stale }: Verdict): boolean {
  return failed.length === 0 && stale.length === 0;
}

function matcher(name: string): (scenario: string) => boolean {
  if (!name.includes("*")) return (scenario) => scenario === name;
  const pattern = name.split("*").map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const whole = new RegExp(`^${pattern.join(".*")}$`, "s");
  return (scenario) => whole.test(scenario);
}
