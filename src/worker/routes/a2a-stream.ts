/**
 * A stream of A2A as server-sent events. It is read as fast as its reader takes it; a comment is sent while nothing happens and the task is
 * known to be there. Nothing is held when it ends, fails or is left: the generator, the timer and the place among open streams are released.
 */
import type { RpcStream } from "../../a2a-server/rpc-answer.ts";
import type { SubscriptionGate } from "../../graph/base/graph-context.ts";
import { whenOver } from "../../graph/transport/stream-life.ts";
import type { JsonObject } from "../../json/json.ts";

const encoder = new TextEncoder();

export interface StreamLife {
  /** Ends the followed task's stream. */
  readonly stop: () => void;
  /** When the stream is cut; its client subscribes again. */
  readonly bounds: Pick<SubscriptionGate, "endsAt" | "isRevoked">;
  /** Called with a function that sends a comment, as soon as the stream is open. */
  readonly onOpen: (beat: () => void) => void;
}

export function eventStream({ failed, first, headers, items, leave }: RpcStream, life: StreamLife): Response {
  const { bounds, onOpen, stop } = life;
  const stopLife = whenOver(bounds, stop);
  const release = () => {
    stopLife();
    stop();
    leave();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(event(first));
      onOpen(() => {
        // A reader that takes nothing is sent nothing more.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(":\n\n"));
      });
    },
    async pull(controller) {
      try {
        const { done, value } = await items.next();
        if (done !== true) return controller.enqueue(event(value as JsonObject));
      } catch (error) {
        controller.enqueue(encoder.encode(`event: error\ndata: ${JSON.stringify(failed(error))}\n\n`));
      }
      onOpen(() => undefined);
      release();
      controller.close();
    },
    cancel: release,
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      ...headers,
    },
  });
}

function event(item: JsonObject): Uint8Array {
  return encoder.encode(`data: ${JSON.stringify(item)}\n\n`);
}
