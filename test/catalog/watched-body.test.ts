/** A body under a signal: whichever way it ends, its owner hears of one error at most, and the source is released. */
import { describe, expect, it } from "vitest";
import { watchedBody } from "../../src/catalog/watched-body.ts";

function world(watcher: { readonly signal?: AbortSignal; readonly refused?: number } = {}) {
  const errors: unknown[] = [];
  const pieces: number[] = [];
  const cancelled: unknown[] = [];
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = watchedBody(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        source = controller;
      },
      cancel: (reason) => void cancelled.push(reason),
    }),
    {
      ...(watcher.signal && { signal: watcher.signal }),
      onBytes: ({ byteLength }) => {
        if (byteLength === watcher.refused) throw new Error("refused");
        pieces.push(byteLength);
      },
      onError: (error) => errors.push(error),
    },
  );
  if (source === undefined) throw new Error("the stream has no source");
  return { body, cancelled, errors, pieces, reader: body.stream.getReader(), source };
}

const bytes = (length: number) => new Uint8Array(length);

describe("a body that is watched [E9]", () => {
  it("passes through as it is, and its owner sees every piece", async () => {
    const { errors, pieces, reader, source } = world();
    source.enqueue(bytes(3));
    source.enqueue(bytes(5));
    source.close();
    expect((await reader.read()).value?.byteLength).toBe(3);
    expect((await reader.read()).value?.byteLength).toBe(5);
    expect((await reader.read()).done).toBe(true);
    expect([pieces, errors]).toEqual([[3, 5], []]);
  });

  it("fails as its source does, and says so once", async () => {
    const { errors, reader, source } = world();
    source.error(new Error("cut"));
    await expect(reader.read()).rejects.toThrow("cut");
    expect(errors).toEqual([new Error("cut")]);
  });

  it("fails with what its owner throws over a piece, and lets the source go", async () => {
    const { cancelled, errors, reader, source } = world({ refused: 5 });
    source.enqueue(bytes(5));
    await expect(reader.read()).rejects.toThrow("refused");
    expect([errors, cancelled]).toEqual([[new Error("refused")], [new Error("refused")]]);
  });

  it("ends without an error when its owner stops it, also while a piece is awaited", async () => {
    const { body, cancelled, errors, reader } = world();
    const read = reader.read();
    body.stop();
    expect((await read).done).toBe(true);
    body.stop();
    expect([errors, cancelled]).toEqual([[], [undefined]]);
  });

  it("fails with the reason of its signal although the source takes no notice, and with nothing after that", async () => {
    const controller = new AbortController();
    const { cancelled, errors, pieces, reader, source } = world({ signal: controller.signal });
    const read = reader.read();
    controller.abort(new Error("cancelled"));
    await expect(read).rejects.toThrow("cancelled");
    expect(() => source.error(new Error("cut"))).not.toThrow();
    await expect(reader.closed).rejects.toThrow("cancelled");
    expect([errors, pieces, cancelled]).toEqual([[new Error("cancelled")], [], [new Error("cancelled")]]);
  });

  it("fails at once under a signal that was aborted before", async () => {
    const { errors, reader } = world({ signal: AbortSignal.abort(new Error("late")) });
    await expect(reader.read()).rejects.toThrow("late");
    expect(errors).toEqual([new Error("late")]);
  });

  it("takes no notice of its signal once it has ended, or nobody reads it any more", async () => {
    const controller = new AbortController();
    const { cancelled, errors, reader } = world({ signal: controller.signal });
    await reader.cancel("enough");
    controller.abort(new Error("cancelled"));
    expect([errors, cancelled]).toEqual([[], ["enough"]]);
  });
});
