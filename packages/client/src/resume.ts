/**
 * A subscription that loses nothing and doubles nothing over any number of connections: the cursor of the last item that was handed out
 * is the variable `after` of the next connection.
 *
 * 1. A connection that breaks, one on which nothing came for two and a half heartbeats, and an answer that passes (`UNAVAILABLE`,
 *    `RATE_LIMITED`) lead to the next connection, a little later, for as long as the caller wants.
 * 2. Every other answer is the end: `FAILED`.
 */
import { Broken, type Connection, type GraphItem, linkedSignal, mayBeRenewed, type Streams } from "./connection.ts";
import type { Operation } from "./operation.ts";
import { type ClientError, graphqlError, unreachable } from "./result.ts";

/** The connection is lost, and is being made again. Earlier items stay true. */
export interface Disconnected {
  readonly kind: "DISCONNECTED";
  /** How many connections in a row gave nothing, from 1. */
  readonly attempt: number;
  readonly error: ClientError;
}

/** The last item: nothing more comes, and trying again would give the same. */
export interface Failed {
  readonly kind: "FAILED";
  readonly error: ClientError;
}

export type Resumed<Data> = { readonly kind: "DATA"; readonly data: Data } | Disconnected | Failed;

/** The common state of a client's subscriptions. */
export interface Channel {
  readonly connection: Connection;
  readonly streams: Streams;
  /** The current subscriptions, each with a function that makes its connection again at once. */
  readonly current: Set<() => void>;
}

const silentHeartbeats = 2.5;

export async function* resumed<Data, Variables extends { readonly after?: string | null | undefined }>(
  { connection, current, streams }: Channel,
  operation: Operation<Data, Variables>,
  variables: Variables,
  signal: AbortSignal,
): AsyncGenerator<Resumed<Data>, void> {
  const { delay, heartbeatMs } = connection;
  let cursor = variables.after;
  let wasRefused = false;
  for (let attempt = 1; ; attempt += 1) {
    const link = linkedSignal(signal);
    let isRenewed = false;
    const renew = () => {
      isRenewed = true;
      link.abort();
    };
    current.add(renew);
    let reason: ClientError;
    try {
      const request = { query: operation, variables: { ...variables, after: cursor } };
      for await (const item of watched(
        streams.open(request, link.signal),
        heartbeatMs * silentHeartbeats,
        link.signal,
      )) {
        if (item.errors !== undefined || item.data === undefined || item.data === null) {
          throw new Broken(graphqlError(item.errors ?? []));
        }
        attempt = 0;
        wasRefused = false;
        yield { kind: "DATA", data: item.data as Data };
        if (typeof item.extensions?.cursor === "string") cursor = item.extensions.cursor;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (isRenewed) reason = unreachable("The connection is made again, as it was asked for");
      else if (error instanceof Broken) reason = error.reason;
      else throw error;
    } finally {
      current.delete(renew);
      link.abort();
      link.release();
    }
    const isWorthATry: boolean = mayBeRenewed(connection, reason) && !wasRefused;
    wasRefused = isWorthATry;
    if (!reason.isTransient && !isWorthATry) {
      yield { kind: "FAILED", error: reason };
      return;
    }
    yield { kind: "DISCONNECTED", attempt: Math.max(1, attempt), error: reason };
    if (!isRenewed) await delay(Math.max(1, attempt), reason.retryAfterMs ?? 0, signal);
    signal.throwIfAborted();
  }
}

/** The items of a connection, which is broken once nothing came for so long. */
async function* watched(
  items: AsyncIterable<GraphItem>,
  silentMs: number,
  signal: AbortSignal,
): AsyncGenerator<GraphItem, void> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withinTime(iterator.next(), silentMs, signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // One that is silent does not answer this either.
    iterator.return?.().catch(() => undefined);
  }
}

function withinTime<Value>(promise: Promise<Value>, ms: number, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new Broken(unreachable(`Nothing came over the connection within ${ms} ms`)));
    const timer = setTimeout(tooLate, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    });
  });
}

/**
 * The items of `run`, as an iterable whose `return` ends a connection that waits: a generator alone would finish its wait first. Aborting
 * `signal` makes the iteration throw its reason.
 */
export function iterated<Value>(
  run: (signal: AbortSignal) => AsyncGenerator<Value, void>,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<Value, undefined> {
  const link = linkedSignal(signal);
  const values = run(link.signal);
  let isOver = false;
  const end = () => {
    isOver = true;
    link.release();
  };
  return {
    async next() {
      if (isOver) return { done: true, value: undefined };
      try {
        const next = await values.next();
        if (next.done !== true) return next;
        end();
      } catch (error) {
        const wasOver = isOver;
        end();
        if (!wasOver) throw error;
      }
      return { done: true, value: undefined };
    },
    async return() {
      end();
      link.abort();
      await values.return().catch(() => undefined);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
