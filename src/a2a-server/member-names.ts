/**
 * Members of parameters by the spelling of protobuf, `message_id` for `messageId`. Readers of protobuf JSON take both, so A2A 1.0 is read
 * in both; 0.3 has one spelling. Members within `metadata` and `data` keep their names.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectOf } from "../json/json.ts";

/** Members of requests that have two spellings. */
const members: ReadonlySet<string> = new Set([
  "messageId",
  "contextId",
  "taskId",
  "referenceTaskIds",
  "mediaType",
  "mimeType",
  "acceptedOutputModes",
  "taskPushNotificationConfig",
  "pushNotificationConfig",
  "pushNotificationConfigId",
  "historyLength",
  "returnImmediately",
  "pageSize",
  "pageToken",
  "statusTimestampAfter",
  "includeArtifacts",
]);
/** The client owns everything within these members. */
const foreign: ReadonlySet<string> = new Set(["metadata", "data"]);

export interface SpelledMember {
  /** Path as it was sent, such as `message.message_id`. */
  readonly path: string;
  /** The name that the protocol has for it. */
  readonly name: string;
  /** Whether the object has it under that name too. */
  readonly isTwice: boolean;
}

export interface RespelledParams {
  /** With every member under the name that the protocol has for it. */
  readonly params: Json | undefined;
  /** Members that were sent in the other spelling. */
  readonly respelled: readonly SpelledMember[];
}

/**
 * The parameters by the names of the protocol.
 *
 * @example
 * ```ts
 * const read = respelled({ page_size: 5 });
 * read.params; // { pageSize: 5 }
 * read.respelled; // [{ path: "page_size", name: "pageSize", isTwice: false }]
 * ```
 */
export function respelled(params: Json | undefined): RespelledParams {
  const found: SpelledMember[] = [];
  return { params: params === undefined ? undefined : read(params, [], found), respelled: found };
}

function read(value: Json, path: readonly string[], found: SpelledMember[]): Json {
  if (isJsonArray(value)) return value.map((item, position) => read(item, [...path, String(position)], found));
  if (!isJsonObject(value)) return value;
  return objectOf(Object.entries(value).map(([key, member]) => memberOf(value, key, member, path, found)));
}

function memberOf(
  holder: JsonObject,
  key: string,
  member: Json,
  path: readonly string[],
  found: SpelledMember[],
): readonly [string, Json] {
  if (foreign.has(key)) return [key, member];
  const place = [...path, key];
  const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (name === key || !members.has(name)) return [key, read(member, place, found)];
  const isTwice = Object.hasOwn(holder, name);
  found.push({ path: place.join("."), name, isTwice });
  return [isTwice ? key : name, read(member, place, found)];
}
