/**
 * The body of an answer, read under a signal (E9). Its owner sees the bytes, may refuse them, can end the body, and learns why it failed.
 */

export interface BodyWatcher {
  /** Aborting it fails the body with its reason, even if the source takes no notice. Null for none. */
  readonly signal?: AbortSignal | null;
  /** Called with each piece before it is passed on. An error of it fails the body. */
  readonly onBytes?: (bytes: Uint8Array) => void;
  /** Called at most once, with the error of the source, of `onBytes`, or the reason of the signal. Not called after an end. */
  readonly onError?: (error: unknown) => void;
}

export interface WatchedBody {
  /** `source` as it is. Whichever way it ends, the source is released and nothing listens to the signal any more. */
  readonly stream: ReadableStream<Uint8Array>;
  /** Gives up the rest: the stream ends as if the source had, and `onError` is not called. Without effect after the end. */
  stop(): void;
}

/**
 * Reads `source` on demand.
 *
 * @example
 * ```ts
 * let bytes = 0;
 * const body = watchedBody(new Blob(["abc"]).stream(), { onBytes: ({ byteLength }) => (bytes += byteLength) });
 * await new Response(body.stream).text(); // "abc"
 * bytes; // 3
 * ```
 */
export function watchedBody(
  source: ReadableStream<Uint8Array>,
  { onBytes, onError, signal = null }: BodyWatcher,
): WatchedBody {
  const reader = source.getReader();
  let hasEnded = false;
  let stopListening = () => {};

  function end(): boolean {
    if (hasEnded) return false;
    hasEnded = true;
    stopListening();
    return true;
  }
  function fail(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown): void {
    if (!end()) return;
    onError?.(error);
    controller.error(error);
    // The source may have failed for the same reason. This error is not awaited any more.
    reader.cancel(error).catch(() => undefined);
  }

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (signal === null) return;
      const onAbort = () => fail(controller, signal.reason);
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      stopListening = () => signal.removeEventListener("abort", onAbort);
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (hasEnded) return;
        if (done) {
          end();
          controller.close();
          return;
        }
        onBytes?.(value);
        controller.enqueue(value);
      } catch (error) {
        fail(controller, error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
  return {
    stream,
    stop() {
      // A source that has failed already has said so by `onError`.
      reader.cancel().catch(() => undefined);
    },
  };
}
