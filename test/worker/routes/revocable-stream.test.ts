/** Streams of answers that are made elsewhere, such as those of MCP, and the revocation of the credential that asked. */
import { expect, it } from "vitest";
import { revocable, revocableStream } from "../../../src/worker/routes/revocable-stream.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";

const events = { headers: { "content-type": "text/event-stream; charset=utf-8" }, status: 200 };

/** A stream that a test writes, and what its reader has done. */
function written() {
  const seen: string[] = [];
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      writer = controller;
    },
    cancel: () => void seen.push("left"),
  });
  const write = (text: string) => writer?.enqueue(new TextEncoder().encode(text));
  return { body, seen, write, close: () => writer?.close() };
}

it("[N520] breaks off within a minute after the revocation, and is then made no longer", async () => {
  const clock = new ManualClock();
  const { body, seen, write } = written();
  let revoked: boolean | "unknown" = false;
  const isRevoked = async () => {
    if (revoked === "unknown") throw new Error("the tenant is away");
    return revoked;
  };
  const { body: shown, headers, status } = revocableStream(new Response(body, events), { isRevoked }, clock);
  expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const reader = shown?.getReader();
  for (const state of [false, "unknown"] as const) {
    revoked = state;
    await clock.advance(90_000);
    write("a");
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("a");
  }
  revoked = true;
  const broken = expect(reader?.read()).rejects.toThrow("the credential was revoked");
  await clock.advance(30_000);
  await broken;
  await settled();
  expect(seen).toEqual(["left"]);
  expect(clock.pendingTimers).toBe(0);
});

it("[N520] ends as it is made, or when its client leaves, and asks no longer then", async () => {
  const clock = new ManualClock();
  const isRevoked = async () => false;
  const whole = written();
  const response = revocableStream(new Response(whole.body, events), { isRevoked }, clock);
  whole.write("all");
  whole.close();
  expect(await response.text()).toBe("all");
  const half = written();
  await revocableStream(new Response(half.body, events), { isRevoked }, clock).body?.cancel();
  expect(half.seen).toEqual(["left"]);
  expect(clock.pendingTimers).toBe(0);
});

it("[N967] breaks off where its source does, and asks no longer then", async () => {
  const clock = new ManualClock();
  const source = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("broken off")) });
  const reader = revocableStream(
    new Response(source, events),
    { isRevoked: async () => false },
    clock,
  ).body?.getReader();
  await expect(reader?.read()).rejects.toThrow("broken off");
  expect(clock.pendingTimers).toBe(0);
});

it("[N967] breaks off with the credential, also one that cannot be revoked, and not before", async () => {
  for (const isRevoked of [undefined, async () => false]) {
    const clock = new ManualClock();
    const { body, seen, write } = written();
    const gate = { endsAt: clock.now() + 300_000, ...(isRevoked && { isRevoked }) };
    const reader = revocable(new Response(body), gate, clock).body?.getReader();
    await clock.advance(299_000);
    write("a");
    expect((await reader?.read())?.value?.length).toBe(1);
    const broken = expect(reader?.read()).rejects.toThrow("the credential has ended");
    await clock.advance(1_000);
    await broken;
    await settled();
    expect(seen).toEqual(["left"]);
    expect(clock.pendingTimers).toBe(0);
  }
});

it("is the answer itself where that is no stream, or the credential cannot be revoked", () => {
  const stream = new Response(written().body, events);
  expect(revocableStream(stream, {})).toBe(stream);
  const json = Response.json({});
  expect(revocableStream(json, { isRevoked: async () => true })).toBe(json);
});

it("[N520] is any answer that is made over a long time, where its route says so", async () => {
  const clock = new ManualClock();
  const { body, write } = written();
  const lines = { headers: { "content-type": "application/x-ndjson" } };
  expect(revocableStream(new Response(body, lines), { isRevoked: async () => true }, clock).body).toBe(body);
  const gate = { endsAt: Number.POSITIVE_INFINITY, isRevoked: async () => true };
  const reader = revocable(new Response(body, lines), gate, clock).body?.getReader();
  write("{}\n");
  expect((await reader?.read())?.value?.length).toBe(3);
  const broken = expect(reader?.read()).rejects.toThrow("the credential was revoked");
  await clock.advance(30_000);
  await broken;
});
