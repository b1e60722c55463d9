/**
 * What a family of fuzzed inputs is: how an input is made from a seed, and how it is given to the product. A case is named by seed, family
 * and number, and made from these three alone, so that every case can be repeated by itself.
 */
import { Seeded } from "../support/engine/seeded.ts";

/** What the product made of one input. */
export interface Observation {
  /** How deep the input came, in the words of its family, such as `COMPILED`. */
  readonly depth: string;
  /** What a caller is shown of it: text, or a value that is told as JSON. */
  readonly shown: unknown;
  /** The status of an HTTP answer. */
  readonly status?: number;
  /** What else is wrong, found by a rule of the family itself. */
  readonly finding?: string;
}

/** A request as it stands on the wire, for a Worker that runs elsewhere. */
export interface WireRequest {
  readonly method: string;
  /** Path and search. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

export interface Family<Input = unknown> {
  readonly name: string;
  /** Share of the cases of a run, beside those of the other families. */
  readonly weight: number;
  /** Depths that count as more than a refusal at the first check. */
  readonly deep: readonly string[];
  readonly generate: (random: Seeded) => Input;
  /** Never changes its input. Throws only if the product does. */
  readonly run: (input: Input) => Observation | Promise<Observation>;
  /** The same as a request to a real Worker; null for an input that cannot be sent. */
  readonly wire?: (input: Input) => WireRequest | null;
  /** CPU of one case. 250 if left out. */
  readonly limitMs?: number;
  /** What a caller may be shown at most, beside sixteen times the input. 512 KB if left out. */
  readonly outputBytes?: number;
}

/** The choices of one case. */
export function caseRandom(seed: number, family: string, index: number): Seeded {
  let hash = 2_166_136_261;
  for (const character of `${seed}/${family}/${index}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }
  return new Seeded(hash);
}

/** How many cases of each family make `total`, by weight; each family has one at least. */
export function casesByFamily(families: readonly Pick<Family, "name" | "weight">[], total: number) {
  const weights = families.reduce((sum, { weight }) => sum + weight, 0);
  return new Map(families.map(({ name, weight }) => [name, Math.max(1, Math.round((total * weight) / weights))]));
}
