/**
 * The negotiation of one contact with an MCP server, as JSON: enough for a later call to need no handshake (E15). It travels in
 * `ProviderDefinition.connection`, opaque to everyone else.
 */
import * as z from "zod";
import type { Json } from "../../json/json.ts";

const modernConnection = z.object({
  era: z.literal("modern"),
  protocolVersion: z.string(),
  /** The answer of `server/discover`, without its instructions. */
  discover: z.looseObject({ supportedVersions: z.array(z.string()), capabilities: z.looseObject({}) }),
});

const legacyConnection = z.object({
  era: z.literal("legacy"),
  protocolVersion: z.string(),
  /** Null for a server that keeps no sessions. */
  sessionId: z.string().nullable(),
});

const mcpConnection = z.discriminatedUnion("era", [modernConnection, legacyConnection]);

export type McpConnection = z.infer<typeof mcpConnection>;

/** The stored connection, or null if there is none or another version wrote it: the caller then negotiates again. */
export function parseConnection(stored: Json): McpConnection | null {
  const parsed = mcpConnection.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
