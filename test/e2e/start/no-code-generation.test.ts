/**
 * The real runtime refuses to make code out of text. The one of the tests in workerd permits it, so that only here is seen that
 * schemas which arrive at run time are checked without.
 */
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { describe, expect, inject, it } from "vitest";
import { workerOptions } from "../../support/deployed/built-bundle.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { tool } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });

function run(...steps: readonly object[]) {
  return served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
}

describe("the real runtime", () => {
  it("refuses to make a function out of text", async () => {
    const script = `export default {
      fetch() {
        try {
          return Response.json({ made: new Function("return 42")() });
        } catch (error) {
          return Response.json({ refused: error.name });
        }
      },
    };`;
    const { compatibilityDate, compatibilityFlags } = await workerOptions(inject("builtConfig"));
    const options = {
      ...{ name: "code-generation", modules: true, script, compatibilityDate, compatibilityFlags },
      ...{ telemetry: { enabled: false }, cf: false, log: new Log(LogLevel.NONE) },
    };
    const miniflare = new Miniflare(
      convertV4MiniflareOptions(options as unknown as Parameters<typeof convertV4MiniflareOptions>[0]),
    );
    try {
      expect(await (await fetch(await miniflare.ready)).json()).toEqual({ refused: "EvalError" });
    } finally {
      await miniflare.dispose();
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
