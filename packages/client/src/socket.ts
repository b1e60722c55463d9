/**
 * All subscriptions of a client over one WebSocket, by the `graphql-transport-ws` subprotocol. It opens with the first subscription and
 * closes a little after the last one, so that a page which leaves one view for another keeps it.
 */
import {
  aborted,
  Broken,
  type Connection,
  type GraphItem,
  graphItemOf,
  headersOf,
  type Streams,
} from "./connection.ts";
import { type ClientError, graphqlError, unreachable } from "./result.ts";

/** How long a socket without a subscription is kept. */
const idleMs = 1_000;
/** A subscription whose reader is so far behind is broken off: it continues from its cursor once the reader has caught up. */
const maxQueued = 256;
/** The credential does not identify a caller. */
const FORBIDDEN = 4403;
/** Temporary: the deployment is going away or asks for a later attempt, and every code of a network below 4000. */
const firstFinalCode = 4000;

interface Message {
  readonly type: unknown;
  readonly id: unknown;
  /** Of `next` and `error`. */
  readonly item?: GraphItem | undefined;
}

/** Items of one subscription that were received and not yet taken. */
class Queue {
  readonly #items: GraphItem[] = [];
  #end: "COMPLETE" | Broken | undefined;
  #wake: () => void = () => undefined;

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** False once there are too many. */
  add(item: GraphItem): boolean {
    this.#items.push(item);
    this.#wake();
    return this.#items.length < maxQueued;
  }

  end(end: "COMPLETE" | Broken): void {
    this.#end ??= end;
    this.#wake();
  }

  async *read(signal: AbortSignal): AsyncGenerator<GraphItem, void> {
    const wake = () => this.#wake();
    signal.addEventListener("abort", wake);
    try {
      for (;;) {
        signal.throwIfAborted();
        const item = this.#items.shift();
        if (item !== undefined) yield item;
        else if (this.#end === "COMPLETE") return;
        else if (this.#end !== undefined) throw this.#end;
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener("abort", wake);
    }
  }
}

interface Socket {
  readonly queues: Map<string, Queue>;
  /** Gives the socket once the deployment has acknowledged it. */
  readonly ready: Promise<WebSocket>;
  /** When something came last, Unix milliseconds. */
  readonly heardAt: () => number;
  readonly close: () => void;
}

export function socketStreams(connection: Connection, SocketClass: typeof WebSocket): Streams {
  let current: Socket | undefined;
  let connecting: Promise<Socket> | undefined;
  let count = 0;
  let resets = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const connect = async (): Promise<Socket> => {
    const resetsBefore = resets;
    const opened: Socket = await openSocket(connection, SocketClass, () => {
      if (current === opened) current = undefined;
    });
    // Its token was asked for before the reset, and may be that of somebody else.
    if (resets === resetsBefore) current = opened;
    else opened.close();
    return opened;
  };
  const shared = async (): Promise<Socket> => {
    // Heartbeats of its subscriptions would have come.
    if (current !== undefined && Date.now() - current.heardAt() > connection.heartbeatMs * 2) current.close();
    if (current !== undefined) return current;
    if (connecting !== undefined) return connecting;
    const begun = connect().finally(() => {
      if (connecting === begun) connecting = undefined;
    });
    connecting = begun;
    return begun;
  };
  const closeIfIdle = (socket: Socket) => {
    if (socket.queues.size > 0) return;
    clearTimeout(idle);
    idle = setTimeout(() => socket.queues.size === 0 && socket.close(), idleMs);
  };

  return {
    async *open(request, signal) {
      const socket = await shared();
      const id = String(++count);
      const queue = new Queue();
      socket.queues.set(id, queue);
      try {
        const ready = await Promise.race([socket.ready, aborted(signal)]);
        ready.send(JSON.stringify({ id, type: "subscribe", payload: request }));
        yield* queue.read(signal);
      } finally {
        socket.queues.delete(id);
        if (!queue.isOver) socket.ready.then((ready) => ready.send(stop(id))).catch(() => undefined);
        closeIfIdle(socket);
      }
    },
    reset() {
      resets += 1;
      connecting = undefined;
      current?.close();
    },
  };
}

function stop(id: string): string {
  return JSON.stringify({ id, type: "complete" });
}

async function openSocket(connection: Connection, SocketClass: typeof WebSocket, left: () => void): Promise<Socket> {
  const payload = await headersOf(connection);
  const queues = new Map<string, Queue>();
  const socket = new SocketClass(connection.endpoint.replace(/^http/, "ws"), "graphql-transport-ws");
  let refuse: (error: Broken) => void = () => undefined;
  let acknowledge: (socket: WebSocket) => void = () => undefined;
  const ready = new Promise<WebSocket>((resolve, reject) => {
    acknowledge = resolve;
    refuse = reject;
  });
  ready.catch(() => undefined);
  let heardAt = Date.now();
  let isOver = false;
  const over = (error: ClientError) => {
    if (isOver) return;
    isOver = true;
    left();
    const broken = new Broken(error);
    refuse(broken);
    for (const queue of queues.values()) queue.end(broken);
  };
  socket.onopen = () => socket.send(JSON.stringify({ type: "connection_init", payload }));
  socket.onclose = ({ code, reason }) => over(closeError(code, reason, connection.endpoint));
  socket.onerror = () => over(unreachable(`Cannot reach ${connection.endpoint} over WebSocket`));
  socket.onmessage = ({ data }) => {
    heardAt = Date.now();
    const message = messageOf(data);
    if (message === undefined) {
      close(`${connection.endpoint} sent what is no message of the WebSocket subprotocol`);
      return;
    }
    const queue = queues.get(String(message.id));
    if (message.type === "connection_ack") acknowledge(socket);
    else if (message.type === "ping") socket.send('{"type":"pong"}');
    else if (message.type === "complete") queue?.end("COMPLETE");
    else if (message.type === "error") queue?.end(new Broken(graphqlError(message.item?.errors ?? [])));
    else if (message.type === "next" && queue !== undefined && !queue.add(message.item ?? {})) {
      socket.send(stop(String(message.id)));
      queue.end(new Broken(unreachable("The reader of the subscription is too far behind its connection")));
    }
  };
  const close = (reason = "The connection was closed") => {
    over(unreachable(reason));
    socket.close();
  };
  return { queues, ready, heardAt: () => heardAt, close };
}

/** The message in a text. Undefined for one that is none. */
function messageOf(data: unknown): Message | undefined {
  try {
    const { id, payload, type } = JSON.parse(String(data)) as Message & { readonly payload?: unknown };
    if (type !== "next" && type !== "error") return { type, id };
    const item = graphItemOf(type === "next" ? payload : { errors: payload });
    return item === undefined ? undefined : { type, id, item };
  } catch {
    return undefined;
  }
}

function closeError(code: number, reason: string, endpoint: string): ClientError {
  if (code === FORBIDDEN) return graphqlError([{ message: reason, extensions: { code: "UNAUTHENTICATED" } }]);
  const message = `${endpoint} closed the WebSocket with the code ${code}${reason === "" ? "" : `: ${reason}`}`;
  return { kind: "TRANSPORT", message, isTransient: code < firstFinalCode };
}
