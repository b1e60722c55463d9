/** What the example agent does to the HTTP exchange of the next calls on request: one function for each way to fail. */
import type { HttpBindings } from "@hono/node-server";

export const sabotageModes = [
  /** HTTP 503, `Retry-After: 1`. */
  "UNAVAILABLE",
  /** HTTP 429, `Retry-After: 1`. */
  "RATE_LIMITED",
  /** The connection is reset before anything is done. */
  "RESET",
  /** The work is done, then the connection is reset. */
  "LOSE_ANSWER",
  "HANG",
  "MALFORMED",
  /** Half a kilobyte of a web page. */
  "HTML",
  /** The answer to another request. */
  "WRONG_ID",
  /** A hundred megabytes. */
  "OVERSIZE",
] as const;

export type SabotageMode = (typeof sabotageModes)[number];

/** How many of the next JSON-RPC requests fail, and how. */
export class Sabotage {
  #mode: SabotageMode | null = null;
  #times = 0;

  /** Takes effect with the next request. `times` null for all that follow. */
  plan(mode: SabotageMode | null, times: number | null): void {
    this.#mode = mode;
    this.#times = times ?? Number.POSITIVE_INFINITY;
  }

  /** How the request that has just arrived is to fail. Null if it is to be served. */
  next(): SabotageMode | null {
    if (this.#mode === null || this.#times <= 0) return null;
    this.#times -= 1;
    return this.#mode;
  }
}

/** Fails as `mode` says; `serve` does what the request asks for. */
export async function sabotaged(
  mode: SabotageMode,
  serve: () => Promise<Response>,
  bindings: HttpBindings,
): Promise<Response> {
  const json = { "content-type": "application/json" };
  switch (mode) {
    case "UNAVAILABLE":
      return new Response("Unavailable", { status: 503, headers: { "retry-after": "1" } });
    case "RATE_LIMITED":
      return new Response("Too many requests", { status: 429, headers: { "retry-after": "1" } });
    case "LOSE_ANSWER":
      await serve();
      return reset(bindings);
    case "RESET":
      return reset(bindings);
    case "HANG":
      return new Promise(() => {});
    case "MALFORMED":
      return new Response('{"jsonrpc":"2.0","id":', { headers: json });
    case "HTML":
      return new Response(`<h1>Sign in</h1>${" ".repeat(500)}`, { headers: { "content-type": "text/html" } });
    case "WRONG_ID": {
      const answer = (await (await serve()).json()) as object;
      return Response.json({ ...answer, id: "another" });
    }
    case "OVERSIZE":
      return new Response(oversizeBody(), { headers: json });
  }
}

function reset(bindings: HttpBindings): Promise<Response> {
  bindings.incoming.socket.resetAndDestroy();
  return new Promise(() => {});
}

/** White space, made while it is read. */
function oversizeBody(): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  let chunksLeft = 1_600;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk);
      chunksLeft -= 1;
      if (chunksLeft === 0) controller.close();
    },
  });
}
