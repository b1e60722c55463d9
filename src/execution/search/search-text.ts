/**
 * Room `execution/search`: the text by which an execution is found, and the meaning of a search.
 *
 * Owns: the text (this file), folded, so that case and forms of the same letter make no difference: title, labels, callables, the failure,
 * and the request and result (`request-and-result.ts`). A search is a list of words, each of which must occur somewhere in the text.
 * Leaves: rows, and how many of them are looked at, to `durable/index`; bounds of a caller's search to `graph/lists`.
 *
 * Invariants:
 * - A text is bounded in each of its parts.
 * - The request and the result are part of it for as long as the execution keeps its values.
 */

/** UTF-16 code units of each part. */
export const maxSearchPart = 1_000;

/** The parts of a summary that make its search text. */
export interface Searched {
  readonly callables: readonly string[];
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  readonly outline: {
    readonly title: string;
    readonly failure: { readonly code: string; readonly message: string } | "UNLISTED" | null;
  } | null;
  /** The request and the result. Absent if neither is known. */
  readonly words?: readonly string[];
}

/**
 * As texts and searches are compared: compatible forms made one, small letters, blanks made single spaces.
 *
 * @example
 * ```ts
 * folded("  Große\n FLÜSSE "); // "große flüsse"
 * ```
 */
export function folded(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

export function searchTextOf({ callables, labels, outline, words }: Searched): string {
  const failure = outline?.failure;
  const parts = [
    outline?.title ?? "",
    labels.map(({ key, value }) => `${key} ${value}`).join(" "),
    joined(callables),
    failure === null || failure === undefined || failure === "UNLISTED" ? "" : `${failure.code} ${failure.message}`,
    ...(words ?? []),
  ];
  return parts.map((part) => cut(folded(cut(part)))).join("\n");
}

/** Whether every one of `words`, which are folded, occurs in `text`. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** The first names, as far as a part has room: a plan may call hundreds of tools with long names. */
function joined(names: readonly string[]): string {
  let text = "";
  for (const name of names) {
    if (text.length >= maxSearchPart) break;
    text += ` ${name}`;
  }
  return text;
}

/** Never half of a character. */
export function cut(text: string): string {
  return text.length <= maxSearchPart ? text : text.slice(0, maxSearchPart).toWellFormed();
}
