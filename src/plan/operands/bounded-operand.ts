/**
 * Resolves an operand only if its value is within the bounds of one value: bytes as JSON, and depth. The size is summed from the values
 * that its references read before any of it is built, so that a text which names a large output a hundred times costs next to nothing.
 *
 * The output of one step is parsed at a time, however many references lead into it; what is kept is within the bounds.
 */
import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import { jsonSize, stringBytes } from "../../json/json-size.ts";
import { maxJsonDepth, maxValueDepth } from "../limits.ts";
import type { Operand, Reference } from "../plan.ts";
import type { ReadReference, ReferenceReader, ReferenceValue } from "../reference-reader.ts";
import { resolveOperand } from "./resolve.ts";

export type BoundedResolution =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly failure: Failure };

/**
 * The value of `operand`; UNRESOLVED_REFERENCE if a reference has none, LIMIT_EXCEEDED if the value is larger than `maxBytes` or too
 * deep. `subject` names the value in messages. References into the same root are read one after another.
 */
export function resolveBounded(
  subject: string,
  operand: Operand,
  reader: ReferenceReader,
  maxBytes: number,
): BoundedResolution {
  const { read } = reader;
  const chosen = withChoices(operand, reader, maxBytes);
  const uses = usesOf(chosen);
  const kept = new Map<string, ReferenceValue>();
  let bytes = literalBytes(chosen);
  for (const use of inOrderOfRoots(uses)) {
    const known = (reader.bytesOf(use.reference) ?? 0) * (use.values + use.texts);
    if (bytes + known > maxBytes) return tooLarge(subject, bytes + known, maxBytes);
    const answer = read(use.reference);
    kept.set(use.key, answer);
    if (!answer.found) continue;
    const size = jsonSize(answer.value, maxBytes, maxValueDepth);
    if (size.depth > maxValueDepth) return tooDeep(subject, use.reference);
    bytes += use.values * size.bytes;
    if (use.texts > 0) bytes += use.texts * bytesWithinText(answer.value, size.bytes, maxBytes);
    // Whatever else is missing, this much is not sent.
    if (bytes > maxBytes) return tooLarge(subject, bytes, maxBytes);
  }
  if (bytes > maxBytes) return tooLarge(subject, bytes, maxBytes);
  const resolved = resolveOperand(chosen, (reference) => kept.get(keyOf(reference)) ?? read(reference));
  if (resolved.ok) return resolved;
  const { code, expression, found, message } = resolved.failure;
  return { ok: false, failure: { code, message, retryable: false, details: { expression, found } } };
}

function tooLarge(subject: string, bytes: number, maxBytes: number): BoundedResolution & { readonly ok: false } {
  const message = `Cannot build ${subject}: required at most ${maxBytes} bytes as JSON (MAX_ARGUMENT_BYTES), found at least ${bytes}. Refer to the part that is needed, such as one field, or pass large data as an artifact`;
  return limitExceeded(message, { limit: "MAX_ARGUMENT_BYTES", maxBytes, foundBytes: bytes });
}

function tooDeep(subject: string, { expression }: Reference): BoundedResolution {
  const message = `Cannot build ${subject}: required that ${JSON.stringify(expression)} is nested at most ${maxValueDepth} levels deep, found more. Refer to a part of it`;
  return limitExceeded(message, { limit: "maxValueDepth", maxDepth: maxValueDepth, expression });
}

function limitExceeded(message: string, details: Json): BoundedResolution & { readonly ok: false } {
  return { ok: false, failure: { code: "LIMIT_EXCEEDED", message, retryable: false, details } };
}

interface Use {
  readonly key: string;
  readonly reference: Reference;
  /** How often it stands for a value by itself, and how often within a text. */
  values: number;
  texts: number;
}

/** `operand` with the choice that counts in place of each `coalesce`. Values are read one after another and not kept. */
function withChoices(operand: Operand, { bytesOf, read }: ReferenceReader, maxBytes: number): Operand {
  if (!hasCoalesce(operand)) return operand;
  const absent = new Map<string, ReferenceValue>();
  for (const { key, reference } of inOrderOfRoots(usesOf(operand))) {
    const isTooLarge = (bytesOf(reference) ?? 0) > maxBytes;
    const answer: ReferenceValue = isTooLarge ? { found: true, value: true } : read(reference);
    // Whether there is a value, and whether it is null, decides between choices; the value itself does not.
    absent.set(key, answer.found && answer.value !== null ? { found: true, value: true } : answer);
  }
  const known: ReadReference = (reference) => absent.get(keyOf(reference)) ?? { found: false, reason: "nothing" };
  return chosen(operand, known);
}

function chosen(operand: Operand, known: ReadReference): Operand {
  switch (operand.kind) {
    case "literal":
    case "reference":
    case "text":
      return operand;
    case "object":
      return { ...operand, entries: operand.entries.map(([key, member]) => [key, chosen(member, known)]) };
    case "array":
      return { ...operand, items: operand.items.map((item) => chosen(item, known)) };
    case "coalesce": {
      // The first that has a value other than null; else the first null; else the last, for what it says of its absence.
      const found = operand.choices.map((choice) => ({ choice, resolution: resolveOperand(choice, known) }));
      const best =
        found.find(({ resolution }) => resolution.ok && resolution.value !== null) ??
        found.find(({ resolution }) => resolution.ok) ??
        found.at(-1);
      return best === undefined ? { kind: "literal", value: null } : chosen(best.choice, known);
    }
  }
}

function hasCoalesce(operand: Operand): boolean {
  switch (operand.kind) {
    case "object":
      return operand.entries.some(([, member]) => hasCoalesce(member));
    case "array":
      return operand.items.some(hasCoalesce);
    default:
      return operand.kind === "coalesce";
  }
}

function usesOf(operand: Operand, uses = new Map<string, Use>()): Map<string, Use> {
  switch (operand.kind) {
    case "reference":
      useOf(operand.reference, uses).values += 1;
      break;
    case "text":
      for (const part of operand.parts) if (typeof part !== "string") useOf(part, uses).texts += 1;
      break;
    case "object":
      for (const [, member] of operand.entries) usesOf(member, uses);
      break;
    case "array":
      for (const item of operand.items) usesOf(item, uses);
      break;
    case "coalesce":
      for (const choice of operand.choices) usesOf(choice, uses);
      break;
    case "literal":
      break;
  }
  return uses;
}

function useOf(reference: Reference, uses: Map<string, Use>): Use {
  const key = keyOf(reference);
  const use = uses.get(key) ?? { key, reference, values: 0, texts: 0 };
  uses.set(key, use);
  return use;
}

/** References into the output of the same step follow one another, so that whoever reads them parses it once. */
function inOrderOfRoots(uses: ReadonlyMap<string, Use>): readonly Use[] {
  return [...uses.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function keyOf({ id, part, path, root }: Reference): string {
  return JSON.stringify([root, id, part ?? "output", path]);
}

/** Bytes of everything that is no reference. */
function literalBytes(operand: Operand): number {
  const unbounded = Number.POSITIVE_INFINITY;
  switch (operand.kind) {
    case "literal":
      return jsonSize(operand.value, unbounded, maxJsonDepth).bytes;
    case "text":
      return operand.parts.reduce<number>(
        (sum, part) => sum + (typeof part === "string" ? stringBytes(part, unbounded) - 2 : 0),
        2,
      );
    case "object":
      return operand.entries.reduce(
        (sum, [key, member]) => sum + stringBytes(key, unbounded) + 2 + literalBytes(member),
        2,
      );
    case "array":
      return operand.items.reduce((sum, item) => sum + 1 + literalBytes(item), 2);
    case "reference":
    case "coalesce":
      return 0;
  }
}

/** Bytes of `value` within a JSON string: its text, or its JSON, with what a string must escape. `bytes` is its size as JSON. */
function bytesWithinText(value: Json, bytes: number, maxBytes: number): number {
  if (typeof value === "string") return bytes - 2;
  return bytes > maxBytes ? bytes : stringBytes(JSON.stringify(value), maxBytes) - 2;
}
