/** The object of a tenant as the Worker asks it. It is reached only with a name that came out of a sealed text or of a caller. */
import type { Environment, TenantStub } from "./environment.ts";
import { callObject } from "./object-call.ts";
import { objectsOf } from "./placement.ts";

/** Calls the object of `tenant`. Only for calls that do no harm twice. */
export function askTenant<Answer>(
  environment: Environment,
  tenant: string,
  call: (stub: TenantStub) => Promise<Answer>,
): Promise<Answer> {
  return callObject(objectsOf(environment, "TENANT", tenant), tenant, call);
}
