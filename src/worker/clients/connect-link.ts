/**
 * Addresses at which a person connects to a server, and the parameter that comes back with the person. Both are sealed like ids, so that
 * none can be made or changed outside: a link names the subject who connects, and the parameter names its request.
 */
import type { IdentityClient } from "../../graph/base/ports.ts";

export const connectPath = "/oauth/connect";
export const callbackPath = "/oauth/callback";

/** How long a link works. */
export const connectMs = 900_000;

/** Where the tenant stands in the ids of nodes, these have none: no tenant can be called so. */
const [linkKind, returnKind] = ["CONNECT", "CONNECT_RETURN"];

export interface ConnectTicket {
  readonly tenant: string;
  readonly subject: string;
  readonly connection: string;
  /** Whether the connection may be that of the tenant. */
  readonly mayForTenant: boolean;
  /** Unix milliseconds. */
  readonly until: number;
}

/** The parameters that an authorization server sends back. */
export interface ReturnTicket {
  readonly tenant: string;
  /** Subject who connects. */
  readonly subject: string;
  readonly connection: string;
  readonly state: string;
}

export async function connectAddress(
  origin: string,
  { connection, mayForTenant, subject, tenant, until }: ConnectTicket,
  identity: IdentityClient,
): Promise<string> {
  const content = [null, linkKind, tenant, subject, connection, mayForTenant, until];
  return `${origin}${connectPath}/${await identity.seal(JSON.stringify(content))}`;
}

export function sealedReturn(
  { connection, state, subject, tenant }: ReturnTicket,
  identity: IdentityClient,
): Promise<string> {
  return identity.seal(JSON.stringify([null, returnKind, tenant, connection, state, subject]));
}

/** Undefined for anything that this deployment did not make. */
export async function readConnectTicket(text: string, identity: IdentityClient): Promise<ConnectTicket | undefined> {
  const [tenant, subject, connection, mayForTenant, until] = await partsOf(text, linkKind, identity);
  if (typeof tenant !== "string" || typeof subject !== "string" || typeof connection !== "string") return undefined;
  if (typeof mayForTenant !== "boolean" || typeof until !== "number") return undefined;
  return { tenant, subject, connection, mayForTenant, until };
}

/** As `readConnectTicket`. */
export async function readReturn(text: string, identity: IdentityClient): Promise<ReturnTicket | undefined> {
  const [tenant, connection, state, subject] = await partsOf(text, returnKind, identity);
  if (typeof tenant !== "string" || typeof connection !== "string" || typeof state !== "string") return undefined;
  return typeof subject === "string" ? { tenant, subject, connection, state } : undefined;
}

async function partsOf(text: string, kind: string | undefined, identity: IdentityClient): Promise<readonly unknown[]> {
  const content = await identity.open(text);
  const parts = content === undefined ? [] : (JSON.parse(content) as readonly unknown[]);
  return parts[0] === null && parts[1] === kind ? parts.slice(2) : [];
}
