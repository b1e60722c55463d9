import { it } from "vitest";
import { ModelSimulation } from "./model-simulation.ts";
it("many", { timeout: 200_000 }, async () => {
  const started = Date.now();
  let n = 0; const bad: string[] = [];
  for (let seed = 50_000; Date.now() - started < 100_000; seed += 1) {
    n += 1;
    try { await new ModelSimulation(seed).run(); } catch (error) { bad.push(`${seed}: ${String(error).slice(0, 300)}`); if (bad.length > 5) break; }
  }
  console.log("SIM", n, JSON.stringify(bad));
});
