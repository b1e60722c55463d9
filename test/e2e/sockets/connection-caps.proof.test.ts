/** Who may open a connection, and how many subscriptions it may hold: the settings of a deployment, seen at the real Worker. */
import { createClient } from "graphql-sse";
import { createClient as createSocketClient } from "graphql-ws";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { maxStrangersOfAddress } from "../../../src/worker/auth/stranger-sockets.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, type Planwright, tool } from "../../support/deployed/planwright.ts";
import { RawSocket } from "./raw-socket.ts";

const adminToken = "the-operators-token-of-more-than-thirty-two-characters";
const perSocket = 2;
const perTenant = 3;

const served = deployedWorld({
  servers: {},
  settings: {
    AUTH_MODE: "keys",
    ADMIN_TOKEN: adminToken,
    MAX_SUBSCRIPTIONS_PER_SOCKET: String(perSocket),
    MAX_SUBSCRIPTIONS_PER_TENANT: String(perTenant),
  },
});

let secret: string;
let caller: Planwright;
let executionId: string;

/** A key of the tenant that may do nearly everything. */
async function createKey(tenant: string): Promise<string> {
  const operator = served.worker.planwright.as({ authorization: `Bearer ${adminToken}`, "planwright-tenant": tenant });
  const scopes = ["REGISTRY_WRITE", "EXECUTION_READ", "EXECUTION_START"];
  const { createApiKey } = await operator.ask<{ createApiKey: { secret: string } }>(
    "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }",
    { input: { label: "connections", subject: `somebody of ${tenant}`, scopes } },
  );
  return createApiKey.secret;
}

beforeAll(async () => {
  secret = await createKey("acme");
  caller = served.worker.planwright.as({ authorization: `Bearer ${secret}` });
  await caller.register("example", served.tools.mcpUrl, true);
  const steps = [tool("gone", "delete_note", { name: "x" })];
  ({ id: executionId } = await caller.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } }));
});

const open: RawSocket[] = [];

afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close();
});

async function opened(payload?: object): Promise<RawSocket> {
  const raw = new RawSocket(caller.endpoint);
  open.push(raw);
  await raw.opened();
  raw.send({ type: "connection_init", ...(payload !== undefined && { payload }) });
  return raw;
}

const query = "subscription ($id: ID!) { executionEvents(executionId: $id) { caughtUp } }";

const heartbeats = "subscription ($id: ID!) { executionEvents(executionId: $id, heartbeatMs: 5000) { caughtUp } }";

/** The code of the first of some errors. */
function codeOf(errors: unknown): unknown {
  return (errors as readonly { readonly extensions?: { readonly code?: string } }[] | undefined)?.[0]?.extensions?.code;
}

function subscribe(id: string, execution = executionId) {
  return { id, type: "subscribe", payload: { query, variables: { id: execution } } };
}

describe("connections that say nothing", () => {
  it("[N54] are closed to make room when there are too many, the oldest first, and one whose caller is known stays and works", async () => {
    const known = await opened({ token: secret });
    expect(await known.next()).toEqual({ type: "connection_ack" });
    const silent = Array.from({ length: maxStrangersOfAddress + 40 }, () => new RawSocket(caller.endpoint));
    open.push(...silent);
    await Promise.all(silent.map((raw) => raw.opened()));
    const codes: number[] = [];
    for (const { closed } of silent) void closed.then(({ code }) => codes.push(code));
    await eventually(async () => (codes.length >= 40 ? codes : null));
    expect(codes).toEqual(Array.from({ length: 40 }, () => 1013));
    // Whoever comes now and says who it is gets in.
    const late = await opened({ token: secret });
    expect(await late.next()).toEqual({ type: "connection_ack" });
    known.send(subscribe("1"));
    expect(await known.next()).toMatchObject({ type: "next", id: "1" });
  });
});

describe("a connection", () => {
  it.each([
    ["without a credential", undefined],
    ["with a credential that proves nobody", { token: "pw_0000000000000000_x" }],
    ["with a token that is not signed", { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." }],
  ])("%s is refused", async (_, payload) => {
    expect((await (await opened(payload)).closed).code).toBe(4403);
  });

  it.each([
    ["authorization", () => ({ Authorization: `Bearer ${secret}` })],
    ["token", () => ({ token: secret })],
  ])("is authenticated by %s of connection_init", async (_, payload) => {
    const raw = await opened(payload());
    expect(await raw.next()).toEqual({ type: "connection_ack" });
    raw.send(subscribe("1"));
    expect(await raw.next()).toMatchObject({
      type: "next",
      payload: { data: { executionEvents: { caughtUp: true } } },
    });
  });

  it("of another tenant sees the id of an execution as an unknown one", async () => {
    const raw = await opened({ token: await createKey("other") });
    await raw.next();
    const answers: unknown[] = [];
    for (const id of [executionId, "unknown"]) {
      raw.send(subscribe("1", id));
      answers.push((await raw.next()).payload);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  });

  it("holds so many subscriptions; one more is refused and harms none of them", async () => {
    const raw = await opened({ token: secret });
    await raw.next();
    for (const id of ["1", "2"]) {
      raw.send(subscribe(id));
      expect((await raw.next()).type).toBe("next");
    }
    raw.send(subscribe("3"));
    expect(await raw.next()).toMatchObject({
      id: "3",
      type: "error",
      payload: [{ extensions: { code: "RATE_LIMITED" } }],
    });
    raw.send({ id: "1", type: "complete" });
    raw.send(subscribe("4"));
    expect(await raw.next()).toMatchObject({ id: "4", type: "next" });
  });
});

describe("a tenant", () => {
  it("has so many subscriptions over all transports, and gets a place back when one ends", async () => {
    const sockets = createSocketClient({
      url: caller.endpoint.replace(/^http/, "ws"),
      connectionParams: { token: secret },
      retryAttempts: 0,
    });
    const streams = createClient({
      url: caller.endpoint,
      headers: { authorization: `Bearer ${secret}` },
      retryAttempts: 0,
    });
    const variables = { id: executionId };
    /** Opens a subscription: `OPEN` if it is let in, else the code of its refusal, and the way to leave it. */
    const opening = async (client: Pick<typeof streams, "iterate">) => {
      const items = client.iterate({ query: heartbeats, variables });
      const leave = () => items.return?.(undefined);
      try {
        const { value } = await items.next();
        return { answer: codeOf(value?.errors) ?? "OPEN", leave };
      } catch (errors) {
        return { answer: codeOf(errors), leave };
      }
    };
    const overSocket = () => opening(sockets as unknown as typeof streams);
    // What earlier tests held is given back as soon as its end is noticed.
    const first = await eventually(async () => {
      const { answer, leave } = await overSocket();
      return answer === "OPEN" && leave;
    });
    const stream = await opening(streams);
    expect(stream.answer).toBe("OPEN");
    expect((await overSocket()).answer).toBe("OPEN");
    for (const client of [streams, sockets as unknown as typeof streams]) {
      expect((await opening(client)).answer).toBe("RATE_LIMITED");
    }
    await first();
    const again = await eventually(async () => (await overSocket()).answer === "OPEN");
    expect(again).toBe(true);
    expect((await opening(streams)).answer).toBe("RATE_LIMITED");
    // The end of a stream is noticed when something is written to it, at the latest with the next heartbeat.
    await stream.leave();
    await eventually(async () => (await opening(streams)).answer === "OPEN");
    streams.dispose();
    await sockets.dispose();
  });
});
