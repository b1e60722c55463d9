/**
 * The effect class of a tool: what a repeated call after a lost answer could do (E7). A hint that a call is harmless counts only from a
 * server that is registered as trusted, and only if it is there. A warning counts from every server.
 */

import { ownValue } from "../json/json.ts";
import type { EffectClass } from "../plan/callable.ts";
import type { DiscoveredTool } from "./discovered-tool.ts";

/** Metadata with which a tool says that it deduplicates by our idempotency key. */
export const keyedMetadataKey = "dev.planwright/keyed";

type Described = Pick<DiscoveredTool, "annotations" | "metadata">;

/**
 * The effect class of a tool. A tool of a server that is not trusted is UNSAFE.
 *
 * @example
 * ```ts
 * effectClassOf({ annotations: { readOnlyHint: true }, metadata: {} }, true); // "READ_ONLY"
 * effectClassOf({ annotations: { readOnlyHint: true }, metadata: {} }, false); // "UNSAFE"
 * ```
 */
export function effectClassOf(tool: Described, trusted: boolean): EffectClass {
  if (!trusted) return "UNSAFE";
  if (ownValue(tool.annotations, "readOnlyHint") === true) return "READ_ONLY";
  if (ownValue(tool.annotations, "idempotentHint") === true) return "IDEMPOTENT";
  return ownValue(tool.metadata, keyedMetadataKey) === true ? "KEYED" : "UNSAFE";
}

/** MCP takes the absence of the hint for destructive; asking a person before every such call would teach people to click. */
export function declaresDestructive(tool: Described): boolean {
  return ownValue(tool.annotations, "destructiveHint") === true;
}
