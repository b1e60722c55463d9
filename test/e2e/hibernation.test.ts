/** What watching costs: an object that sleeps while it is watched and waits, and the sockets of watchers that have left. */
import net from "node:net";
import { createClient } from "graphql-sse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness } from "wrangler";
import { type ExampleWorld, startExampleWorld } from "./example-world.ts";
import { type ExecutionSeen, eventually, Planwright, tool } from "./planwright.ts";

const HEARTBEAT_MS = 5_000;

const harness = createTestHarness({
  root: process.cwd(),
  workers: [
    {
      config: {
        name: "planwright-observed",
        main: "test/e2e/observed-entry.ts",
        compatibility_date: "2026-10-01",
        rules: [{ type: "Text", globs: ["**/*.graphql"], fallthrough: false }],
        vars: {
          AUTH_MODE: "none",
          EGRESS_ALLOW_PRIVATE: "true",
          EGRESS_ALLOW_HTTP: "true",
          ID_SEALING_SECRET: "5ea1".repeat(16),
        },
        durable_objects: {
          bindings: [
            { name: "EXECUTION", class_name: "ExecutionObject" },
            { name: "CATALOG", class_name: "CatalogObject" },
            { name: "INDEX", class_name: "IndexObject" },
            { name: "TENANT", class_name: "TenantObject" },
          ],
        },
        migrations: [
          { tag: "v1", new_sqlite_classes: ["ExecutionObject", "CatalogObject", "IndexObject", "TenantObject"] },
        ],
      },
    },
  ],
});

let world: ExampleWorld;
let planwright: Planwright;

beforeAll(async () => {
  world = await startExampleWorld();
  planwright = new Planwright((await harness.listen()).url.href);
  await planwright.register("example", world.mcpUrl, true);
});

afterAll(async () => {
  await harness.close();
  await world.close();
});

/** How often the object of the execution that began last was made. */
async function timesMade(): Promise<number> {
  const { made } = (await (await harness.fetch("/observed")).json()) as { readonly made: readonly number[] };
  return made.at(-1) ?? 0;
}

/** Watchers of the execution that began last, as its object counts them. */
async function watchers(): Promise<number> {
  const answer = (await (await harness.fetch("/observed?watchers")).json()) as { readonly watchers: readonly number[] };
  return answer.watchers.at(-1) ?? 0;
}

/** A run in which a person must permit each of `count` calls. */
async function startWaiting(count: number): Promise<ExecutionSeen> {
  const steps = Array.from({ length: count }, (_, index) => tool(`s${index}`, "delete_note", { name: "x" }));
  const waiting = await planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
  expect(waiting.status).toBe("WAITING");
  return waiting;
}

async function accept({ id }: ExecutionSeen): Promise<void> {
  const execution = await planwright.execution({ id });
  expect(await planwright.answer(execution?.pendingHumanInputs[0]?.id ?? "", { accept: {} })).toEqual([]);
}

const query = `subscription ($id: ID!, $heartbeatMs: Int!) {
  executionEvents(executionId: $id, heartbeatMs: $heartbeatMs) { status events { sequence } }
}`;

/** Follows an execution; `onBatch` sees each batch. Gives the sequences in the order in which they came. */
async function follow(id: string, onBatch: (status: string) => Promise<void>): Promise<readonly number[]> {
  const client = createClient({ url: planwright.endpoint, retryAttempts: 0 });
  const sequences: number[] = [];
  const items = client.iterate<{
    readonly executionEvents: { readonly status: string; readonly events: readonly { readonly sequence: number }[] };
  }>({ query, variables: { id, heartbeatMs: HEARTBEAT_MS } });
  for await (const { data, errors } of items) {
    if (data == null) throw new Error(JSON.stringify(errors));
    sequences.push(...data.executionEvents.events.map(({ sequence }) => sequence));
    await onBatch(data.executionEvents.status);
  }
  client.dispose();
  return sequences;
}

async function everySequence({ id }: ExecutionSeen): Promise<readonly number[]> {
  return ((await planwright.execution({ id }))?.events.nodes ?? []).map(({ sequence }) => sequence);
}

describe("an object that waits for a person while it is watched", () => {
  it("[E11] sleeps by itself though heartbeats go on, and its watcher gets the next events once, in order", async () => {
    const execution = await startWaiting(1);
    let batches = 0;
    let madeBefore = 0;
    const sequences = await follow(execution.id, async (status) => {
      batches += 1;
      if (batches === 1) madeBefore = await timesMade();
      // Four heartbeats: the platform takes an object out of memory after ten seconds without work.
      if (batches === 5 && status === "WAITING") await accept(execution);
    });
    expect(batches).toBeGreaterThan(5);
    expect(await timesMade(), "made again to answer").toBe(madeBefore + 1);
    expect(sequences).toEqual(await everySequence(execution));
  });

  it("[E11] is made again for each answer when it is taken out of memory, and loses no watcher", async () => {
    const waits = 3;
    const execution = await startWaiting(waits);
    const madeAt: number[] = [];
    const sequences = await follow(execution.id, async (status) => {
      if (status !== "WAITING") return;
      const worker = harness.getWorker();
      for (const id of await worker.listDurableObjectIds("EXECUTION")) {
        await worker.evictDurableObject("EXECUTION", { id, webSockets: "hibernate" }).catch((error: unknown) => {
          if (!String(error).includes("not currently running")) throw error;
        });
      }
      expect(await watchers(), "the watcher is still attached to the object made anew").toBe(1);
      madeAt.push(await timesMade());
      await accept(execution);
    });
    expect(madeAt).toEqual([2, 3, 4]);
    expect(sequences).toEqual(await everySequence(execution));
  });
});

describe("a client that has left", () => {
  /** Sends bytes as a client would, and gives the connection once the first page came. */
  async function rawClient(request: readonly string[], greeting: Buffer[]): Promise<net.Socket> {
    const { hostname, port } = new URL(planwright.endpoint);
    const socket = net.connect(Number(port), hostname);
    socket.on("error", () => undefined);
    let received = "";
    const firstPage = new Promise<void>((resolve) =>
      socket.on("data", (data) => {
        received += data.toString("latin1");
        if (received.includes("101 Switching")) for (const frame of greeting.splice(0)) socket.write(frame);
        if (received.includes("EXECUTION_STARTED")) resolve();
      }),
    );
    socket.write(`${request.join("\r\n")}\r\n\r\n`);
    await firstPage;
    return socket;
  }

  const events = (id: string) =>
    `subscription { executionEvents(executionId: "${id}", heartbeatMs: ${HEARTBEAT_MS}) { events { type } } }`;

  function eventStream(id: string): Promise<net.Socket> {
    const path = `/graphql?query=${encodeURIComponent(events(id))}`;
    return rawClient([`GET ${path} HTTP/1.1`, "host: localhost", "accept: text/event-stream"], []);
  }

  /** A text frame as clients must send it, masked. */
  function frame(message: object): Buffer {
    const text = Buffer.from(JSON.stringify(message));
    const mask = Buffer.from([1, 2, 3, 4]);
    const masked = Buffer.from(text.map((byte: number, index: number) => byte ^ (mask[index % 4] ?? 0)));
    const head = text.length < 126 ? [0x81, 0x80 | text.length] : [0x81, 0xfe, text.length >> 8, text.length & 255];
    return Buffer.concat([Buffer.from(head), mask, masked]);
  }

  function webSocket(id: string): Promise<net.Socket> {
    return rawClient(
      [
        ...["GET /graphql HTTP/1.1", "host: localhost", "connection: Upgrade", "upgrade: websocket"],
        ...["sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="],
        "sec-websocket-protocol: graphql-transport-ws",
      ],
      [frame({ type: "connection_init" }), frame({ id: "1", type: "subscribe", payload: { query: events(id) } })],
    );
  }

  it.each([
    ["an event stream", eventStream],
    ["a WebSocket", webSocket],
  ])(
    "without a word, from %s, is noticed within two heartbeats: the object has no watcher any more",
    async (_, open) => {
      const { id } = await startWaiting(1);
      const socket = await open(id);
      expect(await watchers()).toBe(1);
      const leftAt = Date.now();
      socket.resetAndDestroy();
      await eventually(async () => (await watchers()) === 0);
      expect(Date.now() - leftAt).toBeLessThan(2 * HEARTBEAT_MS);
    },
  );
});
