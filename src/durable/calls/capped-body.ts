/**
 * A body that fails with `ResponseTooLarge` beyond a limit, and with the reason of a signal when that is aborted (E9).
 */
import { ResponseTooLarge } from "../../catalog/fetch-failure.ts";

/** Reads `source` on demand. Whichever way it ends, the source is released and the listener on `signal` is removed. */
export function cappedBody(
  source: ReadableStream<Uint8Array>,
  limitBytes: number,
  signal: AbortSignal | null,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let readBytes = 0;
  let stopListening = () => {};

  function giveUp(controller: ReadableStreamDefaultController<Uint8Array>, reason: unknown): void {
    stopListening();
    controller.error(reason);
    // The source may already have failed for the same reason; nobody is left to be told.
    reader.cancel(reason).catch(() => undefined);
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (signal === null) return;
      const onAbort = () => giveUp(controller, signal.reason);
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      stopListening = () => signal.removeEventListener("abort", onAbort);
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          stopListening();
          controller.close();
          return;
        }
        readBytes += value.byteLength;
        if (readBytes > limitBytes) giveUp(controller, new ResponseTooLarge(limitBytes));
        else controller.enqueue(value);
      } catch (error) {
        // After an abort the stream is already errored, and this read fails for that reason.
        if (signal?.aborted !== true) giveUp(controller, error);
      }
    },
    cancel(reason) {
      stopListening();
      return reader.cancel(reason);
    },
  });
}
