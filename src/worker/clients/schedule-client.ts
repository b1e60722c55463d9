/** The schedules of a tenant over their object. A repeated call does no harm: created and triggered things have a name or a key. */
import type { ScheduleClient } from "../../graph/base/ports.ts";
import type { Environment, ScheduleStub } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
import { objectsOf } from "../platform/placement.ts";

export function scheduleClient(environment: Environment, tenant: string): ScheduleClient {
  const ask = <Answer>(call: (stub: ScheduleStub) => Promise<Answer>) =>
    callObject(objectsOf(environment, "SCHEDULE", tenant), tenant, call);
  return {
    create: (request) => ask((stub) => stub.create(request)),
    update: (request) => ask((stub) => stub.update(request)),
    read: async (name) => (await ask((stub) => stub.read(name))) ?? undefined,
    list: () => ask((stub) => stub.list()),
    input: async (name) => (await ask((stub) => stub.input(name))) ?? undefined,
    runs: (name, limit) => ask((stub) => stub.runs(name, limit)),
    pause: async (name, by, note) => (await ask((stub) => stub.pause(name, by, note))) ?? undefined,
    resume: async (name) => (await ask((stub) => stub.resume(name))) ?? undefined,
    trigger: (name, key) => ask((stub) => stub.trigger(name, key)),
    delete: (name) => ask((stub) => stub.delete(name)),
  };
}
