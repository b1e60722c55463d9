/**
 * Reads bodies of answers under a signal (E9) and reports how far they came.
 */

export interface BodyWatcher {
  onBytes(bytes: Uint8Array): void;
  /** Called at most once, with what the source or the signal said. */
  onError(error: unknown): void;
}

/** `source` as it is. It errors with the reason of `signal` when that is aborted, even if the source takes no notice. */
export function watchedBody(
  source: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  watcher: BodyWatcher,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let ended = false;
  let stopListening = () => {};

  function end(): boolean {
    if (ended) return false;
    ended = true;
    stopListening();
    return true;
  }
  function fail(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown): void {
    if (!end()) return;
    watcher.onError(error);
    controller.error(error);
    // The source may have failed for the same reason; nobody is left to be told.
    reader.cancel(error).catch(() => undefined);
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onAbort = () => fail(controller, signal.reason);
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      stopListening = () => signal.removeEventListener("abort", onAbort);
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (ended) return;
        if (done) {
          end();
          controller.close();
          return;
        }
        watcher.onBytes(value);
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
}

/** A whole body as text, at most `limitBytes` of it. Rejects as the body fails, and with the reason of `signal`. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  limitBytes: number,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  if (body === null) return { text: "", isCut: false };
  const decoder = new TextDecoder();
  const watcher: BodyWatcher = { onBytes: () => undefined, onError: () => undefined };
  let text = "";
  let readBytes = 0;
  for await (const bytes of watchedBody(body, signal, watcher)) {
    const room = limitBytes - readBytes;
    text += decoder.decode(bytes.subarray(0, room), { stream: true });
    readBytes += bytes.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes.byteLength > room) return { text, isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}
