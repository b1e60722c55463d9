/** Refusals of requests whose body no handler reads. */
import { Hono } from "hono";
import { afterEach, expect, it, vi } from "vitest";
import type { AppContext } from "../../../src/worker/platform/app-context.ts";
import { unreadBody } from "../../../src/worker/request/unread-body.ts";

afterEach(() => vi.useRealTimers());

const app = new Hono<AppContext>();
app.use(unreadBody);
app.post("/refused", (context) => context.text("no", 415));
app.post("/taken", (context) => context.text("yes", 200));

const chunkBytes = 64 * 1024;

/** A body of `chunks` chunks, and the number of them that were taken so far. */
function body(chunks: number) {
  const seen = { taken: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.taken === chunks) return controller.close();
        seen.taken += 1;
        controller.enqueue(new Uint8Array(chunkBytes));
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

const send = (path: string, stream: ReadableStream, headers: HeadersInit = {}) =>
  app.request(path, { method: "POST", body: stream, headers, duplex: "half" } as RequestInit);

it("[N185] reads the whole body of a refused request before the refusal is sent", async () => {
  const { seen, stream } = body(20);
  expect((await send("/refused", stream)).status).toBe(415);
  expect(seen.taken).toBe(20);
});

it("[N185] reads at most 4 MiB, and nothing of a body that states more", async () => {
  const endless = body(Number.POSITIVE_INFINITY);
  expect((await send("/refused", endless.stream)).status).toBe(415);
  expect(endless.seen).toEqual({ taken: 65, cancelled: true });
  const stated = body(100);
  await send("/refused", stated.stream, { "content-length": String(100 * chunkBytes) });
  expect(stated.seen.taken).toBe(0);
});

it("[N185] waits at most two seconds for a body that does not come", async () => {
  vi.useFakeTimers();
  const answer = send("/refused", new ReadableStream());
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await answer).status).toBe(415);
});

it("[N185] leaves the body of a request that is not refused alone", async () => {
  const { seen, stream } = body(20);
  expect((await send("/taken", stream)).status).toBe(200);
  expect(seen.taken).toBe(0);
});
