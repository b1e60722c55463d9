/**
 * A stream that breaks off once the credential of its caller is revoked, for answers that are made elsewhere as a whole. It is not closed, so
 * that no client takes a part for the whole.
 */
import type { SubscriptionGate } from "../../graph/base/graph-context.ts";
import { type StreamClock, whenOver } from "../../graph/transport/stream-life.ts";

/** `response` itself if it is no stream of events, or if the credential cannot be revoked. */
export function revocableStream(
  response: Response,
  gate: Pick<SubscriptionGate, "isRevoked">,
  clock?: StreamClock,
): Response {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  return isStream ? revocable(response, gate, clock) : response;
}

/** `response` itself if the credential cannot be revoked. */
export function revocable(
  response: Response,
  { isRevoked }: Pick<SubscriptionGate, "isRevoked">,
  clock?: StreamClock,
): Response {
  const { body, headers, status } = response;
  if (body === null || isRevoked === undefined) return response;
  const reader = body.getReader();
  let stopLife: () => void = () => undefined;
  const cut = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const bounds = { endsAt: Number.POSITIVE_INFINITY, isRevoked };
        const end = () => {
          controller.error(new Error("the credential was revoked"));
          reader.cancel().catch(() => undefined);
        };
        stopLife = whenOver(bounds, end, clock);
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        stopLife();
        controller.close();
      },
      cancel(reason) {
        stopLife();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(cut, { status, headers });
}
