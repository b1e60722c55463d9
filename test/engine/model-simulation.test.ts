import { describe, expect, it, vi } from "vitest";
import { ModelSimulation } from "./model-simulation.ts";

const RUNS = Number(process.env.SIMULATION_RUNS ?? 1_500);
const FIRST_SEED = Number(process.env.SIMULATION_SEED ?? 1);

describe("random executions with models", () => {
  it(`[E2, E3, E4, E6, E7, E8, E9] come to the end of an undisturbed run or say why not, within their budgets (${RUNS} seeds)`, async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      try {
        await new ModelSimulation(seed).run();
      } catch (error) {
        expect.fail(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    }
    vi.restoreAllMocks();
  }, 120_000);
});
