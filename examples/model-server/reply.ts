/** Sends a reply over a response of Node itself, where a connection can be lost in the middle and every piece be known to have left. */
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { ScriptedReply } from "./script.ts";

export interface Pieces {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly chunks: readonly { readonly text: string; readonly delayMs: number }[];
  readonly end: ScriptedReply["end"];
}

/** Resolves when everything was sent, or nobody listens any more. */
export async function sendPieces({ status, headers, chunks, end }: Pieces, outgoing: ServerResponse): Promise<void> {
  const left = new AbortController();
  outgoing.once("close", () => left.abort());
  outgoing.writeHead(status, headers);
  outgoing.flushHeaders();
  try {
    for (const { text, delayMs } of chunks) {
      if (delayMs > 0) await delay(delayMs, undefined, { signal: left.signal });
      await new Promise<void>((resolve, reject) => {
        outgoing.write(text, (error) => (error ? reject(error) : resolve()));
      });
    }
  } catch {
    // Nobody listens any more.
    return;
  }
  if (end === "COMPLETE") outgoing.end();
  if (end === "CUT") outgoing.socket?.destroy();
  if (end === "HANG" && !left.signal.aborted) await new Promise((resolve) => outgoing.once("close", resolve));
}
