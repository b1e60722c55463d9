/**
 * JSON documents behind `Payload`. Invariant E14: a value that its frame left out is read from its execution only when a field
 * asks for it, and once.
 */
import type { GraphQLError } from "graphql";
import { deepestReadable, isDeep, jsonBeginning, jsonText } from "../../json/deep-json.ts";
import { type Json, utf8Bytes } from "../../json/json.ts";
import type { StoredJson, ValueFrame } from "../../json/stored-value.ts";
import { type AnswerRoot, answerRoot, readCountedAfter, takeAnswerBytes } from "./answer-bytes.ts";
import { valueAtPointer } from "./json-pointer.ts";
import type { PayloadSource } from "./payload-source.ts";
import type { Executions } from "./ports.ts";
import { requestError } from "./request-error.ts";
import type { PayloadResolvers } from "./resolvers.generated.ts";
import type { Maybe } from "./schema.generated.ts";

const MAX_PREVIEW_CHARACTERS = 2_000;

/**
 * The document of a frame: at hand if it is inline, otherwise read through the client.
 *
 * @example
 * ```ts
 * const executions = { value: async () => ({ value: [1, 2] }) };
 * const frame = { bytes: 5, digest: "…", sequence: 7, slot: "output" };
 * await framedPayload(executions, "execution", frame).read(undefined); // [1, 2]
 * ```
 */
export function framedPayload(executions: Executions, execution: string, frame: ValueFrame): PayloadSource {
  const { bytes, inline } = frame;
  const read = once(async () => storedValue(await executions.value(execution, frame.sequence, frame.slot)));
  const counted = new WeakSet<AnswerRoot>();
  return {
    read: async (root) => {
      if (inline !== undefined) return inline;
      if (root !== undefined && !counted.has(root)) {
        counted.add(root);
        takeAnswerBytes(root, bytes);
      }
      return read();
    },
    knownBytes: bytes,
    knownPreview: frame.preview,
  };
}

/** Nothing stays nothing. */
export function optionalPayload(
  executions: Executions,
  execution: string,
  frame: Maybe<ValueFrame>,
): Maybe<PayloadSource> {
  return frame && framedPayload(executions, execution, frame);
}

/** The output of a group, which is made when it is asked for. */
export function groupPayload(executions: Executions, execution: string, stepId: string): PayloadSource {
  const read = once(async () => storedValue(await executions.groupOutput(execution, stepId)));
  const counted = new WeakMap<AnswerRoot, Promise<Json>>();
  return {
    read: (root) => {
      if (root === undefined) return read();
      const pending = counted.get(root) ?? readCountedAfter(root, read);
      counted.set(root, pending);
      return pending;
    },
    knownBytes: undefined,
    knownPreview: undefined,
  };
}

/**
 * The requested value, which may be deeper than an answer can hold. Throws GONE if it is not stored any more, so that nobody takes that for
 * JSON null.
 */
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
  throw tooDeep(". Ask for its parts with `pointer`, or for the whole as text with `deepText`");
}

/** `advice` follows the last word. */
export function tooDeep(advice: string): GraphQLError {
  const required = `required at most ${deepestReadable} levels of objects and arrays, found more`;
  return requestError("RESPONSE_TOO_LARGE", `Cannot read the value: ${required}${advice}`);
}

/** A document that is made from others, which `read` counts. */
export function computedPayload(read: PayloadSource["read"]): PayloadSource {
  return { read, knownBytes: undefined, knownPreview: undefined };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined;
  return () => {
    pending ??= read();
    return pending;
  };
}

export const payloadResolvers = {
  value: async (payload, { pointer, maxBytes }, context, info) => {
    if (maxBytes < 0)
      throw requestError("BAD_USER_INPUT", `Cannot read a value: required maxBytes of at least 0, found ${maxBytes}`);
    const isWhole = pointer === "";
    if (isWhole && payload.knownBytes !== undefined && payload.knownBytes > maxBytes) return null;
    const root = answerRoot(context, info);
    if (isWhole && payload.knownBytes !== undefined) {
      takeAnswerBytes(root, payload.knownBytes);
      return readable(await payload.read(undefined));
    }
    const found = valueAtPointer(await payload.read(root), pointer);
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
    const suffices = knownPreview !== undefined && knownPreview.length >= maxCharacters;
    if (suffices) return knownPreview.slice(0, maxCharacters);
    return jsonBeginning(await payload.read(answerRoot(context, info)), maxCharacters);
  },
  deepText: async (payload, { maxBytes }, context, info) => {
    if (maxBytes < 0)
      throw requestError("BAD_USER_INPUT", `Cannot read a text: required maxBytes of at least 0, found ${maxBytes}`);
    const { knownBytes } = payload;
    // Each level takes two bytes.
    if (knownBytes !== undefined && (knownBytes > maxBytes || knownBytes <= 2 * deepestReadable)) return null;
    const root = answerRoot(context, info);
    const value = await payload.read(root);
    if (!isDeep(value)) return null;
    const text = jsonBeginning(value);
    const bytes = utf8Bytes(text);
    if (bytes > maxBytes) return null;
    takeAnswerBytes(root, bytes);
    return text;
  },
  byteSize: async (payload, _, context, info) =>
    payload.knownBytes ?? utf8Bytes(jsonText(await payload.read(answerRoot(context, info)))),
} satisfies PayloadResolvers;
