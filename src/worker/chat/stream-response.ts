/**
 * A turn as server-sent events, in the protocol of the AI SDK. It is read as fast as its reader takes it. A stream that did not come to its end,
 * because its connection has lived as long as it may or the object cannot be reached, is broken off: then a client knows that it has to
 * read it again.
 */
import type { UiChunk } from "../../execution/ui-messages/ui-chunk.ts";
import type { SubscriptionGate } from "../../graph/base/graph-context.ts";
import { whenOver } from "../../graph/transport/stream-life.ts";
import { faultText } from "../../json/fault-text.ts";
import { type ChatRefusal, refused } from "./chat-refusal.ts";
import type { ChatSession, StreamedTurn } from "./chat-session.ts";
import { turnStream } from "./turn-stream.ts";

/** A place among the open streams of the caller. */
export type OpenStream =
  | ({ readonly ok: true; readonly leave: () => void } & Pick<SubscriptionGate, "endsAt" | "isRevoked">)
  | { readonly ok: false; readonly refusal: ChatRefusal };

/** When a refused caller may try again. */
const retryAfterSeconds = 30;

export function openStream(gate: SubscriptionGate): OpenStream {
  const entrance = gate.enter();
  if (entrance.kind === "ENTERED") return { ...gate, ok: true, leave: entrance.leave };
  const { cap, maximum } = entrance;
  const message = `Cannot open the stream: required at most ${maximum} of the ${cap} at a time, found as many`;
  return { ok: false, refusal: { ...refused("RATE_LIMITED", message, 429), retryAfter: String(retryAfterSeconds) } };
}

const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
  "x-vercel-ai-ui-message-stream": "v1",
};

export function streamResponse(
  turn: StreamedTurn,
  session: Pick<ChatSession, "graph">,
  { leave, ...bounds }: Extract<OpenStream, { readonly ok: true }>,
): Response {
  const { request } = session.graph;
  const stop = new AbortController();
  const stopLife = whenOver(bounds, () => stop.abort());
  const pages = turnStream(turn, session, AbortSignal.any([stop.signal, request.signal]));
  const release = () => {
    stopLife();
    stop.abort();
    leave();
  };
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pages.next();
          if (done !== true) {
            controller.enqueue(encoder.encode(value.length === 0 ? ":\n\n" : value.map(eventOf).join("")));
            return;
          }
          release();
          if (!value) return controller.error(new Error("the stream of a turn was cut"));
          controller.enqueue(encoder.encode("data: [DONE]\n\n"));
          controller.close();
        } catch (error) {
          console.error(JSON.stringify({ log: "chat_stream_failed", error: faultText(error) }));
          release();
          controller.error(error);
        }
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

function eventOf(chunk: UiChunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
