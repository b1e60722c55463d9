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

/** Id that a step of any round has in its own plan, the inverse of `roundStepId`. */
export function idInRound(id: string): string {
  return id.replace(/^rounds\/\d+\//, "");
}

/** Which round a step of an execution belongs to, by its id. */
export function roundOfStep(id: string): number {
  if (!id.startsWith("rounds/")) return 1;
  const [, round] = /^rounds\/(\d+)\//.exec(id) ?? [];
  return round === undefined ? 1 : Number(round);
}
