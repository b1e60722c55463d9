/**
 * What checks of values against schemas of others may cost. Counted in steps, each of which takes a few tens of nanoseconds, so that the
 * same check is refused or made on every machine. One budget holds for all that is checked for one request or one answer.
 */

/** Steps of one request or one answer: some 50 milliseconds on a busy core. */
export const mostSteps = 1_000_000;

/** Steps for reading one schema of a document, by what it takes in time. */
const stepsOfReading = 40;

export class StepsUsedUp extends Error {}

export class StepBudget {
  #left: number;
  readonly #read = new WeakSet<object>();

  constructor(steps: number = mostSteps) {
    this.#left = steps;
  }

  get left(): number {
    return this.#left;
  }

  /** Takes what reading a document of so many schemas costs, once for each document: also if it was read before, so that each request is judged alike. */
  takeReading(document: object, schemas: number): void {
    if (this.#read.has(document)) return;
    this.#read.add(document);
    this.take(stepsOfReading * schemas);
  }

  /** Throws where more was taken than there was. */
  readonly take = (steps: number): void => {
    this.#left -= steps;
    if (this.#left < 0)
      throw new StepsUsedUp("required a check within the steps that one request may take, found more");
  };
}

let shared: StepBudget | null = null;

/** Does `work`, which waits for nothing, so that all its checks together take from `budget`. */
export function withinBudget<Result>(budget: StepBudget, work: () => Result): Result {
  const before = shared;
  shared = budget;
  try {
    return work();
  } finally {
    shared = before;
  }
}

/** The budget of the work that is being done; outside of any, one for a single check. */
export function budgetInForce(): StepBudget {
  return shared ?? new StepBudget();
}

/** Does `work`, which waits for nothing, so that all its checks together take from one budget: the one in force, or a fresh one. */
export function withinOneBudget<Result>(work: () => Result): Result {
  return shared === null ? withinBudget(new StepBudget(), work) : work();
}
