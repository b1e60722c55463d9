/**
 * An execution that this code does not understand is parked (E2): it does nothing, and reports that to the index of its tenant. The index
 * lists it and wakes it when newer code has been deployed (`parked-executions.ts`).
 */
import type { ExecutionOptions } from "../ports/execution-options.ts";
import { reportFailed } from "../telemetry/report-failure.ts";
import type { ExecutionReader } from "./execution-reader.ts";

/** How often an execution looks by itself, should the index not wake it. */
const parkedMs = 3_600_000;

/** Tells the index. Gives when to look again, Unix milliseconds: soon if the index did not hear it. Never rejects. */
export async function parkedUntil(
  reader: Pick<ExecutionReader, "facts" | "summary">,
  { clock, index, leaseMs }: Pick<ExecutionOptions, "clock" | "index" | "leaseMs">,
): Promise<number> {
  const [facts, summary] = [reader.facts(), reader.summary()];
  if (facts === null || summary === null) return clock.now() + parkedMs;
  try {
    await index(facts.tenant).park(facts.tenant, summary);
    return clock.now() + parkedMs;
  } catch (error) {
    reportFailed("index", null, error, null);
    return clock.now() + leaseMs;
  }
}
