/** The entries of steps in the plans of a run, without the steps within them. Pure. */

/** The plans of an execution as documents, which are JSON of the server. */
export interface PlanOfRound {
  readonly number: number;
  readonly plan: { readonly document: unknown };
}

/** By the id that the step has in the execution. */
export function planEntries(rounds: readonly PlanOfRound[]): ReadonlyMap<string, unknown> {
  const entries = new Map<string, unknown>();
  for (const { number, plan } of rounds) addWithin(plan.document, number === 1 ? "" : `rounds/${number}/`, entries);
  return entries;
}

/** Members of a plan and of a group that contain steps. Other members may look the same: arguments are free. */
const holders: ReadonlySet<string> = new Set(["steps", "finally", "step"]);

/** A step is an object with a member for its kind, which has the id: `{ "tool": { "stepId": "a", … } }`. */
function addWithin(holder: unknown, prefix: string, entries: Map<string, unknown>): void {
  if (!isObject(holder)) return;
  for (const step of [...listOf(holder.steps), ...listOf(holder.finally), holder.step]) {
    if (!isObject(step)) continue;
    for (const [kind, body] of Object.entries(step)) {
      if (!isObject(body) || typeof body.stepId !== "string") continue;
      const own = Object.entries(body).filter(([name]) => !holders.has(name));
      entries.set(prefix + body.stepId, { [kind]: Object.fromEntries(own) });
      addWithin(body, prefix, entries);
    }
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
