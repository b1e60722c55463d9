/** A step of a typed plan that calls a tool, as callers write it. */
import type { Json } from "../../../src/json/json.ts";

export function tool(stepId: string, toolName: string, args: Json, more: { readonly [key: string]: Json } = {}): Json {
  return { tool: { stepId, toolName, arguments: args, ...more } } as Json;
}
