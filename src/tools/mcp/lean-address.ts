/**
 * Where a server is and how it is spoken to, as far as a usual call needs it: revisions of the protocol that are known here, and connections
 * that are as the library would have stored them. Any other is left to the library.
 */
import { isJsonArray, isJsonObject, type Json } from "../../json/json.ts";
import type { ProviderDefinition } from "../../plan/callable.ts";
import type { McpLink } from "./mcp-client.ts";

export interface LeanAddress {
  readonly url: string;
  /** The newer era declares revision, client and capabilities with every request. */
  readonly era: "modern" | "legacy";
  readonly protocolVersion: string;
  /** Null for a server that keeps no sessions. */
  readonly sessionId: string | null;
}

const modernVersion = "2026-07-28";
const legacyVersions: ReadonlySet<Json | undefined> = new Set(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);

/** The address that `provider` pins. Null if the library has to see to it. */
export function pinnedAddress({ connection, url }: ProviderDefinition): LeanAddress | null {
  const { href } = URL.parse(url) ?? {};
  if (href === undefined || !isJsonObject(connection)) return null;
  const { discover, era, protocolVersion, sessionId } = connection;
  if (era === "modern" && protocolVersion === modernVersion && isDiscovery(discover))
    return { url: href, era, protocolVersion, sessionId: null };
  if (era !== "legacy" || typeof protocolVersion !== "string" || !legacyVersions.has(protocolVersion)) return null;
  if (sessionId === null || (typeof sessionId === "string" && sessionId !== ""))
    return { url: href, era, protocolVersion, sessionId };
  return null;
}

/** The address of a link whose handshake was made here. */
export function negotiatedAddress({ client, transport }: McpLink): LeanAddress | null {
  const { sessionId, url } = transport.address;
  const [era, protocolVersion] = [client.getProtocolEra(), client.getNegotiatedProtocolVersion()];
  if (era === "modern" && protocolVersion === modernVersion)
    return { url: url.href, era, protocolVersion, sessionId: null };
  if (era !== "legacy" || protocolVersion === undefined || !legacyVersions.has(protocolVersion)) return null;
  return { url: url.href, era, protocolVersion, sessionId };
}

/** As far as the library checks a stored discovery before it uses it. */
function isDiscovery(discover: Json | undefined): boolean {
  if (!isJsonObject(discover)) return false;
  const { cacheScope, capabilities, resultType, supportedVersions, ttlMs } = discover;
  return (
    isJsonArray(supportedVersions) &&
    supportedVersions.includes(modernVersion) &&
    supportedVersions.every((version) => typeof version === "string") &&
    isJsonObject(capabilities) &&
    resultType === "complete" &&
    Number.isInteger(ttlMs) &&
    Number(ttlMs) >= 0 &&
    (cacheScope === "public" || cacheScope === "private")
  );
}
