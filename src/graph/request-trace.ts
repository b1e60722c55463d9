/** Names under which a request is followed: its W3C trace context and its request id (H4). */

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** The trace context of the request if it is valid, otherwise a fresh one that is sampled. */
export function traceparentOf(headers: Headers, randomHex: (bytes: number) => string): string {
  const given = headers.get("traceparent")?.trim() ?? "";
  const match = TRACEPARENT.exec(given);
  const isNamed = match !== null && !/^0+$/.test(match[1] ?? "") && !/^0+$/.test(match[2] ?? "");
  return isNamed ? given : `00-${randomHex(16)}-${randomHex(8)}-01`;
}

/** A fresh request id such as `req-2026-01-31-9f86d081884c`. */
export function freshRequestId(nowMs: number, randomHex: (bytes: number) => string): string {
  return `req-${new Date(nowMs).toISOString().slice(0, 10)}-${randomHex(6)}`;
}
