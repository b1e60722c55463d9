/** Merging sorted runs of rows into one page. */

/**
 * The first rows of several runs, at most `limit`, in the order of `compare`, which each run is sorted by. A row that is in
 * several runs comes once. Each run is read only as far as it contributes.
 *
 * @example
 * ```ts
 * mergedRuns([[1, 4].values(), [2, 3].values()], (left, right) => left - right, 3); // [1, 2, 3]
 * ```
 */
export function mergedRuns<Row>(
  runs: readonly Iterator<Row>[],
  compare: (left: Row, right: Row) => number,
  limit: number,
): readonly Row[] {
  const rows: Row[] = [];
  for (const row of rowsOfRuns(runs, compare)) {
    const last = rows.at(-1);
    if (last !== undefined && compare(last, row) === 0) continue;
    if (rows.push(row) >= limit) break;
  }
  return rows;
}

/** As `mergedRuns`, one after another for as long as somebody wants more. */
export function* rowsOfRuns<Row>(
  runs: readonly Iterator<Row>[],
  compare: (left: Row, right: Row) => number,
): Generator<Row, void> {
  const heads = runs.flatMap((run) => {
    const { done, value } = run.next();
    return done === true ? [] : [{ run, row: value }];
  });
  while (heads.length > 0) {
    const first = heads.reduce((least, head) => (compare(head.row, least.row) < 0 ? head : least));
    yield first.row;
    const { done, value } = first.run.next();
    if (done === true) heads.splice(heads.indexOf(first), 1);
    else first.row = value;
  }
}
