/** What the tool `flaky` does to its HTTP exchange before the MCP handler sees it: one function for each way to fail. */
import type { HttpBindings } from "@hono/node-server";
import { type FlakyMode, flakyModes } from "./oddity-tools.ts";

/** A `tools/call` as it stands in the body of a POST. */
export interface IncomingCall {
  readonly id: unknown;
  readonly params: { readonly name: string; readonly arguments?: { readonly [name: string]: unknown } };
}

const oversizeBytes = 100 * 1024 * 1024;

/** Counts failures per key, so that `times` of them can be followed by a success. */
export class Saboteur {
  readonly #failures = new Map<string, number>();

  /** The way in which `call` is to fail, or null if it is to succeed. */
  nextMode(call: IncomingCall, key: string | null): FlakyMode | null {
    const { mode, times = Number.POSITIVE_INFINITY } = call.params.arguments ?? {};
    const known = flakyModes.find((candidate) => candidate === mode);
    if (call.params.name !== "flaky" || known === undefined) return null;
    const failures = this.#failures.get(key ?? "") ?? 0;
    if (failures >= Number(times)) return null;
    this.#failures.set(key ?? "", failures + 1);
    return known;
  }
}

/** Fails as `mode` says. */
export function sabotaged(mode: FlakyMode, call: IncomingCall, bindings: HttpBindings): Response | Promise<Response> {
  const json = { "content-type": "application/json" };
  switch (mode) {
    case "RATE_LIMITED":
      return new Response("Too many requests", { status: 429, headers: { "retry-after": "1" } });
    case "UNAVAILABLE":
      return new Response("Unavailable", { status: 503, headers: { "retry-after": "0" } });
    case "RESET":
      bindings.incoming.socket.resetAndDestroy();
      return new Promise(() => {});
    case "MALFORMED":
      return new Response('{"jsonrpc":"2.0","id":', { headers: json });
    case "OVERSIZE":
      return new Response(oversizeBody(), { headers: json });
    case "WRONG_ID": {
      const result = { resultType: "complete", content: [], structuredContent: { mode } };
      return new Response(JSON.stringify({ jsonrpc: "2.0", id: `not-${call.id}`, result }), { headers: json });
    }
    case "HANG":
      return new Promise(() => {});
  }
}

/** A hundred megabytes of JSON text, made while they are read. */
function oversizeBody(): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  let sentBytes = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk);
      sentBytes += chunk.byteLength;
      if (sentBytes >= oversizeBytes) controller.close();
    },
  });
}
