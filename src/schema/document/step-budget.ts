/**
 * The budget for checks of values against schemas from outside. The cost is counted in steps of a few tens of nanoseconds, so that every
 * machine refuses or makes the same check. One budget holds for all checks of one request or one answer.
 */

/** Steps of one request or one answer: at most some 40 milliseconds before the runtime has compiled the interpreter, half of that later. */
export const mostSteps = 750_000;

/** Steps of all questions about the relation of schemas, of one request. */
export const mostQuestionSteps = 16_000;

/** Each of them takes the time of so many others. */
const stepsOfQuestionStep = 15;

/** Steps for reading one schema of a document, by its time. */
const stepsOfReading = 60;

export class StepsUsedUp extends Error {}

export class StepBudget {
  #left: number;
  #leftForQuestions = mostQuestionSteps;
  readonly #read = new WeakSet<object>();

  constructor(steps: number = mostSteps) {
    this.#left = steps;
  }

  get left(): number {
    return this.#left;
  }

  get leftForQuestions(): number {
    return this.#leftForQuestions;
  }

  /**
   * The answer of `ask`, with the steps that it took. Undefined if it could take more than are left. Questions are never cut short by steps
   * of others, so a remembered answer is the one that would be found again.
   */
  answer<Answer>(most: number, ask: () => { readonly answer: Answer; readonly steps: number }): Answer | undefined {
    if (this.#leftForQuestions < most || this.#left < stepsOfQuestionStep * most) return undefined;
    const { answer, steps } = ask();
    this.#leftForQuestions -= steps;
    this.#left -= stepsOfQuestionStep * steps;
    return answer;
  }

  /**
   * Takes the cost of reading a document of so many schemas, once for each document: also if it was read before, so that each request is
   * judged alike.
   */
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

let shared: StepBudget | undefined;

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
  return shared === undefined ? withinBudget(new StepBudget(), work) : work();
}
