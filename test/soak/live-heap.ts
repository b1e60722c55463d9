/**
 * What is alive in the heap of the Worker: asked of the inspector of the local runtime right after a forced collection, so that neither
 * garbage nor what the runtime holds outside of the heap (storage of its objects, memory that was freed and not given back) counts.
 */
import { setTimeout as delay } from "node:timers/promises";

export interface HeapSample {
  /** Since the beginning of the load. */
  readonly atMs: number;
  /** Counts the processes, from 0. */
  readonly life: number;
  readonly liveBytes: number;
}

interface Reply {
  readonly id?: number;
  readonly result?: { readonly usedSize?: number };
}

const answerWithinMs = 20_000;
/** A Worker that has nothing to do is not woken by its inspector: it collects when the next request comes. */
const wakeEveryMs = 200;

/** The last one is what is wanted. Log lines that the inspector keeps for whoever comes hold on to what was logged. */
const commands = [
  "Runtime.discardConsoleEntries",
  "HeapProfiler.enable",
  "HeapProfiler.collectGarbage",
  "HeapProfiler.disable",
  "Runtime.getHeapUsage",
];

/**
 * Bytes. `inspector` is its host and port, `service` the name of the Worker; `wake` asks it for anything. Null if the runtime is gone or does not answer.
 */
export async function liveHeapBytes(
  inspector: string,
  service: string,
  wake: () => Promise<unknown>,
): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  let socket: WebSocket;
  try {
    socket = new WebSocket(`ws://${inspector}/core:user:${service}`);
  } catch {
    return null;
  }
  const send = (number: number) => socket.send(JSON.stringify({ id: number, method: commands[number], params: {} }));
  socket.addEventListener("open", () => send(0));
  socket.addEventListener("message", ({ data }) => {
    const { id, result }: Reply = JSON.parse(String(data));
    // What has no id is an event.
    if (id === undefined) return;
    if (id + 1 < commands.length) send(id + 1);
    else resolve(result?.usedSize ?? null);
  });
  socket.addEventListener("error", () => resolve(null));
  socket.addEventListener("close", () => resolve(null));
  const waking = setInterval(() => void wake().catch(() => undefined), wakeEveryMs);
  const patience = new AbortController();
  const found = await Promise.race([promise, delay(answerWithinMs, null, { signal: patience.signal })]);
  clearInterval(waking);
  patience.abort();
  socket.close();
  return found;
}
