/**
 * A stream that breaks off once the credential of its caller is revoked or ends, for answers that are made elsewhere as a whole. It is not
 * closed, so that no client takes a part for the whole.
 */
import type { GraphContext, SubscriptionGate } from "../../graph/base/graph-context.ts";
import { type StreamClock, whenOver } from "../../graph/transport/stream-life.ts";

/** The answer to one call, which may take longer than its credential lasts. `response` itself if it is no stream of events. */
export function revocableStream(
  response: Response,
  { isRevoked }: Pick<SubscriptionGate, "isRevoked">,
  clock?: StreamClock,
): Response {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const gate = { endsAt: Number.POSITIVE_INFINITY, ...(isRevoked && { isRevoked }) };
  return isStream ? revocable(response, gate, clock) : response;
}

/** How long the credential of the caller lasts. */
export function credentialGate({
  caller,
  subscriptions,
}: Pick<GraphContext, "caller" | "subscriptions">): Pick<SubscriptionGate, "endsAt" | "isRevoked"> {
  const { isRevoked } = subscriptions;
  return { endsAt: caller.validUntil ?? Number.POSITIVE_INFINITY, ...(isRevoked && { isRevoked }) };
}

/** `response` itself if the credential neither ends nor can be revoked. */
export function revocable(
  response: Response,
  gate: Pick<SubscriptionGate, "endsAt" | "isRevoked">,
  clock?: StreamClock,
): Response {
  const { body, headers, status } = response;
  if (body === null || (gate.isRevoked === undefined && gate.endsAt === Number.POSITIVE_INFINITY)) return response;
  const reader = body.getReader();
  let stopLife: () => void = () => undefined;
  const cut = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = (cause: "LIFE" | "REVOKED") => {
          controller.error(new Error(cause === "LIFE" ? "the credential has ended" : "the credential was revoked"));
          reader.cancel().catch(() => undefined);
        };
        stopLife = whenOver(gate, end, clock);
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          stopLife();
          throw error;
        });
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
