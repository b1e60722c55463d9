/** The events of a tenant over its mailboxes. Both calls do no harm twice: an event has an id. */
import type { EventClient } from "../../graph/base/ports.ts";
import { type Environment, mailboxName, type TenantStub } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
import { objectsOf } from "../platform/placement.ts";

export function eventClient(environment: Environment, tenant: string): EventClient {
  const ask = <Answer>(address: Parameters<EventClient["find"]>[0], call: (stub: TenantStub) => Promise<Answer>) =>
    callObject(objectsOf(environment, "TENANT", tenant), mailboxName(tenant, address), call);
  return {
    send: (sending) => ask(sending, (stub) => stub.sendEvent(tenant, sending)),
    find: async (address, eventId) => (await ask(address, (stub) => stub.sentEvent(address, eventId))) ?? undefined,
  };
}
