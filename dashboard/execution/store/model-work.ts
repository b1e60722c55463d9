/** Names of the lines for what models did for the execution as a whole, and for each plan of several. No step has an id like one. */

const prefix = "model/";

export function modelStepId(purpose: string): string {
  return prefix + purpose;
}

/** What the model was called for, such as `PLAN`. Null for a step. */
export function purposeOf(stepId: string): string | null {
  return stepId.startsWith(prefix) ? stepId.slice(prefix.length) : null;
}

/** The line that holds the steps of one plan of several. */
export function roundRowId(round: number): string {
  return `round/${round}`;
}

/** The number of the plan whose line it is. Null for all else. */
export function roundOfRow(stepId: string): number | null {
  const [, round] = /^round\/(\d+)$/.exec(stepId) ?? [];
  return round === undefined ? null : Number(round);
}
