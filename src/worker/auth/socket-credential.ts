/** The credential of a WebSocket: browsers can send no headers with it, so it comes in the payload of `connection_init`. */
import { type Credential, credentialOf } from "./authenticate.ts";

/**
 * The credential in `payload`, as `{authorization: "Bearer …"}` with the name in any case or `{token: "…"}`, otherwise that of the
 * handshake. A token for one subscription is none for a connection.
 */
export function socketCredential(payload: unknown, handshake: Request): Credential {
  const { accessToken, bearer, tenant } = credentialOf(handshake);
  return { bearer: bearerOf(payload) ?? bearer, accessToken, subscriptionToken: null, tenant };
}

function bearerOf(payload: unknown): string | null {
  if (typeof payload !== "object" || payload === null) return null;
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value !== "string") continue;
    if (name.toLowerCase() === "authorization") return /^Bearer +(\S+)$/i.exec(value)?.[1] ?? null;
    if (name === "token") return value;
  }
  return null;
}
