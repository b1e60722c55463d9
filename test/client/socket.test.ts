/** The WebSocket of `@planwright/client` against servers that send what no deployment sends, and tokens that take their time. */
import { expect, it } from "vitest";
import type { Connection } from "../../packages/client/src/connection.ts";
import { socketStreams } from "../../packages/client/src/socket.ts";

/** A socket that acknowledges each connection, and answers each subscription with the texts of `answers`. */
function socketClass(answers: readonly string[]) {
  return class {
    static readonly opened: { readonly sent: string[]; isClosed: boolean }[] = [];
    readonly sent: string[] = [];
    isClosed = false;
    onopen: () => void = () => undefined;
    onmessage: (event: { readonly data: string }) => void = () => undefined;
    constructor() {
      (this.constructor as { opened?: object[] }).opened?.push(this);
      setTimeout(() => this.onopen());
    }
    send(text: string): void {
      this.sent.push(text);
      const texts = text.includes("connection_init") ? ['{"type":"connection_ack"}'] : answers;
      setTimeout(() => {
        for (const data of texts) this.onmessage({ data });
      });
    }
    close(): void {
      this.isClosed = true;
    }
  };
}

function connectionOf(token: Connection["token"]): Connection {
  return {
    endpoint: "http://127.0.0.1:1/graphql",
    token,
    fetch,
    attempts: 1,
    timeoutMs: 1_000,
    heartbeatMs: 1_000,
    delay: async () => undefined,
  };
}

const request = { query: "subscription { a }", variables: {} };

it.each([
  ["no JSON", "<h1>Bad gateway</h1>"],
  ["no object", "null"],
  ["an item without data", '{"id":"1","type":"next","payload":null}'],
  ["errors that are none", '{"id":"1","type":"error","payload":[null]}'],
])("[N447] a WebSocket that sends %s is given up, and what it followed is told so", async (_, text) => {
  const SocketClass = socketClass([text]);
  const streams = socketStreams(connectionOf(undefined), SocketClass as unknown as typeof WebSocket);
  const following = streams.open(request, new AbortController().signal)[Symbol.asyncIterator]();
  await expect(following.next()).rejects.toMatchObject({
    reason: { kind: "TRANSPORT", isTransient: true, message: expect.stringContaining("no message") },
  });
  expect(SocketClass.opened).toMatchObject([{ isClosed: true }]);
});

it("[N866] a connection whose token was asked for before a reset is not used after it", async () => {
  const tokens: ((token: string) => void)[] = [];
  const item = '{"id":"2","type":"next","payload":{"data":{"a":1}}}';
  const SocketClass = socketClass([item]);
  const token = () => new Promise<string>((resolve) => tokens.push(resolve));
  const streams = socketStreams(connectionOf(token), SocketClass as unknown as typeof WebSocket);
  const former = streams.open(request, new AbortController().signal)[Symbol.asyncIterator]();
  const refused = expect(former.next()).rejects.toMatchObject({ reason: { kind: "TRANSPORT" } });
  await expect.poll(() => tokens).toHaveLength(1);
  streams.reset();
  const current = streams.open(request, new AbortController().signal)[Symbol.asyncIterator]();
  const next = current.next();
  await expect.poll(() => tokens).toHaveLength(2);
  tokens[0]?.("former");
  tokens[1]?.("current");
  expect((await next).value).toEqual({ data: { a: 1 } });
  await refused;
  const subscribed = SocketClass.opened.filter(({ sent }) => sent.some((text) => text.includes("subscribe")));
  expect(subscribed.map(({ sent }) => sent[0])).toEqual([expect.stringContaining("Bearer current")]);
  await current.return?.();
});
