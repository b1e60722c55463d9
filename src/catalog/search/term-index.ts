/**
 * Ranks documents by the words of a query with BM25. A document has fields of different weight, which add up before the term frequency is
 * saturated, so that a word that is repeated a thousand times counts little more than one that stands there three times.
 *
 * Pure and deterministic: equal scores keep the order in which documents were given. Building takes time in proportion to the words, of which each
 * document has a bounded number; ranking takes time in proportion to how often words of the query stand in documents.
 */
import { searchTerms } from "./search-terms.ts";

export interface SearchField {
  readonly text: string;
  /** How much a word in this field counts. */
  readonly weight: number;
}

/** A position among the documents that were given, with how well it fits; higher is better. */
export interface Ranked {
  readonly position: number;
  readonly score: number;
}

/** The usual values: how soon repetition stops to count, and how much length does. */
const saturation = 1.2;
const lengthShare = 0.75;

/** UTF-16 code units of a document that are read, and different words of it that are kept. Earlier fields come first. */
const longestDocument = 6_000;
const mostWords = 250;

interface Postings {
  readonly positions: number[];
  readonly frequencies: number[];
}

export class TermIndex {
  readonly #postings = new Map<string, Postings>();
  readonly #lengths: number[] = [];
  readonly #averageLength: number;

  constructor(documents: Iterable<readonly SearchField[]>) {
    let sum = 0;
    for (const fields of documents) sum += this.#add(fields);
    this.#averageLength = sum / Math.max(1, this.#lengths.length);
  }

  /** Documents in which a word of `query` stands, best first. `query` gives each word with how much it counts. */
  ranked(query: ReadonlyMap<string, number>): readonly Ranked[] {
    const scores = new Map<number, number>();
    for (const [word, weight] of query) {
      const postings = this.#postings.get(word);
      if (postings === undefined) continue;
      const { frequencies, positions } = postings;
      const rarity = Math.log(1 + (this.#lengths.length - positions.length + 0.5) / (positions.length + 0.5));
      for (const [at, position] of positions.entries()) {
        const frequency = frequencies[at] ?? 0;
        const length = (this.#lengths[position] ?? 0) / Math.max(1, this.#averageLength);
        const norm = saturation * (1 - lengthShare + lengthShare * length);
        const gain = (weight * rarity * frequency * (saturation + 1)) / (frequency + norm);
        scores.set(position, (scores.get(position) ?? 0) + gain);
      }
    }
    const found = Array.from(scores, ([position, score]) => ({ position, score }));
    return found.sort((left, right) => right.score - left.score || left.position - right.position);
  }

  #add(fields: readonly SearchField[]): number {
    const position = this.#lengths.length;
    const frequencies = new Map<string, number>();
    let left = longestDocument;
    let length = 0;
    for (const { text, weight } of fields) {
      const read = text.slice(0, left);
      left -= read.length;
      for (const word of searchTerms(read)) {
        length += weight;
        const known = frequencies.get(word);
        if (known !== undefined || frequencies.size < mostWords) frequencies.set(word, (known ?? 0) + weight);
      }
    }
    for (const [word, frequency] of frequencies) {
      const postings = this.#postings.get(word) ?? { positions: [], frequencies: [] };
      postings.positions.push(position);
      postings.frequencies.push(frequency);
      this.#postings.set(word, postings);
    }
    this.#lengths.push(length);
    return length;
  }
}

/** The different words of texts, each with the greatest weight of those that have it. */
export function queryTerms(texts: readonly SearchField[]): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const { text, weight } of texts)
    for (const word of searchTerms(text)) words.set(word, Math.max(words.get(word) ?? 0, weight));
  return words;
}
