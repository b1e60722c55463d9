/**
 * A body that passes through unchanged. Its owner can end it and learns when reading it failed.
 */

export interface WatchedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Gives up the rest. Without effect after the end. */
  stop(): void;
}

/** Calls `onError` once if `source` errors; the stream then errors likewise. */
export function watchedBody(source: ReadableStream<Uint8Array>, onError: (error: unknown) => void): WatchedBody {
  const reader = source.getReader();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
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
