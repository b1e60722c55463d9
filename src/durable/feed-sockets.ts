/**
 * The watchers of one object, over WebSockets that the platform holds while the object sleeps (E11). Knows sockets, not what is
 * sent over them.
 *
 * A watcher sends `{"pull": position}` and gets one page of at most 256 KB. With the page that reaches the end of what is stored
 * the socket goes live in the same turn, so nothing can fall between (no gap); from then on each change is one page. A socket
 * that was sent a page's worth without pulling is told `more` and must pull again from its own cursor, so that a slow reader
 * never makes this object buffer. `ping` is answered `pong` by the platform without waking the object.
 */
import type { Json } from "../plan/json.ts";
import { pageBytes } from "./recover.ts";

/** Watchers of one object. More are refused, so that nobody can make one object broadcast without bound. */
export const maxSockets = 5_000;

const maxPullLength = 200;

/** What survives hibernation with a socket. */
interface Attachment {
  /** Whether the socket has everything that is stored, so that new pages follow by themselves. */
  readonly live: boolean;
  /** Bytes sent since it pulled last. */
  readonly sentBytes: number;
}

interface FeedPage {
  readonly caughtUp: boolean;
}

export class FeedSockets {
  readonly #context: DurableObjectState;

  constructor(context: DurableObjectState) {
    this.#context = context;
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
    this.#context.acceptWebSocket(server);
    keep(server, { live: false, sentBytes: 0 });
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Answers a pull with the page that `pageAfter` makes. Null from it, and anything that is no pull, closes the socket. */
  receive(socket: WebSocket, message: string | ArrayBuffer, pageAfter: (position: Json) => FeedPage | null): void {
    const position = pulledPosition(message);
    if (position === undefined) {
      socket.close(1003, 'required {"pull": <position>}');
      return;
    }
    const page = pageAfter(position);
    if (page === null) {
      socket.close(1008, "required a position in something that exists");
      return;
    }
    const text = JSON.stringify({ page });
    keep(socket, { live: page.caughtUp, sentBytes: text.length });
    socket.send(text);
  }

  /** Closes every socket. */
  closeAll(): void {
    for (const socket of this.#context.getWebSockets()) socket.close(1001, "what was watched is gone");
  }

  /** Sends the page that `make` gives to every live watcher. It is made only if there is a socket. */
  publish(make: () => FeedPage): void {
    const sockets = this.#context.getWebSockets();
    if (sockets.length === 0) return;
    const page = make();
    const text = JSON.stringify({ page });
    for (const socket of sockets) {
      const attachment = kept(socket);
      if (!attachment.live) continue;
      const sentBytes = attachment.sentBytes + text.length;
      const over = sentBytes > pageBytes;
      keep(socket, { live: !over, sentBytes });
      try {
        socket.send(over ? JSON.stringify({ page: { ...page, caughtUp: false }, more: true }) : text);
      } catch {
        // A socket that is being closed is still listed and throws. A watcher must never hold up the object.
        keep(socket, { live: false, sentBytes });
      }
    }
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
  return (socket.deserializeAttachment() as Attachment | null) ?? { live: false, sentBytes: 0 };
}
