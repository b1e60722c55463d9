/**
 * The shown part of a tree of JSON: its branches, those that are open at first, and those that a search finds. Folded branches are not
 * made.
 */

/** One member of an object, one item of a list. */
export interface Twig {
  /** JSON Pointer from the root of the tree. */
  readonly pointer: string;
  /** Name of the member, place of the item. */
  readonly name: string;
  readonly value: unknown;
}

/** Whether a value has twigs. */
export function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** The first `most` twigs of a value, none of a scalar. */
export function twigsOf(value: unknown, pointer: string, most: number): readonly Twig[] {
  if (typeof value !== "object" || value === null) return [];
  const names = Array.isArray(value) ? [...value.slice(0, most).keys()].map(String) : Object.keys(value).slice(0, most);
  return names.map((name) => ({
    pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    name,
    value: (value as Readonly<Record<string, unknown>>)[name],
  }));
}

/** "3 fields", "1 item". */
export function sizeInWords(value: object): string {
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  return `${count} ${Array.isArray(value) ? "item" : "field"}${count === 1 ? "" : "s"}`;
}

/** More values within a branch, and it is folded at first. */
const mostOpenAtFirst = 24;

/** Whether a branch is open before somebody folds or opens it: the root, and small ones. */
export function isOpenAtFirst(value: object, depth: number): boolean {
  return depth === 0 || valuesWithin(value, mostOpenAtFirst + 1) <= mostOpenAtFirst;
}

/** How many values are within, counted up to `most`. */
export function valuesWithin(value: unknown, most: number): number {
  let count = 0;
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const within = Object.values(next);
    count += within.length;
    if (count >= most) return most;
    for (const one of within) waiting.push(one);
  }
  return count;
}

/** Shorter texts stand in their line, in quotes. */
const longestInLine = 80;

/** Whether a text is read as a text rather than as JSON: it has lines, or is long. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && (value.length > longestInLine || value.trimEnd().includes("\n"));
}

export interface Found {
  /** Pointers of the twigs that match. */
  readonly matches: ReadonlySet<string>;
  /** Pointers of the branches that have a match within. */
  readonly around: ReadonlySet<string>;
  /** Whether there is more than was looked through. */
  readonly isCut: boolean;
}

/** No more is looked through, and no more is found. */
const mostSearched = 200_000;
const mostFound = 500;

/** Twigs whose name or value contains `words`, ignoring case. Empty for no words. */
export function foundIn(value: unknown, words: string): Found {
  const wanted = words.trim().toLowerCase();
  const matches = new Set<string>();
  const around = new Set<string>();
  let left = mostSearched;
  const look = (part: unknown, pointer: string, above: readonly string[]): void => {
    for (const twig of twigsOf(part, pointer, left)) {
      left -= 1;
      if (left <= 0 || matches.size >= mostFound) return;
      const hasWords = `${twig.name}\n${scalarText(twig.value)}`.toLowerCase().includes(wanted);
      if (hasWords) {
        matches.add(twig.pointer);
        for (const branch of above) around.add(branch);
      }
      if (isBranch(twig.value) && above.length < deepest) look(twig.value, twig.pointer, [...above, twig.pointer]);
    }
  };
  if (wanted !== "") look(value, "", []);
  return { matches, around, isCut: left <= 0 || matches.size >= mostFound };
}

const deepest = 200;

function scalarText(value: unknown): string {
  return typeof value === "object" && value !== null ? "" : String(value);
}
