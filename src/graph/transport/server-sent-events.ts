/**
 * Results as Server-Sent Events, in the distinct connections mode of the GraphQL over SSE protocol. Each event has its cursor as
 * its id, which an EventSource sends back as `Last-Event-ID` when it reconnects. `result-stream.ts` writes the bytes; streams of A2A stand
 * in `worker/routes/a2a-stream.ts`, those of a chat in `worker/chat/stream-response.ts`.
 */
import type { StreamFraming } from "./result-stream.ts";
import { shownText } from "./shown-result.ts";

export const serverSentEvents: StreamFraming = {
  // A comment: some browsers open the stream only when its first bytes are there.
  opening: ":\n\n",
  result(result) {
    const cursor = result.extensions?.cursor;
    const id = typeof cursor === "string" ? `id: ${cursor}\n` : "";
    return `${id}event: next\ndata: ${shownText(result)}\n\n`;
  },
  // An EventSource does not dispatch an event without data, so the line is there though it is empty.
  completion: "event: complete\ndata:\n\n",
};

export const serverSentEventsHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Proxies that compress would hold events back.
  "content-encoding": "identity",
  "x-accel-buffering": "no",
};
