/** The fingerprint of a request (E1): a hash of what was sent, so that a key that is used again for something else is noticed. */
import { hashOfParts } from "../plan/effect-key.ts";
import { type Json, jsonDepth } from "../plan/json.ts";
import type { ExecutePlanInput } from "./schema.generated.ts";

/** Deeper JSON is refused long before, so that no request that ran is missed. */
const MAX_DEPTH = 200;

/**
 * Hex SHA-256 over everything that decides what happens. The key itself, the time to wait and the demanded revision of the
 * catalog are left out: they only say how to ask. Null for a request that is nested too deeply to be hashed.
 */
export function requestFingerprint({ source, bindings, options }: ExecutePlanInput): string | null {
  const { limits, schedule, inDoubt, approval, contextId, labels } = options ?? {};
  const parts = [source, bindings, limits, schedule, inDoubt, approval, contextId, labels].map((part) => part ?? null);
  // Coerced input objects are plain JSON: scalars, lists and objects of them.
  const sent = parts as unknown as readonly Json[];
  return jsonDepth(sent, MAX_DEPTH) >= MAX_DEPTH ? null : hashOfParts(sent);
}
