/**
 * The request of a usual `tools/call`, with the headers and members that the official client would send. A call that needs an encoding of its
 * own, such as an argument beyond ASCII that is mirrored into a header, is left to the library.
 */
import { isJsonObject, type Json, type JsonSchema, ownValue } from "../../json/json.ts";
import { clientInfo, questionCapabilities } from "./client-declarations.ts";
import { headerParameterProblem } from "./header-parameters.ts";
import type { LeanAddress } from "./lean-address.ts";
import { headersOf, type McpToolCall, metadataOf } from "./mcp-tool-call.ts";

export interface LeanRequest {
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** Undefined if the library has to write it. */
export function leanRequest(call: McpToolCall, address: LeanAddress, id: number): LeanRequest | undefined {
  const { callable, bearer } = call;
  const headers: Record<string, string> = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": address.protocolVersion,
    ...headersOf(call),
  };
  if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`;
  if (address.sessionId !== null) headers["mcp-session-id"] = address.sessionId;
  if (address.era === "modern") {
    const mirrored = mirroredArguments(call);
    if (mirrored === undefined || !isPlain(callable.remoteName)) return undefined;
    headers["mcp-method"] = "tools/call";
    headers["mcp-name"] = callable.remoteName;
    for (const [name, value] of mirrored) headers[name] = value;
  }
  // Such a header can be sent as it is, or the library says that it cannot.
  for (const name in headers) if (!isToken(name) || !isPlain(headers[name] ?? "")) return undefined;
  const metadata = address.era === "modern" ? { ...envelope(address), ...metadataOf(call, id) } : metadataOf(call, id);
  const params = { name: callable.remoteName, arguments: call.arguments, _meta: metadata };
  return { headers, body: JSON.stringify({ method: "tools/call", params, jsonrpc: "2.0", id }) };
}

/** The declarations of a request of the newer era. */
function envelope({ protocolVersion }: LeanAddress): { readonly [key: string]: unknown } {
  return {
    "io.modelcontextprotocol/protocolVersion": protocolVersion,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": questionCapabilities,
  };
}

/** The headers that repeat arguments. Undefined if one of them has to be encoded. */
function mirroredArguments({
  arguments: input,
  callable,
}: McpToolCall): readonly (readonly [string, string])[] | undefined {
  const declared = mirroredPaths(callable.inputSchema);
  if (declared === null) return undefined;
  const headers: [string, string][] = [];
  for (const { name, path } of declared) {
    const value = path.reduce<Json | undefined>(
      (within, key) => (isJsonObject(within) ? ownValue(within, key) : undefined),
      input,
    );
    if (value === undefined || value === null || typeof value === "object") continue;
    if (typeof value === "number" && !Number.isSafeInteger(value)) return undefined;
    const text = String(value);
    if (!isPlain(text)) return undefined;
    headers.push([`mcp-param-${name}`, text]);
  }
  return headers;
}

interface MirroredPath {
  readonly name: string;
  readonly path: readonly string[];
}

const known = new WeakMap<object, readonly MirroredPath[] | null>();

/** Where the schema declares arguments that are mirrored. Null if it breaks a rule of that. */
function mirroredPaths(schema: JsonSchema): readonly MirroredPath[] | null {
  if (typeof schema !== "object") return [];
  const found = known.get(schema);
  if (found !== undefined) return found;
  const paths = headerParameterProblem(schema) === null ? pathsIn(schema, []) : null;
  known.set(schema, paths);
  return paths;
}

function pathsIn(schema: Json, path: readonly string[]): readonly MirroredPath[] {
  if (!isJsonObject(schema)) return [];
  const name = ownValue(schema, "x-mcp-header");
  const properties = ownValue(schema, "properties");
  const here = typeof name === "string" ? [{ name, path }] : [];
  const within = isJsonObject(properties) ? Object.entries(properties) : [];
  return [...here, ...within.flatMap(([key, property]) => pathsIn(property, [...path, key]))];
}

/** Whether `text` can stand in a header as it is. */
function isPlain(text: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith("=?base64?");
}

/** Whether `name` is one that a header can have. */
function isToken(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
