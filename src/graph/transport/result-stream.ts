/**
 * The results of one operation as the body of an HTTP response. A result is taken only when the reader of the body has room for it, so that
 * a slow reader delays the feed instead of filling memory. A reader that leaves ends the reading. A stream that reaches its longest life
 * ends without the mark of completion, so that clients resume.
 */
import type { ExecutionResult } from "graphql";
import type { LoadMeter, SubscriptionGate } from "../base/graph-context.ts";
import { whenOver } from "./stream-life.ts";

/** How results are written. */
export interface StreamFraming {
  /** Written at once, so that headers leave before the first result is there. */
  readonly opening: string;
  result(result: ExecutionResult): string;
  /** Written after the last result, not after a stream that was cut. */
  readonly completion: string;
}

/** The body. Cut when its longest life or its credential is over. */
export function resultStream(
  results: ExecutionResult | AsyncIterable<ExecutionResult>,
  framing: StreamFraming,
  bounds: Pick<SubscriptionGate, "endsAt" | "isRevoked">,
  load: LoadMeter,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = iteratorOf(results);
  let isOver = false;
  let stopLife = () => {};
  /** Whether it was this call that ended it: the cut, the end and the leaving may meet. */
  const over = (): boolean => {
    const wasOver = isOver;
    isOver = true;
    stopLife();
    return !wasOver;
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(framing.opening));
        stopLife = whenOver(bounds, () => {
          if (!over()) return;
          controller.close();
          void iterator.return?.();
        });
      },
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (isOver) return;
          if (done !== true) {
            const bytes = encoder.encode(framing.result(value));
            load.answered(bytes.byteLength);
            controller.enqueue(bytes);
            return;
          }
          over();
          controller.enqueue(encoder.encode(framing.completion));
          controller.close();
        } catch (error) {
          // Errors of a subscription are results. An error here ends the request itself.
          if (over()) controller.error(error);
        }
      },
      async cancel() {
        over();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function iteratorOf(results: ExecutionResult | AsyncIterable<ExecutionResult>): AsyncIterator<ExecutionResult> {
  if (Symbol.asyncIterator in results) return results[Symbol.asyncIterator]();
  const rest = [results];
  return {
    async next() {
      const value = rest.shift();
      return value === undefined ? { done: true, value: undefined } : { done: false, value };
    },
  };
}
