/**
 * Room `mcp-server`: Planwright as an MCP server: orchestration, workflows and agents with schemas as tools. It owns the list of tools, a call from its arguments
 * to its result, and the ports that it needs (`ports.ts`).
 *
 * It leaves to others: `worker/routes` checks host, origin, body size and credential, and implements the start of a call over
 * `graph/start`; `execution/callables` makes the run; `tools/mcp` is the client side.
 *
 * Invariants:
 *
 * - Requests share nothing: each has a handler of its own, and there are no sessions.
 * - A call that is nested too deeply or breaks the schema of its tool is refused before anything is started.
 * - E1: the execution is named from the caller's key, or from randomness without one. A used key returns its execution.
 * - The list of tools depends on the catalog and the deployment only.
 * - An output that does not fit into a result is marked, never cut without a mark (O30, C32).
 *
 * This file is `/mcp` as a function from a request to a response, after the credential was verified. It refuses requests that are no
 * message of a supported revision, and those for which the caller has no scope (403 with the challenge of RFC 6750). The official handler
 * does the rest.
 */
import { createMcpHandler, ProtocolErrorCode, specTypeSchemas } from "@modelcontextprotocol/server";
import { faultText } from "../json/fault-text.ts";
import { isJsonObject, type Json, type JsonObject, jsonDepth, ownValue } from "../json/json.ts";
import { boundsText, isWithin } from "../json/json-count.ts";
import { maxJson } from "../plan/limits.ts";
import { errorResponse } from "./error-response.ts";
import { type McpSession, protocolVersions } from "./ports.ts";
import { serverFor } from "./request-server.ts";

/** The platform notices at the second write after it that a client has left, and with it that its call is cancelled. */
const KEEP_ALIVE_MS = 1_000;
const MAX_JSON_DEPTH = 128;
/** Attributes of a span, so that no caller chooses names. */
const knownMethods: ReadonlySet<unknown> = new Set([
  "initialize",
  "server/discover",
  "tools/list",
  "tools/call",
  "ping",
]);
/** Of the newest revision: methods that it does not have any more, and those that need announcements of changes. */
const notOfRevision: ReadonlySet<unknown> = new Set(["initialize", "subscriptions/listen"]);
/** The protocol's code for headers that are missing or contradict the body. */
const HEADER_MISMATCH = -32_020;

/** Serves one request whose body is `text`. */
export async function mcpEndpoint(request: Request, text: string | undefined, session: McpSession): Promise<Response> {
  const parsed = text === undefined ? ({ ok: true, body: undefined } as const) : bodyOf(text);
  if (!parsed.ok) return errorResponse(400, parsed.code, parsed.message);
  const { body } = parsed;
  const method = body && ownValue(body, "method");
  if (text !== undefined && method !== "initialize" && !request.headers.has("mcp-protocol-version")) {
    const message = "Header mismatch: required the header MCP-Protocol-Version, found none";
    return errorResponse(400, HEADER_MISMATCH, message, body === undefined ? null : idOf(body));
  }
  session.onOperation?.(knownMethods.has(method) ? String(method) : "other");
  const isModern = request.headers.get("mcp-protocol-version") === protocolVersions[0];
  // Headers that contradict the body are refused by the library, in the words of the revision.
  const isNamed = !isModern || request.headers.get("mcp-method") === method;
  if (isModern && isNamed && notOfRevision.has(method)) {
    return errorResponse(404, ProtocolErrorCode.MethodNotFound, notFound(method), idOf(body ?? {}));
  }
  const misshaped = body === undefined || !isNamed ? undefined : misshapedParams(method, body);
  if (misshaped !== undefined) return errorResponse(200, ProtocolErrorCode.InvalidParams, misshaped, idOf(body ?? {}));
  const missing = missingScope(method, session);
  if (missing !== undefined) return forbidden(missing, body);
  const handler = createMcpHandler((context) => serverFor(context, session), {
    // A call may take long: bytes on the way keep proxies from giving it up. All other answers are one JSON body.
    responseMode: method === "tools/call" ? "sse" : "auto",
    keepAliveMs: KEEP_ALIVE_MS,
    // A subscription never reaches the library.
    maxSubscriptions: 0,
    onerror: (error) => session.log({ log: "mcp_error", error: faultText(error) }),
  });
  return handler.fetch(request, body === undefined ? {} : { parsedBody: body });
}

type ParsedBody =
  | { readonly ok: true; readonly body: JsonObject }
  | { readonly ok: false; readonly code: number; readonly message: string };

function bodyOf(text: string): ParsedBody {
  if (!isWithin(text, maxJson)) {
    const message = `Invalid request: required ${boundsText(maxJson)}, found more`;
    return { ok: false, code: ProtocolErrorCode.InvalidRequest, message };
  }
  let body: Json;
  try {
    body = JSON.parse(text);
  } catch {
    return { ok: false, code: ProtocolErrorCode.ParseError, message: "Parse error: the body is not JSON" };
  }
  if (!isJsonObject(body)) {
    const message = `Invalid request: required one JSON-RPC message, found ${Array.isArray(body) ? "a batch" : "none"}`;
    return { ok: false, code: ProtocolErrorCode.InvalidRequest, message };
  }
  if (jsonDepth(body, MAX_JSON_DEPTH + 1) > MAX_JSON_DEPTH) {
    const message = `Invalid request: required at most ${MAX_JSON_DEPTH} objects and arrays within one another, found more`;
    return { ok: false, code: ProtocolErrorCode.InvalidRequest, message };
  }
  return { ok: true, body };
}

/**
 * Why the parameters cannot be accepted. Otherwise the handler would answer a wrong shape as a fault of its own (-32603), with the text of
 * its library.
 */
function misshapedParams(method: Json | undefined, body: JsonObject): string | undefined {
  const result = requestSchema(method)?.["~standard"].validate(body);
  if (result === undefined || result instanceof Promise || result.issues === undefined) return undefined;
  const [issue] = result.issues;
  const place = (issue?.path ?? [])
    .map((segment) => String(typeof segment === "object" ? segment.key : segment))
    .join(".");
  return `Cannot take the parameters: ${place.slice(0, 200)}: ${issue?.message.slice(0, 200)}`;
}

function requestSchema(method: Json | undefined) {
  switch (method) {
    case "initialize":
      return specTypeSchemas.InitializeRequest;
    case "ping":
      return specTypeSchemas.PingRequest;
    case "tools/list":
      return specTypeSchemas.ListToolsRequest;
    case "tools/call":
      return specTypeSchemas.CallToolRequest;
    default:
      return null;
  }
}

function notFound(method: Json | undefined): string {
  return method === "initialize"
    ? "Method not found: required server/discover, which takes the place of initialize in 2026-07-28"
    : "Method not found: nothing that is listed here announces its changes; list again once ttlMs is over";
}

function missingScope(method: Json | undefined, { caller }: McpSession): string | undefined {
  if (method === "tools/list" && !caller.mayList) return "REGISTRY_READ";
  if (method === "tools/call" && !caller.mayCall) return "EXECUTION_START";
  return undefined;
}

function forbidden(scope: string, body: JsonObject | undefined): Response {
  const message = `Cannot serve the request: required the scope ${scope}, which the caller does not hold`;
  const challenge = { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` };
  return errorResponse(403, 403, message, body === undefined ? null : idOf(body), challenge);
}

/** The id of a request. Null for a request without one. */
function idOf(body: JsonObject): Json {
  const id = ownValue(body, "id");
  return typeof id === "string" || typeof id === "number" ? id : null;
}
