/** A body that is read to its end however long that takes, and given up where nothing comes. */

/** `body`, which fails once `silenceMs` passed without anything of it. A reader that takes its time is no silence. */
export function patientBody(body: ReadableStream<Uint8Array>, silenceMs: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      let isGivenUp = false;
      const timer = setTimeout(() => {
        isGivenUp = true;
        controller.error(new Error(`nothing came for ${silenceMs / 1_000} seconds`));
        reader.cancel().catch(() => undefined);
      }, silenceMs);
      try {
        const { done, value } = await reader.read();
        if (isGivenUp) return;
        if (done) controller.close();
        else controller.enqueue(value);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
