/** What watching costs: an object that sleeps while it is watched and waits, and the sockets of watchers that have left. */
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { A2aLedger } from "../../../examples/a2a-agent/ledger.ts";
import { startA2aAgent } from "../../../examples/a2a-agent/server.ts";
import type { RunningExample } from "../../../examples/listening.ts";
import { type ExecutionSeen, eventually, tool } from "../../support/deployed/planwright.ts";
import { volume } from "../../support/engine/volume.ts";
import { type ObservedObject, observedWorker } from "./observed-worker.ts";
import { accept, everySequence, follow, heartbeatMs } from "./watched-executions.ts";

// Each execution is an object, so that what is observed of an object is one of an execution.
const observed = observedWorker({ HOSTING: "off" });

interface Waiting {
  readonly execution: ExecutionSeen;
  readonly object: ObservedObject;
}

let begun: Promise<unknown> = Promise.resolve();

/** A run in which a person must permit each of `count` calls. They begin one after another, so that each knows its object. */
function startWaiting(count: number): Promise<Waiting> {
  const steps = Array.from({ length: count }, (_, index) => tool(`s${index}`, "delete_note", { name: "x" }));
  const starting = begun.then(async () => {
    const options = { waitMs: 25_000 };
    const execution = await observed.planwright.start({ source: { plan: { steps } }, options });
    if (execution.status !== "WAITING") throw new Error(`required a run that waits, found ${execution.status}`);
    return { execution, object: await observed.latest() };
  });
  begun = starting.catch(() => undefined);
  return starting;
}

// Each of these waits for seconds, and none has to do with another.
describe.concurrent("an object that waits for a person while it is watched", () => {
  it("[E11] sleeps by itself though heartbeats go on, and its watcher gets the next events once, in order", async ({
    expect,
  }) => {
    const { execution, object } = await startWaiting(1);
    let batches = 0;
    let madeBefore = 0;
    const sequences = await follow(observed.planwright, execution.id, async ({ status }) => {
      batches += 1;
      if (batches === 1) madeBefore = await object.timesMade();
      // Four heartbeats: the platform takes an object out of memory after ten seconds without work.
      if (batches === 5 && status === "WAITING") await accept(observed.planwright, execution);
    });
    expect(batches).toBeGreaterThan(5);
    expect(await object.timesMade(), "made again to answer").toBe(madeBefore + 1);
    expect(sequences).toEqual(await everySequence(observed.planwright, execution));
  });

  it("[E11] is made again for each answer when it is taken out of memory, and loses no watcher", async ({ expect }) => {
    const waits = 3;
    const { execution, object } = await startWaiting(waits);
    const madeAt: number[] = [];
    const sequences = await follow(observed.planwright, execution.id, async ({ events }) => {
      // A heartbeat that queued up during the last eviction still says WAITING, so the event decides.
      if (!events.some(({ type }) => type === "STEP_WAITING")) return;
      await object.evict();
      // At once where its socket slept; a socket that the busy runtime closed comes back by itself.
      await eventually(async () => (await object.watchers()) === 1);
      madeAt.push(await object.timesMade());
      await accept(observed.planwright, execution);
    });
    expect(madeAt).toEqual([2, 3, 4]);
    expect(sequences).toEqual(await everySequence(observed.planwright, execution));
  });
});

describe.concurrent("executions that wait for people", () => {
  it("[E11] are each made anew when they are called after half a minute, many of them", async ({ expect }) => {
    const count = volume({ sample: 5, whole: 100 });
    const steps = [{ humanInput: { stepId: "ask", prompt: "Go on?", kind: "APPROVAL" } }];
    const starting = begun.then(async () => {
      const before = (await observed.timesMade()).length;
      const start = () => observed.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
      return { before, executions: await Promise.all(Array.from({ length: count }, start)) };
    });
    begun = starting.catch(() => undefined);
    const { before, executions } = await starting;
    expect(executions.map(({ status }) => status)).toEqual(Array(count).fill("WAITING"));
    const timesMade = async () => (await observed.timesMade()).slice(before, before + count);
    expect(await timesMade()).toEqual(Array(count).fill(1));
    await delay(30_000);
    await Promise.all(executions.map(({ id }) => observed.planwright.execution({ id })));
    expect(await timesMade()).toEqual(Array(count).fill(2));
  });
});

describe.concurrent("an object whose execution sleeps", () => {
  it("[N274, E11] is gone meanwhile, and made once more, by its alarm", async ({ expect }) => {
    const starting = begun.then(async () => {
      const steps = [{ sleep: { seconds: 28 } }, tool("read", "read_note", { name: "x" }, { after: ["step0"] })];
      const execution = await observed.planwright.start({ source: { plan: { steps } } });
      return { execution, object: await observed.latest() };
    });
    begun = starting.catch(() => undefined);
    const { execution, object } = await starting;
    // Nobody looks at the execution meanwhile. The platform takes an object out of memory after ten seconds without work.
    await delay(32_000);
    await eventually(async () => (await observed.planwright.execution({ id: execution.id }))?.status === "SUCCEEDED");
    expect(await object.timesMade(), "made again by its alarm").toBe(2);
  });
});

describe.concurrent("an object that waits for a task of a remote agent", () => {
  let agent: RunningExample;
  beforeAll(async () => {
    agent = await startA2aAgent(0);
    const input = { source: { a2a: { url: agent.url } } };
    await observed.planwright.registerAgent(input);
  });
  afterAll(() => agent.close());

  it("[E11] sleeps by itself, asks from its alarm, and asks no more often the longer the task takes", async ({
    expect,
  }) => {
    const starting = begun.then(async () => {
      const translation = { text: "a long text", language: "de", delay_ms: 20_000 };
      const steps = [tool("translation", "peer_translator", translation)];
      const execution = await observed.planwright.start({ source: { plan: { steps } } });
      return { execution, object: await observed.latest() };
    });
    begun = starting.catch(() => undefined);
    const { execution, object } = await starting;
    const ended = async () => (await observed.planwright.execution({ id: execution.id }))?.status === "SUCCEEDED";
    // Asked 1, 3, 7, 15 and 31 seconds after the wait began; nobody else looks at the execution meanwhile.
    await delay(30_000);
    await eventually(ended);
    expect(await object.timesMade(), "made again by its alarm").toBe(2);
    const { requests } = (await (await fetch(`${agent.url}/ledger`)).json()) as A2aLedger;
    expect(requests.map(({ method }) => method)).toEqual(["SendMessage", ...Array(5).fill("GetTask")]);
  });
});

describe.concurrent("a client that has left", () => {
  /** Sends bytes as a client would, and gives the connection once the first page came. */
  async function rawClient(request: readonly string[], greeting: Buffer[]): Promise<net.Socket> {
    const { hostname, port } = new URL(observed.planwright.endpoint);
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
    `subscription { executionEvents(executionId: "${id}", heartbeatMs: ${heartbeatMs}) { events { type } } }`;

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

  it.for([
    ["an event stream", eventStream],
    ["a WebSocket", webSocket],
  ] as const)(
    "without a word, from %s, is noticed by the heartbeats: the object has no watcher any more",
    async ([, open], { expect }) => {
      const { execution, object } = await startWaiting(1);
      const socket = await open(execution.id);
      expect(await object.watchers()).toBe(1);
      const leftAt = Date.now();
      socket.resetAndDestroy();
      await eventually(async () => (await object.watchers()) === 0);
      // The first heartbeat does it, or the second. Minutes later somebody else would.
      expect(Date.now() - leftAt).toBeLessThan(8 * heartbeatMs);
    },
  );
});
