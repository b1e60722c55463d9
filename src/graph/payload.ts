/**
 * JSON documents behind `Payload`. Invariant E14: a value that its frame left out is read from its execution only when a field
 * asks for it, and once.
 */
import { deepestReadable, isDeep, jsonBeginning, jsonText } from "../plan/deep-json.ts";
import { type Json, utf8Bytes } from "../plan/json.ts";
import type { StoredJson, ValueFrame } from "../plan/stored-value.ts";
import { type AnswerRoot, answerRoot, readCountedAfter, takeAnswerBytes } from "./answer-bytes.ts";
import type { ExecutionDoor } from "./doors.ts";
import { valueAtPointer } from "./json-pointer.ts";
import { requestError } from "./request-error.ts";
import type { PayloadResolvers } from "./schema.generated.ts";

const MAX_PREVIEW_CHARACTERS = 2_000;

export interface PayloadSource {
  /** The whole document. Reads it at the first call if it is not at hand. */
  readonly read: () => Promise<Json>;
  /** Size as UTF-8 JSON, if it is known without reading. */
  readonly knownBytes: number | null;
  /** Size of what has to be read for it, if that is known. */
  readonly readBytes: number | null;
  /** The beginning of the JSON text, if it is known without reading. */
  readonly knownPreview: string | null;
}

/** The document of a frame: at hand if it is inline, otherwise behind the door. */
export function framedPayload(executions: ExecutionDoor, execution: string, frame: ValueFrame): PayloadSource {
  const { inline } = frame;
  return {
    read:
      inline === undefined
        ? once(async () => storedValue(await executions.value(execution, frame.sequence, frame.slot)))
        : async () => inline,
    knownBytes: frame.bytes,
    readBytes: frame.bytes,
    knownPreview: frame.preview ?? null,
  };
}

/** Null stays null. */
export function optionalPayload(
  executions: ExecutionDoor,
  execution: string,
  frame: ValueFrame | null,
): PayloadSource | null {
  return frame === null ? null : framedPayload(executions, execution, frame);
}

/** The output of a group, which is made when it is asked for. */
export function groupPayload(executions: ExecutionDoor, execution: string, stepId: string): PayloadSource {
  const read = async () => storedValue(await executions.groupOutput(execution, stepId));
  return { read: once(read), knownBytes: null, readBytes: null, knownPreview: null };
}

/** What was asked for, which may lie deeper than an answer can hold. Throws GONE if it is not stored any more, so that nobody takes that for JSON null. */
export function storedValue(stored: StoredJson): Json {
  if (stored !== null) return "deepText" in stored ? (JSON.parse(stored.deepText) as Json) : stored.value;
  throw requestError(
    "GONE",
    "Cannot read the value: required one that is kept, found that retention or a deletion removed it",
  );
}

/** `value`, which an answer can hold. Throws RESPONSE_TOO_LARGE for one that lies too deep. */
export function readable(value: Json): Json {
  if (!isDeep(value)) return value;
  const required = `required at most ${deepestReadable} levels of objects and arrays, found more`;
  const others = "Ask for its parts with `pointer`, or for the whole as text with `deepText`";
  throw requestError("RESPONSE_TOO_LARGE", `Cannot read the value: ${required}. ${others}`);
}

/** A document that is made from others, of `readBytes` in all if that is known. */
export function computedPayload(read: () => Promise<Json>, readBytes: number | null = null): PayloadSource {
  return { read: once(read), knownBytes: null, readBytes, knownPreview: null };
}

/** Documents whose bytes are counted already, by answer. */
const counted = new WeakMap<AnswerRoot, WeakSet<PayloadSource>>();

/** Reads a document, and counts its bytes once into the answer: before it is read if they are known. */
async function readCounted(payload: PayloadSource, root: AnswerRoot): Promise<Json> {
  const known = counted.get(root) ?? new WeakSet();
  counted.set(root, known);
  if (known.has(payload)) return payload.read();
  known.add(payload);
  if (payload.readBytes === null) return readCountedAfter(root, payload.read);
  takeAnswerBytes(root, payload.readBytes);
  return payload.read();
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null;
  return () => {
    reading ??= read();
    return reading;
  };
}

export const payloadResolvers = {
  value: async (payload, { pointer, maxBytes }, context, info) => {
    if (maxBytes < 0)
      throw requestError("BAD_USER_INPUT", `Cannot read a value: required maxBytes of at least 0, found ${maxBytes}`);
    const isWhole = pointer === "";
    if (isWhole && payload.knownBytes !== null && payload.knownBytes > maxBytes) return null;
    const root = answerRoot(context, info);
    if (isWhole && payload.knownBytes !== null) {
      takeAnswerBytes(root, payload.knownBytes);
      return readable(await payload.read());
    }
    const found = valueAtPointer(await readCounted(payload, root), pointer);
    if (found.kind === "MALFORMED") {
      throw requestError(
        "BAD_USER_INPUT",
        `Cannot read a value: required a JSON Pointer, found ${JSON.stringify(pointer)}`,
      );
    }
    if (found.kind === "NOTHING") return null;
    const bytes = utf8Bytes(jsonText(found.value));
    if (bytes > maxBytes) return null;
    const value = readable(found.value);
    takeAnswerBytes(root, bytes);
    return value;
  },
  preview: async (payload, { maxCharacters }, context, info) => {
    if (maxCharacters < 0 || maxCharacters > MAX_PREVIEW_CHARACTERS) {
      const required = `required maxCharacters from 0 to ${MAX_PREVIEW_CHARACTERS}, found ${maxCharacters}`;
      throw requestError("BAD_USER_INPUT", `Cannot preview a value: ${required}`);
    }
    const { knownPreview } = payload;
    const suffices = knownPreview !== null && knownPreview.length >= maxCharacters;
    if (suffices) return knownPreview.slice(0, maxCharacters);
    return jsonBeginning(await readCounted(payload, answerRoot(context, info)), maxCharacters);
  },
  deepText: async (payload, { maxBytes }, context, info) => {
    if (maxBytes < 0)
      throw requestError("BAD_USER_INPUT", `Cannot read a text: required maxBytes of at least 0, found ${maxBytes}`);
    const { knownBytes } = payload;
    // Each level takes two bytes.
    if (knownBytes !== null && (knownBytes > maxBytes || knownBytes <= 2 * deepestReadable)) return null;
    const root = answerRoot(context, info);
    const value = await readCounted(payload, root);
    if (!isDeep(value)) return null;
    const text = jsonBeginning(value);
    const bytes = utf8Bytes(text);
    if (bytes > maxBytes) return null;
    takeAnswerBytes(root, bytes);
    return text;
  },
  byteSize: async (payload, _, context, info) =>
    payload.knownBytes ?? utf8Bytes(jsonText(await readCounted(payload, answerRoot(context, info)))),
} satisfies PayloadResolvers;
