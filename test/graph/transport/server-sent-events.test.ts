/** Server-Sent Events byte by byte, as an EventSource and the clients of the GraphQL over SSE protocol read them. */
import { beforeEach, describe, expect, it } from "vitest";
import type { SubscriptionGate } from "../../../src/graph/base/graph-context.ts";
import { requestError } from "../../../src/graph/base/request-error.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { cutWhenDelivered, finish, freshExecution, type StreamRequest, sendFor } from "../../support/graph/streams.ts";

const accept = "text/event-stream";

let world: FakeClients;
let id: string;
let name: string;

beforeEach(async () => {
  world = new FakeClients();
  ({ id, name } = await freshExecution(world));
});

interface SentEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** The events of a whole body, comments left out. */
async function eventsOf(response: Response): Promise<readonly SentEvent[]> {
  const text = await response.text();
  return text
    .split("\n\n")
    .filter((block) => block !== "" && block !== ":")
    .map((block) => Object.fromEntries(block.split("\n").map((line) => line.split(/: ?(.*)/s).slice(0, 2))));
}

function send(asked: Partial<StreamRequest> = {}): Promise<Response> {
  return sendFor(world, { accept, variables: { id }, ...asked });
}

const cutAt = (endsAt: number): SubscriptionGate => ({
  enter: () => ({ kind: "ENTERED", leave: () => undefined }),
  endsAt,
});

describe("a subscription over Server-Sent Events", () => {
  it.each(["POST", "GET"] as const)(
    "by %s names the position of each item as its id, and completes with empty data",
    async (method) => {
      world.append(name, { kind: "ExecutionResumed", count: 1 });
      finish(world, name);
      world.pageSize = 1;
      const response = await send({ method });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      const events = await eventsOf(response);
      expect(events.map(({ event }) => event)).toEqual(["next", "next", "complete"]);
      expect(events.at(-1)).toEqual({ event: "complete", data: "" });
      for (const event of events.slice(0, -1)) {
        const { data, extensions } = JSON.parse(event.data ?? "");
        expect(event.id).toBe(data.executionEvents.cursor);
        expect(extensions.cursor).toBe(event.id);
      }
    },
  );

  it("continues after Last-Event-ID, which wins over the argument", async () => {
    for (let count = 1; count <= 3; count++) world.append(name, { kind: "ExecutionResumed", count });
    finish(world, name);
    world.pageSize = 1;
    const [first, second] = await eventsOf(await send());
    const headers = { "last-event-id": second?.id ?? "" };
    const resumed = await eventsOf(await send({ method: "GET", headers, variables: { id, after: first?.id } }));
    const sequences = resumed
      .slice(0, -1)
      .flatMap(({ data }) =>
        JSON.parse(data ?? "").data.executionEvents.events.map(({ sequence }: { sequence: number }) => sequence),
      );
    expect(sequences).toEqual([3, 4]);
  });

  it("refuses a Last-Event-ID that is no cursor of this execution", async () => {
    const [answer] = await eventsOf(await send({ headers: { "last-event-id": "7-00000000" } }));
    expect(JSON.parse(answer?.data ?? "").errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    expect(world.calls).toEqual([]);
  });

  it("tells a lost upstream as an error, then completes", async () => {
    world.append(name, { kind: "ExecutionResumed", count: 1 });
    world.clients.executions.watch = async function* () {
      yield await Promise.reject(requestError("UNAVAILABLE", "its feed broke three times in a row"));
    };
    const events = await eventsOf(await send());
    expect(events.map(({ event }) => event)).toEqual(["next", "complete"]);
    expect(JSON.parse(events[0]?.data ?? "")).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
  });

  it("goes on behind an item of which something failed, which has its position too", async () => {
    world.append(name, {
      ...{ kind: "StepFinished", reused: false, step: "step1", group: null, status: "SUCCEEDED", attempt: 1 },
      ...{ callId: "key", outcome: "ANSWERED", content: null, failure: null, warning: null },
      output: { bytes: 60_000, digest: "0", preview: "[" },
    });
    finish(world, name);
    world.pageSize = 1;
    world.clients.executions.value = () => Promise.reject(new Error("the disk of 10.0.0.7 is full"));
    const query = `subscription ($id: ID!) {
      executionEvents(executionId: $id) { cursor events { type ... on StepFinished { output { value } } } }
    }`;
    const events = await eventsOf(await send({ query }));
    expect(events.map(({ event }) => event)).toEqual(["next", "next", "complete"]);
    const [failed, last] = events.map(({ data = "" }) => (data === "" ? null : JSON.parse(data)));
    expect(failed.errors).toMatchObject([{ extensions: { code: "INTERNAL_SERVER_ERROR" } }]);
    expect(failed.extensions.cursor).toBe(events[0]?.id);
    expect(JSON.stringify(events)).not.toContain("10.0.0.7");
    expect(last).toMatchObject({ data: { executionEvents: { events: [{ type: "EXECUTION_FINISHED" }] } } });
    expect(last.errors).toBeUndefined();
  });

  it("just ends when its life is over, so that clients resume, and gives its place back", async () => {
    world.append(name, { kind: "ExecutionResumed", count: 1 });
    let open = 0;
    const enter: SubscriptionGate["enter"] = () => {
      open += 1;
      return { kind: "ENTERED", leave: () => (open -= 1) };
    };
    const cut = await cutWhenDelivered(world, (endsAt) => send({ context: { subscriptions: { enter, endsAt } } }));
    const events = await eventsOf(cut);
    expect(events.map(({ event }) => event)).toEqual(["next"]);
    expect(open).toBe(0);
    expect(world.waits).toBe(0);
  });

  it("that began with a credential that has ended is cut at once", async () => {
    expect(await eventsOf(await send({ context: { subscriptions: cutAt(Date.now() - 1) } }))).toEqual([]);
  });

  it("is refused with the cap that is reached", async () => {
    const full: SubscriptionGate = { enter: () => ({ kind: "REFUSED", cap: "tenant", maximum: 5 }), endsAt: Infinity };
    const [answer] = await eventsOf(await send({ context: { subscriptions: full } }));
    expect(JSON.parse(answer?.data ?? "").errors).toMatchObject([
      {
        message: expect.stringContaining("at most 5 open subscriptions per tenant"),
        extensions: { code: "RATE_LIMITED" },
      },
    ]);
  });

  it("holds its place no longer than it is read, also if nobody ever reads it", async () => {
    let open = 0;
    const gate: SubscriptionGate = {
      enter: () => {
        open += 1;
        return { kind: "ENTERED", leave: () => (open -= 1) };
      },
      endsAt: Infinity,
    };
    const refused = await send({ accept: "application/json", context: { subscriptions: gate } });
    expect(refused.status).toBe(406);
    expect(open).toBe(0);
    const response = await send({ context: { subscriptions: gate } });
    expect(open).toBe(1);
    await response.body?.cancel();
    expect(open).toBe(0);
  });
});

describe("a reader that does not read", () => {
  it("holds up the feed: nothing is taken from it that the reader has no room for", async () => {
    let taken = 0;
    world.clients.executions.watch = async function* () {
      for (let cursor = 1; ; cursor++) {
        taken += 1;
        const event = { kind: "ExecutionResumed" as const, count: cursor };
        const events = [{ sequence: cursor, occurredAt: 0, hidden: false, transitions: [], event }];
        yield { after: cursor - 1, events, cursor, caughtUp: false, gap: null, status: "RUNNING" as const };
      }
    };
    const reader = (await send()).body?.getReader();
    for (let chunk = 1; chunk <= 5; chunk++) {
      await reader?.read();
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      // The first chunk is the comment that opens the stream.
      expect(taken).toBe(chunk - 1);
    }
    await reader?.cancel();
  });
});

describe("other operations that ask for Server-Sent Events", () => {
  it.each(["POST", "GET"] as const)("are answered by %s with one item, then completion", async (method) => {
    const events = await eventsOf(await send({ method, query: "{ __typename }", variables: {} }));
    expect(events.map(({ event }) => event)).toEqual(["next", "complete"]);
    expect(events[0]?.id, "only items of a subscription have a position").toBeUndefined();
    expect(JSON.parse(events[0]?.data ?? "").data).toEqual({ __typename: "Query" });
  });

  it("are told what is wrong with them in the stream, without what only HTTP needs", async () => {
    const response = await send({ query: "{ nothing }", variables: {} });
    expect(response.status).toBe(200);
    const [answer] = await eventsOf(response);
    const { errors } = JSON.parse(answer?.data ?? "");
    expect(errors).toMatchObject([{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }]);
    expect(errors[0].extensions.http).toBeUndefined();
  });

  it("are answered as JSON if that is accepted too", async () => {
    const response = await send({ accept: `${accept}, application/json`, query: "{ __typename }", variables: {} });
    expect(await response.json()).toMatchObject({ data: { __typename: "Query" } });
  });

  it("over GET run no subscription unless events are asked for by name, and never a mutation", async () => {
    const subscribed = await send({ method: "GET", accept: "*/*" });
    expect(subscribed.status).toBe(406);
    const query = 'mutation { cancelExecution(input: { executionId: "x" }) { errors { code } } }';
    const events = await eventsOf(await send({ method: "GET", query, variables: {} }));
    expect(JSON.parse(events[0]?.data ?? "").data).toBeUndefined();
    expect(world.calls).toEqual([]);
  });
});
