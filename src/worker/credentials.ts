/** Who is asking. Deny by default: a deployment that does not state how callers prove themselves serves nobody. */
import type { Caller } from "../graph/graph-context.ts";
import type { Scope } from "../graph/schema.generated.ts";
import type { Settings } from "./settings.ts";

const allScopes: readonly Scope[] = [
  "REGISTRY_READ",
  "REGISTRY_WRITE",
  "EXECUTION_READ",
  "EXECUTION_START",
  "EXECUTION_CONTROL",
  "HUMAN_INPUT_RESPOND",
];

/** The caller, or null if nobody is served. With `AUTH_MODE=none` everybody is the same caller and may do everything. */
export function callerOf({ authMode }: Pick<Settings, "authMode">): Caller | null {
  return authMode === "none" ? { tenant: "default", subject: "anonymous", scopes: allScopes } : null;
}
