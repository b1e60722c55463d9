/**
 * What the object of the schedules of a tenant needs of the deployment: above all the start of a run, which is the request of a mutation that
 * nobody sends. It is served as any other, with the tenant of the schedule, and the subject and scopes of whoever created or last changed it.
 */
import type { ScheduleOptions } from "../../durable/ports/schedule-options.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";
import { startRun } from "../../graph/schedules/start-run.ts";
import { actingSubject } from "../../schedule/schedule-view.ts";
import { objectOptions } from "../clients/object-options.ts";
import type { Environment } from "../platform/environment.ts";
import { objectsOf } from "../platform/placement.ts";
import { Isolate } from "./isolate.ts";
import { requestContext } from "./request-context.ts";

/** What the objects of an isolate share. No schema is built for them. */
const isolate = new Isolate(async () => "");

/** Never throws: an object that cannot be made loses its alarm after a few tries (E6). */
export function scheduleOptions(environment: Environment): ScheduleOptions {
  const { clock, leaseMs, misconfigured } = objectOptions(environment);
  return {
    clock,
    leaseMs,
    misconfigured,
    execution: (tenant, name) => objectsOf(environment, "EXECUTION", tenant).getByName(name),
    start: async (run) => {
      const reading = isolate.settings(environment);
      if (!reading.ok) throw new Error(reading.message);
      const { group, scopes, tenant } = run.facts;
      const subject = actingSubject(run.facts);
      const caller = {
        tenant,
        subject,
        groups: group === undefined ? [] : [group],
        scopes: scopes as readonly Scope[],
        validUntil: undefined,
      };
      const context = requestContext(environment, reading.settings, isolate, caller, "");
      return startRun(run, { ...context, request: new Request("https://schedule.invalid/") });
    },
  };
}
