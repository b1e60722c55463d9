/** A callable for tests: one that nobody describes and everything is allowed to, but for what a test says. */
import type { CallableDefinition } from "../../../src/plan/callable.ts";

/** @example callableOf({ name: "read" }).remoteName; // "read" */
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
