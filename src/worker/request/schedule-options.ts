/** The options of the object of a tenant's schedules: above all the start of a run (`scheduled-start.ts`). */
import type { ScheduleOptions } from "../../durable/ports/schedule-options.ts";
import { objectOptions } from "../clients/object-options.ts";
import type { Environment } from "../platform/environment.ts";
import { objectsOf } from "../platform/placement.ts";

/** Never throws: an object that cannot be made loses its alarm after a few tries (E6). */
export function scheduleOptions(environment: Environment): ScheduleOptions {
  const { clock, leaseMs, misconfigured } = objectOptions(environment);
  return {
    clock,
    leaseMs,
    misconfigured,
    execution: (tenant, name) => objectsOf(environment, "EXECUTION", tenant).getByName(name),
    start: async (run) => (await import("./scheduled-start.ts")).scheduledStart(environment, run),
  };
}
