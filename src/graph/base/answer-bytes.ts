/**
 * The bytes of one response: stored values, counted before they are read for it, and its texts and JSON (`counted-fields.ts`). An isolate
 * has 128 MB for all its responses. For a subscription the bound applies to each item anew.
 */
import { jsonText } from "../../json/deep-json.ts";
import { type Json, utf8Bytes } from "../../json/json.ts";
import { requestError } from "./request-error.ts";
import { requestLimits } from "./request-limits.ts";

/** The root value of an item of a subscription is made for its one answer; every other answer has the context of its request. */
export type AnswerRoot = object;

/** The answer that a resolver is part of. */
interface AnswerInfo {
  readonly rootValue: unknown;
}

export function answerRoot(context: object, { rootValue }: AnswerInfo): AnswerRoot {
  return typeof rootValue === "object" && rootValue !== null ? rootValue : context;
}

const unbounded = new WeakSet<AnswerRoot>();

/** The root of an answer that its maker bounds himself. */
export function unboundedRoot(): AnswerRoot {
  const root = {};
  unbounded.add(root);
  return root;
}

const taken = new WeakMap<AnswerRoot, number>();

/** How many bytes the answer may still have; less than nothing if it has too many. */
export function answerBytesLeft(root: AnswerRoot): number {
  return unbounded.has(root) ? Number.POSITIVE_INFINITY : requestLimits.answerBytes - (taken.get(root) ?? 0);
}

/**
 * Counts `bytes` into the answer. Throws RESPONSE_TOO_LARGE if they exceed its limit, and for all later ones. Small values are counted and
 * never refused, so that names and states of objects that are too large are still readable.
 */
export function takeAnswerBytes(root: AnswerRoot, bytes: number): void {
  taken.set(root, (taken.get(root) ?? 0) + bytes);
  if (bytes > requestLimits.freeBytes) requireBytes(root);
}

function requireBytes(root: AnswerRoot): void {
  if (answerBytesLeft(root) >= 0) return;
  throw requestError(
    "RESPONSE_TOO_LARGE",
    `Cannot read the value: required at most ${requestLimits.answerBytes} bytes of values in one answer, found ${taken.get(root)}. Ask for fewer values at a time`,
  );
}

const lastRead = new WeakMap<AnswerRoot, Promise<unknown>>();

/** Reads a value whose size is not known before, one at a time for each answer, so that few are in memory beyond the bound. */
export async function readCountedAfter(root: AnswerRoot, read: () => Promise<Json>): Promise<Json> {
  const before = lastRead.get(root) ?? Promise.resolve();
  const pending = before.then(async () => {
    requireBytes(root);
    const value = await read();
    takeAnswerBytes(root, utf8Bytes(jsonText(value)));
    return value;
  });
  lastRead.set(
    root,
    pending.catch(() => undefined),
  );
  return pending;
}
