/**
 * The common and the differing items of two sequences, with the fewest edits (Myers, 1986). Pure. Sequences with more than `mostEdits`
 * edits between their common beginning and end are reported as exchanged there: work and memory grow with the square of the edits.
 */

/** A run of items. */
export interface DiffPart<Item> {
  readonly kind: "SAME" | "LEFT" | "RIGHT";
  readonly items: readonly Item[];
}

const mostEditsAtOnce = 1_000;

/**
 * Parts whose SAME and LEFT items are `left` and whose SAME and RIGHT items are `right`, in order.
 *
 * @example
 * ```ts
 * sequenceDiff(["a", "b"], ["a", "c"]);
 * // [{ kind: "SAME", items: ["a"] }, { kind: "LEFT", items: ["b"] }, { kind: "RIGHT", items: ["c"] }]
 * ```
 */
export function sequenceDiff<Item>(
  left: readonly Item[],
  right: readonly Item[],
  mostEdits = mostEditsAtOnce,
): readonly DiffPart<Item>[] {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const [from, to] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  return joined([
    { kind: "SAME", items: left.slice(0, start) },
    ...(shortestEdit(from, to, mostEdits) ?? [
      { kind: "LEFT" as const, items: from },
      { kind: "RIGHT" as const, items: to },
    ]),
    { kind: "SAME", items: left.slice(left.length - end) },
  ]);
}

/** Null if it needs more than `mostEdits` edits. */
function shortestEdit<Item>(
  left: readonly Item[],
  right: readonly Item[],
  mostEdits: number,
): readonly DiffPart<Item>[] | null {
  const most = Math.min(mostEdits, left.length + right.length);
  /** How far to the left sequence each diagonal leads; kept for each number of edits, for the way back. */
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const kept: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    kept.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = middle + diagonal;
      const isDown =
        diagonal === -edits || (diagonal !== edits && valueAt(furthest, at - 1) < valueAt(furthest, at + 1));
      let x = isDown ? valueAt(furthest, at + 1) : valueAt(furthest, at - 1) + 1;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
      furthest[at] = x;
      if (x >= left.length && x - diagonal >= right.length) return wayBack(left, right, kept);
    }
  }
  return null;
}

function wayBack<Item>(
  left: readonly Item[],
  right: readonly Item[],
  kept: readonly Int32Array[],
): readonly DiffPart<Item>[] {
  const parts: DiffPart<Item>[] = [];
  let [x, y] = [left.length, right.length];
  for (let edits = kept.length - 1; edits >= 0; edits -= 1) {
    const before = kept[edits] ?? new Int32Array();
    const diagonal = x - y;
    const at = diagonal + edits + 1;
    const isDown = diagonal === -edits || (diagonal !== edits && valueAt(before, at - 1) < valueAt(before, at + 1));
    // Before the first edit there is only the common beginning.
    const beforeX = edits === 0 ? 0 : isDown ? valueAt(before, at + 1) : valueAt(before, at - 1);
    const beforeY = edits === 0 ? 0 : beforeX - (isDown ? diagonal + 1 : diagonal - 1);
    const sameFrom = edits === 0 ? 0 : isDown ? beforeX : beforeX + 1;
    parts.push({ kind: "SAME", items: left.slice(sameFrom, x) });
    if (edits > 0 && isDown) parts.push({ kind: "RIGHT", items: right.slice(beforeY, beforeY + 1) });
    else if (edits > 0) parts.push({ kind: "LEFT", items: left.slice(beforeX, beforeX + 1) });
    [x, y] = [beforeX, beforeY];
  }
  return parts.reverse();
}

function valueAt(numbers: Int32Array, at: number): number {
  return numbers[at] ?? 0;
}

/** Without empty parts, runs of a kind as one; between two SAME parts the left items come first. */
function joined<Item>(parts: readonly DiffPart<Item>[]): readonly DiffPart<Item>[] {
  const found: DiffPart<Item>[] = [];
  let [left, right]: [Item[], Item[]] = [[], []];
  const flush = () => {
    if (left.length > 0) found.push({ kind: "LEFT", items: left });
    if (right.length > 0) found.push({ kind: "RIGHT", items: right });
    [left, right] = [[], []];
  };
  for (const { items, kind } of parts) {
    if (items.length === 0) continue;
    if (kind === "LEFT") left = left.concat(items);
    else if (kind === "RIGHT") right = right.concat(items);
    else {
      flush();
      const last = found.at(-1);
      if (last?.kind === "SAME") found[found.length - 1] = { kind: "SAME", items: last.items.concat(items) };
      else found.push({ kind: "SAME", items });
    }
  }
  flush();
  return found;
}
