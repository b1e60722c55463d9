/** Steps of a search over schemas, so that no question costs more than it may. */

/** The remaining work that one question may cost. */
export interface Steps {
  left: number;
  /** Demands being tried on a value within one another. */
  nesting: number;
}

/** So many small things, of which each is a look at a fact or some characters, take the time of one step. */
const THINGS_PER_STEP = 128;

/** Counts work that grows with the content of schemas and values. */
export function weigh(steps: Pick<Steps, "left">, things: number): void {
  steps.left -= things / THINGS_PER_STEP;
}
