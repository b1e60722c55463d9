/**
 * Readers that stop reading, over real TCP: what the Worker takes from the object meanwhile, what arrives when they read on, and what
 * becomes of them when what they follow is deleted.
 */
import net from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { eventually, tool } from "../../support/deployed/planwright.ts";
import { type ObservedObject, observedWorker } from "./observed-worker.ts";
import { type Message, RawSocket } from "./raw-socket.ts";

/** Sixty megabytes: far more than the buffers of a connection hold, all of them together. */
const FILLED = 40_000;

/** Bytes of the log in a page, at most. */
const PAGE_BYTES = 262_144;

/** Bytes of a filled event in the log, at least. */
const EVENT_BYTES = 1_500;

// Logs are made longer behind the back of an object, which is one execution then.
const observed = observedWorker({ HOSTING: "off" });

const open: { destroy(): void }[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

interface LongExecution {
  readonly id: string;
  readonly object: ObservedObject;
  /** Number of its last event. */
  readonly last: number;
}

/** An execution with a long log that has ended. */
async function startLong(): Promise<LongExecution> {
  const steps = [tool("gone", "delete_note", { name: "x" })];
  const { id } = await observed.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
  const object = await observed.latest();
  await object.fill(FILLED);
  await object.evict();
  const waiting = await observed.planwright.execution({ id });
  await observed.planwright.answer(waiting?.pendingHumanInputs[0]?.id ?? "", { accept: {} });
  const ended = await eventually(async () => {
    const { execution } = await observed.planwright.ask<{ execution: { status: string } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { status } }",
      { id },
    );
    return execution.status === "SUCCEEDED";
  });
  expect(ended).toBe(true);
  // The answer, the result of the step and the end follow what was filled in behind the first two.
  return { id, object, last: FILLED + 6 };
}

const query = (id: string) => `subscription {
  executionEvents(executionId: "${id}") { events { sequence ... on CallIgnored { reason } } }
}`;

/** An event stream that is read only when it is told to be. */
class StreamReader {
  readonly #socket: net.Socket;
  #text = "";

  constructor(id: string) {
    const { hostname, port } = new URL(observed.planwright.endpoint);
    this.#socket = net.connect(Number(port), hostname);
    open.push(this.#socket);
    this.#socket.pause();
    this.#socket.setEncoding("utf8");
    this.#socket.on("data", (text: string) => {
      this.#text += text;
    });
    const path = `/graphql?query=${encodeURIComponent(query(id))}`;
    const request = [`GET ${path} HTTP/1.1`, "host: localhost", "accept: text/event-stream", "connection: close"];
    this.#socket.write(`${request.join("\r\n")}\r\n\r\n`);
  }

  /** Reads to the end of the stream, and gives the data of its events. */
  async rest(): Promise<readonly { readonly event: string; readonly data: string }[]> {
    const ended = new Promise((resolve) => this.#socket.on("end", resolve));
    this.#socket.resume();
    await ended;
    const body = this.#text.slice(this.#text.indexOf("\r\n\r\n") + 4);
    return unchunked(body)
      .split("\n\n")
      .flatMap((block) => {
        const [, event] = /^event: (.*)$/m.exec(block) ?? [];
        return event === undefined ? [] : [{ event, data: /^data: (.*)$/m.exec(block)?.[1] ?? "" }];
      });
  }
}

/** A body without the lengths of its chunks. All of it is ASCII here. */
function unchunked(body: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf("\r\n", at);
    const length = Number.parseInt(body.slice(at, lineEnd), 16);
    if (!(length > 0)) break;
    pieces.push(body.slice(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return pieces.join("");
}

/** How often the object was asked for a page once nobody asks any more: for a second, and it was asked at least once. */
async function pullsAtRest(object: ObservedObject): Promise<number> {
  let before = 0;
  let since = Date.now();
  return eventually(async () => {
    const pulls = await object.pulls();
    if (pulls !== before) since = Date.now();
    before = pulls;
    return pulls > 0 && Date.now() - since > 1_000 && pulls;
  });
}

function sequencesOf(payloads: readonly unknown[]): readonly number[] {
  return payloads.flatMap((payload) => {
    const { data } = payload as { data?: { executionEvents: { events: { sequence: number }[] } } };
    return data?.executionEvents.events.map(({ sequence }) => sequence) ?? [];
  });
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe("an event stream whose reader stops reading", () => {
  it("stops the Worker from asking for more, and gets everything in order, once, when it reads on", async () => {
    const { id, last, object } = await startLong();
    const reader = new StreamReader(id);
    const pages = (FILLED * EVENT_BYTES) / PAGE_BYTES;
    const pulled = await pullsAtRest(object);
    expect(pulled, "pages that were taken for a reader that reads none").toBeLessThan(pages / 2);
    const events = await reader.rest();
    expect(events.at(-1)).toEqual({ event: "complete", data: "" });
    expect(sequencesOf(events.slice(0, -1).map(({ data }) => JSON.parse(data)))).toEqual(upTo(last));
    expect(await object.pulls()).toBeGreaterThan(pages);
    await eventually(async () => (await object.watchers()) === 0);
  });
});

describe("an execution that is deleted while it is followed", () => {
  const notFound = [{ extensions: { code: "NOT_FOUND" } }];

  async function remove(executionId: string, object: ObservedObject): Promise<void> {
    const { deleteExecution } = await observed.planwright.ask<{ deleteExecution: { errors: readonly unknown[] } }>(
      "mutation ($input: DeleteExecutionInput!) { deleteExecution(input: $input) { errors { code } } }",
      { input: { executionId } },
    );
    expect(deleteExecution.errors).toEqual([]);
    await eventually(async () => (await object.watchers()) === 0);
  }

  it("ends an event stream with NOT_FOUND behind what was on its way, without a gap", async () => {
    const { id, last, object } = await startLong();
    const reader = new StreamReader(id);
    await pullsAtRest(object);
    await remove(id, object);
    const events = await reader.rest();
    expect(events.at(-1)).toEqual({ event: "complete", data: "" });
    const items = events.slice(0, -1).map(({ data }) => JSON.parse(data));
    expect(items.at(-1)?.errors).toMatchObject(notFound);
    const sequences = sequencesOf(items);
    expect(sequences).toEqual(upTo(sequences.length));
    expect(sequences.length).toBeLessThan(last);
  });

  it("ends a subscription over a WebSocket with NOT_FOUND behind what was on its way, and leaves the connection open", async () => {
    const { id, last, object } = await startLong();
    const raw = await new RawSocket(observed.planwright.endpoint).opened();
    open.push({ destroy: () => raw.socket.close() });
    raw.send({ type: "connection_init" });
    await raw.next();
    raw.send({ id: "1", type: "subscribe", payload: { query: query(id) } });
    const payloads: unknown[] = [];
    // No pong: the Worker takes the client for one that does not read.
    const untilNot = async (type: string): Promise<Message> => {
      for (;;) {
        const message = await raw.next();
        if (message.type !== type) return message;
        payloads.push(message.payload);
      }
    };
    expect((await untilNot("next")).type).toBe("ping");
    await pullsAtRest(object);
    await remove(id, object);
    raw.send({ type: "pong" });
    let message = await untilNot("next");
    for (; message.type === "ping"; message = await untilNot("next")) raw.send({ type: "pong" });
    expect(message).toMatchObject({ id: "1", type: "error", payload: notFound });
    const sequences = sequencesOf(payloads);
    expect(sequences).toEqual(upTo(sequences.length));
    expect(sequences.length).toBeLessThan(last);
    raw.send({ id: "2", type: "subscribe", payload: { query: "{ __typename }" } });
    expect(await raw.next()).toMatchObject({ id: "2", type: "next" });
  });
});
