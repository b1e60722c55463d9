/**
 * The attachments that a result carries beside text, by name: images, sounds and resources in the content of an MCP result, files in that of an
 * A2A agent (P19). The content keeps them as the protocol has them. Readers of the text alone, such as the responder, learn from this list
 * that they exist.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";

export interface Attachment {
  readonly kind: "IMAGE" | "AUDIO" | "RESOURCE" | "RESOURCE_LINK";
  /** Position of its block in the content, or of its part among those of an agent, counted from 0. */
  readonly position: number;
  /** As the callee names it, else made of kind and position. */
  readonly name: string;
  readonly mediaType?: string | undefined;
  readonly uri?: string | undefined;
  /** Bytes of the content. Absent for a link, which has none. */
  readonly byteSize?: number | undefined;
  /** Of a resource that is text, its text. Absent for all else. */
  readonly text?: string | undefined;
}

/** An attachment with its bytes as the content holds them. */
export interface CarriedAttachment {
  readonly attachment: Attachment;
  /** Absent for text and for links. */
  readonly base64?: string | undefined;
}

/**
 * Every attachment in the content of a result.
 *
 * @example
 * ```ts
 * const content = [{ type: "text", text: "A chart" }, { type: "image", data: "AAAA", mimeType: "image/png" }];
 * attachmentsIn(content).map(({ byteSize, kind, position }) => [kind, position, byteSize]); // [["IMAGE", 1, 3]]
 * ```
 */
export function attachmentsIn(content: Json | undefined): readonly Attachment[] {
  return carriedIn(content).map(({ attachment }) => attachment);
}

/** As above, with the bytes. */
export function carriedIn(content: Json | undefined): readonly CarriedAttachment[] {
  if (content === undefined) return [];
  if (isJsonArray(content))
    return content.flatMap((block, at) => (isJsonObject(block) ? carriedByBlock(block, at) : []));
  if (!isJsonObject(content) || !Object.hasOwn(content, "artifacts") || !Object.hasOwn(content, "statusMessage"))
    return [];
  return partsOfAgent(content).flatMap(({ part, title }, at) => carriedByPart(part, title, at));
}

const blockKinds = { image: "IMAGE", audio: "AUDIO", resource: "RESOURCE", resource_link: "RESOURCE_LINK" } as const;

function carriedByBlock(block: JsonObject, position: number): readonly CarriedAttachment[] {
  const type = textIn(block, "type") ?? "";
  if (!Object.hasOwn(blockKinds, type)) return [];
  const kind = blockKinds[type as keyof typeof blockKinds];
  const inner = ownValue(block, "resource");
  const holder = kind === "RESOURCE" && isJsonObject(inner) ? inner : block;
  const uri = textIn(holder, "uri");
  const text = kind === "RESOURCE" ? textIn(holder, "text") : undefined;
  const base64 = text !== undefined ? undefined : textIn(holder, kind === "RESOURCE" ? "blob" : "data");
  const name = textIn(holder, "name") ?? uri ?? `${type}-${position}`;
  const byteSize = text !== undefined ? new TextEncoder().encode(text).length : decodedBytes(base64);
  return [{ attachment: { kind, position, name, mediaType: textIn(holder, "mimeType"), uri, byteSize, text }, base64 }];
}

interface AgentPart {
  readonly part: JsonObject;
  /** Name of the artifact that the part belongs to. */
  readonly title?: string | undefined;
}

/** Parts of the artifacts, then of the message, in the JSON form of A2A 1.0. */
function partsOfAgent(content: JsonObject): readonly AgentPart[] {
  const artifacts = ownValue(content, "artifacts");
  const holders = [...(isJsonArray(artifacts) ? artifacts : []), ownValue(content, "statusMessage") ?? null];
  return holders.filter(isJsonObject).flatMap((holder) => {
    const parts = ownValue(holder, "parts");
    const title = textIn(holder, "name");
    return isJsonArray(parts) ? parts.filter(isJsonObject).map((part) => ({ part, title })) : [];
  });
}

function carriedByPart(part: JsonObject, title: string | undefined, position: number): readonly CarriedAttachment[] {
  const base64 = textIn(part, "raw");
  const uri = textIn(part, "url");
  if (base64 === undefined && uri === undefined) return [];
  const mediaType = textIn(part, "mediaType");
  const kind = base64 === undefined ? "RESOURCE_LINK" : kindOfMedia(mediaType);
  const name = textIn(part, "filename") ?? title ?? uri ?? `${kind.toLowerCase()}-${position}`;
  const byteSize = decodedBytes(base64);
  return [{ attachment: { kind, position, name, mediaType, uri, byteSize }, base64 }];
}

function kindOfMedia(mediaType: string | undefined): Attachment["kind"] {
  if (mediaType?.startsWith("image/")) return "IMAGE";
  return mediaType?.startsWith("audio/") ? "AUDIO" : "RESOURCE";
}

function decodedBytes(base64: string | undefined): number | undefined {
  if (base64 === undefined) return undefined;
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

function textIn(holder: JsonObject, name: string): string | undefined {
  const value = ownValue(holder, name);
  return typeof value === "string" ? value : undefined;
}
