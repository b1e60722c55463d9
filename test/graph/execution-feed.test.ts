/** The subscription as clients meet it: over Server-Sent Events, resumed by cursor, left at any time. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, endpoint, executePlan } from "./ask.ts";
import { FakeWorld } from "./fake-doors.ts";

let world: FakeWorld;
let id: string;
let name: string;

beforeEach(async () => {
  world = new FakeWorld();
  id = (await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } })).execution.id;
  [name = ""] = world.executions.keys();
  world.calls.length = 0;
});

const subscription = /* GraphQL */ `
  subscription ($id: ID!, $after: EventCursor, $heartbeatMs: Int! = 15000) {
    executionEvents(executionId: $id, after: $after, heartbeatMs: $heartbeatMs) {
      events { sequence type }
      cursor
      caughtUp
      status
    }
  }
`;

/** What a stream of events said, one item after another. */
class Stream {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = "";

  constructor(response: Response) {
    this.response = response;
    if (response.body === null) throw new Error("the answer has no body");
    this.#reader = response.body.getReader();
  }

  /** The next item, `COMPLETE`, or `END` if the stream ended without completing. */
  async next(): Promise<Answer> {
    for (;;) {
      const match = /^event: (next|complete)\ndata:(.*)\n\n/m.exec(this.#text);
      if (match !== null) {
        this.#text = this.#text.slice((match.index ?? 0) + match[0].length);
        return match[1] === "complete" ? "COMPLETE" : JSON.parse(match[2] ?? "");
      }
      const { done, value } = await this.#reader.read();
      if (done) return "END";
      this.#text += new TextDecoder().decode(value);
    }
  }

  async leave(): Promise<void> {
    await this.#reader.cancel();
  }
}

async function subscribe(variables: object = {}, signal?: AbortSignal, caller = {}): Promise<Stream> {
  const response = await endpoint.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ query: subscription, variables: { id, ...variables } }),
      ...(signal === undefined ? {} : { signal }),
    }),
    world.context(caller),
  );
  return new Stream(response);
}

const finish = () => {
  world.change(name, { status: "SUCCEEDED" });
  world.append(name, { kind: "ExecutionFinished", status: "SUCCEEDED", directResponse: null, failure: null });
};

describe("executionEvents", () => {
  it("replays what was stored, goes on live, and completes only after ExecutionFinished", async () => {
    world.append(name, { kind: "ExecutionResumed", count: 1 });
    const stream = await subscribe();
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    const { data } = await stream.next();
    expect(data.executionEvents).toMatchObject({ events: [{ sequence: 1 }], caughtUp: true, status: "RUNNING" });
    world.append(name, { kind: "ExecutionResumed", count: 2 });
    expect((await stream.next()).data.executionEvents.events).toEqual([{ sequence: 2, type: "EXECUTION_RESUMED" }]);
    finish();
    expect((await stream.next()).data.executionEvents).toMatchObject({
      events: [{ sequence: 3, type: "EXECUTION_FINISHED" }],
      status: "SUCCEEDED",
    });
    expect(await stream.next()).toBe("COMPLETE");
  });

  it("resumes after a cursor without gap and without duplicate", async () => {
    for (let count = 1; count <= 4; count++) world.append(name, { kind: "ExecutionResumed", count });
    const first = await subscribe();
    const { cursor } = (await first.next()).data.executionEvents;
    await first.leave();
    world.append(name, { kind: "ExecutionResumed", count: 5 });
    finish();
    const second = await subscribe({ after: cursor });
    expect(
      (await second.next()).data.executionEvents.events.map((event: { sequence: number }) => event.sequence),
    ).toEqual([5, 6]);
    expect(await second.next()).toBe("COMPLETE");
  });

  it("ends the watching when the client leaves in the middle of a wait", async () => {
    const stream = await subscribe();
    const reading = stream.next();
    await waitUntil(() => world.waits === 1);
    await stream.leave();
    await waitUntil(() => world.waits === 0);
    expect(await reading).toBe("END");
  });

  it("ends the watching when the request is aborted", async () => {
    const leaving = new AbortController();
    const stream = await subscribe({}, leaving.signal);
    const reading = stream.next().catch(() => "ABORTED");
    await waitUntil(() => world.waits === 1);
    leaving.abort();
    await waitUntil(() => world.waits === 0);
    await reading;
  });

  it("cuts pages into batches of 500 events at most, with a cursor each", async () => {
    for (let count = 1; count <= 1_201; count++) world.append(name, { kind: "ExecutionResumed", count });
    finish();
    world.pageSize = 5_000;
    const stream = await subscribe();
    const sizes: number[] = [];
    const caughtUp: boolean[] = [];
    for (let item = await stream.next(); item !== "COMPLETE"; item = await stream.next()) {
      sizes.push(item.data.executionEvents.events.length);
      caughtUp.push(item.data.executionEvents.caughtUp);
    }
    expect(sizes).toEqual([500, 500, 202]);
    expect(caughtUp).toEqual([false, false, true]);
  });

  it.each([
    ["a forged id", { id: "forged" }, {}, "NOT_FOUND"],
    ["an id of another tenant", {}, { tenant: "elsewhere" }, "NOT_FOUND"],
    ["a caller without the scope", {}, { scopes: ["EXECUTION_START"] }, "FORBIDDEN"],
    ["a cursor that is none", { after: "3" }, {}, "BAD_USER_INPUT"],
    ["a heartbeat that is too short", { heartbeatMs: 4_999 }, {}, "BAD_USER_INPUT"],
    ["a heartbeat that is too long", { heartbeatMs: 60_001 }, {}, "BAD_USER_INPUT"],
  ])("refuses %s and watches nothing", async (_, variables, caller, code) => {
    const stream = await subscribe(variables, undefined, caller);
    expect((await stream.next()).errors).toMatchObject([{ extensions: { code } }]);
    expect(world.calls).toEqual([]);
  });

  it("refuses a cursor of another execution", async () => {
    const other = await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } });
    world.calls.length = 0;
    const stream = await subscribe({ after: other.execution.cursor });
    expect((await stream.next()).errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    expect(world.calls).toEqual([]);
  });
});

/** Lets pending work run until `holds`; the test's time limit ends it otherwise. */
async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
