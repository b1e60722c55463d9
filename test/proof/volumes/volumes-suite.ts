/**
 * Every test of this project with all of its seeds, cases and rounds, of which `npm test` takes a sample, and the files named `*.proof.test.ts`,
 * which it leaves out.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "../run-program.ts";
import type { Scenario, Suite } from "../suite.ts";

const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

export const volumesSuite: Suite = {
  name: "volumes",
  title: "Every test of this project, with all seeds, cases and rounds",
  version: JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")).version,
  declared: [],
  run: ({ scratch }) => runTests([], scratch, { PLANWRIGHT_VOLUME: "whole" }),
};

/** Runs test files of this project, all of them if none is named: one scenario for each test. */
export async function runTests(
  files: readonly string[],
  scratch: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly Scenario[]> {
  const results = join(scratch, "tests.json");
  const vitest = join(projectRoot, "node_modules/vitest/vitest.mjs");
  const { code, output } = await runProgram(
    process.execPath,
    [vitest, "run", "--reporter=json", `--outputFile=${results}`, "--silent=true", ...files],
    { cwd: projectRoot, env, limitMs: 7_200_000 },
  );
  if (!existsSync(results)) throw new Error(`The tests did not run: ${output}`);
  const scenarios = scenariosOfVitest(readFileSync(results, "utf8"));
  // A failure outside of any test, such as that of a hook.
  if (code !== 0 && scenarios.every(({ outcome }) => outcome === "passed")) throw new Error(output);
  return scenarios;
}

interface VitestResults {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** One scenario for each test in the report of vitest's JSON reporter. */
export function scenariosOfVitest(json: string): readonly Scenario[] {
  const { testResults } = JSON.parse(json) as VitestResults;
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ failureMessages, fullName, status }) => ({
      name: fullName,
      outcome: status === "passed" ? "passed" : status === "failed" ? "failed" : "skipped",
      detail: failureMessages.join("\n"),
    })),
  );
}
