/**
 * Addresses of artifacts at `/artifacts/…`. A link opens one artifact to every holder, for some minutes; it is sealed as ids are, so
 * that none can be made or changed outside. The id of an artifact stands in the same place and opens nothing without a credential.
 */

import type { RevocableCredential } from "../../access/revocable-credential.ts";
import type { ArtifactAddress } from "../../execution/events/artifact-record.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";

export const artifactsPath = "/artifacts";

/** How long a link works at most. */
export const artifactLinkMs = 300_000;

/** Where the tenant stands in the ids of nodes, links have none: no tenant can be called so. */
const LINK = [null, "ARTIFACT_LINK"] as const;

/** The credential that asks for a link, which ends with it. */
export interface LinkMaker {
  /** Unix milliseconds. Absent if it does not end. */
  readonly validUntil?: number | undefined;
  /** Absent if it cannot be revoked. */
  readonly credential?: RevocableCredential | undefined;
}

/** A URL below `origin` at which anybody can read the artifact until five minutes from `now`, but no longer than its `maker` is valid. */
export async function artifactLink(
  origin: string,
  tenant: string,
  { name, owner }: ArtifactAddress,
  identity: IdentityClient,
  now: number,
  { credential, validUntil = Number.POSITIVE_INFINITY }: LinkMaker = {},
): Promise<string> {
  const openUntil = Math.min(now + artifactLinkMs, validUntil);
  const content = [...LINK, tenant, owner, name, openUntil, ...(credential === undefined ? [] : [credential])];
  const ticket = await identity.seal(JSON.stringify(content));
  return `${origin}${artifactsPath}/${ticket}`;
}

/** The text behind `/artifacts/`. */
export interface ArtifactTicket {
  readonly tenant: string;
  readonly address: ArtifactAddress;
  /** Unix milliseconds until which no credential is needed. Null for an id, which always needs one. */
  readonly openUntil: number | null;
  /** The link ends once this is revoked. Absent for an id, and for a link that no such credential asked for. */
  readonly credential?: RevocableCredential;
}

/** Undefined for anything that this deployment did not make. */
export async function readArtifactTicket(
  ticket: string,
  identity: IdentityClient,
): Promise<ArtifactTicket | undefined> {
  const content = await identity.open(ticket);
  const parts = content === undefined ? [] : (JSON.parse(content) as unknown[]);
  if (parts[0] === LINK[0] && parts[1] === LINK[1]) {
    const [tenant, owner, name, openUntil, credential] = parts.slice(LINK.length);
    const opened = typeof openUntil === "number" ? ticketOf(tenant, owner, name, openUntil) : undefined;
    // Sealed by `artifactLink`, as the Worker had it.
    return opened && { ...opened, ...(credential !== undefined && { credential: credential as RevocableCredential }) };
  }
  const [tenant, kind, owner, name] = parts;
  return kind === "ARTIFACT" ? ticketOf(tenant, owner, name, null) : undefined;
}

function ticketOf(
  tenant: unknown,
  owner: unknown,
  name: unknown,
  openUntil: number | null,
): ArtifactTicket | undefined {
  if (typeof tenant !== "string" || typeof owner !== "string" || typeof name !== "string") return undefined;
  return { tenant, address: { owner, name }, openUntil };
}
