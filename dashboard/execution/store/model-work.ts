/** Names of the lines for what models did for the execution as a whole. No step of a plan has a slash in its ID, so that none is like one. */

const prefix = "model/";

export function modelStepId(purpose: string): string {
  return prefix + purpose;
}

/** What the model was called for, such as `PLAN`. Null for a step. */
export function purposeOf(stepId: string): string | null {
  return stepId.startsWith(prefix) ? stepId.slice(prefix.length) : null;
}
