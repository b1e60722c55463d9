/** How rough the run of a family is; every seed draws its own. */
import type { Seeded } from "../support/engine/seeded.ts";

export interface Disturbances {
  /** Chance that an object is lost after an event, and that an event is refused: each with its transaction. */
  readonly crash: number;
  readonly refused: number;
  /** Chance that a step of the simulation cancels the root. */
  readonly cancel: number;
  /** Chance that a message between executions is lost, on each way. */
  readonly network: number;
  /** Chance that an answer comes when the simulation lets it, and that it never does. */
  readonly held: number;
  readonly silent: number;
  /** The one event, counted over all executions, after whose transaction the object is lost. Null for none. */
  readonly crashAfterRow: number | null;
  /** Whether all of the family lie in one object, so that all are lost at once. */
  readonly isHosted: boolean;
  /** Steps of the simulation before everything calms down. */
  readonly steps: number;
}

export const undisturbed: Disturbances = {
  ...{
    crash: 0,
    refused: 0,
    cancel: 0,
    network: 0,
    held: 0,
    silent: 0,
    crashAfterRow: null,
    isHosted: false,
    steps: 0,
  },
};

/**
 * Three in ten lose one object after one row of all that there are; the others are disturbed in every way. `rows` is how many
 * events the undisturbed run stores.
 */
export function randomDisturbances(random: Seeded, rows: number): Disturbances {
  const isHosted = random.chance(0.3);
  if (random.chance(0.3)) return { ...undisturbed, crashAfterRow: random.between(2, Math.max(2, rows)), isHosted };
  return {
    crash: random.pick([0, 0.03, 0.1, 0.3]),
    refused: random.pick([0, 0, 0.05]),
    cancel: random.pick([0, 0, 0, 0.02]),
    network: random.pick([0, 0.1, 0.3]),
    held: random.pick([0.3, 0.8]),
    silent: random.pick([0, 0, 0.15]),
    crashAfterRow: null,
    isHosted,
    steps: random.between(10, 80),
  };
}
