/**
 * First contact with an MCP server: which era of the protocol it speaks and which tools it has. Every tool is checked against the rules of
 * the catalog. A tool that breaks one is left out and reported.
 */
import type { FetchLike } from "@modelcontextprotocol/client";
import { type DiscoveredTool, type DroppedTool, furtherTools, keptDropped } from "../../catalog/discovered-tool.ts";
import { withoutSecret, withSecretReplacedIn } from "../../catalog/without-secret.ts";
import type { Failure } from "../../json/failure.ts";
import { isJsonArray, isJsonObject, type Json, ownValue } from "../../json/json.ts";
import { newObservation } from "../call-observation.ts";
import { failedAttempt } from "../outcome.ts";
import { listedTool } from "./listed-tool.ts";
import { type McpLink, negotiatedConnection, openLink } from "./mcp-client.ts";
import type { McpCaller } from "./mcp-exchange.ts";

type FoundTools = Extract<McpDiscovery, { readonly ok: true }>;

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

interface ToolList {
  readonly tools: readonly Json[];
  /** Why the server may have more tools than these. Undefined if it has none. */
  readonly unread?: string;
}

/**
 * Page by page, because the library's own walk throws away everything when a server has too many pages. A cursor that is null or empty ends the
 * list, as one that is absent.
 */
async function listTools(link: McpLink, caller: McpCaller): Promise<ToolList> {
  const tools: Json[] = [];
  const cursors = new Set<string>();
  let params: { readonly cursor?: string } = {};
  for (let page = 0; page < maxPages; page++) {
    await link.client.request({ method: "tools/list", params }, { signal: caller.signal });
    const listed = link.transport.listed as Json;
    const found = isJsonObject(listed) ? ownValue(listed, "tools") : undefined;
    if (!isJsonObject(listed) || !isJsonArray(found)) {
      caller.observation.unreadable = "required a list of tools in `tools`, found none";
      throw new Error("The server sent no list of tools");
    }
    for (const tool of found) tools.push(tool);
    const cursor = ownValue(listed, "nextCursor") ?? "";
    if (cursor === "" || tools.length > maxTools) return { tools };
    if (typeof cursor !== "string") return { tools, unread: "required a cursor that is a text, found another" };
    if (cursors.has(cursor))
      return { tools, unread: "required a cursor that leads on, found one that was asked for before" };
    cursors.add(cursor);
    params = { cursor };
  }
  return { tools, unread: `required a list of at most ${maxPages} pages, found more` };
}

function checkedTools({ tools: listed, unread }: ToolList): Pick<FoundTools, "dropped" | "tools"> {
  const tools: DiscoveredTool[] = [];
  const dropped: DroppedTool[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of listed.entries()) {
    const parsed = listedTool(entry, index, seen);
    const { name } = parsed.ok ? parsed.tool : parsed;
    if (!parsed.ok) dropped.push({ name, reason: parsed.reason });
    else if (tools.length === maxTools) dropped.push({ name, reason: `required at most ${maxTools} tools` });
    else tools.push(parsed.tool);
    seen.add(name);
  }
  if (unread !== undefined) dropped.push({ name: furtherTools, reason: unread });
  return { tools, dropped: keptDropped(dropped) };
}

/** Servers of the revision 2024-11-05 are asked at two addresses, of which this is the usual name of the first. */
function adviceOn(url: string): string {
  if (!/\/sse\/?$/.test(URL.parse(url)?.pathname ?? "")) return "";
  return ". An address that ends in /sse is that of the transport before streamable HTTP, which alone is spoken here: the server may have one that ends in /mcp, or a proxy such as mcp-proxy gives it one";
}

function unreachable(request: McpDiscoveryRequest, caller: McpCaller): McpDiscovery {
  const { observation } = caller;
  if (observation.answered)
    observation.unreadable ??= "required an answer as a known revision of the protocol has it, found another";
  const { failure } = failedAttempt("the discovery of the MCP server", observation, request.clock.now());
  const message = withoutSecret(failure.message + adviceOn(request.url), request.bearer);
  const status = failure.code === "UPSTREAM_UNAUTHORIZED" ? "UNAUTHORIZED" : "UNREACHABLE";
  return { ok: false, status, failure: { ...failure, message } };
}
