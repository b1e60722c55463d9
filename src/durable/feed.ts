/**
 * The feed of one execution to its watchers, over WebSockets that the platform holds while the object sleeps (E11).
 *
 * A watcher sends `{"pull": after}` and gets one page of at most 256 KB. With the page that reaches the end of the journal the
 * socket goes live in the same turn, so nothing can fall between (no gap); from then on each transaction is one page. A socket
 * that was sent a page's worth without pulling is told `more` and must pull again from its own cursor, so that a slow reader
 * never makes this object buffer. `ping` is answered `pong` by the platform without waking the object.
 */
import type { RecordedEvent } from "../plan/event.ts";
import type { EventPage } from "../plan/execution-view.ts";
import type { ExecutionState } from "../plan/state.ts";
import { statusOf } from "../plan/status.ts";
import { frameOf } from "../plan/value-slots.ts";
import type { Journal } from "./ports.ts";
import { pageBytes } from "./recover.ts";

/** What survives hibernation with a socket. */
interface Attachment {
  /** Whether the socket has everything that is stored, so that new events follow by themselves. */
  readonly live: boolean;
  /** Bytes sent since it pulled last. */
  readonly sentBytes: number;
}

export class Feed {
  readonly #context: DurableObjectState;
  readonly #journal: Journal;

  constructor(context: DurableObjectState, journal: Journal) {
    this.#context = context;
    this.#journal = journal;
  }

  /** Takes a watcher in. It gets nothing before it pulls. */
  accept(): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.#context.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#context.acceptWebSocket(server);
    keep(server, { live: false, sentBytes: 0 });
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Answers a pull. Anything else that a watcher sends closes its socket. */
  receive(socket: WebSocket, message: string | ArrayBuffer, state: ExecutionState | null): void {
    const after = pulledAfter(message);
    if (after === null) {
      socket.close(1003, 'required {"pull": <sequence>}');
      return;
    }
    if (state === null) {
      socket.close(1008, "there is no such execution");
      return;
    }
    const page = this.page(after, state, pageBytes);
    const text = JSON.stringify({ page });
    keep(socket, { live: page.caughtUp, sentBytes: text.length });
    socket.send(text);
  }

  /** Sends what was just stored to every live watcher. */
  publish(records: readonly RecordedEvent[], state: ExecutionState): void {
    const sockets = this.#context.getWebSockets();
    if (sockets.length === 0) return;
    const page: EventPage = {
      events: records.map(frameOf),
      cursor: state.sequence,
      caughtUp: true,
      status: statusOf(state),
    };
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
        // A socket that is being closed is still listed and throws. A watcher must never hold up the execution.
        keep(socket, { live: false, sentBytes });
      }
    }
  }

  /** One page of events after `after`. A cursor ahead of the journal gets an empty page that is caught up. */
  page(after: number, state: ExecutionState, maxBytes: number, limit = Number.POSITIVE_INFINITY): EventPage {
    const { complete, records } = this.#journal.read(after, maxBytes);
    const events = records.slice(0, limit).map(frameOf);
    return {
      events,
      cursor: events.at(-1)?.sequence ?? after,
      caughtUp: complete && events.length === records.length,
      status: statusOf(state),
    };
  }
}

function pulledAfter(message: string | ArrayBuffer): number | null {
  if (typeof message !== "string" || message.length > 100) return null;
  try {
    const { pull } = JSON.parse(message) as { pull?: unknown };
    return typeof pull === "number" && Number.isSafeInteger(pull) && pull >= 0 ? pull : null;
  } catch {
    return null;
  }
}

function keep(socket: WebSocket, attachment: Attachment): void {
  socket.serializeAttachment(attachment);
}

function kept(socket: WebSocket): Attachment {
  return (socket.deserializeAttachment() as Attachment | null) ?? { live: false, sentBytes: 0 };
}
