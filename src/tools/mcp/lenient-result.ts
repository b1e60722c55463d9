/**
 * Reads results of `tools/call` that break the specified shape although their meaning is certain: many servers write null for an absent member,
 * leave out `content` beside structured content, or have kinds of content and annotations of their own. The tool has done its work by then, so
 * a result that is not read leaves the outcome of the call unknown.
 *
 * A result is read here only after the library has refused it. What else is wrong with it stays a refusal.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import type { LeanAddress } from "./lean-address.ts";
import type { McpToolResult } from "./mcp-result.ts";

export interface LenientResult {
  readonly result: McpToolResult;
  /** "required …, found …". Undefined where null stood for an absent member and nothing else was wrong. */
  readonly finding: string | undefined;
}

/**
 * The result of a tool, or undefined for one whose meaning is not certain.
 *
 * @example
 * ```ts
 * const content = [{ type: "text", text: "seven", annotations: null }];
 * lenientResult({ content, isError: null }, "legacy")?.result; // { content: [{ type: "text", text: "seven" }] }
 * ```
 */
export function lenientResult(received: Json, era: LeanAddress["era"]): LenientResult | undefined {
  if (!isJsonObject(received)) return undefined;
  const { _meta: metadata = null, content: given = null, isError = null, structuredContent } = received;
  // In the newer era null is an output like any other.
  const structured = era === "legacy" ? (structuredContent ?? undefined) : structuredContent;
  if (era === "legacy" && structured !== undefined && !isJsonObject(structured)) return undefined;
  if (isError !== null && typeof isError !== "boolean") return undefined;
  if (metadata !== null && !isJsonObject(metadata)) return undefined;
  if (given === null && structured === undefined) return undefined;
  const blocks = given === null ? [] : isJsonArray(given) ? given.map(withoutNulls) : undefined;
  if (blocks === undefined || !blocks.every(isBlock)) return undefined;
  const finding =
    given === null && !Object.hasOwn(received, "content")
      ? "required content beside the structured content, found none"
      : oddBlock(blocks);
  const hasNull = Object.values(received).includes(null) || JSON.stringify(blocks) !== JSON.stringify(given);
  if (finding === undefined && !hasNull) return undefined;
  const result = {
    content: blocks,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(isError === null ? {} : { isError }),
    ...(metadata === null ? {} : { _meta: metadata }),
  };
  return { result, finding };
}

/** A block of content without members that are null, and so the resource in it. */
function withoutNulls(block: Json): Json {
  if (!isJsonObject(block)) return block;
  const kept = Object.entries(block).filter(([, member]) => member !== null);
  return objectOf(kept.map(([name, member]) => [name, name === "resource" ? withoutNulls(member) : member]));
}

/** Whether a block of a known kind has the members of its kind. */
function isBlock(block: Json): block is JsonObject {
  if (!isJsonObject(block)) return false;
  const has = (holder: JsonObject, ...names: readonly string[]) =>
    names.every((name) => typeof ownValue(holder, name) === "string");
  const resource = ownValue(block, "resource");
  switch (ownValue(block, "type")) {
    case "text":
      return has(block, "text");
    case "image":
    case "audio":
      return has(block, "data", "mimeType");
    case "resource":
      return isJsonObject(resource) && has(resource, "uri") && (has(resource, "text") || has(resource, "blob"));
    case "resource_link":
      return has(block, "uri", "name");
    default:
      return has(block, "type");
  }
}

const knownKinds: ReadonlySet<Json | undefined> = new Set(["text", "image", "audio", "resource", "resource_link"]);

function oddBlock(blocks: readonly JsonObject[]): string | undefined {
  const unknown = blocks.find(({ type }) => !knownKinds.has(type));
  if (unknown !== undefined)
    return `required content of a kind of the protocol, found ${JSON.stringify(String(unknown.type).slice(0, 40))}`;
  const isAnnotated = blocks.some((block) => Object.hasOwn(block, "annotations"));
  return isAnnotated ? "required annotations of content as the protocol has them, found others" : undefined;
}
