/**
 * First contact with an MCP server: which era it speaks, which tools it has. What is found is checked against the rules of
 * the catalog; a tool that breaks one is dropped and reported, never silently.
 */
import type { FetchLike } from "@modelcontextprotocol/client";
import type { DiscoveredTool, DroppedTool } from "../catalog/discovered-tool.ts";
import { withoutSecret, withSecretReplacedIn } from "../catalog/without-secret.ts";
import type { Failure } from "../plan/failure.ts";
import { type Json, type JsonObject, type JsonSchema, utf8Bytes } from "../plan/json.ts";
import { maxValueDepth } from "../plan/limits.ts";
import { describeSchemaProblem, schemaProblem } from "../plan/schema/schema-limits.ts";
import { newObservation } from "./call-observation.ts";
import { isTooDeep } from "./callee-edge.ts";
import { headerParameterProblem } from "./header-parameters.ts";
import { type McpLink, negotiatedConnection, openLink } from "./mcp-client.ts";
import type { McpCaller } from "./mcp-exchange.ts";
import { failedAttempt } from "./outcome.ts";

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
  readonly bearer: string | null;
  readonly fetch: FetchLike;
  /** Bounds the whole contact. */
  readonly signal: AbortSignal;
  readonly clock: { now(): number };
}

const maxTools = 1_000;
const maxPages = 64;
const maxDescriptionBytes = 16_384;
const toolName = /^[A-Za-z0-9_.-]{1,128}$/;

interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  readonly _meta?: unknown;
}

/** Negotiates with the server at `url` and lists its tools. */
export async function discoverMcpServer(request: McpDiscoveryRequest): Promise<McpDiscovery> {
  const caller: McpCaller = { ...request, observation: newObservation() };
  let link: McpLink | null = null;
  try {
    link = await openLink(request.url, null, caller);
    const listed = await listTools(link, request.signal);
    const connection = negotiatedConnection(link);
    if (connection === null) throw new Error("A fresh link has negotiated a connection");
    const { dropped, tools } = checkedTools(listed);
    const serverName = link.client.getServerVersion()?.name ?? null;
    return {
      ok: true,
      connection: connection as Json,
      protocolVersion: connection.protocolVersion,
      // What a server says of itself is stored and shown, so it may repeat no secret that it was sent.
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
async function listTools(link: McpLink, signal: AbortSignal): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && tools.length <= maxTools; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await link.client.request({ method: "tools/list", params }, { signal });
    tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined) return tools;
  }
  return tools;
}

function checkedTools(listed: readonly ListedTool[]): { tools: DiscoveredTool[]; dropped: DroppedTool[] } {
  const tools: DiscoveredTool[] = [];
  const dropped: DroppedTool[] = [];
  const seen = new Set<string>();
  for (const tool of listed) {
    const reason = tools.length === maxTools ? `required at most ${maxTools} tools` : toolProblem(tool, seen);
    if (reason !== null) dropped.push({ name: tool.name.slice(0, 128), reason });
    else tools.push(discoveredTool(tool));
    seen.add(tool.name);
  }
  return { tools, dropped };
}

function toolProblem(tool: ListedTool, seen: ReadonlySet<string>): string | null {
  if (!toolName.test(tool.name)) return "required a name of 1 to 128 letters, digits, `_`, `.` or `-`";
  if (seen.has(tool.name)) return "required a name that no other tool of the server has";
  if (utf8Bytes(tool.description ?? "") > maxDescriptionBytes) {
    return `required a description of at most ${maxDescriptionBytes} bytes`;
  }
  if ([tool.annotations, tool._meta].some((value) => isTooDeep((value ?? null) as Json)))
    return `required annotations and metadata of at most ${maxValueDepth} levels of objects and arrays`;
  const input = schemaProblem(tool.inputSchema);
  if (input !== null) return `input schema: ${describeSchemaProblem(input)}`;
  const output = tool.outputSchema === undefined ? null : schemaProblem(tool.outputSchema);
  if (output !== null) return `output schema: ${describeSchemaProblem(output)}`;
  return headerParameterProblem(tool.inputSchema as JsonSchema);
}

function discoveredTool(tool: ListedTool): DiscoveredTool {
  return {
    name: tool.name,
    title: tool.title ?? null,
    description: tool.description ?? null,
    inputSchema: tool.inputSchema as JsonObject,
    outputSchema: (tool.outputSchema as JsonObject | undefined) ?? null,
    annotations: (tool.annotations as JsonObject | undefined) ?? {},
    metadata: (tool._meta as JsonObject | undefined) ?? {},
  };
}

function unreachable(request: McpDiscoveryRequest, caller: McpCaller): McpDiscovery {
  const { failure } = failedAttempt("the discovery of the MCP server", caller.observation, request.clock.now());
  const message = withoutSecret(failure.message, request.bearer);
  const status = failure.code === "UPSTREAM_UNAUTHORIZED" ? "UNAUTHORIZED" : "UNREACHABLE";
  return { ok: false, status, failure: { ...failure, message } };
}
