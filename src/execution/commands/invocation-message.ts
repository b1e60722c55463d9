/**
 * The A2A message that calls an agent or a workflow, in the JSON form of A2A 1.0 (W10). One builder for all callees: a remote one
 * receives it over HTTP, one of ours by an object call, to the letter the same but for the parts that only one of them can read.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";

export type MessagePart =
  | { readonly text: string }
  | { readonly data: Json; readonly mediaType?: string }
  | { readonly url: string; readonly filename?: string; readonly mediaType?: string };

export interface InvocationMessage {
  /** The key of the call, the same on every attempt (E5). */
  readonly messageId: string;
  readonly role: "ROLE_USER";
  readonly parts: readonly MessagePart[];
  readonly metadata: JsonObject;
}

/** Facts that travel with every call: the caller, and the depth of nesting (C23). */
export interface CallIdentity {
  readonly contextId: string;
  readonly requestId: string;
  readonly traceId: string;
  readonly userId: string;
  /** Nesting of the execution that calls; 0 for a root. */
  readonly depth: number;
  /** The runs above the callee, outermost first, such as `workflow:invoice`. */
  readonly ancestors: readonly string[];
}

export interface Invocation {
  readonly messageId: string;
  /** The request in words. Null if it has none. */
  readonly text: string | null;
  /** Structured input beside or instead of an artifact. Null if there is none. */
  readonly data: Json | null;
  /** The artifact that holds the input. Null if there is none. */
  readonly artifact: { readonly url: string; readonly name: string; readonly mediaType: string } | null;
  readonly identity: CallIdentity;
}

export const identityKey = "dev.planwright/execution";
export const idempotencyKeyKey = "dev.planwright/idempotencyKey";

/** The message of one call. Calls keep no session: each is a run of its own (W10). */
export function invocationMessage({ artifact, data, identity, messageId, text }: Invocation): InvocationMessage {
  const parts: MessagePart[] = [];
  if (text !== null) parts.push({ text });
  if (artifact !== null) parts.push({ url: artifact.url, filename: artifact.name, mediaType: artifact.mediaType });
  if (data !== null) parts.push({ data, mediaType: "application/json" });
  return {
    messageId,
    role: "ROLE_USER",
    parts,
    metadata: {
      sessionBehavior: "RUN_BASED",
      [idempotencyKeyKey]: messageId,
      [identityKey]: { ...identity, ancestors: [...identity.ancestors] },
    },
  };
}

/** The content of a received message: all text, the first structured part, the address of the first part that is elsewhere. */
export interface ReceivedMessage {
  readonly text: string | null;
  readonly data: Json | undefined;
  readonly url: string | null;
}

/**
 * Reads the parts of a message in the JSON form of A2A 1.0.
 *
 * @example
 * ```ts
 * readMessageParts({ parts: [{ text: "Summarise" }, { data: { pages: 2 } }] }); // { text: "Summarise", data: { pages: 2 }, url: null }
 * ```
 */
export function readMessageParts(message: Json): ReceivedMessage {
  const found = isJsonObject(message) ? ownValue(message, "parts") : undefined;
  const parts = isJsonArray(found) ? found.filter(isJsonObject) : [];
  const texts = parts.flatMap((part) => (typeof part.text === "string" ? [part.text] : []));
  const urls = parts.flatMap((part) => (typeof part.url === "string" ? [part.url] : []));
  const data = parts.find((part) => Object.hasOwn(part, "data"));
  return { text: texts.length === 0 ? null : texts.join("\n"), data: data?.data, url: urls[0] ?? null };
}
