/**
 * Reads and discards the rest of the body of a refused request, up to a size and a time. A server or proxy that gets the response while the
 * body still arrives, such as the one of `wrangler dev`, may close the connection, and the caller would see that instead of the refusal.
 */
import type { MiddlewareHandler } from "hono";
import type { AppContext } from "../platform/app-context.ts";

const unreadLimits = { bytes: 4 * 1024 * 1024, milliseconds: 2_000 };

/** Reads the rest of the body of a refused request. */
export const unreadBody: MiddlewareHandler<AppContext> = async (context, next) => {
  const { raw } = context.req;
  await next();
  if (context.res.status >= 400) await discard(raw);
};

async function discard({ body, bodyUsed, headers }: Request): Promise<void> {
  if (body === null || bodyUsed || body.locked || Number(headers.get("content-length")) > unreadLimits.bytes) return;
  const reader = body.getReader();
  const giveUp = setTimeout(() => void cancel(reader), unreadLimits.milliseconds);
  try {
    for (let size = 0; size <= unreadLimits.bytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
    }
    await cancel(reader);
  } catch {
    // The caller has left. The refusal does not arrive.
  } finally {
    clearTimeout(giveUp);
  }
}

const cancel = (reader: ReadableStreamDefaultReader) => reader.cancel().catch(() => undefined);
