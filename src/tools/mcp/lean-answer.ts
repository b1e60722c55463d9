/**
 * Reads the answer to a usual `tools/call`: one JSON-RPC result with our id, whose content is text alone. Every other answer, such as one
 * with another kind of content or an unknown member, is left to the library. So this reader is right for the answers that it reads, and it
 * need not know the protocol.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonIn } from "../../json/json.ts";
import type { LeanAddress } from "./lean-address.ts";
import type { McpToolResult } from "./mcp-result.ts";
import { eventIn } from "./stream-event.ts";

/** The messages of a stream so far. */
export type ParsedStream =
  | { readonly kind: "GOES_ON"; readonly rest: string }
  | { readonly kind: "RESULT"; readonly result: McpToolResult }
  | { readonly kind: "UNUSUAL" };

/** The result in a JSON body. Undefined if it is anything but a usual one. */
export function resultInText(text: string, id: number, era: LeanAddress["era"]): McpToolResult | undefined {
  const message = jsonIn(text);
  return message === undefined ? undefined : resultIn(message, id, era);
}

/**
 * Reads the whole events at the beginning of `text`. Comments and notifications say nothing about a call and are passed over; everything else
 * but the result, such as a request of the server, is unusual.
 */
export function resultInStream(text: string, id: number, era: LeanAddress["era"]): ParsedStream {
  let rest = text;
  for (;;) {
    // A return at the end may be half of an end of line.
    if (/\r(?!\n|$)/.test(rest)) return { kind: "UNUSUAL" };
    const end = /\r?\n\r?\n/.exec(rest);
    if (end === null) return { kind: "GOES_ON", rest };
    const event = eventIn(rest.slice(0, end.index));
    rest = rest.slice(end.index + end[0].length);
    if (event === "NOTHING") continue;
    const message = event === "UNUSUAL" ? undefined : jsonIn(event.data);
    if (message !== undefined && isNotification(message)) continue;
    const result = message === undefined ? undefined : resultIn(message, id, era);
    return result === undefined ? { kind: "UNUSUAL" } : { kind: "RESULT", result };
  }
}

function isNotification(message: Json): boolean {
  return isJsonObject(message) && Object.hasOwn(message, "method") && !Object.hasOwn(message, "id");
}

const messageMembers: ReadonlySet<string> = new Set(["jsonrpc", "id", "result"]);
const resultMembers: ReadonlySet<string> = new Set(["resultType", "content", "structuredContent", "isError", "_meta"]);
const textMembers: ReadonlySet<string> = new Set(["type", "text"]);

function resultIn(message: Json, id: number, era: LeanAddress["era"]): McpToolResult | undefined {
  if (!isJsonObject(message) || !hasOnly(message, messageMembers)) return undefined;
  const { jsonrpc, result } = message;
  if (jsonrpc !== "2.0" || message.id !== id || !isJsonObject(result) || !hasOnly(result, resultMembers))
    return undefined;
  const { content, isError, resultType, structuredContent } = result;
  // The library reads no message with a null there, and loses the whole answer.
  const metadata = result._meta ?? undefined;
  // The older era knows no types of results and takes none for anything.
  if (era === "modern" && resultType !== "complete") return undefined;
  if (!isJsonArray(content) || !content.every(isText)) return undefined;
  if (isError !== undefined && typeof isError !== "boolean") return undefined;
  if (structuredContent !== undefined && !isPlainObject(structuredContent)) return undefined;
  if (metadata !== undefined && !isUsualMetadata(metadata)) return undefined;
  return { content, structuredContent, isError, _meta: metadata };
}

function isText(block: Json): boolean {
  return isJsonObject(block) && block.type === "text" && typeof block.text === "string" && hasOnly(block, textMembers);
}

const serverInfoKey = "io.modelcontextprotocol/serverInfo";
const typedMetadata: readonly string[] = ["progressToken", "io.modelcontextprotocol/related-task"];
const serverInfoMembers: ReadonlySet<string> = new Set(["name", "version"]);

/** Without members whose form the protocol prescribes, but for the name of the server in its shortest form. */
function isUsualMetadata(metadata: Json): metadata is JsonObject {
  if (!isPlainObject(metadata) || typedMetadata.some((name) => Object.hasOwn(metadata, name))) return false;
  if (!Object.hasOwn(metadata, serverInfoKey)) return true;
  const info = metadata[serverInfoKey];
  if (info === undefined || !isJsonObject(info) || !hasOnly(info, serverInfoMembers)) return false;
  return typeof info.name === "string" && typeof info.version === "string";
}

/** A member of this name is none of an object once the library has copied it. */
function isPlainObject(value: Json): value is JsonObject {
  return isJsonObject(value) && !Object.hasOwn(value, "__proto__");
}

function hasOnly(value: JsonObject, members: ReadonlySet<string>): boolean {
  for (const name of Object.keys(value)) if (!members.has(name)) return false;
  return true;
}
