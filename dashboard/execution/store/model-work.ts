/** Names of the lines for the work of models for the whole execution, and for each plan of several. No step has such an id. */

const prefix = "model/";

export function modelStepId(purpose: string): string {
  return prefix + purpose;
}

/** The purpose of the model's call, such as `PLAN`. Null for a step. */
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
