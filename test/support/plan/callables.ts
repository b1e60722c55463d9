/** Callables for tests. */
import type { JsonSchema } from "../../../src/json/json.ts";
import type { CallableDefinition, EffectClass } from "../../../src/plan/callable.ts";
import { humanInputCallable, humanInputProvider } from "../../../src/plan/human-input-callable.ts";
import { eventCallable } from "../../../src/plan/waits/event-callable.ts";
import { sleepCallable } from "../../../src/plan/waits/sleep-callable.ts";

/**
 * A callable without a description that takes every object, with `facts` instead of what they name.
 *
 * @example callableOf({ name: "read" }).remoteName; // "read"
 */
export function callableOf(facts: Partial<CallableDefinition> & { readonly name: string }): CallableDefinition {
  return {
    kind: "TOOL",
    description: "",
    usageHints: "",
    inputSchema: { type: "object" },
    outputSchema: null,
    effectClass: "UNSAFE",
    declaredDestructive: false,
    outputValidation: "STRICT",
    provider: "example",
    remoteName: facts.name,
    ...facts,
  };
}

/** A tool with these schemas. */
export function toolOf(
  name: string,
  inputSchema: JsonSchema,
  outputSchema: JsonSchema | null,
  effectClass: EffectClass = "READ_ONLY",
): CallableDefinition {
  return callableOf({ name, inputSchema, outputSchema, effectClass });
}

/** A tool of the server `world`, the first of the providers that executions of tests have. */
export function callable(
  name: string,
  effectClass: EffectClass,
  more: Partial<CallableDefinition> = {},
): CallableDefinition {
  return callableOf({ name, effectClass, outputSchema: { type: "object" }, provider: "world", ...more });
}

/** One callable of each effect class, named after it, one that may destroy, remote agents and executions of their own. */
export const callables: readonly CallableDefinition[] = [
  callable("read", "READ_ONLY"),
  callable("idempotent", "IDEMPOTENT"),
  callable("keyed", "KEYED"),
  callable("write", "UNSAFE"),
  callable("destroy", "UNSAFE", { declaredDestructive: true }),
  callable("remote", "UNSAFE", { kind: "AGENT", provider: "peers" }),
  callable("remote_keyed", "KEYED", { kind: "AGENT", provider: "peers" }),
  child("child_write", "UNSAFE"),
  child("child_read", "READ_ONLY"),
  humanInputCallable,
  sleepCallable,
  eventCallable,
  callable("ui.review", "READ_ONLY", {
    description: "Show the plan for review",
    ui: { component: "Review", mode: "artifact" },
    responseSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
    provider: humanInputProvider.name,
  }),
];

/** A callable that runs as an execution of its own. */
export function child(name: string, effectClass: EffectClass, more: Partial<CallableDefinition> = {}) {
  const facts = { kind: "WORKFLOW", provider: "planwright", remoteName: `workflow:${name}` } as const;
  return callable(name, effectClass, { ...facts, ...more });
}

/** `callables`, and those that agents at their turns drive. */
export const turnCallables: readonly CallableDefinition[] = [
  ...callables,
  callable("action_plan", "UNSAFE"),
  callable("look_up", "READ_ONLY"),
  callable("forget", "UNSAFE", { declaredDestructive: true }),
  callable("strict", "UNSAFE", {
    inputSchema: { type: "object", required: ["missing"], properties: { missing: { type: "string" } } },
  }),
];
