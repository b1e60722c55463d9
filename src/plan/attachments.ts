/**
 * Images, sounds and resources in the content of an MCP result, by name (P19). Their bytes stay in the content, as the protocol has them; what
 * reads the text alone, such as the responder, is told here that they are there.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "./json.ts";

export interface Attachment {
  readonly kind: "IMAGE" | "AUDIO" | "RESOURCE" | "RESOURCE_LINK";
  /** Position of its block in the content, counted from 0. */
  readonly position: number;
  /** As the tool names it, else made of kind and position. */
  readonly name: string;
  readonly mediaType: string | null;
  readonly uri: string | null;
  /** Bytes of what the content holds. Null for a link, which holds nothing. */
  readonly byteSize: number | null;
  /** Of a resource that is text, its text. Null for all else. */
  readonly text: string | null;
}

const kinds = { image: "IMAGE", audio: "AUDIO", resource: "RESOURCE", resource_link: "RESOURCE_LINK" } as const;

/** Every attachment in the content of a result. */
export function attachmentsIn(content: Json | undefined): readonly Attachment[] {
  if (content === undefined || !isJsonArray(content)) return [];
  return content.flatMap((block, position) => (isJsonObject(block) ? attachment(block, position) : []));
}

function attachment(block: JsonObject, position: number): readonly Attachment[] {
  const type = textIn(block, "type") ?? "";
  if (!Object.hasOwn(kinds, type)) return [];
  const kind = kinds[type as keyof typeof kinds];
  const inner = ownValue(block, "resource");
  const holder = kind === "RESOURCE" && isJsonObject(inner) ? inner : block;
  const uri = textIn(holder, "uri");
  const text = kind === "RESOURCE" ? textIn(holder, "text") : null;
  const base64 = textIn(holder, kind === "RESOURCE" ? "blob" : "data");
  const name = textIn(holder, "name") ?? uri ?? `${type}-${position}`;
  const byteSize =
    text !== null ? new TextEncoder().encode(text).length : base64 === null ? null : decodedBytes(base64);
  return [{ kind, position, name, mediaType: textIn(holder, "mimeType"), uri, byteSize, text }];
}

function decodedBytes(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

function textIn(holder: JsonObject, name: string): string | null {
  const value = ownValue(holder, name);
  return typeof value === "string" ? value : null;
}
