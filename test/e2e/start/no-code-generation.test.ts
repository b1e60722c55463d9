/**
 * The real runtime refuses to make code out of text. The one of the tests in workerd permits it, so that only here is seen that
 * schemas which arrive at run time are checked without.
 */
import { describe, expect, it } from "vitest";
import { createTestHarness } from "wrangler";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { tool } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });

function run(...steps: readonly object[]) {
  return served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
}

describe("the real runtime", () => {
  it("refuses to make a function out of text", async () => {
    const config = {
      ...{ name: "code-generation", main: "test/e2e/start/code-generation-entry.ts" },
      ...{ compatibility_date: "2026-10-01", compatibility_flags: ["global_fetch_strictly_public"] },
    };
    const harness = createTestHarness({
      root: process.cwd(),
      workers: [{ config }],
    });
    try {
      await harness.listen();
      expect(await (await harness.fetch("/")).json()).toEqual({ refused: "EvalError" });
    } finally {
      await harness.close();
    }
  });

  it("[P19] still checks arguments and outputs against the schemas of the tools", async () => {
    const { status, steps } = await run(tool("wrong", "wrong_output", {}));
    expect(status).toBe("FAILED");
    expect(steps[0]).toMatchObject({ outcome: "ANSWERED", failure: { code: "OUTPUT_INVALID" } });
    const right = await run(tool("right", "slow", { ms: 1 }));
    expect(right.steps[0]).toMatchObject({ status: "SUCCEEDED", output: { value: { ms: 1 } } });
  });

  it("[R24] takes prose for no output where a schema is declared", async () => {
    const { steps } = await run(tool("prose", "text_only", {}));
    expect(steps[0]).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID" } });
  });
});
