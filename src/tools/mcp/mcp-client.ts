/**
 * The official MCP client, bound to one server. With a stored connection it sends requests at once; without one it negotiates first. It
 * validates no output and answers no question of the server: schemas are checked by `schema`, questions are returned to the caller.
 */
import {
  Client,
  type DiscoverResult,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
} from "@modelcontextprotocol/client";
import { clientInfo } from "./client-declarations.ts";
import type { McpConnection } from "./mcp-connection.ts";
import type { McpCaller } from "./mcp-exchange.ts";
import { McpTransport } from "./mcp-transport.ts";

/** A client with the transport under it. */
export interface McpLink {
  readonly client: Client;
  readonly transport: McpTransport;
}

/** Given to the library so that it neither compiles schemas into code nor judges results before we do. */
const noValidation: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/**
 * Opens a link to `url`. Without `connection` the protocol era is found out, which costs two to three requests made on behalf of
 * `negotiator`; rejects with the library's error if that fails.
 */
export async function openLink(url: string, connection: McpConnection | null, negotiator: McpCaller): Promise<McpLink> {
  const transport = new McpTransport(url, connection, negotiator);
  const client = new Client(clientInfo, {
    capabilities: {},
    jsonSchemaValidator: noValidation,
    versionNegotiation: { mode: "auto" },
    inputRequired: { autoFulfill: false },
  });
  // The library checks the shape of a stored discovery again before it adopts it.
  if (connection?.era === "modern") {
    await client.connect(transport, { prior: { kind: "modern", discover: connection.discover as DiscoverResult } });
  } else {
    await client.connect(transport);
  }
  return { client, transport };
}

/** The negotiation of `link`, to be stored. Null if it was resumed, because then nothing new was negotiated. */
export function negotiatedConnection(link: McpLink): McpConnection | null {
  const protocolVersion = link.client.getNegotiatedProtocolVersion();
  if (protocolVersion === undefined) return null;
  const discovered = link.client.getDiscoverResult();
  if (discovered === undefined) {
    return { era: "legacy", protocolVersion, sessionId: link.transport.sessionId ?? null };
  }
  const { instructions: _unused, ...discover } = discovered;
  return { era: "modern", protocolVersion, discover };
}
