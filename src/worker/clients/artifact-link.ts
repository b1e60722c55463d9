/**
 * Addresses of artifacts at `/artifacts/…`. A link opens one artifact to every holder, for some minutes; it is sealed as ids are, so
 * that none can be made or changed outside. The id of an artifact stands in the same place and opens nothing without a credential.
 */

import type { ArtifactAddress } from "../../execution/events/artifact-record.ts";
import type { IdentityClient } from "../../graph/base/ports.ts";

export const artifactsPath = "/artifacts";

/** How long a link works at most. */
export const artifactLinkMs = 300_000;

/** Where the tenant stands in the ids of nodes, links have none: no tenant can be called so. */
const LINK = [null, "ARTIFACT_LINK"] as const;

/**
 * A URL below `origin` at which anybody can read the artifact until five minutes from `now`, but no longer than `validUntil`, the end of the
 * credential that asks for it. Both Unix milliseconds.
 */
export async function artifactLink(
  origin: string,
  tenant: string,
  { name, owner }: ArtifactAddress,
  identity: IdentityClient,
  now: number,
  validUntil = Number.POSITIVE_INFINITY,
): Promise<string> {
  const openUntil = Math.min(now + artifactLinkMs, validUntil);
  const ticket = await identity.seal(JSON.stringify([...LINK, tenant, owner, name, openUntil]));
  return `${origin}${artifactsPath}/${ticket}`;
}

/** The text behind `/artifacts/`. */
export interface ArtifactTicket {
  readonly tenant: string;
  readonly address: ArtifactAddress;
  /** Unix milliseconds until which no credential is needed. Null for an id, which always needs one. */
  readonly openUntil: number | null;
}

/** Undefined for anything that this deployment did not make. */
export async function readArtifactTicket(
  ticket: string,
  identity: IdentityClient,
): Promise<ArtifactTicket | undefined> {
  const content = await identity.open(ticket);
  const parts = content === undefined ? [] : (JSON.parse(content) as unknown[]);
  if (parts[0] === LINK[0] && parts[1] === LINK[1]) {
    const [tenant, owner, name, openUntil] = parts.slice(LINK.length);
    return typeof openUntil === "number" ? ticketOf(tenant, owner, name, openUntil) : undefined;
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
