/**
 * The WebSockets of an isolate that have not authenticated yet, bounded in number so that clients which open them and stay silent hold little
 * memory. A new one replaces the oldest: of the same address if that has its maximum, else of the address with the most. None is refused,
 * because a few silent clients would then keep out all others of their address; a client that authenticates at once has left this list before
 * its turn comes. A socket leaves as soon as its caller is known, so no authenticated one is ever closed by this.
 */

/** A connection takes some 100 kB before its caller is known. */
export const maxStrangers = 512;
/** Many callers can share an address, and all of them connect again at once when a deployment changes. */
export const maxStrangersOfAddress = 128;

/** A socket whose caller is not known. */
interface Stranger {
  readonly close: () => void;
}

export class StrangerSockets {
  /** In the order in which they came. Local requests, whose address is not known, count under an empty one. */
  readonly #byAddress = new Map<string, Set<Stranger>>();
  #count = 0;

  /** Counts one until the function that is given is called. `close` is called if it has to make room; it does not count then. */
  enter(address: string, close: () => void): () => void {
    const known = this.#byAddress.get(address);
    if (address !== "" && known !== undefined && known.size >= maxStrangersOfAddress) this.#close(address, known);
    else if (this.#count >= maxStrangers) this.#makeRoom();
    const stranger: Stranger = { close };
    const ofAddress = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, ofAddress.add(stranger));
    this.#count += 1;
    return () => this.#leave(address, stranger);
  }

  #makeRoom(): void {
    let most: readonly [string, ReadonlySet<Stranger>] | undefined;
    for (const entry of this.#byAddress) {
      if (most === undefined || entry[1].size > most[1].size) most = entry;
    }
    if (most !== undefined) this.#close(...most);
  }

  #close(address: string, strangers: ReadonlySet<Stranger>): void {
    const [oldest] = strangers;
    if (oldest === undefined) return;
    this.#leave(address, oldest);
    oldest.close();
  }

  #leave(address: string, stranger: Stranger): void {
    const ofAddress = this.#byAddress.get(address);
    if (ofAddress?.delete(stranger) !== true) return;
    this.#count -= 1;
    if (ofAddress.size === 0) this.#byAddress.delete(address);
  }
}
