/** Runs suites one after another, each over a fresh Worker, and judges what they say. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkoutOf, folderOf, pythonFor } from "./needs.ts";
import type { SuiteResult } from "./report.ts";
import type { Suite } from "./suite.ts";
import { judge } from "./verdict.ts";
import { buildWorkerUnderTest, type WorkerBuild } from "./worker-under-test.ts";

export interface ProofOptions {
  /** Folder of the checkouts. */
  readonly checkouts: string;
  /** Pythons to try, in this order. */
  readonly pythons: readonly string[];
  /** Is told each result as soon as it is there. */
  readonly onResult: (result: SuiteResult) => void;
}

/** The result of each suite, in their order. A suite that lacks something, or breaks down, did not run. */
export async function runSuites(suites: readonly Suite[], options: ProofOptions): Promise<readonly SuiteResult[]> {
  let build: WorkerBuild | null = null;
  const worker = () => {
    build ??= buildWorkerUnderTest();
    return build;
  };
  const results: SuiteResult[] = [];
  try {
    for (const suite of suites) {
      const result = await runSuite(suite, worker, options);
      results.push(result);
      options.onResult(result);
    }
  } finally {
    await (build as WorkerBuild | null)?.remove();
  }
  return results;
}

async function runSuite(suite: Suite, worker: () => WorkerBuild, options: ProofOptions): Promise<SuiteResult> {
  const { name, title, version } = suite;
  const startedAt = performance.now();
  const ended = () => ({ name, title, version, seconds: (performance.now() - startedAt) / 1_000 });
  const checkout = await checkoutOf(suite, options.checkouts);
  const python = await pythonFor(suite, options.pythons);
  const folder = folderOf(suite, process.env);
  const missing = [checkout, python, folder].flatMap((need) => (need.ok ? [] : [need.missing]));
  if (!checkout.ok || !python.ok || !folder.ok) {
    const isLeftOut = folder.isLeftOut === true && missing.length === 1;
    return { ...ended(), verdict: null, notRun: missing.join("\n"), ...(isLeftOut && { isLeftOut }) };
  }
  const scratch = mkdtempSync(join(tmpdir(), "planwright-proof-"));
  try {
    const scenarios = await suite.run({ worker, checkout: checkout.found, python: python.found, scratch });
    return { ...ended(), verdict: judge(scenarios, suite.declared), notRun: null };
  } catch (error) {
    return { ...ended(), verdict: null, notRun: `It broke down: ${error instanceof Error ? error.stack : error}` };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
