/**
 * A body that passes through unchanged. Its owner can end it and learns when reading it failed. It fails as soon as it holds more than an
 * answer may.
 */
import { AnswerTooRich } from "../../catalog/fetch-failure.ts";
import { type JsonBounds, JsonCount } from "../../json/json-count.ts";

export interface WatchedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Gives up the rest. Without effect after the end. */
  stop(): void;
}

/** Calls `onError` once if `source` errors, or holds more than `bounds`; the stream then errors likewise. */
export function watchedBody(
  source: ReadableStream<Uint8Array>,
  bounds: JsonBounds,
  onError: (error: unknown) => void,
): WatchedBody {
  const reader = source.getReader();
  const count = new JsonCount(bounds);
  const decoder = new TextDecoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        if (!count.add(decoder.decode(value, { stream: true }))) {
          reader.cancel().catch(() => undefined);
          throw new AnswerTooRich(bounds);
        }
        controller.enqueue(value);
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    cancel(reason) {
      return reader.cancel(reason);
    },
  });
  return {
    stream,
    stop() {
      // A source that has failed already has told so by `onError`.
      reader.cancel().catch(() => undefined);
    },
  };
}
