/**
 * Resolves an operand only if its value is within the bounds of one value: bytes as JSON, and depth. The size is summed from the values
 * that its references read before any of it is built, so that a text which names a large output a hundred times costs next to nothing.
 *
 * The output of one step is parsed at a time, for any number of references into it. Kept values are within the bounds.
 */
import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import { jsonSize, stringBytes } from "../../json/json-size.ts";
import { maxValueDepth } from "../limits.ts";
import type { CelOperand, Operand, Reference } from "../plan.ts";
import type { ReadReference, ReferenceReader, ReferenceValue } from "../reference-reader.ts";
import { expressionsIn } from "./operand.ts";
import { type EvaluateOperand, evaluateOperand, type Resolution, resolveOperand } from "./resolve.ts";

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
  const evaluated = evaluatedOnce(reader);
  const decided = withChoices(operand, reader, maxBytes, evaluated);
  const uses = usesOf(decided);
  const kept = new Map<string, ReferenceValue>();
  let bytes = literalBytes(decided);
  for (const { expression } of expressionsIn(decided)) {
    const result = evaluated(expression);
    if (!result.ok) continue;
    const size = jsonSize(result.value, maxBytes, maxValueDepth);
    if (size.depth > maxValueDepth) return tooDeep(subject, expression);
    bytes += size.bytes;
    if (bytes > maxBytes) return tooLarge(subject, bytes, maxBytes);
  }
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
    // At least these bytes are missing from the sent value.
    if (bytes > maxBytes) return tooLarge(subject, bytes, maxBytes);
  }
  if (bytes > maxBytes) return tooLarge(subject, bytes, maxBytes);
  const resolved = resolveOperand(decided, (reference) => kept.get(keyOf(reference)) ?? read(reference), evaluated);
  if (resolved.ok) return resolved;
  const { code, expression, found, message } = resolved.failure;
  return { ok: false, failure: { code, message, retryable: false, details: { expression, found } } };
}

function tooLarge(subject: string, bytes: number, maxBytes: number): BoundedResolution & { readonly ok: false } {
  const message = `Cannot build ${subject}: required at most ${maxBytes} bytes as JSON (MAX_ARGUMENT_BYTES), found at least ${bytes}. Refer to the part that is needed, such as one field, or pass large data as an artifact`;
  return limitExceeded(message, { limit: "MAX_ARGUMENT_BYTES", maxBytes, foundBytes: bytes });
}

function tooDeep(subject: string, { expression }: Pick<Reference, "expression">): BoundedResolution {
  const message = `Cannot build ${subject}: required that ${JSON.stringify(expression)} is nested at most ${maxValueDepth} levels deep, found more. Refer to a part of it`;
  return limitExceeded(message, { limit: "maxValueDepth", maxDepth: maxValueDepth, expression });
}

function limitExceeded(message: string, details: Json): BoundedResolution & { readonly ok: false } {
  return { ok: false, failure: { code: "LIMIT_EXCEEDED", message, retryable: false, details } };
}

/** Evaluates each expression once, however often its value is asked for. */
function evaluatedOnce(reader: ReferenceReader): EvaluateOperand {
  const results = new Map<CelOperand, Resolution>();
  return (operand) => {
    const result = results.get(operand) ?? evaluateOperand(operand, reader);
    results.set(operand, result);
    return result;
  };
}

interface Use {
  readonly key: string;
  readonly reference: Reference;
  /** How often it stands for a value by itself, and how often within a text. */
  values: number;
  texts: number;
}

/** `operand` with the choice that counts in place of each `coalesce`. Values are read one after another and not kept. */
function withChoices(
  operand: Operand,
  { bytesOf, read }: ReferenceReader,
  maxBytes: number,
  evaluated: EvaluateOperand,
): Operand {
  if (!hasCoalesce(operand)) return operand;
  const absent = new Map<string, ReferenceValue>();
  for (const { key, reference } of inOrderOfRoots(usesOf(operand))) {
    const isTooLarge = (bytesOf(reference) ?? 0) > maxBytes;
    const answer: ReferenceValue = isTooLarge ? { found: true, value: true } : read(reference);
    // Whether there is a value, and whether it is null, decides between choices; the value itself does not.
    absent.set(key, answer.found && answer.value !== null ? { found: true, value: true } : answer);
  }
  const known: ReadReference = (reference) => absent.get(keyOf(reference)) ?? { found: false, reason: "nothing" };
  return chosen(operand, known, evaluated);
}

function chosen(operand: Operand, known: ReadReference, evaluated: EvaluateOperand): Operand {
  switch (operand.kind) {
    case "literal":
    case "reference":
    case "text":
    case "cel":
      return operand;
    case "object":
      return { ...operand, entries: operand.entries.map(([key, member]) => [key, chosen(member, known, evaluated)]) };
    case "array":
      return { ...operand, items: operand.items.map((item) => chosen(item, known, evaluated)) };
    case "coalesce": {
      const best = chosenOf(operand.choices, known, evaluated);
      return best === undefined ? { kind: "literal", value: null } : chosen(best, known, evaluated);
    }
  }
}

/**
 * The first choice that has a value other than null, or cannot be evaluated; otherwise the first null; otherwise the last, for the reason
 * of its absence.
 */
function chosenOf(choices: readonly Operand[], known: ReadReference, evaluated: EvaluateOperand): Operand | undefined {
  let firstNull: Operand | undefined;
  for (const choice of choices) {
    const resolution = resolveOperand(choice, known, evaluated);
    if (resolution.ok ? resolution.value !== null : resolution.failure.code !== "UNRESOLVED_REFERENCE") return choice;
    if (resolution.ok) firstNull ??= choice;
  }
  return firstNull ?? choices.at(-1);
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
    case "cel":
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

/** References into the output of the same step follow one another, so that the reader parses it once. */
function inOrderOfRoots(uses: ReadonlyMap<string, Use>): readonly Use[] {
  return [...uses.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function keyOf({ each = [], id, part, path, root }: Reference): string {
  return JSON.stringify([root, id, part ?? "output", path, ...each]);
}

/** Bytes of everything that is no reference. */
function literalBytes(operand: Operand): number {
  const unbounded = Number.POSITIVE_INFINITY;
  switch (operand.kind) {
    case "literal":
      return jsonSize(operand.value, unbounded, unbounded).bytes;
    case "text":
      return operand.parts.reduce<number>(
        (sum, part) => sum + (typeof part === "string" ? stringBytes(part, unbounded) - 2 : 0),
        2,
      );
    case "object":
      return operand.entries.reduce(
        (sum, [key, member]) => sum + stringBytes(key, unbounded) + 2 + literalBytes(member),
        bytesAround(operand.entries),
      );
    case "array":
      return operand.items.reduce((sum, item) => sum + 1 + literalBytes(item), bytesAround(operand.items));
    case "reference":
    case "coalesce":
    case "cel":
      return 0;
  }
}

/** Bytes of the brackets, where each of `members` has a comma: the last one has none. */
function bytesAround(members: readonly unknown[]): number {
  return members.length === 0 ? 2 : 1;
}

/** Bytes of `value` within a JSON string: its text, or its JSON, with the escapes of a string. `bytes` is its size as JSON. */
function bytesWithinText(value: Json, bytes: number, maxBytes: number): number {
  if (typeof value === "string") return bytes - 2;
  return bytes > maxBytes ? bytes : stringBytes(JSON.stringify(value), maxBytes) - 2;
}
