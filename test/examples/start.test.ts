/** `npm start` without starting anything: its command line, what it says of a run, and the cost of a crash as its logs tell it. */
import { describe, expect, it } from "vitest";
import { crashCost, crashCostText } from "../../scripts/start/crash-cost.mjs";
import { readStartOptions, usage } from "../../scripts/start/options.mjs";
import { dollars, runLines, shortened } from "../../scripts/start/summary.mjs";

const at = (second: number) => new Date(second * 1_000).toISOString();
const event = (type: string, second: number, stepId: string | null = null) => ({
  type,
  stepId,
  occurredAt: at(second),
});

describe("the cost of a crash", () => {
  it("[N141] is what the logs hold: finished steps, and the calls that were cut off and made again", () => {
    const root = [
      event("StepStarted", 1, "a"),
      event("StepFinished", 2, "a"),
      event("StepStarted", 3, "b"),
      event("ExecutionResumed", 11),
      event("StepStarted", 12, "b"),
      event("StepFinished", 13, "b"),
      event("StepStarted", 14, "c"),
    ];
    const child = [event("ModelCallStarted", 3), event("ModelCallStarted", 12), event("ModelCalled", 13)];
    expect(crashCost([root, child], 10_000)).toEqual({ finishedSteps: 1, calledAgain: 0, repeatedCalls: 2 });
  });

  it("[N141] does not hide a finished step that was called again", () => {
    const log = [event("StepStarted", 1, "a"), event("StepFinished", 2, "a"), event("StepStarted", 12, "a")];
    const cost = crashCost([log], 10_000);
    expect(cost).toEqual({ finishedSteps: 1, calledAgain: 1, repeatedCalls: 0 });
    expect(crashCostText(cost)).toBe("1 step had finished, 1 of them called again, 0 calls were repeated.");
  });

  it("[N141] counts a model call that ended before the crash as not repeated", () => {
    const log = [event("ModelCallStarted", 1), event("ModelCalled", 2), event("ModelCallStarted", 12)];
    const cost = crashCost([log], 10_000);
    expect(cost.repeatedCalls).toBe(0);
    expect(crashCostText({ ...cost, finishedSteps: 7, repeatedCalls: 1 })).toBe(
      "7 steps had finished, none was called again, 1 call was repeated.",
    );
  });
});

describe("the command line of npm start", () => {
  it("[N142] names every port in its help and refuses what it does not know", () => {
    for (const name of ["PORT", "EXAMPLE_PORT", "EXAMPLE_MODEL_PORT", "--verbose", "--talk"])
      expect(usage).toContain(name);
    expect(readStartOptions(["--help"], {})).toEqual({ kind: "HELP" });
    expect(readStartOptions(["--loud"], {})).toMatchObject({ kind: "REFUSED" });
    expect(readStartOptions([], { PORT: "80800" })).toEqual({
      kind: "REFUSED",
      message: 'Cannot take PORT: required a port from 1 to 65535, found "80800"',
    });
    expect(readStartOptions(["--verbose"], { PORT: "9000" })).toMatchObject({ isVerbose: true, port: 9000 });
  });

  it("[N142] refuses one port for two servers", () => {
    expect(readStartOptions([], { PORT: "8788" })).toEqual({
      kind: "REFUSED",
      message: "Cannot take EXAMPLE_PORT: required a port of its own, found 8788, which is that of PORT",
    });
  });
});

describe("the lines of a run", () => {
  it("[N140] give its cost in dollars", () => {
    expect([dollars(1_900), dollars(0), dollars(12), dollars(2_500_000)]).toEqual([
      "$0.0019",
      "$0.0000",
      "$0.000012",
      "$2.5000",
    ]);
  });

  it("[N140] fit a terminal, and say why a run failed", () => {
    expect(shortened("a".repeat(300))).toHaveLength(120);
    const usageOf = { modelCalls: 1, toolCalls: 0, agentCalls: 0, costMicros: null };
    const failed = { plan: null, status: "FAILED", failure: { message: "no model answers" }, response: null };
    expect(runLines({ ...failed, durationMs: 1_000, usage: usageOf }, 1)).toEqual([
      expect.stringMatching(/^\S*Ran .* 1 execution, 1 model call, 0 tool calls, 1\.0 s$/),
      expect.stringMatching(/^\S*Ended .* FAILED: no model answers$/),
    ]);
  });
});
