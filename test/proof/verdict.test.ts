/** The judgement of `npm run proof`: what fails, what may be set aside, and that a declaration cannot outlive its reason. */
import { expect, it } from "vitest";
import type { Scenario } from "./suite.ts";
import { holds, judge } from "./verdict.ts";

const scenario = (name: string, outcome: Scenario["outcome"], detail = ""): Scenario => ({ name, outcome, detail });
const reason = "Not offered";

it("[N161] a scenario that fails and is not declared fails the suite", () => {
  const verdict = judge([scenario("a", "passed"), scenario("b", "failed", "broken")], []);
  expect(verdict).toMatchObject({ passed: 1, failed: [{ name: "b", detail: "broken" }], declared: 0, stale: [] });
  expect(holds(verdict)).toBe(false);
});

it("[N161] a scenario that is skipped and is not declared fails the suite, because it shows nothing", () => {
  const verdict = judge([scenario("a", "passed"), scenario("b", "skipped", "no server")], []);
  expect(verdict.failed).toMatchObject([{ name: "b" }]);
  expect(holds(verdict)).toBe(false);
});

it("[N161] scenarios that are declared by name, by pattern or by the reason for which they are skipped are set aside and counted", () => {
  const verdict = judge(
    [
      ...[
        scenario("a", "passed"),
        scenario("b", "failed"),
        scenario("grpc/1", "skipped"),
        scenario("grpc/2", "failed"),
      ],
      scenario("c", "skipped", "needs prompts, which are not declared"),
    ],
    [
      { scenarios: ["b", "grpc/*"], reason },
      { skippedBecause: "needs prompts", reason },
    ],
  );
  expect(verdict).toMatchObject({ passed: 1, failed: [], declared: 4, stale: [] });
  expect(verdict.declarations.map(({ count, scenarios }) => [scenarios, count])).toEqual([
    ["b", 1],
    ["grpc/*", 2],
    ["(needs prompts)", 1],
  ]);
  expect(holds(verdict)).toBe(true);
});

it("[N162] a declaration of a scenario that passes, or does not exist, fails the suite", () => {
  const scenarios = [scenario("a", "passed"), scenario("b", "failed")];
  for (const name of ["a", "gone", "*"]) {
    const verdict = judge(scenarios, [
      { scenarios: [name], reason },
      { scenarios: ["b"], reason },
    ]);
    expect([verdict.stale.length, holds(verdict)], name).toEqual([1, false]);
  }
  const verdict = judge(
    [...scenarios],
    [
      { skippedBecause: "never said", reason },
      { scenarios: ["b"], reason },
    ],
  );
  expect([verdict.stale, holds(verdict)]).toEqual([["never said: no scenario is skipped for this reason"], false]);
});

it("[N162] the reason of a skip excuses no failure", () => {
  const scenarios = [
    scenario("a", "passed"),
    scenario("b", "failed", "needs prompts"),
    scenario("c", "skipped", "needs prompts"),
  ];
  expect(judge(scenarios, [{ skippedBecause: "needs prompts", reason }]).failed).toMatchObject([{ name: "b" }]);
});

it("[N161] a suite of which nothing passed fails, whatever is declared", () => {
  const verdict = judge([scenario("a", "failed")], [{ scenarios: ["*"], reason }]);
  expect([verdict.failed.length, holds(verdict)]).toEqual([1, false]);
  expect(holds(judge([], []))).toBe(false);
});
