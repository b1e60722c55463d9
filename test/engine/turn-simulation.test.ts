import { describe, expect, it, vi } from "vitest";
import { TurnSimulation } from "./turn-simulation.ts";

const RUNS = Number(process.env.TURN_SIMULATION_RUNS ?? 200);
const FIRST_SEED = Number(process.env.SIMULATION_SEED ?? 1);

describe("random executions with turns", () => {
  it(`[E2, E3, E6, E7, E8, C9, C29, R12, R13] call tools as often as they may and say what an undisturbed run says (${RUNS} seeds)`, async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      try {
        await new TurnSimulation(seed).run();
      } catch (error) {
        expect.fail(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    }
    vi.restoreAllMocks();
  }, 120_000);
});
