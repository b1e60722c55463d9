/** How references are read: the reader follows the root, and `readFrom` the path from there. */
import { isJsonArray, type Json } from "../json/json.ts";
import { valueAt } from "../json/value-path.ts";
import type { Reference } from "./plan.ts";

/** The value of a reference. */
export type ReferenceValue =
  | { readonly found: true; readonly value: Json }
  | { readonly found: false; readonly reason: string };

export type ReadReference = (reference: Reference) => ReferenceValue;

/** How references are read. */
export interface ReferenceReader {
  readonly read: ReadReference;
  /** Bytes, as JSON, of the value of a reference, where they are known without reading it. Undefined otherwise. */
  readonly bytesOf: (reference: Reference) => number | undefined;
}

/**
 * Reads `reference` out of the value that its root stands for: the output of a step, null for one that was skipped, or a binding.
 * `root` is undefined when there is none, such as the output of a step that failed; `absence` then says why.
 */
export function readFrom(reference: Reference, root: Json | undefined, absence: string): ReferenceValue {
  if (root === undefined) return { found: false, reason: absence };
  const value = valueAt(root, reference.path);
  if (value !== undefined) return ofEach(value, reference.each ?? []);
  let depth = 0;
  while (depth < reference.path.length && valueAt(root, reference.path.slice(0, depth + 1)) !== undefined) depth += 1;
  const parent = valueAt(root, reference.path.slice(0, depth)) ?? null;
  return { found: false, reason: `${kindOf(parent)} without ${JSON.stringify(String(reference.path[depth]))}` };
}

/** The values of the paths behind each `[*]`: a list for each list, so that nesting is kept. */
function ofEach(value: Json, [path, ...rest]: NonNullable<Reference["each"]>): ReferenceValue {
  if (path === undefined) return { found: true, value };
  if (!isJsonArray(value)) return { found: false, reason: `${kindOf(value)} where [*] needs a list` };
  const items: Json[] = [];
  for (const [at, item] of value.entries()) {
    const inner = valueAt(item, path);
    if (inner === undefined) {
      const missing = path.map(String).join(".");
      return { found: false, reason: `${kindOf(item)} without ${JSON.stringify(missing)} at [${at}]` };
    }
    const found = ofEach(inner, rest);
    if (!found.found) return { found: false, reason: `${found.reason} at [${at}]` };
    items.push(found.value);
  }
  return { found: true, value: items };
}

function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length} items`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
