/** The changes of the list as clients meet them: over Server-Sent Events, filtered, resumed by cursor. */
import { beforeEach, describe, expect, it } from "vitest";
import { changeCursor, positionAfter } from "../../../src/graph/lists/change-cursor.ts";
import { type Answer, data, endpoint, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";

let world: FakeClients;
/** Names of three executions. */
let names: readonly string[];

beforeEach(async () => {
  world = new FakeClients();
  for (let count = 0; count < 3; count++) {
    await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } });
  }
  names = [...world.executions.keys()];
  world.calls.length = 0;
});

const summary = (place: number, more: Partial<ReturnType<typeof summaryNamed>> = {}) =>
  summaryNamed(names[place] ?? "", startTime + place, more);

const subscriptionOf = (fields: string) => /* GraphQL */ `
  subscription ($after: EventCursor, $filter: ExecutionFilter, $heartbeatMs: Int! = 15000) {
    executionChanges(after: $after, filter: $filter, heartbeatMs: $heartbeatMs) {
      executions { ${fields} }
      removedIds
      cursor
      caughtUp
      gap
    }
  }
`;

/** The batches of one connection, read one after another. */
class Changes {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = "";

  constructor(response: Response) {
    if (response.body === null) throw new Error("the answer has no body");
    this.#reader = response.body.getReader();
  }

  /** The next answer of the stream. */
  async next(): Promise<Answer> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end !== -1) {
        const lines = this.#text.slice(0, end).split("\n");
        this.#text = this.#text.slice(end + 2);
        const item = lines.find((line) => line.startsWith("data:"))?.slice("data:".length);
        if (lines.includes("event: next") && item !== undefined) return JSON.parse(item);
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) throw new Error("the stream ended");
      this.#text += new TextDecoder().decode(value);
    }
  }

  /** The next batch, which must have no errors. */
  async batch(): Promise<Answer> {
    const { data: item, errors } = await this.next();
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return item.executionChanges;
  }
}

async function subscribe(variables: object = {}, fields = "id status", caller = {}): Promise<Changes> {
  const response = await endpoint.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ query: subscriptionOf(fields), variables }),
    }),
    world.context(caller),
  );
  return new Changes(response);
}

/** The ids of the three executions. */
async function idsOfAll(): Promise<readonly string[]> {
  world.summaries = names.map((_, place) => summary(place));
  const { executions } = await data(world, "{ executions(orderBy: OLDEST_FIRST) { nodes { id } } }");
  world.calls.length = 0;
  return executions.nodes.map(({ id }: { id: string }) => id);
}

describe("executionChanges", () => {
  it("goes on from the list without missing anything, live, and reads nothing that the list keeps", async () => {
    const [first, second, third] = await idsOfAll();
    world.tell([summary(0)]);
    const { executions } = await data(world, "{ executions { feedCursor } }");
    world.tell([summary(1, { status: "FAILED" })]);
    const changes = await subscribe({ after: executions.feedCursor });
    const nothing = { removedIds: [], caughtUp: true, gap: false };
    expect(await changes.batch()).toMatchObject({ ...nothing, executions: [{ id: second, status: "FAILED" }] });
    world.tell([summary(2)], [names[0] ?? ""]);
    const live = await changes.batch();
    expect(live).toMatchObject({ executions: [{ id: third, status: "RUNNING" }], removedIds: [first] });
    expect(world.calls).toEqual(["index.list", "index.watch"]);
    world.tell([summary(0)]);
    expect((await (await subscribe({ after: live.cursor })).batch()).executions).toEqual([
      { id: first, status: "RUNNING" },
    ]);
  });

  it("begins with what changes from now on, at a cursor that is handed out at once", async () => {
    const [first] = await idsOfAll();
    world.tell([summary(1)]);
    const changes = await subscribe();
    const { cursor, executions } = await changes.batch();
    expect(executions).toEqual([]);
    world.tell([summary(0)]);
    expect((await changes.batch()).executions).toEqual([{ id: first, status: "RUNNING" }]);
    expect((await (await subscribe({ after: cursor })).batch()).executions).toEqual([{ id: first, status: "RUNNING" }]);
  });

  it("names what does not match the filter now, so that a list that showed it drops it", async () => {
    const [first, second] = await idsOfAll();
    world.tell([
      summary(0, { status: "WAITING", waitingFor: "PERSON" }),
      summary(1, { status: "WAITING", waitingFor: "TIMER" }),
    ]);
    world.tell([summary(0, { status: "SUCCEEDED", revision: 2 })]);
    const after = changeCursor("list", "default", { epoch: "e1", change: 0 });
    const changes = await subscribe({ after, filter: { waitingFor: ["PERSON"] } });
    expect(await changes.batch()).toMatchObject({ executions: [{ id: first }], removedIds: [second] });
    expect(await changes.batch()).toMatchObject({ executions: [], removedIds: [first] });
  });

  it("reads executions when more is selected; what was removed meanwhile is named and fails nothing", async () => {
    const [first, second] = await idsOfAll();
    world.change(names[0] ?? "", { status: "SUCCEEDED" });
    world.executions.delete(names[1] ?? "");
    const changes = await subscribe({}, "id status requestId");
    await changes.batch();
    world.tell([summary(0), summary(1)]);
    const batch = await changes.batch();
    expect(batch.executions).toEqual([{ id: first, status: "SUCCEEDED", requestId: expect.stringMatching(/^req-/) }]);
    expect(batch.removedIds).toEqual([second]);
    expect(world.calls).toEqual(["index.watch", "executions.read", "executions.read"]);
  });

  it("ends before its cursor moves on when an execution cannot be read, so that a client that resumes misses nothing", async () => {
    await idsOfAll();
    const changes = await subscribe({}, "requestId");
    const { cursor } = await changes.batch();
    const { read } = world.clients.executions;
    Object.assign(world.clients.executions, { read: () => Promise.reject(new Error("away")) });
    world.tell([summary(0)]);
    const { data: item, errors } = await changes.next();
    expect([item ?? null, errors?.length]).toEqual([null, 1]);
    Object.assign(world.clients.executions, { read });
    expect((await (await subscribe({ after: cursor }, "requestId")).batch()).executions).toHaveLength(1);
  });

  it("ends the watching when the client leaves in the middle of a wait", async () => {
    const leaving = new AbortController();
    const response = await endpoint.fetch(
      new Request("http://localhost/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/event-stream" },
        body: JSON.stringify({ query: subscriptionOf("id") }),
        signal: leaving.signal,
      }),
      world.context(),
    );
    const changes = new Changes(response);
    await changes.batch();
    const reading = changes.next().catch(() => "ABORTED");
    await waitUntil(() => world.waits === 1);
    leaving.abort();
    await waitUntil(() => world.waits === 0);
    await reading;
  });

  const own = changeCursor("list", "default", { epoch: "e1", change: 1 });

  it.each([
    ["a cursor that is none", { after: "1" }, {}, "BAD_USER_INPUT"],
    ["a cursor of another tenant", { after: own }, { tenant: "elsewhere" }, "BAD_USER_INPUT"],
    ["a cursor of another form", { after: `${own}0` }, {}, "BAD_USER_INPUT"],
    ["a filter out of bounds", { filter: { contextId: "x".repeat(1_025) } }, {}, "BAD_USER_INPUT"],
    ["a heartbeat that is too short", { heartbeatMs: 4_999 }, {}, "BAD_USER_INPUT"],
    ["a caller without the scope", {}, { scopes: ["EXECUTION_START"] }, "FORBIDDEN"],
  ])("refuses %s and watches nothing", async (_, variables, caller, code) => {
    const changes = await subscribe(variables, "id", caller);
    expect((await changes.next()).errors).toMatchObject([{ extensions: { code } }]);
    expect(world.calls).toEqual([]);
  });
});

describe("a cursor of changes", () => {
  it("gives back its position to its tenant, and refuses the cursor of an event log or of the inbox", async () => {
    const position = { epoch: "0123456789abcdef", change: Number.MAX_SAFE_INTEGER };
    expect(positionAfter("list", changeCursor("list", "t", position), "t")).toEqual(position);
    expect(positionAfter("list", null, "t")).toBeUndefined();
    const by = { id: (await idsOfAll())[0] };
    const query = "query ($by: ExecutionSelector!) { execution(by: $by) { cursor } }";
    const { execution } = await data(world, query, { variables: { by } });
    expect(() => positionAfter("list", execution.cursor, "default")).toThrow("required a cursor of its changes");
    const inbox = changeCursor("inbox", "t", position);
    expect(positionAfter("inbox", inbox, "t")).toEqual(position);
    expect(() => positionAfter("list", inbox, "t")).toThrow("Cannot follow the list");
    expect(() => positionAfter("inbox", changeCursor("list", "t", position), "t")).toThrow("Cannot follow the inbox");
  });
});

/** Lets pending work run until `holds`; the test's time limit ends it otherwise. */
async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
