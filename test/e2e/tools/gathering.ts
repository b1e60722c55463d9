/**
 * Requests of an execution that are kept waiting until as many are there as may be at a time. So a test sees without a clock that
 * many come at once, and that one more does not.
 */

export interface GatheringSize {
  /** How many may be there at a time. */
  readonly atATime: number;
  /** How many come in all. */
  readonly total: number;
}

/** For those above the limit to show themselves. Milliseconds. */
const graceMs = 40;
/** After which nobody more is waited for. Milliseconds. */
const longestMs = 15_000;

interface Group {
  arrived: number;
  waiting: (() => void)[];
}

export class Gathering {
  readonly #groups = new Map<string, Group>();

  /** Waits for the others of the execution that `step` belongs to. */
  wait(step: string, size: GatheringSize = { atATime: 1, total: 1 }): Promise<void> {
    const execution = step.slice(0, step.indexOf("/"));
    const group = this.#groups.get(execution) ?? { arrived: 0, waiting: [] };
    this.#groups.set(execution, group);
    group.arrived += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    group.waiting.push(resolve);
    const isComplete = group.waiting.length === size.atATime || group.arrived === size.total;
    const timer = setTimeout(() => release(group), isComplete ? graceMs : longestMs);
    return promise.finally(() => clearTimeout(timer));
  }
}

function release(group: Group): void {
  for (const resolve of group.waiting.splice(0)) resolve();
}
