/** Subscriptions in parts, byte by byte, by the multipart protocol of Apollo Client. */
import { beforeEach, describe, expect, it } from "vitest";
import { requestError } from "../../../src/graph/base/request-error.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { cutWhenDelivered, finish, freshExecution, type StreamRequest, sendFor } from "../../support/graph/streams.ts";

let world: FakeClients;
let id: string;
let name: string;

beforeEach(async () => {
  world = new FakeClients();
  ({ id, name } = await freshExecution(world));
});

const boundary = "\r\n--graphql";

function send(asked: Partial<StreamRequest> = {}): Promise<Response> {
  return sendFor(world, { accept: 'multipart/mixed;subscriptionSpec="1.0"', variables: { id }, ...asked });
}

/** The contents of the parts of a whole body, and what follows the last boundary. */
function partsOf(text: string) {
  const [before, ...pieces] = text.split(boundary);
  const end = pieces.pop();
  return {
    before,
    end,
    contents: pieces.map((piece) => {
      const [head = "", content = ""] = piece.split("\r\n\r\n");
      expect(head).toBe("\r\ncontent-type: application/json");
      return JSON.parse(content);
    }),
  };
}

describe("a multipart subscription", () => {
  it.each([
    'multipart/mixed;subscriptionSpec="1.0"',
    "multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json",
    'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/graphql-response+json;q=0.9',
  ])("is what %s asks for: payloads in parts, closed by the last boundary", async (accept) => {
    world.append(name, { kind: "ExecutionResumed", count: 1 });
    finish(world, name);
    world.pageSize = 1;
    const response = await send({ accept });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe('multipart/mixed; boundary="graphql"; subscriptionSpec="1.0"');
    const { before, contents, end } = partsOf(await response.text());
    expect(before).toBe("");
    expect(contents[0], "a part that means nothing, so that headers leave at once").toEqual({});
    expect(contents.slice(1)).toMatchObject([
      { payload: { data: { executionEvents: { events: [{ sequence: 1 }] } } } },
      { payload: { data: { executionEvents: { events: [{ sequence: 2 }] } } } },
    ]);
    for (const { payload } of contents.slice(1)) {
      expect(payload.extensions.cursor).toBe(payload.data.executionEvents.cursor);
    }
    expect(end).toBe("--\r\n");
  });

  it("is held back by no proxy, as events over SSE are not", async () => {
    const { headers } = await send();
    expect([headers.get("content-encoding"), headers.get("x-accel-buffering")]).toEqual(["identity", "no"]);
  });

  it("ends each part with a boundary at once, because a reader waits for it", async () => {
    world.append(name, { kind: "ExecutionResumed", count: 1 });
    const reader = (await send()).body?.getReader();
    const decoder = new TextDecoder();
    for (let chunk = 0; chunk < 2; chunk++) {
      expect(decoder.decode((await reader?.read())?.value)).toMatch(/\r\n--graphql$/);
    }
    await reader?.cancel();
  });

  it("tells a lost upstream beside a null payload, then closes", async () => {
    world.clients.executions.watch = async function* () {
      yield await Promise.reject(requestError("UNAVAILABLE", "its feed broke three times in a row"));
    };
    const { contents, end } = partsOf(await (await send()).text());
    expect(contents[1]).toMatchObject({ payload: null, errors: [{ extensions: { code: "UNAVAILABLE" } }] });
    expect(end).toBe("--\r\n");
  });

  it("whose life is over ends without the last boundary, so that clients resume", async () => {
    world.append(name, { kind: "ExecutionResumed", count: 1 });
    const enter = () => ({ kind: "ENTERED" as const, leave: () => undefined });
    const cut = await cutWhenDelivered(world, (endsAt) => send({ context: { subscriptions: { enter, endsAt } } }));
    const { contents, end } = partsOf(await cut.text());
    expect(contents).toHaveLength(2);
    expect(end).toBe("");
  });

  it("that is refused before it begins is told so as JSON where that is accepted, else in a part", async () => {
    const json = await send({
      accept: "multipart/mixed;subscriptionSpec=1.0,application/json",
      variables: { id: "forged" },
    });
    expect(await json.json()).toMatchObject({ errors: [{ extensions: { code: "NOT_FOUND" } }] });
    const { contents } = partsOf(await (await send({ variables: { id: "forged" } })).text());
    expect(contents[1]).toMatchObject({ payload: null, errors: [{ extensions: { code: "NOT_FOUND" } }] });
  });

  it("of another version of the protocol is not promised", async () => {
    expect((await send({ accept: "multipart/mixed;subscriptionSpec=2.0" })).status).toBe(406);
    expect((await send({ accept: "multipart/mixed" })).status).toBe(406);
  });
});

describe("other operations that accept parts", () => {
  it.each(["query { __typename }", "mutation { __typename }"])("are answered as JSON: %s", async (query) => {
    const accept = "multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json";
    const response = await send({ accept, query, variables: {} });
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toMatchObject({ data: {} });
  });
});
