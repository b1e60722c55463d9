/**
 * Drives a run until it rests. Deliveries that fall due meanwhile are made without waiting for the calls of the run.
 */
import { alarmRunMs } from "../ports/alarm-time.ts";
import { atMost } from "../ports/at-most.ts";
import type { Clock } from "../ports/ports.ts";
import type { LoadedExecution } from "./loaded-execution.ts";

type Driven = Pick<LoadedExecution, "reports" | "runner">;

/** Resolves when nothing is in flight any more; rejects if a row cannot be stored. At rest no timer of a delivery is left (E11). */
export async function untilRest({ reports, runner }: Driven): Promise<void> {
  const resting = runner.drive();
  reports.notifyDue();
  try {
    await resting;
  } finally {
    reports.notifyDue();
  }
}

/** The same for an alarm, which yields before its time is over; the next goes on. */
export function untilYield(clock: Clock, driven: Driven): Promise<unknown> {
  return atMost(clock, alarmRunMs, untilRest(driven));
}
