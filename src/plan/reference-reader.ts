/** How references are read: the reader follows the root, and `readFrom` the path from there. */
import type { Json } from "../json/json.ts";
import { valueAt } from "../json/value-path.ts";
import type { Reference } from "./plan.ts";

/** What a reference leads to. */
export type ReferenceValue =
  | { readonly found: true; readonly value: Json }
  | { readonly found: false; readonly reason: string };

export type ReadReference = (reference: Reference) => ReferenceValue;

/** How references are read. */
export interface ReferenceReader {
  readonly read: ReadReference;
  /** Bytes, as JSON, of what a reference reads, where they are known without reading it. Undefined where they are not. */
  readonly bytesOf: (reference: Reference) => number | undefined;
}

/**
 * Reads `reference` out of the value that its root stands for: the output of a step, null for one that was skipped, or a binding.
 * `root` is undefined when there is none, such as the output of a step that failed; `absence` then says why.
 */
export function readFrom(reference: Reference, root: Json | undefined, absence: string): ReferenceValue {
  if (root === undefined) return { found: false, reason: absence };
  const value = valueAt(root, reference.path);
  if (value !== undefined) return { found: true, value };
  let depth = 0;
  while (depth < reference.path.length && valueAt(root, reference.path.slice(0, depth + 1)) !== undefined) depth += 1;
  const parent = valueAt(root, reference.path.slice(0, depth)) ?? null;
  return { found: false, reason: `${kindOf(parent)} without ${JSON.stringify(String(reference.path[depth]))}` };
}

function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length} items`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
