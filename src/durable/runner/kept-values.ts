/**
 * Large values that the items of a map read, parsed once. A list of ten thousand items would else be parsed for each of them. They are kept
 * until the calls in flight have ended; those of a map whose items make no calls here, such as children, as long as the object is in memory.
 */
import type { ReadValue } from "../../execution/state/read-reference.ts";
import type { Json } from "../../json/json.ts";
import { inlineBytes, type ValuePosition } from "../../json/stored-value.ts";

/** The list, and one more value that each item refers to. */
const mostValues = 2;

interface KeptValue {
  readonly position: ValuePosition;
  readonly value: Json | undefined;
}

export class KeptValues {
  readonly #read: ReadValue;
  #kept: readonly KeptValue[] = [];

  constructor(read: ReadValue) {
    this.#read = read;
  }

  readonly read: ReadValue = (position) => {
    const { bytes, sequence, slot } = position;
    if (bytes <= inlineBytes) return this.#read(position);
    const isWanted = (kept: KeptValue) => kept.position.sequence === sequence && kept.position.slot === slot;
    const known = this.#kept.find(isWanted);
    if (known !== undefined) return known.value;
    const value = this.#read(position);
    this.#kept = [{ position, value }, ...this.#kept].slice(0, mostValues);
    return value;
  };

  clear(): void {
    this.#kept = [];
  }
}
