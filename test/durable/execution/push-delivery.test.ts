/** One delivery over the wire: who can tell that it came from here, what the receiver's answer means, and what never leaves. */
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { webhookSecret } from "../../../scripts/webhook-secret.mjs";
import { guardedFetch } from "../../../src/durable/calls/guarded-fetch.ts";
import { ExecutionReader } from "../../../src/durable/execution/execution-reader.ts";
import { deliverPush } from "../../../src/durable/execution/push-delivery.ts";
import { systemClock } from "../../../src/durable/ports/system-clock.ts";
import { silentTracer } from "../../../src/durable/ports/tracer.ts";
import type { PushConfig } from "../../../src/execution/commands/push-config.ts";
import { webhookSigner } from "../../../src/worker/clients/webhook-signature.ts";
import { FakeA2aServer, message } from "../../a2a-server/fake-a2a-server.ts";
import { type FakeHttpServer, fakeHttpServer } from "../../support/callees/http-server.ts";

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const secret = "5ea1".repeat(16);

let server: FakeHttpServer;
let received: Received[];
let answer: { readonly status: number; readonly headers?: { readonly [name: string]: string } };

beforeEach(async () => {
  received = [];
  answer = { status: 204 };
  server = await fakeHttpServer(({ headers, url = "" }, response, body) => {
    received.push({ path: url, headers, body });
    response.writeHead(answer.status, answer.headers).end();
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

async function deliver(more: Partial<PushConfig> = {}, allowPrivate = true) {
  const world = new FakeA2aServer();
  world.onStart = (run) => run.finish("SUCCEEDED", { topic: "a" });
  await world.call("report", "SendMessage", { message: message("m1", [{ text: "a" }]) });
  const { journal, state } = world.run;
  const config: PushConfig = {
    id: "c",
    taskId: "t1",
    url: `${server.url}/hook`,
    token: null,
    authentication: null,
    protocolVersion: "1.0",
    ...more,
  };
  return deliverPush(config, "ended", {
    reader: new ExecutionReader({
      journal,
      state: () => state,
      archive: undefined,
      parkedBy: null,
      isTooOld: false,
      parked: undefined,
    }),
    fetch: guardedFetch({
      rules: { allowHttp: true, allowPrivate },
      ...{ maxResponseBytes: 1_000, maxRedirects: 0, fetch: (address, init) => fetch(address, init) },
      awaitHeaders: (_, run) => run(),
    }),
    sign: webhookSigner(secret),
    clock: systemClock,
    tracer: silentTracer,
    meter: undefined,
  });
}

describe("a delivery", () => {
  it("is the task as a StreamResponse of 1.0, with the proof that the client gave", async () => {
    const authentication = { scheme: "Bearer", credentials: "very-secret" };
    expect(await deliver({ authentication, token: "mine" })).toEqual({ kind: "DELIVERED" });
    const [{ body, headers }] = received as [Received];
    expect(headers).toMatchObject({
      ...{ "content-type": "application/a2a+json", authorization: "Bearer very-secret" },
      "x-a2a-notification-token": "mine",
    });
    expect(JSON.parse(body)).toMatchObject({
      task: { id: "t1", status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{ parts: [{ data: { topic: "a" } }] }] },
    });
  });

  it("is the bare task in the names of 0.3 for a client of 0.3", async () => {
    expect(await deliver({ protocolVersion: "0.3", token: "mine" })).toEqual({ kind: "DELIVERED" });
    const [{ body, headers }] = received as [Received];
    expect(headers).toMatchObject({ "content-type": "application/json", "x-a2a-notification-token": "mine" });
    expect(JSON.parse(body)).toMatchObject({ kind: "task", id: "t1", status: { state: "completed" } });
  });

  it("is signed with the key of the tenant that the operator hands out, and a repeat has the same id", async () => {
    await deliver();
    await deliver();
    const [first, second] = received as [Received, Received];
    const { "webhook-id": id, "webhook-signature": signature, "webhook-timestamp": timestamp } = first.headers;
    const key = Buffer.from(webhookSecret(secret, "default").replace("whsec_", ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${first.body}`).digest("base64");
    expect(signature).toBe(`v1,${expected}`);
    expect(webhookSecret(secret, "default")).not.toBe(webhookSecret(secret, "acme"));
    expect(second.headers["webhook-id"]).toBe(id);
  });

  it.each([
    [200, "DELIVERED", null, undefined],
    [410, "GONE", null, undefined],
    [400, "FAILED", "9", undefined],
    [429, "FAILED", "90", 90_000],
    [429, "FAILED", "soon", undefined],
    [503, "FAILED", "9", 9_000],
    [500, "FAILED", "9", undefined],
  ] as const)(
    "that is answered with %s is %s, and no log holds a secret or the address",
    async (status, kind, header, retryAfterMs) => {
      const warn = vi.spyOn(console, "warn").mockReturnValue();
      answer = { status, ...(header !== null && { headers: { "retry-after": header } }) };
      const result = await deliver({ authentication: { scheme: "Bearer", credentials: "very-secret" }, token: "mine" });
      expect(result).toEqual(kind === "FAILED" ? { kind, retryAfterMs } : { kind });
      expect(JSON.stringify(warn.mock.calls)).not.toMatch(/very-secret|mine|127\.0\.0\.1/);
      expect(warn.mock.calls.length).toBe(kind === "DELIVERED" ? 0 : 1);
    },
  );

  it("follows no redirect", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    answer = { status: 307, headers: { location: "/elsewhere" } };
    expect(await deliver({ authentication: { scheme: "Bearer", credentials: "very-secret" } })).toEqual({
      kind: "FAILED",
      retryAfterMs: undefined,
    });
    expect(received.map(({ path }) => path)).toEqual(["/hook"]);
  });

  it("to an address that the rules forbid by now is not made", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    expect(await deliver({}, false)).toEqual({ kind: "REFUSED" });
    expect(received).toEqual([]);
  });

  it("to nobody who answers failed, and is worth another try", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    expect(await deliver({ url: "http://127.0.0.1:1/hook" })).toEqual({ kind: "FAILED", retryAfterMs: undefined });
  });
});
