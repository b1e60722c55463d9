/**
 * Watchers that come and go, none of them to the end: they follow the whole list or one execution, over Server-Sent Events or a
 * WebSocket, read slowly, and leave without a word.
 */
import { setTimeout as delay } from "node:timers/promises";

const list = "subscription { executionChanges(heartbeatMs: 5000) { executions { id status } } }";
const events =
  "subscription ($id: ID!) { executionEvents(executionId: $id, heartbeatMs: 5000) { events { sequence type } } }";

const readEveryMs = 300;

export interface DriftersOptions {
  /** Address of the GraphQL endpoint. */
  readonly url: string;
  readonly perSecond: number;
  readonly random: () => number;
  /** An execution to follow; null while there is none. */
  readonly someExecution: () => string | null;
}

export interface Drifters {
  readonly counts: { came: number; bytesRead: number };
  /** Sends everybody away. */
  stop(): Promise<void>;
}

export function startDrifters({ perSecond, random, someExecution, url }: DriftersOptions): Drifters {
  const counts = { came: 0, bytesRead: 0 };
  const leaving = new AbortController();
  const open = new Set<Promise<void>>();
  const come = () => {
    const id = random() < 0.3 ? null : someExecution();
    const staysMs = Math.round(500 + random() * 9_500);
    const signal = AbortSignal.any([AbortSignal.timeout(staysMs), leaving.signal]);
    const body = JSON.stringify(id === null ? { query: list } : { query: events, variables: { id } });
    const visit = random() < 0.5 ? readSlowly(url, body, signal, counts) : listen(url, body, signal, counts);
    counts.came += 1;
    // Whatever becomes of the visit, the Worker being dead included.
    const done = visit.catch(() => undefined).finally(() => open.delete(done));
    open.add(done);
  };
  const timer = setInterval(come, 1_000 / perSecond);
  return {
    counts,
    async stop() {
      clearInterval(timer);
      leaving.abort();
      await Promise.all(open);
    },
  };
}

async function readSlowly(url: string, body: string, signal: AbortSignal, counts: Drifters["counts"]): Promise<void> {
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  const response = await fetch(url, { method: "POST", headers, body, signal });
  const reader = response.body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (read === undefined || read.done) return;
    counts.bytesRead += (read.value as Uint8Array).byteLength;
    await delay(readEveryMs, undefined, { signal });
  }
}

async function listen(url: string, body: string, signal: AbortSignal, counts: Drifters["counts"]): Promise<void> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), "graphql-transport-ws");
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  socket.addEventListener("error", () => resolve());
  socket.addEventListener("close", () => resolve());
  socket.addEventListener("open", () => socket.send('{"type":"connection_init"}'));
  socket.addEventListener("message", ({ data }) => {
    counts.bytesRead += String(data).length;
    if (String(data).includes("connection_ack")) {
      socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: JSON.parse(body) }));
    }
  });
  await promise;
  socket.close();
}
