/** The tests of this project that `npm test` runs with a sample of their seeds, cases and rounds: here with all of them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "../run-program.ts";
import type { Scenario, Suite } from "../suite.ts";
import { wholeFiles } from "./whole-files.ts";

const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** Every test file that imports `volume`, or a module that does. */
export const sampledFiles: readonly string[] = [
  "test/simulation/simulation.test.ts",
  "test/fuzz/fuzz.test.ts",
  "test/durable/runner/map-memory.test.ts",
  "test/execution/settle/argument-bounds.test.ts",
  "test/plan/expressions/other-implementation.test.ts",
  "test/catalog/agent-mesh/hostile-files.test.ts",
  "test/graph/access/subscription-matrix.test.ts",
  "test/graph/access/visibility-matrix.test.ts",
  "test/worker/watch/watched-text.test.ts",
  "test/execution/decide/transforms.test.ts",
  "test/schema/claims/certain-answers.test.ts",
  "test/schedule/properties.test.ts",
  "test/e2e/access/tenant-isolation.test.ts",
  "test/e2e/kill/kill-oracle.test.ts",
  "test/e2e/kill/kill.test.ts",
  "test/e2e/clients/resumable.test.ts",
  "test/e2e/sockets/hibernation.test.ts",
  "test/e2e/tools/chaos-upstreams.test.ts",
  "test/e2e/tools/lean-oracle.test.ts",
  "test/e2e/start/templates.test.ts",
  "test/e2e/clients/packed-client.test.ts",
  "test/browser/chat.test.ts",
  "test/browser/early-acts.test.ts",
  "test/browser/early-typing.test.ts",
  "test/browser/events.test.ts",
  "test/browser/execution.test.ts",
  "test/browser/executions.test.ts",
  "test/browser/frame.test.ts",
  "test/browser/inbox.test.ts",
  "test/browser/progress.test.ts",
  "test/browser/reconnection.test.ts",
  "test/browser/registry.test.ts",
  "test/browser/results.test.ts",
  "test/browser/run.test.ts",
  "test/browser/schedules.test.ts",
  "test/browser/session.test.ts",
  "test/browser/tasks.test.ts",
  "test/browser/timeline.test.ts",
  "test/browser/views.test.ts",
];

export const volumesSuite: Suite = {
  name: "volumes",
  title: "Tests of this project that `npm test` samples or leaves out, with all seeds, cases and rounds",
  version: JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")).version,
  declared: [],
  run: ({ scratch }) =>
    runTests([...new Set([...sampledFiles, ...wholeFiles])], scratch, { PLANWRIGHT_VOLUME: "whole" }),
};

/** Runs test files of this project: one scenario for each test. */
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
    { cwd: projectRoot, env, limitMs: 1_800_000 },
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
