/** The subscription as clients meet it: over Server-Sent Events, resumed by cursor, left at any time. */
import { beforeEach, describe, expect, it } from "vitest";
import type { PagedEvent } from "../../../src/execution/views/execution-view.ts";
import { logPosition } from "../../../src/execution/views/log-position.ts";
import { eventCursor } from "../../../src/graph/base/event-cursor.ts";
import { type Answer, endpoint, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent } from "../../support/graph/fake-views.ts";

let world: FakeClients;
let id: string;
let name: string;

beforeEach(async () => {
  world = new FakeClients();
  id = (await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } })).execution.id;
  [name = ""] = world.executions.keys();
  world.calls.length = 0;
});

const subscription = /* GraphQL */ `
  subscription ($id: ID!, $after: EventCursor, $filter: ExecutionEventFilter, $heartbeatMs: Int! = 15000) {
    executionEvents(executionId: $id, after: $after, filter: $filter, heartbeatMs: $heartbeatMs) {
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

async function subscribe(
  variables: object = {},
  signal?: AbortSignal,
  caller = {},
  query = subscription,
): Promise<Stream> {
  const response = await endpoint.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ query, variables: { id, ...variables } }),
      ...(signal === undefined ? {} : { signal }),
    }),
    world.context(caller),
  );
  return new Stream(response);
}

const finish = () => {
  world.change(name, { status: "SUCCEEDED" });
  world.append(name, finishedEvent());
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

  it("[N186] has the bound of bytes of an answer for each item anew, and in each item refuses what is beyond", async () => {
    let sequence = 0;
    const finished = (steps: number) => {
      for (let at = 0; at < steps; at++) {
        sequence += 1;
        world.keep(name, `${sequence} output`, "large");
        world.append(name, {
          ...{ kind: "StepFinished", reused: false, step: "step0", group: null, status: "SUCCEEDED", attempt: 1 },
          ...{ callId: "c", outcome: "ANSWERED", content: null, failure: null, warning: null },
          output: { bytes: 5_000_000, digest: "0".repeat(64), preview: "" },
        });
      }
    };
    const query = `subscription ($id: ID!) { executionEvents(executionId: $id) {
      events { ... on StepFinished { output { value(maxBytes: 6000000) } } } } }`;
    const values = (answer: Answer) =>
      answer.data.executionEvents.events.map(({ output }: { output: { value: unknown } }) => output.value);
    finished(4);
    const stream = await subscribe({}, undefined, {}, query);
    const first = await stream.next();
    expect(values(first)).toEqual(["large", "large", "large", null]);
    expect(first.errors.map(({ extensions }: Answer) => extensions.code)).toEqual(["RESPONSE_TOO_LARGE"]);
    finished(3);
    const second = await stream.next();
    expect(second.errors).toBeUndefined();
    expect(values(second)[0]).toBe("large");
    await stream.leave();
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

  it("[N236] gives a cursor of its own to text that is shown before it is stored, and goes on from it", async () => {
    const told = (sequence: number, unstored: number): PagedEvent => ({
      ...{ sequence, occurredAt: 0, hidden: false, transitions: [], position: logPosition(sequence, unstored) },
      event: { kind: "TextProduced", streamId: "respond/1", offset: 0, text: "Hello" },
    });
    const asked: number[] = [];
    const events = Array.from({ length: 501 }, (_, n) => told(10 + n, 1 + n));
    const last = logPosition(510, 501);
    world.clients.executions.watch = async function* (_, { after }) {
      asked.push(after);
      yield { after, events, cursor: last, caughtUp: true, gap: null, status: "RUNNING" };
    };
    const query = subscription.replace("events { sequence type }", "events { cursor }");
    const stream = await subscribe({}, undefined, {}, query);
    const { cursor, events: first } = (await stream.next()).data.executionEvents;
    expect(first[0].cursor).toBe(eventCursor(name, logPosition(10, 1)));
    expect([first.length, cursor]).toEqual([500, first[499].cursor]);
    expect((await stream.next()).data.executionEvents).toMatchObject({
      cursor: eventCursor(name, last),
      caughtUp: true,
    });
    const resumed = await subscribe({ after: cursor });
    await resumed.next();
    expect(asked).toEqual([0, logPosition(509, 500)]);
    await stream.leave();
    await resumed.leave();
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

describe("a filter", () => {
  const resumed = (count: number) => world.append(name, { kind: "ExecutionResumed", count });
  const cancelled = () => world.append(name, { kind: "CancelRequested", requestedBy: "someone", reason: null });
  const ignored = (step: string) => world.append(name, { kind: "CallIgnored", step, callId: "c", reason: "late" });

  async function all(stream: Stream): Promise<readonly Answer[]> {
    const batches: Answer[] = [];
    for (let item = await stream.next(); item !== "COMPLETE"; item = await stream.next()) {
      batches.push(item.data.executionEvents);
    }
    return batches;
  }

  const sequences = (batches: readonly Answer[]) =>
    batches.map(({ events }) => events.map(({ sequence }: { sequence: number }) => sequence));

  it("by type sends what matches only, while cursors move on", async () => {
    resumed(1);
    cancelled();
    resumed(2);
    finish();
    world.pageSize = 3;
    const batches = await all(await subscribe({ filter: { types: ["CANCEL_REQUESTED"] } }));
    expect(sequences(batches)).toEqual([[2], []]);
    expect(batches.at(-1)).toMatchObject({ status: "SUCCEEDED", caughtUp: true });
    const { cursor } = batches[0];
    const rest = await all(await subscribe({ after: cursor }));
    expect(sequences(rest), "the cursor of a batch stands after what was left out of it").toEqual([[4]]);
  });

  it("by step sends what concerns the step only", async () => {
    ignored("one");
    ignored("other");
    resumed(1);
    ignored("one");
    finish();
    expect(sequences(await all(await subscribe({ filter: { stepId: "one" } })))).toEqual([[1, 4]]);
    const both = { stepId: "one", types: ["EXECUTION_RESUMED"] };
    expect(sequences(await all(await subscribe({ filter: both })))).toEqual([[]]);
  });

  it("sends pages without a match no more often than heartbeats, but the one that reaches the end of the log", async () => {
    for (let count = 1; count <= 9; count++) resumed(count);
    world.pageSize = 2;
    const stream = await subscribe({ filter: { types: ["EXECUTION_FINISHED"] } });
    const { data } = await stream.next();
    expect(data.executionEvents).toMatchObject({ events: [], caughtUp: true });
    resumed(10);
    finish();
    const last = (await stream.next()).data.executionEvents;
    expect(last.events).toMatchObject([{ sequence: 11 }]);
    expect(await stream.next()).toBe("COMPLETE");
  });

  it("lets the cursor move in an execution that is busy with what is left out", async () => {
    let now = 0;
    world.clients.executions.watch = async function* () {
      for (let cursor = 1; cursor <= 10; cursor++) {
        now += 4_000;
        const event = { kind: "ExecutionResumed" as const, count: cursor };
        const events = [{ sequence: cursor, occurredAt: 0, hidden: false, transitions: [], event }];
        yield { after: cursor - 1, events, cursor, caughtUp: true, gap: null, status: "RUNNING" as const };
      }
    };
    const context = { ...world.context(), now: () => now };
    const request = new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ query: subscription, variables: { id, filter: { types: ["STEP_STARTED"] } } }),
    });
    const batches = await all(new Stream(await endpoint.fetch(request, context)));
    expect(
      batches.map(({ cursor }) => cursor.split("-")[0]),
      "at first, then every fourth, at 16 s",
    ).toEqual(["1", "5", "9"]);
  });
});

/** Lets pending work run until `holds`; the test's time limit ends it otherwise. */
async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
