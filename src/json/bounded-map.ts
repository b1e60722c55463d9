/** Maps that live as long as an isolate, bounded so that names from outside cannot fill its memory. */

/**
 * A map of at most `maxSize` entries. The entry that was set longest ago makes room for a new one.
 *
 * @example
 * ```ts
 * const map = new BoundedMap<number>(1);
 * map.set("a", 1);
 * map.set("b", 2);
 * map.get("a"); // undefined
 * ```
 */
export class BoundedMap<Value> {
  readonly #maxSize: number;
  readonly #values = new Map<string, Value>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size > this.#maxSize) this.#values.delete(oldest);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}

/** A bounded map of values that count for `keptMs` milliseconds. Times are Unix milliseconds. */
export class RecentMap<Value> {
  readonly #keptMs: number;
  readonly #entries: BoundedMap<{ readonly value: Value; readonly at: number }>;

  constructor({ keptMs, maxSize }: { readonly maxSize: number; readonly keptMs: number }) {
    this.#keptMs = keptMs;
    this.#entries = new BoundedMap(maxSize);
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && now - entry.at < this.#keptMs ? entry.value : undefined;
  }

  /** `at` is the time from which the value is known: before it was asked for, where it can change meanwhile. */
  set(key: string, value: Value, at: number): void {
    this.#entries.set(key, { value, at });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
