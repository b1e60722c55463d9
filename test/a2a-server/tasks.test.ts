/** A task is an execution: found again by its message, listed for whoever asked, followed by many, told by push. */
import { describe, expect, it } from "vitest";
import { withConnectLink } from "../../src/a2a-server/connect-links.ts";
import type { A2aSession } from "../../src/a2a-server/ports.ts";
import { taskState } from "../../src/execution/views/task-state.ts";
import type { Json, JsonObject } from "../../src/json/json.ts";
import type { HumanInputKind } from "../../src/plan/human-input.ts";
import { catalogOf } from "../support/catalog/small-catalog.ts";
import { given } from "../support/engine/given-response.ts";
import { FakeA2aServer, message, startTime } from "./fake-a2a-server.ts";

const text = [{ text: "a report" }];
const atOnce = { configuration: { returnImmediately: true } };

async function begin(
  world: FakeA2aServer,
  messageId: string,
  more: JsonObject = {},
  name = "report",
): Promise<JsonObject> {
  const { error, result } = await world.call(name, "SendMessage", {
    message: message(messageId, text, more),
    ...atOnce,
  });
  if (error !== undefined) throw new Error(error.message);
  return result?.task as JsonObject;
}

describe("a message", () => {
  it("[E1] that comes again finds its task, and another one under its id is refused", async () => {
    const world = new FakeA2aServer();
    const first = await begin(world, "m1");
    world.pass(60_000);
    expect(await begin(world, "m1")).toEqual(first);
    const { error } = await world.call("report", "SendMessage", {
      message: message("m1", [{ text: "another" }]),
      ...atOnce,
    });
    expect([error?.code, error?.message]).toEqual([-32_602, expect.stringContaining("another message under this id")]);
    expect(world.runs).toHaveLength(1);
  });

  it("[E1] under the same id is another task for another subject, and for another agent", async () => {
    const world = new FakeA2aServer();
    const { id } = await begin(world, "m1");
    const other = await begin(world, "m1", {}, "editor");
    const bob = await world.client("report", "1.0", { subject: "bob" });
    expect(other.id).not.toBe(id);
    await bob.sendMessage({
      ...{ tenant: "", metadata: undefined },
      message: { ...(await import("@a2a-js/sdk")).Message.fromJSON(message("m1", text)) },
      configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true },
    });
    expect(new Set(world.runs.map(({ request }) => request.execution)).size).toBe(3);
  });

  it("[E1] that comes again is answered with its task, also where it would be refused by now", async () => {
    const world = new FakeA2aServer();
    world.links.set("https://files.example/a.json", { topic: "a" });
    const linked = {
      message: message("m1", [{ url: "https://files.example/a.json", mediaType: "application/json" }]),
      ...atOnce,
    };
    const first = await world.call("report", "SendMessage", linked);
    world.links.clear();
    world.reached.length = 0;
    expect(await world.call("report", "SendMessage", linked)).toEqual(first);
    expect(world.reached).not.toContain("link");
    expect(world.run.request.input).toEqual({ kind: "VALUE", value: { topic: "a" } });
  });

  it("[E1] that comes again finds its task, also after what the workflow calls is gone", async () => {
    const world = new FakeA2aServer();
    const first = await begin(world, "m1");
    world.catalog = catalogOf([], world.catalog.workflows, []);
    expect(await begin(world, "m1")).toEqual(first);
    await expect(begin(world, "m2")).rejects.toThrow('required "read", which it calls');
    expect(world.runs).toHaveLength(1);
  });

  it("[C23] carries its nesting on: one deeper than its sender, below the same ancestors", async () => {
    const world = new FakeA2aServer();
    const identity = {
      depth: 1,
      ancestors: ["agent:chief"],
      traceId: "t",
      contextId: "c",
      requestId: "r",
      userId: "u",
    };
    await begin(world, "m1", { metadata: { "dev.planwright/execution": identity } });
    expect(world.run.request.origin).toMatchObject({ depth: 2, ancestors: ["agent:chief"], parent: null });
  });

  it("keeps the context that it names, and is given one where it names none", async () => {
    const world = new FakeA2aServer();
    expect((await begin(world, "m1", { contextId: "mine" })).contextId).toBe("mine");
    const { contextId } = await begin(world, "m2");
    expect(contextId).toMatch(/^ctx-[0-9a-f]{32}$/);
    expect((await begin(world, "m2")).contextId).toBe(contextId);
  });

  it("hands an artifact that was given to this deployment on by its address", async () => {
    const world = new FakeA2aServer();
    await world.call("report", "SendMessage", {
      message: message("m1", [{ url: "artifact://given/input.json" }]),
      ...atOnce,
    });
    expect(world.run.request.input).toEqual({ kind: "ARTIFACT", url: "artifact://given/input.json" });
  });
});

describe("a task", () => {
  it("has times in UTC with milliseconds, and the status that A2A has no word for as metadata", async () => {
    const world = new FakeA2aServer();
    const { id = null } = await begin(world, "m1");
    world.run.begin();
    world.pass(1_234);
    world.run.finish("PARTIAL", { topic: "half" });
    const { result } = await world.call("report", "GetTask", { id });
    expect(result).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED", timestamp: new Date(startTime + 1_234).toISOString() },
      metadata: { "dev.planwright/status": "PARTIAL" },
      artifacts: [{ artifactId: "output", parts: [{ data: { topic: "half" }, mediaType: "application/json" }] }],
    });
  });

  it("shows no more of its history than was asked for", async () => {
    const world = new FakeA2aServer();
    const { id = null } = await begin(world, "m1");
    const get = async (params: JsonObject) =>
      (await world.call("report", "GetTask", { id, ...params })).result?.history;
    expect(await get({})).toMatchObject([{ messageId: "m1", role: "ROLE_USER", taskId: id }]);
    expect(await get({ historyLength: 5 })).toHaveLength(1);
    expect(await get({ historyLength: 0 })).toBeUndefined();
  });

  it("in 0.3 has the names of 0.3", async () => {
    const world = new FakeA2aServer();
    world.onStart = (run) => {
      run.begin();
      run.finish("SUCCEEDED", { topic: "a" });
    };
    const parts = [{ kind: "text", text: "a" }];
    const params = {
      message: { kind: "message", messageId: "m1", role: "user", parts },
      configuration: { blocking: true },
    };
    const { result } = await world.call("report", "message/send", params, "0.3");
    expect(result).toMatchObject({
      ...{ kind: "task", status: { state: "completed" } },
      artifacts: [{ artifactId: "output", parts: [{ kind: "data", data: { topic: "a" } }] }],
      history: [{ kind: "message", role: "user" }],
    });
  });
});

describe("a stream", () => {
  async function follow(world: FakeA2aServer, method: string, params: JsonObject) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });
    const response = await world.fetch("report")("https://planwright.example/a2a", {
      ...{ method: "POST", body, headers: { "a2a-version": "1.0" } },
    });
    return response;
  }

  function itemsIn(body: string): readonly JsonObject[] {
    const lines = body.split("\n").filter((line) => line.startsWith("data: "));
    return lines.map((line) => (JSON.parse(line.slice(6)) as { result: JsonObject }).result);
  }

  it("sends all who follow the same changes in the same order, and one that is closed closes no other", async () => {
    const world = new FakeA2aServer();
    const { id = null } = await begin(world, "m1");
    const [one, other, left] = await Promise.all([1, 2, 3].map(() => follow(world, "SubscribeToTask", { id })));
    expect(world.openStreams).toBe(3);
    await left?.body?.cancel();
    expect(world.openStreams).toBe(2);
    world.run.begin();
    world.run.ask("May it?");
    const [first, second] = await Promise.all([one?.text(), other?.text()]);
    expect(first).toBe(second);
    expect(one?.headers.get("content-type")).toBe("text/event-stream");
    const items = itemsIn(first ?? "");
    expect(items.map((item) => Object.keys(item)[0])).toEqual(["task", "statusUpdate", "statusUpdate"]);
    expect(items.map(statusIn)).toEqual(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED"]);
    expect(JSON.stringify(items.at(-1))).toContain("May it?");
    expect(world.openStreams).toBe(0);
  });

  it("of a task that waits for an answer goes on until its end", async () => {
    const world = new FakeA2aServer();
    const { id = null } = await begin(world, "m1");
    world.run.ask("May it?");
    const following = follow(world, "SubscribeToTask", { id });
    const response = await following;
    world.run.respond(given("s0/1", true, "bob"));
    world.run.begin();
    world.run.finish("SUCCEEDED", { topic: "a" });
    const items = itemsIn(await response.text());
    expect(items.map(statusIn)).toEqual([
      ...["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_WORKING", undefined, "TASK_STATE_COMPLETED"],
    ]);
    expect(items[2]).toMatchObject({
      artifactUpdate: { lastChunk: true, artifact: { parts: [{ data: { topic: "a" } }] } },
    });
  });

  it.each(["AUTHORIZE", "CONNECT"] as const)(
    "[N537, N549] of a task that waits for %s requires authorization, has the link to where it is given, and goes on by itself",
    async (kind) => {
      const world = new FakeA2aServer();
      world.onStart = (run) => run.askElsewhere(kind);
      const { id = null, status } = await begin(world, "m1");
      const asked = JSON.stringify(status);
      expect(asked).toContain("TASK_STATE_AUTH_REQUIRED");
      const link =
        kind === "AUTHORIZE" ? "https://agent.example/permit" : "https://here.example/connect/the-connection";
      expect(asked).toContain(link);
      expect(asked).not.toContain("HumanInputRequest.connectUrl");
      const response = await follow(world, "SubscribeToTask", { id });
      world.run.respond(given("s0/1", true, "bob"));
      world.run.begin();
      // Another question beside it is answered here.
      world.run.askElsewhere(kind, 2);
      world.run.ask("And this?", 3);
      world.run.respond(given("s0/3", true, "bob"));
      world.run.respond(given("s0/2", true, "bob"));
      world.run.begin();
      world.run.finish("SUCCEEDED", { topic: "a" });
      const items = itemsIn(await response.text());
      expect(JSON.stringify(items).split(link).length).toBeGreaterThan(2);
      const states = items.map(statusIn);
      expect(states.filter((state, at) => state !== states[at - 1])).toEqual([
        ...["TASK_STATE_AUTH_REQUIRED", "TASK_STATE_WORKING", "TASK_STATE_AUTH_REQUIRED"],
      ]);
    },
  );

  it("[N549] of a task that waits for a connection has the link for its subject and for callers who connect for the tenant alone", async () => {
    const request = { requestId: "s0/1", purpose: "CALLEE", kind: "CONNECT", prompt: "Connect", connect: "c" } as const;
    const linkFor = async (subject: string, scopes: readonly string[] = []) => {
      const url = async (connection: string, mayForTenant: boolean) =>
        `https://here.example/${connection}/${mayForTenant}`;
      const session = { caller: { tenant: "t", subject, scopes }, clients: { connections: { url } } };
      const shown = await withConnectLink(request as never, "ann", session as unknown as A2aSession);
      return (shown as { readonly link?: string }).link;
    };
    expect(await linkFor("ann")).toBe("https://here.example/c/false");
    expect(await linkFor("bob", ["REGISTRY_WRITE"])).toBe("https://here.example/c/true");
    expect(await linkFor("bob", ["EXECUTION_READ_ALL"])).toBeUndefined();
  });

  it("[N537] requires input as long as any question is answered by a message", () => {
    const stateOf = (...kinds: readonly HumanInputKind[]) =>
      taskState({ status: "WAITING", openQuestions: new Map(kinds.map((kind) => [kind, kind])) });
    expect(stateOf("CONNECT", "AUTHORIZE")).toBe("TASK_STATE_AUTH_REQUIRED");
    expect(stateOf("CONNECT", "APPROVAL")).toBe("TASK_STATE_INPUT_REQUIRED");
    expect(stateOf()).toBe("TASK_STATE_WORKING");
  });

  it("[N537] in 0.3 says of a task that requires authorization that it is final", async () => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.askElsewhere("CONNECT");
    const parts = [{ kind: "text", text: "a report" }];
    const params = { message: { kind: "message", messageId: "m1", role: "user", parts } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "message/stream", params });
    const response = await world.fetch("report")("https://planwright.example/a2a", {
      ...{ method: "POST", body, headers: { "a2a-version": "0.3" } },
    });
    expect(itemsIn(await response.text()).at(-1)).toMatchObject({
      ...{ kind: "status-update", final: true, status: { state: "auth-required" } },
    });
  });

  it.each(["1.0", "0.3"] as const)(
    "[N43] of a message in %s ends where its task waits for a person, also from the first moment",
    async (version) => {
      const world = new FakeA2aServer();
      world.onStart = (run) => run.ask("May it?");
      const client = await world.client("report", version);
      const { Message } = await import("@a2a-js/sdk");
      const sent = {
        ...{ tenant: "", metadata: undefined, message: Message.fromJSON(message("m1", text)) },
        configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: false },
      };
      const cases: (string | undefined)[] = [];
      for await (const { payload } of client.sendMessageStream(sent)) cases.push(payload?.$case);
      expect(cases).toEqual(["task", "statusUpdate"]);
      expect(world.openStreams).toBe(0);
    },
  );

  it("[N43] in 0.3 says that it is final", async () => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.ask("May it?");
    const parts = [{ kind: "text", text: "a report" }];
    const params = { message: { kind: "message", messageId: "m1", role: "user", parts } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "message/stream", params });
    const response = await world.fetch("report")("https://planwright.example/a2a", {
      ...{ method: "POST", body, headers: { "a2a-version": "0.3" } },
    });
    expect(itemsIn(await response.text()).at(-1)).toMatchObject({
      ...{ kind: "status-update", final: true, status: { state: "input-required", message: { role: "agent" } } },
    });
  });

  it("that would be one too many is 429, and the task is not begun", async () => {
    const world = new FakeA2aServer();
    world.streamsLeft = 0;
    const response = await follow(world, "SendStreamingMessage", { message: message("m1", text) });
    expect([response.status, world.runs.length]).toEqual([429, 0]);
  });

  function statusIn(item: JsonObject): unknown {
    const { statusUpdate, task } = item as { task?: { status: JsonObject }; statusUpdate?: { status: JsonObject } };
    return (task ?? statusUpdate)?.status.state;
  }
});

describe("the list of tasks", () => {
  async function list(world: FakeA2aServer, params: JsonObject = {}): Promise<JsonObject> {
    const { error, result } = await world.call("report", "ListTasks", params);
    if (error !== undefined) throw new Error(`${error.code}: ${error.message}`);
    return result as JsonObject;
  }

  async function several(): Promise<{ readonly world: FakeA2aServer; readonly ids: readonly (Json | undefined)[] }> {
    const world = new FakeA2aServer();
    const ids: (Json | undefined)[] = [];
    for (const [number, contextId] of ["a", "b", "a"].entries()) {
      ids.push((await begin(world, `m${number}`, { contextId })).id);
      world.pass(1_000);
    }
    world.runs[0]?.begin();
    world.pass(1_000);
    return { world, ids };
  }

  const idsOf = ({ tasks }: JsonObject) => (tasks as readonly JsonObject[]).map(({ id }) => id);

  it("has the one that changed last first, in pages, with the number of all", async () => {
    const { ids, world } = await several();
    const first = await list(world, { pageSize: 2 });
    expect(idsOf(first)).toEqual([ids[0], ids[2]]);
    expect(first).toMatchObject({ pageSize: 2, totalSize: 3, nextPageToken: expect.stringMatching(/./) });
    const second = await list(world, { pageSize: 2, pageToken: first.nextPageToken ?? "" });
    expect([idsOf(second), second.nextPageToken]).toEqual([[ids[1]], ""]);
  });

  it("is filtered by context, state and time", async () => {
    const { ids, world } = await several();
    expect(idsOf(await list(world, { contextId: "a" }))).toEqual([ids[0], ids[2]]);
    expect(idsOf(await list(world, { status: "TASK_STATE_WORKING" }))).toEqual([ids[0]]);
    expect(idsOf(await list(world, { status: "TASK_STATE_REJECTED" }))).toEqual([]);
    const statusTimestampAfter = new Date(startTime + 2_000).toISOString();
    expect(idsOf(await list(world, { statusTimestampAfter }))).toEqual([ids[0], ids[2]]);
  });

  it("shows no tasks of others, nor those of another agent", async () => {
    const { world } = await several();
    const bob = await world.client("report", "1.0", { subject: "bob" });
    const request = { tenant: "", contextId: "", status: 0, pageToken: "", statusTimestampAfter: undefined };
    expect(await bob.listTasks(request)).toMatchObject({ tasks: [], totalSize: 0, nextPageToken: "" });
    expect(await (await world.client("editor", "1.0")).listTasks(request)).toMatchObject({ tasks: [] });
  });

  it("leaves artifacts out unless they are asked for", async () => {
    const { world } = await several();
    world.runs[0]?.finish("SUCCEEDED", { topic: "a" });
    const [plain] = (await list(world, {})).tasks as readonly JsonObject[];
    expect(Object.keys(plain ?? {})).not.toContain("artifacts");
    const [whole, ...others] = (await list(world, { includeArtifacts: true })).tasks as readonly JsonObject[];
    expect(whole?.artifacts).toMatchObject([{ parts: [{ data: { topic: "a" } }] }]);
    expect(others.map(({ artifacts }) => artifacts)).toEqual([[], []]);
  });

  it.each([
    ["a page of no tasks", { pageSize: 0 }],
    ["a page of too many", { pageSize: 101 }],
    ["a page that was not offered", { pageToken: "forged" }],
    ["a status that there is not", { status: "TASK_STATE_BORED" }],
    ["a time that is none", { statusTimestampAfter: "yesterday" }],
  ])("with %s is -32602", async (_, params) => {
    await expect(list(new FakeA2aServer(), params)).rejects.toThrow("-32602");
  });

  it("takes no token of another kind", async () => {
    const { ids, world } = await several();
    await expect(list(world, { pageToken: ids[0] ?? "" })).rejects.toThrow("-32602");
  });
});

describe("push", () => {
  async function withConfig(world: FakeA2aServer, more: JsonObject = {}): Promise<void> {
    const { id = null } = await begin(world, "m1");
    const config = { taskId: id, url: "https://client.example/hook", token: "t", ...more };
    const { error } = await world.call("report", "CreateTaskPushNotificationConfig", config);
    if (error !== undefined) throw new Error(error.message);
  }

  const told = ({ run }: FakeA2aServer) => run.deliveries.map(({ milestone }) => milestone);
  /** Lets deliveries that were begun end. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it("tells of each question and of the end, and of nothing twice", async () => {
    const world = new FakeA2aServer();
    await withConfig(world);
    world.run.ask("May it?");
    await settle();
    world.run.respond(given("s0/1", true, "bob"));
    world.run.begin();
    world.run.ask("Really?", 2);
    await settle();
    world.run.respond(given("s0/2", true, "bob"));
    world.run.begin();
    world.run.finish("SUCCEEDED", { topic: "a" });
    await settle();
    await world.run.push.again();
    expect(told(world)).toEqual(["asked/1", "asked/2", "ended"]);
    expect(world.run.push.wakeAt()).toBeUndefined();
  });

  it("tells a config that comes after the end at once", async () => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.finish("SUCCEEDED", { topic: "a" });
    await withConfig(world);
    await settle();
    expect(told(world)).toEqual(["ended"]);
  });

  it("of a message is told of the task that it begins", async () => {
    const world = new FakeA2aServer();
    const configuration = {
      returnImmediately: true,
      taskPushNotificationConfig: { url: "https://client.example/hook" },
    };
    const params = { message: message("m1", text), configuration };
    const [first, again] = [
      await world.call("report", "SendMessage", params),
      await world.call("report", "SendMessage", params),
    ];
    expect(again).toEqual(first);
    expect(world.run.pushRows.length).toBe(1);
    world.run.finish("SUCCEEDED", { topic: "a" });
    await settle();
    expect(told(world)).toEqual(["ended"]);
  });

  it("is tried again after 5 s, 30 s, 5 min and longer, and then given up", async () => {
    const world = new FakeA2aServer();
    await withConfig(world);
    world.run.receiver = () => ({ kind: "FAILED", retryAfterMs: undefined });
    world.run.finish("SUCCEEDED", { topic: "a" });
    const waits: number[] = [];
    for (;;) {
      await settle();
      const at = world.run.push.wakeAt();
      if (at === undefined) break;
      const wait = at - world.session("report").now();
      waits.push(wait);
      world.pass(wait - 1);
      await world.run.push.again();
      world.pass(1);
      await world.run.push.again();
    }
    expect(waits.map((ms) => ms / 1_000)).toEqual([5, 30, 300, 1_800, 7_200, 18_000, 36_000]);
    expect(world.run.deliveries).toHaveLength(8);
  });

  it("tells of the end at once, also while an earlier question waits for its next try", async () => {
    const world = new FakeA2aServer();
    await withConfig(world);
    world.run.receiver = () => ({ kind: "FAILED", retryAfterMs: undefined });
    world.run.ask("May it?");
    await settle();
    world.run.receiver = () => ({ kind: "DELIVERED" });
    world.run.finish("CANCELLED");
    await settle();
    expect(told(world)).toEqual(["asked/1", "ended"]);
    expect(world.run.push.wakeAt()).toBeUndefined();
  });

  it("stops for a receiver that is gone, and keeps no secret after the end", async () => {
    const world = new FakeA2aServer();
    await withConfig(world, { id: "gone" });
    world.run.receiver = () => ({ kind: "GONE" });
    world.run.ask("May it?");
    await settle();
    expect(world.run.pushRows.length).toBe(0);
    world.run.receiver = () => ({ kind: "DELIVERED" });
    await withConfig(world, { id: "kept", authentication: { scheme: "Bearer", credentials: "very-secret" } });
    world.run.finish("CANCELLED");
    await settle();
    expect(world.run.pushRows).toMatchObject([{ delivered: "ended", config: { token: null, authentication: null } }]);
  });

  it("holds the alarm while a delivery is on its way", async () => {
    const world = new FakeA2aServer();
    await withConfig(world);
    world.run.finish("SUCCEEDED", { topic: "a" });
    expect(world.run.push.wakeAt()).toBe(world.session("report").now() + 30_000);
    await settle();
    expect(world.run.push.wakeAt()).toBeUndefined();
  });
});
