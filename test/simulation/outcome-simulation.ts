/**
 * One seed of the simulation with an oracle: a random plan whose end is no matter of speed, run undisturbed, run disturbed, and where the
 * disturbance must leave a mark, run undisturbed once more with just that mark.
 */
import { Seeded } from "../support/engine/seeded.ts";
import type { Insertions } from "./call-ledger.ts";
import { confluentRun } from "./confluent-plan.ts";
import { type Counts, noCounts } from "./counts.ts";
import { type Disturbances, randomDisturbances, undisturbed } from "./disturbances.ts";
import { Family } from "./family.ts";
import type { Mutant } from "./mutants.ts";
import { checkSameEnd, checkTold, cutsToTell } from "./oracle.ts";

export interface OutcomeOptions {
  /** Whether steps run as executions of their own. */
  readonly hasChildren: boolean;
  readonly trace?: (line: string) => void;
  readonly mutant?: Mutant;
}

/** Throws what rule was broken, or where the ends differ. */
export async function simulateOutcome(seed: number, options: OutcomeOptions): Promise<Counts> {
  const { hasChildren, mutant = null, trace = () => undefined } = options;
  const random = new Seeded(seed);
  const run = confluentRun(random, hasChildren);
  const tally = noCounts();
  const family = (disturbances: Disturbances, insertions: Insertions, isSeen: boolean) =>
    new Family({
      ...{ seed, run, disturbances, insertions },
      tally: isSeen ? tally : noCounts(),
      trace: isSeen ? trace : () => undefined,
      mutant: isSeen ? mutant : null,
    });
  const calm = family(undisturbed, new Map(), false);
  await calm.run();
  const rows = [...calm.members.values()].reduce((sum, { world }) => sum + world.journal.sequence, 0);
  const disturbed = family(randomDisturbances(random, rows), new Map(), true);
  await disturbed.run();
  tally.seeds = 1;
  const cuts = cutsToTell(disturbed);
  if (![...cuts.values()].some((own) => own.length > 0)) {
    checkSameEnd(disturbed, calm);
    return tally;
  }
  tally.cutRuns = 1;
  trace(`the undisturbed run is told of ${JSON.stringify([...cuts.values()].flat())}`);
  const told = family(undisturbed, cuts, false);
  await told.run();
  checkTold(told, cuts);
  checkSameEnd(disturbed, told);
  return tally;
}
