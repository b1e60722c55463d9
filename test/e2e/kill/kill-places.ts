/**
 * Where the kill tests stop an execution: before and after each transaction of its journal. What is stored together is one row of its
 * table, so nothing can be lost between two events of it.
 */

export interface KillPlace {
  readonly moment: "before" | "after";
  /** Sequence of the first event of the transaction. */
  readonly row: number;
  /** Name of that event. */
  readonly what: string;
  /** How many events are on disk when the process is killed. */
  readonly kept: number;
}

/**
 * The places of a journal. `sizes` says of how many events each of its transactions is, in order.
 *
 * @example
 * ```ts
 * placesOf(["EXECUTION_STARTED", "STEP_STARTED a", "STEP_FINISHED a"], [2, 1]).map(({ moment, row, kept }) => [moment, row, kept]);
 * // [["before", 1, 0], ["after", 1, 2], ["before", 3, 2], ["after", 3, 3]]
 * ```
 */
export function placesOf(events: readonly string[], sizes: readonly number[]): readonly KillPlace[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total !== events.length) throw new Error(`The transactions hold ${total} events of ${events.length}`);
  return sizes.flatMap((size, index) => {
    const before = sizes.slice(0, index).reduce((sum, earlier) => sum + earlier, 0);
    const what = events[before] ?? "";
    return [
      { moment: "before" as const, row: before + 1, what, kept: before },
      { moment: "after" as const, row: before + 1, what, kept: before + size },
    ];
  });
}
