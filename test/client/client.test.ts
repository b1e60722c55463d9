/** `@planwright/client` against servers that answer what a deployment, a proxy or nobody would. */
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type ClientOptions, createClient, type PlanwrightClient } from "@planwright/client";
import { build } from "esbuild";
import { afterEach, expect, it } from "vitest";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function bodyOf(request: IncomingMessage): Promise<{ readonly query: string; readonly variables: object }> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

/** A client of a server that answers so, with the delays that it asked for, and what it sent. */
async function clientOf(answer: RequestListener, options: Partial<ClientOptions> = {}) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const delays: number[] = [];
  const delay = async (_: number, atLeastMs: number) => {
    delays.push(atLeastMs);
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createClient({ url, delay, ...options }), delays };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
}

const error = (code: string) => ({ errors: [{ message: `it is ${code}`, extensions: { code } }] });

/** Every way to read one thing. */
const reads: readonly ((client: PlanwrightClient) => Promise<unknown>)[] = [
  (client) => client.execution("e"),
  async (client) => {
    for await (const item of client.watch("e")) if (item.kind === "FAILED") return { ok: false, error: item.error };
    return undefined;
  },
  async (client) => {
    for await (const item of client.watchInbox()) if (item.kind === "FAILED") return { ok: false, error: item.error };
    return undefined;
  },
];

it("[N447] what the deployment or somebody before it refuses is a value with a code, whether it is asked or followed", async () => {
  const forbidden = await clientOf(json(200, { data: { execution: null }, ...error("FORBIDDEN") }));
  const html = await clientOf((_, response) => response.writeHead(404).end("<h1>No such page</h1>"));
  for (const read of reads) {
    expect(await read(forbidden.client)).toMatchObject({ ok: false, error: { kind: "GRAPHQL", code: "FORBIDDEN" } });
    expect(await read(html.client)).toMatchObject({ ok: false, error: { kind: "TRANSPORT", status: 404 } });
  }
  expect([forbidden.delays, html.delays]).toEqual([[], []]);
});

it("[N447] what passes is asked for again as often as `attempts` says, not before `Retry-After`, and then is a value", async () => {
  let asked = 0;
  const { client, delays } = await clientOf((request, response) => {
    asked += 1;
    json(503, error("UNAVAILABLE"), { "retry-after": "2" })(request, response);
  });
  expect(await client.execution("e")).toMatchObject({ ok: false, error: { code: "UNAVAILABLE", isTransient: true } });
  expect({ asked, delays }).toEqual({ asked: 5, delays: [2_000, 2_000, 2_000, 2_000] });
  const nobody = createClient({ url: "http://127.0.0.1:1", delay: async () => undefined });
  expect(await nobody.run("Hello")).toMatchObject({ ok: false, error: { kind: "TRANSPORT", isTransient: true } });
});

it("[N447] a mutation of one's own is sent once, unless it may be repeated", async () => {
  let asked = 0;
  const { client } = await clientOf((_, response) => {
    asked += 1;
    response.destroy();
  });
  const operation = "mutation { a }" as string;
  expect(await client.request(operation, {})).toMatchObject({ ok: false, error: { kind: "TRANSPORT" } });
  expect(asked).toBe(1);
  await client.request(operation, {}, { isRepeatable: true, attempts: 3 });
  expect(asked).toBe(4);
});

it.each([
  ["a comment", "# Pays\nmutation Pay { a }"],
  ["a fragment", "fragment A on B { a }\nmutation Pay { a { ...A } }"],
  ["a query", "query Read { a } mutation Pay { a }"],
  ["a byte order mark and commas", "\uFEFF,, mutation { a }"],
])("[N864] a mutation of one's own is sent once, though %s stands before it", async (_, operation) => {
  let asked = 0;
  const { client } = await clientOf((_request, response) => {
    asked += 1;
    response.destroy();
  });
  expect(await client.request(operation as string, {})).toMatchObject({ ok: false, error: { kind: "TRANSPORT" } });
  expect(asked).toBe(1);
});

it("[N447] a request without an answer says how long it has waited, also where its token never comes", async () => {
  const silent = await clientOf(() => undefined, { timeoutMs: 50, attempts: 1 });
  const never = await clientOf(json(200, {}), {
    timeoutMs: 50,
    attempts: 1,
    token: () => new Promise(() => undefined),
  });
  for (const { client } of [silent, never])
    expect(await client.execution("e")).toMatchObject({
      ok: false,
      error: { kind: "TRANSPORT", isTransient: true, message: expect.stringContaining("no answer within 50 ms") },
    });
});

it("[N447] an aborted signal ends what waits for a token that never comes", async () => {
  const { client } = await clientOf(json(200, {}), { token: () => new Promise(() => undefined) });
  for (const waits of [
    (signal: AbortSignal) => client.execution("e", { signal }),
    (signal: AbortSignal) => client.watch("e", { signal }).next(),
    (signal: AbortSignal) => client.watchInbox({ signal }).next(),
  ]) {
    const controller = new AbortController();
    const waiting = waits(controller.signal);
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await expect(waiting).rejects.toThrow("enough");
  }
  const watching = client.watch("e");
  const waiting = watching.next();
  await watching.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

it.each(["null", "[1]", '{"errors":[null]}', '{"errors":"none"}', "{"])(
  "[N447] an answer such as %s is no fault of the program that asks",
  async (text) => {
    const { client } = await clientOf((request, response) => {
      const isStream = request.headers.accept === "text/event-stream";
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      response.end(isStream ? `event: next\ndata: ${text}\n\n` : text);
    });
    const strange = { kind: "TRANSPORT", isTransient: true };
    expect(await client.execution("e")).toMatchObject({ ok: false, error: strange });
    for await (const item of client.watch("e")) {
      expect(item).toMatchObject({ kind: "DISCONNECTED", error: strange });
      break;
    }
  },
);

it("[N446] an answer whose receipt was lost counts as given, also one with a time and a member without a value", async () => {
  const when = new Date(1_000);
  const request = { id: "q", status: "ACCEPTED", reason: null, respondedBy: "ann" };
  let tries = 0;
  const { client } = await clientOf(async (incoming, response) => {
    const { query } = await bodyOf(incoming);
    if (query.startsWith("mutation")) {
      tries += 1;
      if (tries === 1) return void response.destroy();
      const errors = [{ __typename: "InvalidStateError", code: "ALREADY_RESOLVED", message: "done", path: [] }];
      return json(200, { data: { answer: { request: null, errors } } })(incoming, response);
    }
    const node = { ...request, response: { value: { when: when.toISOString() } } };
    json(200, { data: { viewer: { subject: "ann" }, node } })(incoming, response);
  });
  const accept = { when, note: undefined };
  expect(await client.answer("q", { accept })).toMatchObject({ ok: true, value: request });
  expect(tries).toBe(2);
  const other = await client.answer("q", { accept: { when: new Date(2_000) } });
  expect(other).toMatchObject({ ok: false, error: { code: "ALREADY_RESOLVED" } });
});

it("[N866] after a reconnect nothing is given that the token before had read, or was reading", async () => {
  let token = "ann";
  let held: readonly (() => void)[] = [];
  const { client } = await clientOf(
    async (request, response) => {
      const { query } = await bodyOf(request);
      const who = request.headers.authorization?.slice(7);
      if (request.headers.accept === "text/event-stream") {
        response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
        return;
      }
      const answer = () => {
        const page = { nodes: [{ id: who, createdAt: "" }], feedCursor: "c", pageInfo: { hasNextPage: false } };
        const conversation = { id: who, chatId: who, execution: null, messages: { nodes: [] } };
        const execution = { id: who, cursor: "c", lastSequence: 1, status: "RUNNING", response: null };
        const isList = query.includes("query Executions(") || query.includes("query ChangesFrom");
        json(200, { data: isList ? { executions: page } : { conversation, execution } })(request, response);
      };
      if (who === "ann" && held.length === 0 && !query.includes("ChangesFrom")) held = [answer];
      else answer();
    },
    { token: () => token },
  );
  for (const live of [client.watchExecutions(), client.watchExecution("e"), client.conversation("c").watch()]) {
    held = [];
    token = "ann";
    const first = live.next();
    await expect.poll(() => held).toHaveLength(1);
    token = "ben";
    client.reconnect();
    held[0]?.();
    // Of that which was read and shown, too: the next value is that of the new token.
    const seen = (await first).value as { readonly value?: unknown };
    expect(JSON.stringify(seen.value)).toContain("ben");
    token = "cy";
    client.reconnect();
    const next = live.next();
    let item = (await next).value as { readonly kind: string; readonly value?: unknown };
    if (item.kind === "DISCONNECTED") item = (await live.next()).value as typeof item;
    expect(JSON.stringify(item.value)).toContain("cy");
    await live.return?.();
  }
});

it("[N447] a token that was refused is asked for once more, for requests and for streams; then the refusal is a value", async () => {
  const tokens: (string | undefined)[] = [];
  let next = 0;
  const { client } = await clientOf(
    (request, response) => {
      tokens.push(request.headers.authorization);
      json(401, error("UNAUTHENTICATED"))(request, response);
    },
    { token: async () => `t${next++}` },
  );
  expect(await client.execution("e")).toMatchObject({ ok: false, error: { code: "UNAUTHENTICATED" } });
  for await (const item of client.watch("e")) if (item.kind === "FAILED") break;
  expect(tokens).toEqual(["Bearer t0", "Bearer t1", "Bearer t2", "Bearer t3"]);
});

it("[N447] an aborted signal ends whatever waits by throwing its reason", async () => {
  const { client } = await clientOf((_, response) => void response.writeHead(200).flushHeaders());
  for (const waits of [
    (signal: AbortSignal) => client.execution("e", { signal }),
    (signal: AbortSignal) => client.watch("e", { signal }).next(),
    (signal: AbortSignal) => client.watchExecution("e", { signal }).next(),
  ]) {
    const controller = new AbortController();
    const waiting = waits(controller.signal);
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await expect(waiting).rejects.toThrow("enough");
  }
});

it("[N447] `return` ends an iteration that waits for its next item", async () => {
  const { client } = await clientOf((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  });
  const watching = client.watch("e");
  const waiting = watching.next();
  await watching.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

it("[N445] a stream that was cut within an event goes on after the last whole one, and one that asks for patience is asked later", async () => {
  const item = (sequence: number) => {
    const status = sequence === 3 ? "SUCCEEDED" : "RUNNING";
    const batch = { events: [{ __typename: "StepStarted", sequence }], caughtUp: true, status, gap: null };
    return `id: c${sequence}\nevent: next\ndata: ${JSON.stringify({ data: { batch }, extensions: { cursor: `c${sequence}` } })}\n\n`;
  };
  const after: unknown[] = [];
  const { client, delays } = await clientOf(async (request, response) => {
    after.push(((await bodyOf(request)).variables as { after?: string }).after);
    if (after.length === 2) return json(429, error("RATE_LIMITED"), { "retry-after": "1" })(request, response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (after.length === 1) {
      response.write(`:\n\n${item(1)}${item(2)}${item(3).slice(0, 40)}`);
      setTimeout(() => response.destroy(), 20);
    } else response.end(`${item(3)}event: complete\ndata:\n\n`);
  });
  const seen: unknown[] = [];
  for await (const watched of client.watch("e")) {
    seen.push(watched.kind === "EVENTS" ? watched.events.map(({ sequence }) => sequence) : watched.kind);
  }
  expect(seen).toEqual([[1], [2], "DISCONNECTED", "DISCONNECTED", [3]]);
  expect(after).toEqual([undefined, "c2", "c2"]);
  expect(delays).toEqual([0, 1_000]);
});

it("[N517] a stream that is completed although the execution has not ended is a failure: there is none, or it cannot be seen", async () => {
  const batch = { events: [], caughtUp: true, status: "RUNNING", gap: null };
  const items = [`event: next\ndata: ${JSON.stringify({ data: { batch } })}\n\n`, ""];
  const { client } = await clientOf((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`${items.shift()}event: complete\ndata:\n\n`);
  });
  const missing = { kind: "FAILED", error: { code: "NOT_FOUND", message: expect.stringContaining("cannot be seen") } };
  for (const expected of [[{ kind: "EVENTS" }, missing], [missing]]) {
    const seen: unknown[] = [];
    for await (const watched of client.watch("e")) seen.push(watched);
    expect(seen).toMatchObject(expected);
  }
});

it("[N448] the client is 12 KB at most, minified and compressed, with all that it exports", async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL("../../packages/client/src/client.ts", import.meta.url).pathname],
    ...{ bundle: true, minify: true, format: "esm", target: "es2022", write: false, metafile: true },
  });
  expect(gzipSync(outputFiles[0]?.contents ?? "").byteLength).toBeLessThanOrEqual(12 * 1_024);
});
