/**
 * The sending side of one client's WebSocket. It knows whether the client still answers, and how many sent bytes it has not received. The
 * platform reports neither, so both are measured by the pings of the subprotocol.
 *
 * 1. The client is pinged every `pingEveryMs`; a client that left the last ping unanswered is gone.
 * 2. After `probeBytes` without an answer a ping is sent, and `send` does not resolve before its pong. A caller that awaits `send` reads no
 *    further, so that a slow reader costs at most `probeBytes` and one result per subscription.
 * 3. Nothing is sent after the end, and every pending `send` resolves.
 */
import type { WatchClock } from "../watch/feed-pages.ts";

/** Bytes that may be on their way to a client before it must show that it reads. */
export const probeBytes = 262_144;

/** How often a client must show that it is there. */
export const pingEveryMs = 15_000;

const ping = JSON.stringify({ type: "ping" });

export class SocketWriter {
  readonly #sendNow: (text: string) => void;
  readonly #gone: () => void;
  readonly #clock: WatchClock;
  #isClosed = false;
  #sentBytes = 0;
  #unprobedBytes = 0;
  #pings = 0;
  #pongs = 0;
  /** Number of the last regular ping. */
  #regularPing = 0;
  /** Number of the ping whose pong is waited for; 0 if none is. */
  #probe = 0;
  #waiting: (() => void)[] = [];
  #stopPinging: (() => void) | undefined;

  /** `sendNow` may throw for a socket that is closing. `gone` is called when the client is found to be gone. */
  constructor(sendNow: (text: string) => void, gone: () => void, clock: WatchClock) {
    this.#sendNow = sendNow;
    this.#gone = gone;
    this.#clock = clock;
    this.#pingLater();
  }

  /** Bytes sent so far, as far as they are ASCII. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Sends at once. Resolves when more may be sent (rule 2) or nothing can be (rule 3). */
  send(text: string): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#write(text);
    if (this.#probe === 0 && this.#unprobedBytes >= probeBytes) this.#probe = this.#ping();
    if (this.#probe === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The client answered the oldest ping that it had not. */
  pong(): void {
    // A client may send a pong without a ping.
    if (this.#pongs < this.#pings) this.#pongs += 1;
    if (this.#probe === 0 || this.#pongs < this.#probe) return;
    this.#probe = 0;
    this.#unprobedBytes = 0;
    this.#release();
  }

  /** The socket is closed, by whomever. */
  closed(): void {
    this.#isClosed = true;
    this.#stopPinging?.();
    this.#release();
  }

  #write(text: string): void {
    this.#sentBytes += text.length;
    this.#unprobedBytes += text.length;
    try {
      this.#sendNow(text);
    } catch {
      // It is closing, and its close event is still to come.
      this.closed();
      this.#gone();
    }
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #ping(): number {
    this.#pings += 1;
    this.#write(ping);
    return this.#pings;
  }

  #pingLater(): void {
    this.#stopPinging = this.#clock.after(pingEveryMs, () => {
      if (this.#pongs < this.#regularPing) {
        this.#gone();
        return;
      }
      this.#regularPing = this.#ping();
      if (!this.#isClosed) this.#pingLater();
    });
  }
}
