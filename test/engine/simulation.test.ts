import { describe, expect, it, vi } from "vitest";
import { Simulation } from "./simulation.ts";

const RUNS = Number(process.env.SIMULATION_RUNS ?? 1_000);
const FIRST_SEED = Number(process.env.SIMULATION_SEED ?? 1);

describe("random executions", () => {
  it(`[E2, E3, E4, E6, E7, E8, E10] hold every rule and come to an end, whatever happens to them (${RUNS} seeds)`, async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      try {
        await new Simulation(seed).run();
      } catch (error) {
        expect.fail(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    }
    vi.restoreAllMocks();
  }, 120_000);
});
