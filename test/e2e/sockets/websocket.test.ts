/** `executionEvents` over `graphql-transport-ws`, with the client that its protocol comes from and with raw sockets that break its rules. */
import { once } from "node:events";
import http from "node:http";
import type { Socket } from "node:net";
import { createClient } from "graphql-ws";
import { afterAll, describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { type ExecutionSeen, tool } from "../../support/deployed/planwright.ts";
import { RawSocket } from "./raw-socket.ts";

interface Batch {
  readonly cursor: string;
  readonly caughtUp: boolean;
  readonly status: string;
  readonly events: readonly { readonly sequence: number; readonly type: string }[];
}

const served = deployedWorld({ isShared: true });

const query = `subscription ($executionId: ID!, $after: EventCursor) {
  executionEvents(executionId: $executionId, after: $after) { cursor caughtUp status events { sequence type } }
}`;

const open: RawSocket[] = [];

afterAll(() => {
  for (const { socket } of open.splice(0)) socket.close();
});

function address(): string {
  return served.worker.planwright.endpoint.replace(/^http/, "ws");
}

async function opened(protocols?: readonly string[]): Promise<RawSocket> {
  const raw = new RawSocket(served.worker.planwright.endpoint, protocols);
  open.push(raw);
  return raw.opened();
}

async function connected(): Promise<RawSocket> {
  const raw = await opened();
  raw.send({ type: "connection_init" });
  expect(await raw.next()).toEqual({ type: "connection_ack" });
  return raw;
}

function subscribe(id: string, executionId: string, more: object = {}) {
  return { id, type: "subscribe", payload: { query, variables: { executionId, ...more } } };
}

async function startWaiting(count = 1): Promise<ExecutionSeen> {
  const steps = Array.from({ length: count }, (_, index) => tool(`s${index}`, "delete_note", { name: "x" }));
  return served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
}

async function accept({ id }: ExecutionSeen): Promise<void> {
  const execution = await served.worker.planwright.execution({ id });
  const asked = execution?.pendingHumanInputs[0]?.id ?? "";
  expect(await served.worker.planwright.answer(asked, { accept: {} })).toEqual([]);
}

describe("graphql-transport-ws", () => {
  it("[N262] sends what it sends uncompressed, also to a client that offers compression", async () => {
    expect([(await connected()).socket.extensions, (await opened([])).socket.extensions]).toEqual(["", ""]);
  });

  it("gives every event of a run as it happens, in order, once, and completes after the end", async () => {
    const execution = await startWaiting(2);
    const client = createClient({ url: address(), retryAttempts: 0 });
    const batches: Batch[] = [];
    const cursors: unknown[] = [];
    for await (const item of client.iterate<{ readonly executionEvents: Batch }>({
      query,
      variables: { executionId: execution.id },
    })) {
      const batch = item.data?.executionEvents;
      if (batch === undefined) throw new Error(JSON.stringify(item.errors));
      batches.push(batch);
      cursors.push((item.extensions as { readonly cursor?: string } | undefined)?.cursor);
      if (batch.status === "WAITING") await accept(execution);
    }
    await client.dispose();
    const sequences = batches.flatMap(({ events }) => events.map(({ sequence }) => sequence));
    const stored = (await served.worker.planwright.execution({ id: execution.id }))?.events.nodes ?? [];
    expect(sequences).toEqual(stored.map((_, index) => index + 1));
    expect(batches.at(-1)?.events.at(-1)?.type).toBe("EXECUTION_FINISHED");
    expect(cursors).toEqual(batches.map(({ cursor }) => cursor));
  });

  it("answers queries and mutations, with the rules of the API", async () => {
    const raw = await connected();
    raw.send({ id: "1", type: "subscribe", payload: { query: "{ viewer { tenant { name } } }" } });
    const answer = await raw.next();
    expect(answer).toMatchObject({
      id: "1",
      type: "next",
      payload: { data: { viewer: { tenant: { name: "default" } } } },
    });
    expect(await raw.next()).toEqual({ id: "1", type: "complete" });
    const aliases = Array.from({ length: 500 }, (_, index) => `a${index}: __typename`).join(" ");
    for (const [id, refused, code] of [
      ["2", "{ viewer", "GRAPHQL_PARSE_FAILED"],
      ["3", "{ nothing }", "GRAPHQL_VALIDATION_FAILED"],
      ["4", `{ ${aliases} }`, "REQUEST_TOO_COMPLEX"],
    ] as const) {
      raw.send({ id, type: "subscribe", payload: { query: refused } });
      expect(await raw.next(), refused.slice(0, 20)).toMatchObject({
        id,
        type: "error",
        payload: [{ extensions: { code } }],
      });
    }
    raw.send(subscribe("5", "forged"));
    const { payload, type } = await raw.next();
    expect(type).toBe("error");
    expect(payload).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
    expect(payload[0].extensions.http, "what only HTTP needs").toBeUndefined();
  });

  it("runs several operations over one connection and ends each on its own", async () => {
    const [one, other] = await Promise.all([startWaiting(), startWaiting()]);
    const raw = await connected();
    raw.send(subscribe("one", one.id));
    raw.send(subscribe("other", other.id));
    const first = [await raw.next(), await raw.next()];
    expect(first.map(({ id }) => id).sort()).toEqual(["one", "other"]);
    raw.send({ id: "one", type: "complete" });
    await accept(one);
    await accept(other);
    for (let message = await raw.next(); message.type !== "complete"; message = await raw.next()) {
      expect(message.id).toBe("other");
    }
  });

  it("answers a ping with a pong that holds the same payload", async () => {
    const raw = await connected();
    raw.send({ type: "ping", payload: { at: 1 } });
    expect(await raw.next()).toEqual({ type: "pong", payload: { at: 1 } });
  });
});

// Some of these wait for seconds, and none has to do with another.
describe.concurrent("a connection that breaks the rules is closed", () => {
  it.each([
    ["no message", "hello", 4400],
    ["JSON that is no message", "[]", 4400],
    ["a message of an unknown type", { type: "start" }, 4400],
    ["a subscription before connection_ack", subscribe("1", "x"), 4401],
    ["1 MB of connection_init", { type: "connection_init", payload: { token: "x".repeat(1_000_000) } }, 4400],
  ])("on %s", async (_, message, code) => {
    const raw = await opened();
    raw.send(message);
    expect((await raw.closed).code).toBe(code);
  });

  it("on bytes instead of text", async () => {
    const raw = await opened();
    raw.socket.send(new Uint8Array([1, 2, 3]));
    expect((await raw.closed).code).toBe(4400);
  });

  it("on a second connection_init", async () => {
    const raw = await connected();
    raw.send({ type: "connection_init" });
    expect((await raw.closed).code).toBe(4429);
  });

  it("on two subscriptions with one id", async () => {
    const execution = await startWaiting();
    const raw = await connected();
    raw.send(subscribe("same", execution.id));
    await raw.next();
    raw.send(subscribe("same", execution.id));
    expect(await raw.closed).toEqual({ code: 4409, reason: "Subscriber for same already exists" });
  });

  it("on a message longer than a request may be", async () => {
    const raw = await connected();
    raw.send({ id: "1", type: "subscribe", payload: { query: `{ __typename } #${"x".repeat(1_048_576)}` } });
    expect((await raw.closed).code).toBe(4400);
  });

  it("when no connection_init comes in time", async () => {
    const raw = await opened();
    expect((await raw.closed).code).toBe(4408);
  });

  it("when it offers another subprotocol, which is not accepted", async () => {
    const request = http.request(served.worker.planwright.endpoint, {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        "sec-websocket-protocol": "graphql-ws, mqtt",
      },
    });
    request.end();
    const [response, socket, head] = (await once(request, "upgrade")) as [http.IncomingMessage, Socket, Buffer];
    expect(response.headers["sec-websocket-protocol"]).toBeUndefined();
    const frame: Buffer = head.length > 0 ? head : (await once(socket, "data"))[0];
    socket.destroy();
    // A close frame: its operation code, its length, then the code.
    expect(frame[0]).toBe(0x88);
    expect(frame.readUInt16BE(2)).toBe(4406);
  });

  it("when it offers no subprotocol", async () => {
    const raw = await opened([]);
    expect((await raw.closed).code).toBe(4406);
  });
});
