/** Where rows of the log are: found by halving, because sequences and positions only grow. */

/** Where an arrow key and the like lead in a list of `count`. Null for other keys. */
export function keyTarget(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return at + 1;
    case "ArrowUp":
      return at - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "PageDown":
      return at + 15;
    case "PageUp":
      return at - 15;
    default:
      return null;
  }
}

/** Where the row of a sequence is. Null if the filter does not show it. */
export function positionOf(sequence: number, count: number, keyOf: (at: number) => number): number | null {
  const at = lowerBound(count, (index) => keyOf(index) < sequence);
  return at < count && keyOf(at) === sequence ? at : null;
}

/** How many positions stand at `from` or behind it. */
export function countFrom(positions: readonly number[], from: number): number {
  return positions.length - lowerBound(positions.length, (index) => (positions[index] ?? 0) < from);
}

function lowerBound(count: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
