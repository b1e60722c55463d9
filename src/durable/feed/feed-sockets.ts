/**
 * The watchers of one feed of an object, over WebSockets that the platform holds while the object sleeps (E11). It knows sockets, not the
 * messages. An object that has several feeds gives the sockets of each a tag.
 *
 * A watcher sends `{"pull": position}` and gets one page of at most 256 KB. With the page that reaches the end of the stored events the
 * socket goes live in the same turn, so there is no gap; from then on changes follow by themselves. A socket that was sent a page's worth
 * without pulling gets `more` and must pull again from its own cursor, so that a slow reader never makes this object buffer. `ping` is
 * answered `pong` by the platform without waking the object.
 *
 * A page takes time that the object needs for its work, and its watchers show at most one in each frame of a screen. So each page is followed
 * by a pause of a frame, and of a quarter of its sending time if it has many watchers. Changes during the pause share the next page. The first
 * change after a pause leaves at once, and so does the last of all.
 */
import type { Json } from "../../json/json.ts";
import { type Clock, pageBytes } from "../ports/ports.ts";
import { systemClock } from "../ports/system-clock.ts";

/** Watchers of one object. More are refused, so that no client can make one object broadcast without bound. */
export const maxSockets = 5_000;

const maxPullLength = 200;

/** Pause after a page: a frame of a screen. */
export const framePauseMs = 16;

/** The time that a page takes to send is measured for as many watchers as this. */
const pacedSockets = 16;

/** Pause after a page to these, as a share of the time that it took to send, if that is longer. */
const pauseShare = 0.25;

/** The state of a socket that survives hibernation. */
interface Attachment {
  /** Whether the socket has everything that is stored, so that new pages follow by themselves. */
  readonly live: boolean;
}

interface FeedPage {
  readonly caughtUp: boolean;
}

/** The source of pages for watchers. */
export interface FeedNews<Page extends FeedPage> {
  /** Everything that no page before it held. Called when the page leaves. */
  page(): Page;
  /** Stands for a page that is too large to be sent: makes watchers pull. */
  pull(page: Page): Page;
}

export class FeedSockets {
  readonly #context: DurableObjectState;
  /**
   * Live sockets with the bytes sent to them since they pulled last. Not kept through hibernation: an object that slept was idle for
   * seconds, and at worst a watcher is sent one more page's worth.
   */
  readonly #sentBytes = new WeakMap<WebSocket, number>();
  readonly #clock: Clock;
  /** Absent where the object has no other feed. */
  readonly #tag: string | undefined;
  /** Until when nothing is sent, Unix milliseconds. Undefined outside of a pause. */
  #pausedUntil: number | undefined;
  /** The send after the pause. Absent if nothing happened. */
  #next: (() => void) | undefined;

  constructor(context: DurableObjectState, clock: Clock = systemClock, tag?: string) {
    this.#context = context;
    this.#clock = clock;
    this.#tag = tag;
  }

  /** Takes a watcher in. It gets nothing before it pulls. 429 if there are too many. */
  accept(): Response {
    if (this.#context.getWebSockets().length >= maxSockets) {
      return new Response(`required at most ${maxSockets} watchers of one object`, {
        status: 429,
        headers: { "retry-after": "30" },
      });
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.#context.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#context.acceptWebSocket(server, this.#tag === undefined ? [] : [this.#tag]);
    keep(server, { live: false });
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Answers a pull with the page that `pageAfter` makes. Undefined from it, and anything that is no pull, closes the socket. */
  receive(socket: WebSocket, message: string | ArrayBuffer, pageAfter: (position: Json) => FeedPage | undefined): void {
    const position = pulledPosition(message);
    if (position === undefined) {
      socket.close(1003, 'required {"pull": <position>}');
      return;
    }
    const page = pageAfter(position);
    if (page === undefined) {
      socket.close(1008, "required a position in something that exists");
      return;
    }
    const text = JSON.stringify({ page });
    keep(socket, { live: page.caughtUp });
    if (page.caughtUp) this.#sentBytes.set(socket, text.length);
    else this.#sentBytes.delete(socket);
    socket.send(text);
  }

  /** Closes every socket. */
  closeAll(): void {
    for (const socket of this.#sockets()) socket.close(1001, "what was watched is gone");
  }

  /** How many watchers there are. */
  get count(): number {
    return this.#sockets().length;
  }

  /**
   * Sends `news` to every live watcher: now, or after the pause. During a pause only the latest call counts, and the last of all waits for no
   * pause. A timer may be late where an object has no rest, so the time counts too.
   */
  publish<Page extends FeedPage>(news: FeedNews<Page>, isLast = false): void {
    const send = () => this.#send(news);
    const isPausing = !isLast && this.#pausedUntil !== undefined && this.#clock.now() < this.#pausedUntil;
    this.#next = isPausing ? send : undefined;
    if (!isPausing) send();
  }

  #send<Page extends FeedPage>(news: FeedNews<Page>): void {
    const sockets = this.#sockets();
    if (sockets.length === 0) return;
    const whole = news.page();
    const wholeText = JSON.stringify({ page: whole });
    const page = wholeText.length > pageBytes ? news.pull(whole) : whole;
    const text = page === whole ? wholeText : JSON.stringify({ page });
    this.#pause(sockets.length >= pacedSockets);
    for (const socket of sockets) {
      const before = this.#sentTo(socket);
      if (before === undefined) continue;
      const sentBytes = before + text.length;
      const over = sentBytes > pageBytes;
      this.#sentBytes.set(socket, sentBytes);
      if (over) this.#stop(socket);
      try {
        socket.send(over ? JSON.stringify({ page: { ...page, caughtUp: false }, more: true }) : text);
      } catch {
        // A socket that is being closed is still listed and throws. A watcher must never hold up the object.
        this.#stop(socket);
      }
    }
  }

  #sockets(): readonly WebSocket[] {
    return this.#tag === undefined ? this.#context.getWebSockets() : this.#context.getWebSockets(this.#tag);
  }

  #pause(isMeasured: boolean): void {
    if (!isMeasured) {
      this.#resumeAfter(framePauseMs);
      return;
    }
    this.#pausedUntil = Number.POSITIVE_INFINITY;
    // The clock stands still within a turn, so only the next one knows how long this one was busy with sending.
    const startedAt = this.#clock.now();
    this.#clock.after(0, () => {
      this.#resumeAfter(Math.max(framePauseMs, (this.#clock.now() - startedAt) * pauseShare));
    });
  }

  #resumeAfter(delayMs: number): void {
    const until = this.#clock.now() + delayMs;
    this.#pausedUntil = until;
    this.#clock.after(delayMs, () => {
      // A page that left meanwhile began a pause of its own.
      if (this.#pausedUntil !== until) return;
      this.#pausedUntil = undefined;
      const next = this.#next;
      this.#next = undefined;
      next?.();
    });
  }

  /** Bytes sent to a live socket since it pulled last; undefined for one that is not live. */
  #sentTo(socket: WebSocket): number | undefined {
    const known = this.#sentBytes.get(socket);
    if (known !== undefined) return known;
    return kept(socket).live ? 0 : undefined;
  }

  /** Nothing follows by itself until the socket pulls again. */
  #stop(socket: WebSocket): void {
    this.#sentBytes.delete(socket);
    keep(socket, { live: false });
  }
}

/** Undefined for anything that is no pull. */
function pulledPosition(message: string | ArrayBuffer): Json | undefined {
  if (typeof message !== "string" || message.length > maxPullLength) return undefined;
  try {
    return (JSON.parse(message) as { pull?: Json } | null)?.pull;
  } catch {
    return undefined;
  }
}

function keep(socket: WebSocket, attachment: Attachment): void {
  socket.serializeAttachment(attachment);
}

function kept(socket: WebSocket): Attachment {
  return (socket.deserializeAttachment() as Attachment | null) ?? { live: false };
}
