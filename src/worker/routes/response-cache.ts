/**
 * Which responses may be cached. The GraphQL layer marks responses to registry queries with their lifetime and `ETag`; a client that has such
 * a response gets 304. Every other response, refusals included, is marked as not to be stored.
 */
import type { MiddlewareHandler } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import type { AppContext } from "../platform/app-context.ts";

/** The request headers that decide the answer beside its URL: the caller, the form of the answer, and the page that may read it. */
const varies = ["Authorization", "Planwright-Tenant", "Cookie", "Accept"].join(", ");

const sharedWithPages = ["access-control-allow-origin", "access-control-expose-headers"];
const conditional = etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...sharedWithPages] });

/** Gives every answer its `Cache-Control`, and a caller that has it already 304. */
export const responseCache: MiddlewareHandler<AppContext> = async (context, next) => {
  await next();
  const { res } = context;
  // The answer to a handshake cannot be given headers.
  if (res.status === 101) return;
  const isJson = /^application\/(?:graphql-response\+)?json\b/.test(res.headers.get("content-type") ?? "");
  if (!isJson || !res.headers.has("etag")) {
    context.header("cache-control", "no-store");
    res.headers.delete("etag");
    return;
  }
  context.header("vary", varies, { append: true });
  await conditional(context, () => Promise.resolve());
};
