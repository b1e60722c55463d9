/**
 * First contact with an MCP server: which era of the protocol it speaks and which tools it has. Every tool is checked against the rules of
 * the catalog. A tool that breaks one is left out and reported.
 */
import type { FetchLike } from "@modelcontextprotocol/client";
import type { DiscoveredTool, DroppedTool } from "../../catalog/discovered-tool.ts";
import { withoutSecret, withSecretReplacedIn } from "../../catalog/without-secret.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonArray, isJsonObject, type Json, ownValue } from "../../json/json.ts";
import { newObservation } from "../call-observation.ts";
import { failedAttempt } from "../outcome.ts";
import { listedTool } from "./listed-tool.ts";
import { type McpLink, negotiatedConnection, openLink } from "./mcp-client.ts";
import type { McpCaller } from "./mcp-exchange.ts";

export type McpDiscovery =
  | {
      readonly ok: true;
      /** To be stored as `ProviderDefinition.connection`. */
      readonly connection: Json;
      readonly protocolVersion: string;
      /** Null if the server does not say who it is. */
      readonly serverName: string | null;
      readonly tools: readonly DiscoveredTool[];
      readonly dropped: readonly DroppedTool[];
    }
  | { readonly ok: false; readonly status: "UNAUTHORIZED" | "UNREACHABLE"; readonly failure: Failure };

export interface McpDiscoveryRequest {
  readonly url: string;
  readonly bearer: string | undefined;
  readonly fetch: FetchLike;
  /** Whether others call the server than who is asked for now. A session of the older era is theirs then, and is not kept. */
  readonly isCalledByOthers?: boolean;
  /** Bounds the whole contact. */
  readonly signal: AbortSignal;
  readonly clock: { now(): number };
}

const maxTools = 1_000;
const maxPages = 64;

/** Negotiates with the server at `url` and lists its tools. */
export async function discoverMcpServer(request: McpDiscoveryRequest): Promise<McpDiscovery> {
  const caller: McpCaller = { ...request, observation: newObservation() };
  let link: McpLink | null = null;
  try {
    link = await openLink(request.url, null, caller);
    const listed = await listTools(link, caller);
    const connection = negotiatedConnection(link);
    if (connection === null) throw new Error("A fresh link has negotiated a connection");
    const { dropped, tools } = checkedTools(listed);
    const serverName = link.client.getServerVersion()?.name ?? null;
    return {
      ok: true,
      connection: request.isCalledByOthers === true && connection.era === "legacy" ? null : (connection as Json),
      protocolVersion: connection.protocolVersion,
      // The description of a server is stored and shown, so it must not repeat a secret that the server was sent.
      serverName: withSecretReplacedIn(serverName, request.bearer),
      tools: withSecretReplacedIn(tools as unknown as Json, request.bearer) as unknown as typeof tools,
      dropped: withSecretReplacedIn(dropped as unknown as Json, request.bearer) as unknown as typeof dropped,
    };
  } catch {
    return unreachable(request, caller);
  } finally {
    await link?.client.close();
  }
}

/** Page by page, because the library's own walk throws away everything when a server has too many pages. */
async function listTools(link: McpLink, caller: McpCaller): Promise<readonly Json[]> {
  const tools: Json[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && tools.length <= maxTools; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const { nextCursor } = await link.client.request({ method: "tools/list", params }, { signal: caller.signal });
    const listed = listedBy(link.transport.listed as Json);
    if (listed === null) {
      caller.observation.unreadable = "required a list of tools in `tools`, found none";
      throw new Error("The server sent no list of tools");
    }
    tools.push(...listed);
    cursor = nextCursor;
    if (cursor === undefined) return tools;
  }
  return tools;
}

function listedBy(result: Json): readonly Json[] | null {
  const tools = isJsonObject(result) ? ownValue(result, "tools") : undefined;
  return isJsonArray(tools) ? tools : null;
}

function checkedTools(listed: readonly Json[]): { tools: DiscoveredTool[]; dropped: DroppedTool[] } {
  const tools: DiscoveredTool[] = [];
  const dropped: DroppedTool[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of listed.entries()) {
    const reading = listedTool(entry, index, seen);
    const { name } = reading.ok ? reading.tool : reading;
    if (!reading.ok) dropped.push({ name, reason: reading.reason });
    else if (tools.length === maxTools) dropped.push({ name, reason: `required at most ${maxTools} tools` });
    else tools.push(reading.tool);
    seen.add(name);
  }
  return { tools, dropped };
}

function unreachable(request: McpDiscoveryRequest, caller: McpCaller): McpDiscovery {
  const { failure } = failedAttempt("the discovery of the MCP server", caller.observation, request.clock.now());
  const message = withoutSecret(failure.message, request.bearer);
  const status = failure.code === "UPSTREAM_UNAUTHORIZED" ? "UNAUTHORIZED" : "UNREACHABLE";
  return { ok: false, status, failure: { ...failure, message } };
}
