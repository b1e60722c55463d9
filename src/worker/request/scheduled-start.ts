/**
 * The start of a run of a schedule, which is the request of a mutation that no client sends. It is served as any other, with the tenant of
 * the schedule, and the subject and scopes of the one who created or last changed it. It needs the API, so it is loaded with the first run.
 */
import type { Scope } from "../../graph/base/schema.generated.ts";
import { startRun } from "../../graph/schedules/start-run.ts";
import type { StartAnswer } from "../../schedule/next-effect.ts";
import { actingSubject, type RunRequest } from "../../schedule/schedule-view.ts";
import type { Environment } from "../platform/environment.ts";
import { readDeployment } from "../platform/read-deployment.ts";
import { Isolate } from "./isolate.ts";
import { requestContext } from "./request-context.ts";

/** The shared state of the objects of an isolate. No schema is built for them. */
const isolate = new Isolate(async () => "");

export async function scheduledStart(environment: Environment, run: RunRequest): Promise<StartAnswer> {
  const deployment = readDeployment(environment);
  if (!deployment.ok) throw new Error(deployment.message);
  const { group, scopes, tenant } = run.facts;
  const subject = actingSubject(run.facts);
  const caller = {
    tenant,
    subject,
    groups: group === undefined ? [] : [group],
    scopes: scopes as readonly Scope[],
    validUntil: undefined,
  };
  const context = requestContext(environment, deployment.settings, isolate, caller, "");
  return startRun(run, { ...context, request: new Request("https://schedule.invalid/") });
}
