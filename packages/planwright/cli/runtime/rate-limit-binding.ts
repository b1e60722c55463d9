/**
 * The bindings of rate limits: `limit` requests of a key in `period` seconds, counted in this process, which serves alone. Counts are
 * dropped together at the end of a period, so that they take no more room than the keys of one.
 */
interface Settings {
  readonly limit: number;
  readonly period: number;
}

class RateLimit {
  readonly #settings: Settings;
  #period = 0;
  #counts = new Map<string, number>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async limit({ key }: { readonly key: string }): Promise<{ readonly success: boolean }> {
    const { limit, period } = this.#settings;
    const now = Math.floor(Date.now() / 1_000 / period);
    if (now !== this.#period) {
      this.#period = now;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return { success: count <= limit };
  }
}

export default function makeBinding(settings: Settings): RateLimit {
  return new RateLimit(settings);
}
