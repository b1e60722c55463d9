/** How the rounds of an execution are named, for the engine and for the dashboard. */

/** Most rounds of one execution. */
export const mostRounds = 10;

/**
 * Id in the execution of a step of a round. Those of the first round keep theirs.
 *
 * @example
 * ```ts
 * roundStepId(1, "search"); // "search"
 * roundStepId(2, "search"); // "rounds/2/search"
 * ```
 */
export function roundStepId(round: number, id: string): string {
  return round === 1 ? id : `rounds/${round}/${id}`;
}

/** Which round a step of an execution belongs to, by its id. */
export function roundOfStep(id: string): number {
  const [, round] = /^rounds\/(\d+)\//.exec(id) ?? [];
  return round === undefined ? 1 : Number(round);
}
