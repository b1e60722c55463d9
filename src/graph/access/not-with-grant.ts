/** The refusal of actions that no credential for one thing permits. */
import { requestError } from "../base/request-error.ts";

/** `what` completes "Cannot …: ". */
export function notWithGrant(what: string) {
  return requestError(
    "FORBIDDEN",
    `Cannot ${what}: required a credential of the tenant, found an access token for one execution or conversation`,
  );
}

/** A client that refuses every call, for callers with a grant. */
export function refusedClient<Client extends object>(client: Client, what: string): Client {
  return new Proxy(client, {
    get: () => () => {
      throw notWithGrant(what);
    },
  });
}
