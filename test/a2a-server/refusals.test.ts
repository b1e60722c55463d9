/** What the A2A server refuses, with the error that the protocol has for it: nothing is started, and what is forged wakes nothing. */
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { FakeA2aServer, message } from "./fake-a2a-server.ts";

const text = [{ text: "a report" }];

function send(parts: readonly JsonObject[] = text, more: JsonObject = {}) {
  return { message: message("m1", parts, more) };
}

function reasonOf(data: Json | undefined): unknown {
  const [detail] = data as readonly JsonObject[];
  expect(detail).toMatchObject({ "@type": "type.googleapis.com/google.rpc.ErrorInfo", domain: "a2a-protocol.org" });
  return detail?.reason;
}

/** A task of alice at the workflow, that stands as `stand` leaves it. */
async function taskOf(
  world: FakeA2aServer,
  stand: (world: FakeA2aServer) => void = () => undefined,
): Promise<JsonObject> {
  const params = { ...send(), configuration: { returnImmediately: true } };
  const { result } = await world.call("report", "SendMessage", params);
  stand(world);
  world.reached.length = 0;
  return result?.task as JsonObject;
}

describe("the envelope", () => {
  const request = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: send() };
  it.each<[string, unknown, number]>([
    ["text that is no JSON", "{", -32_700],
    ["a batch", [request], -32_600],
    ["an empty batch", [], -32_600],
    ["no object", "7", -32_600],
    ["another version of JSON-RPC", { ...request, jsonrpc: "1.0" }, -32_600],
    ["a notification", { jsonrpc: "2.0", method: "SendMessage", params: send() }, -32_600],
    ["an id that is an object", { ...request, id: {} }, -32_600],
    ["no method", { ...request, method: undefined }, -32_600],
    [
      "too many arrays within one another",
      `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":${"[".repeat(200)}${"]".repeat(200)}}`,
      -32_600,
    ],
    [
      "more names than a request may hold",
      { ...request, params: Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`n${at}`, 1])) },
      -32_600,
    ],
    ["more values than a request may hold", { ...request, params: Array.from({ length: 200_001 }, () => 1) }, -32_600],
    ["an unknown method", { ...request, method: "DropTask" }, -32_601],
    ["a method of 0.3 in 1.0", { ...request, method: "message/send" }, -32_601],
    ["a member that no object has by itself", { ...request, method: "constructor" }, -32_601],
  ])("with %s is refused, and no client is called", async (_, body, code) => {
    const world = new FakeA2aServer();
    const { answer } = await world.post("report", body);
    expect(answer).toMatchObject({ jsonrpc: "2.0", error: { code } });
    expect(world.reached).toEqual([]);
  });

  it("[N45] is answered under its id where that can be read, else under none", async () => {
    const world = new FakeA2aServer();
    const idOf = async (body: unknown) => ((await world.post("report", body)).answer as JsonObject).id;
    expect(await idOf({ ...request, jsonrpc: "1.0" })).toBe(1);
    expect(await idOf({ ...request, id: "seven", method: 7 })).toBe("seven");
    const deep = `{"jsonrpc":"2.0","id":9,"method":"SendMessage","params":${"[".repeat(200)}${"]".repeat(200)}}`;
    expect(await idOf(deep)).toBe(9);
    for (const body of [{ ...request, id: {} }, { ...request, id: 1.5 }, [request], "7", "{"])
      expect(await idOf(body)).toBeNull();
  });

  it("in a version that is not spoken is refused; nothing said means 0.3, and a patch number nothing", async () => {
    const world = new FakeA2aServer();
    const versions = async (version: string) =>
      (await world.post("report", request, { "a2a-version": version })).answer;
    const refused = (await versions("2.0")) as { error: { code: number; data: Json } };
    expect(refused.error.code).toBe(-32_009);
    expect(reasonOf(refused.error.data)).toBe("VERSION_NOT_SUPPORTED");
    expect(await versions("0.4")).toMatchObject({ error: { code: -32_009 } });
    for (const old of ["", "0.3"]) expect(await versions(old)).toMatchObject({ error: { code: -32_601 } });
    expect((await world.post("report", request, {})).answer).toMatchObject({ error: { code: -32_601 } });
    expect(world.reached).toEqual([]);
    world.onStart = (run) => run.finish("SUCCEEDED", { topic: "a" });
    expect(await versions("1.0.1")).toMatchObject({ result: { task: {} } });
  });

  it("names an extension that the card offers, which is said to be active", async () => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.finish("SUCCEEDED", { topic: "a" });
    const schemas = "https://solace.com/a2a/extensions/sam/schemas";
    const headers = { "a2a-version": "1.0", "a2a-extensions": `${schemas}, https://example.com/unknown` };
    const { headers: answered } = await world.post("report", request, headers);
    expect(answered.get("a2a-extensions")).toBe(schemas);
  });

  it.each([
    ["SendMessage", "EXECUTION_START"],
    ["GetTask", "EXECUTION_READ"],
    ["ListTasks", "EXECUTION_READ"],
    ["SubscribeToTask", "EXECUTION_READ"],
    ["CancelTask", "EXECUTION_CONTROL"],
    ["GetExtendedAgentCard", "REGISTRY_READ"],
  ])("of %s without the scope %s is refused with 403", async (method, scope) => {
    const world = new FakeA2aServer();
    const all = ["EXECUTION_START", "EXECUTION_READ", "EXECUTION_CONTROL", "REGISTRY_READ"];
    const send = world.fetch("report", { scopes: all.filter((each) => each !== scope) });
    const body = JSON.stringify({ ...request, method, params: {} });
    const response = await send("https://planwright.example/a2a", {
      method: "POST",
      body,
      headers: { "a2a-version": "1.0" },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toContain(scope);
    expect(world.reached).toEqual([]);
  });

  it.each([
    ["GetTask", "EXECUTION_READ_OWN"],
    ["ListTasks", "EXECUTION_READ_ALL"],
    ["CancelTask", "EXECUTION_CONTROL_OWN"],
    ["CancelTask", "EXECUTION_CONTROL_ALL"],
  ])("[N501] of %s is taken with the scope %s, which is of the family of the demanded one", async (method, scope) => {
    const send = new FakeA2aServer().fetch("report", { scopes: [scope] });
    const body = JSON.stringify({ ...request, method, params: method === "ListTasks" ? {} : { id: "unknown" } });
    const headers = { "a2a-version": "1.0" };
    const response = await send("https://planwright.example/a2a", { method: "POST", body, headers });
    expect(response.status).toBe(200);
  });
});

describe("a message", () => {
  it.each<[string, unknown]>([
    ["without a message", {}],
    ["without an id", { message: { role: "ROLE_USER", parts: text } }],
    ["with an id that is a number", { message: { ...message("m", text), messageId: 7 } }],
    ["with an id that is too long", { message: message("m".repeat(256), text) }],
    ["without parts", send([])],
    ["with parts that are no list", { message: { ...message("m", []), parts: "a" } }],
    ["with a part that holds nothing", send([{ mediaType: "text/plain" }])],
    ["with a part that holds two things", send([{ text: "a", data: {} }])],
    ["in the role of the agent", send(text, { role: "ROLE_AGENT" })],
    ["with a history of less than nothing", { ...send(), configuration: { historyLength: -1 } }],
    ["in a context whose id is too long", send(text, { contextId: "c".repeat(256) })],
    ["for another tenant", { ...send(), tenant: "acme" }],
    [
      "with metadata of ours that is malformed",
      send(text, { metadata: { "dev.planwright/execution": { depth: "1" } } }),
    ],
    [
      "that is nested too deeply",
      send(text, { metadata: { "dev.planwright/execution": { depth: 3, ancestors: [] } } }),
    ],
    [
      "to a workflow that is being run above it",
      send(text, { metadata: { "dev.planwright/execution": { depth: 0, ancestors: ["workflow:report"] } } }),
    ],
    ["with a file that does not answer", send([{ url: "https://files.example/gone.json" }])],
    [
      "that wants to be told inside the network",
      { ...send(), configuration: { taskPushNotificationConfig: { url: "https://10.0.0.1/hook" } } },
    ],
  ])("%s is -32602, and nothing is started", async (_, params) => {
    const world = new FakeA2aServer();
    const { error } = await world.call("report", "SendMessage", params);
    expect(error?.code).toBe(-32_602);
    expect(world.runs).toEqual([]);
  });

  it("lists every violation of its shape", async () => {
    const world = new FakeA2aServer();
    const { error } = await world.call("report", "SendMessage", { message: { parts: [{}] } });
    expect(error?.data).toMatchObject([
      {
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        fieldViolations: [{ field: "message.messageId" }, { field: "message.role" }, { field: "message.parts.0" }],
      },
    ]);
  });

  it.each<[string, string, JsonObject]>([
    ["bytes", "report", { raw: "aGVsbG8=", mediaType: "text/plain" }],
    ["a file of a foreign type", "report", { url: "https://files.example/a.png", mediaType: "image/png" }],
    ["the address of another execution's artifact", "report", { url: `artifact://${"a".repeat(64)}/x.json` }],
    ["an address of another scheme", "report", { url: "ftp://files.example/a.json" }],
    ["data of a foreign type", "report", { data: {}, mediaType: "application/xml" }],
    ["text of a foreign type", "report", { text: "a", mediaType: "image/svg+xml" }],
    ["an address of the web, to an agent", "editor", { url: "https://files.example/a.json" }],
  ])("with %s is ContentTypeNotSupported, and nothing is started or fetched", async (_, name, part) => {
    for (const version of ["1.0", "0.3"] as const) {
      const world = new FakeA2aServer();
      const { code, data } = await refusedBy(world, name, version, part);
      expect(code).toBe(-32_005);
      if (version === "1.0") expect(reasonOf(data)).toBe("CONTENT_TYPE_NOT_SUPPORTED");
      expect([world.runs, world.reached.filter((client) => client !== "lookup")]).toEqual([[], []]);
    }
  });

  it("to a task that has ended is UnsupportedOperation", async () => {
    const world = new FakeA2aServer();
    const task = await taskOf(world, ({ run }) => run.finish("SUCCEEDED", { topic: "a" }));
    const { error } = await world.call("report", "SendMessage", send(text, { taskId: task.id ?? "" }));
    expect([error?.code, reasonOf(error?.data)]).toEqual([-32_004, "UNSUPPORTED_OPERATION"]);
    expect(world.runs).toHaveLength(1);
  });

  it("to a task that works, or one that waits for nothing of the kind, is refused", async () => {
    const world = new FakeA2aServer();
    const { id = "" } = await taskOf(world);
    const to = (parts: readonly JsonObject[], more: JsonObject = {}) =>
      world.call("report", "SendMessage", { message: { ...message("m2", parts), taskId: id, ...more } });
    expect((await to(text)).error?.code).toBe(-32_004);
    world.run.ask("May it?");
    expect((await to(text)).error?.message).toContain('{"accept": true}');
    expect((await to([{ data: { accept: "yes" } }])).error?.code).toBe(-32_602);
    expect((await to([{ data: { accept: true, requestId: "another" } }])).error?.code).toBe(-32_602);
    expect((await to([{ data: { accept: true } }], { contextId: "another" })).error?.message).toContain("contextId");
    expect(world.run.view().humanInputs).toMatchObject([{ status: "PENDING" }]);
  });

  it("that answers a question without the scope for it is refused with 403", async () => {
    const world = new FakeA2aServer();
    const { id = "" } = await taskOf(world, ({ run }) => run.ask("May it?"));
    const params = { message: { ...message("m2", [{ data: { accept: true } }]), taskId: id } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params });
    const send = world.fetch("report", { scopes: ["EXECUTION_START"] });
    const response = await send("https://planwright.example/a2a", {
      method: "POST",
      body,
      headers: { "a2a-version": "1.0" },
    });
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      403,
      expect.stringContaining("HUMAN_INPUT_RESPOND"),
    ]);
    expect(world.run.view().humanInputs).toMatchObject([{ status: "PENDING" }]);
  });

  it("of a tenant that has as many executions as it may is 429 with the time to wait", async () => {
    const world = new FakeA2aServer();
    const retryAt = world.session("report").now() + 4_500;
    world.tenantLimit = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 2, retryAt };
    const { answer, headers, status } = await world.post("report", {
      jsonrpc: "2.0",
      id: 1,
      method: "SendMessage",
      params: send(),
    });
    expect([status, headers.get("retry-after")]).toEqual([429, "5"]);
    expect(answer).toMatchObject({ id: 1, error: { message: expect.stringContaining("at most 2 executions") } });
  });

  it("that meets a fault of ours is told so, without its text", async () => {
    const world = new FakeA2aServer();
    world.fault = new Error("secret detail");
    const { error } = await world.call("report", "SendMessage", send());
    expect(error).toEqual({ code: -32_603, message: "Cannot answer: this software failed" });
    expect(JSON.stringify(world.logged)).toContain("secret detail");
  });
});

async function refusedBy(world: FakeA2aServer, name: string, version: "1.0" | "0.3", part: JsonObject) {
  if (version === "1.0") {
    const { error } = await world.call(name, "SendMessage", send([part]));
    return { code: error?.code, data: error?.data };
  }
  const { error } = await world.call(
    name,
    "message/send",
    { message: { messageId: "m1", role: "user", parts: [partOf03(part)] } },
    "0.3",
  );
  return { code: error?.code, data: error?.data };
}

/** 0.3 knows types of files alone, so that text and data are sent as what they are taken for. */
function partOf03({ data, mediaType, raw, text: words, url }: JsonObject): JsonObject {
  const type = mediaType === undefined ? {} : { mimeType: mediaType };
  if (raw !== undefined) return { kind: "file", file: { bytes: raw, ...type } };
  if (url !== undefined) return { kind: "file", file: { uri: url, ...type } };
  return { kind: "file", file: { bytes: btoa(String(words ?? data)), ...type } };
}

describe("a task id", () => {
  const operations: readonly (readonly [string, (id: Json) => JsonObject])[] = [
    ["GetTask", (id) => ({ id })],
    ["CancelTask", (id) => ({ id })],
    ["SubscribeToTask", (id) => ({ id })],
    ["SendMessage", (id) => ({ message: { ...message("m2", text), taskId: id } })],
    ["CreateTaskPushNotificationConfig", (taskId) => ({ taskId, url: "https://client.example/hook" })],
    ["GetTaskPushNotificationConfig", (taskId) => ({ taskId, id: "a" })],
    ["ListTaskPushNotificationConfigs", (taskId) => ({ taskId })],
    ["DeleteTaskPushNotificationConfig", (taskId) => ({ taskId, id: "a" })],
  ];

  it.each(operations)(
    "that is foreign is TaskNotFound to %s, and wakes nothing: forged, of another subject, of another agent",
    async (method, params) => {
      const world = new FakeA2aServer();
      const { id = null } = await taskOf(world);
      const foreign = [
        await world.call("report", method, params("forged")),
        await world.call("report", method, params(`${String(id).slice(0, -2)}AA`)),
        await world.call("editor", method, params(id)),
        await asked(world, method, params(id), { subject: "mallory" }),
        await asked(world, method, params(id), { tenant: "acme" }),
      ];
      for (const { error } of foreign) {
        expect([error?.code, reasonOf(error?.data)]).toEqual([-32_001, "TASK_NOT_FOUND"]);
      }
      expect(world.reached).toEqual([]);
    },
  );

  it("of a task that has ended is TaskNotCancelable to a cancel and UnsupportedOperation to a subscription", async () => {
    const world = new FakeA2aServer();
    const { id = null } = await taskOf(world, ({ run }) => run.finish("SUCCEEDED", { topic: "a" }));
    const cancel = await world.call("report", "CancelTask", { id });
    expect([cancel.error?.code, reasonOf(cancel.error?.data)]).toEqual([-32_002, "TASK_NOT_CANCELABLE"]);
    const follow = await world.call("report", "SubscribeToTask", { id });
    expect([follow.error?.code, reasonOf(follow.error?.data)]).toEqual([-32_004, "UNSUPPORTED_OPERATION"]);
    expect(world.openStreams).toBe(0);
  });
});

it("[N386] a cancel of a task whose end is decided and whose finally runs is TaskNotCancelable, and says how it ends", async () => {
  const world = new FakeA2aServer();
  const { id = null } = await taskOf(world, ({ run }) =>
    run.add({ kind: "FinallyStarted", status: "PARTIAL", failure: null, responseFailure: null }),
  );
  const { error } = await world.call("report", "CancelTask", { id });
  expect([error?.code, reasonOf(error?.data)]).toEqual([-32_002, "TASK_NOT_CANCELABLE"]);
  expect(error?.message).toContain("found one that ended as PARTIAL and does what its plan does at the end");
  // It goes on, and ends as was decided.
  world.run.finish("PARTIAL");
  const { result } = await world.call("report", "GetTask", { id });
  expect(result).toMatchObject({ id });
});

async function asked(
  world: FakeA2aServer,
  method: string,
  params: JsonObject,
  more: { subject?: string; tenant?: string },
) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const send = world.fetch("report", more);
  const response = await send("https://planwright.example/a2a", {
    method: "POST",
    body,
    headers: { "a2a-version": "1.0" },
  });
  return (await response.json()) as { readonly error?: { readonly code: number; readonly data?: Json } };
}

describe("a push config", () => {
  it.each([
    ["an address inside the network", { url: "https://192.168.1.1/hook" }],
    ["the address of this machine in other digits", { url: "https://0x7f000001/hook" }],
    ["a local name", { url: "https://metadata.internal/hook" }],
    ["an address without encryption", { url: "http://client.example/hook" }],
    ["credentials in its address", { url: "https://user:secret@client.example/hook" }],
    ["another scheme", { url: "file:///etc/passwd" }],
    ["a header in its token", { url: "https://client.example/hook", token: "a\r\nx-admin: 1" }],
    [
      "a header in its credentials",
      { url: "https://client.example/hook", authentication: { scheme: "Bearer", credentials: "a\nb" } },
    ],
    [
      "a header in its scheme",
      { url: "https://client.example/hook", authentication: { scheme: "Bearer a", credentials: "b" } },
    ],
  ])("with %s is -32602, and nothing is stored", async (_, config) => {
    const world = new FakeA2aServer();
    const { id = null } = await taskOf(world);
    const { error } = await world.call("report", "CreateTaskPushNotificationConfig", { taskId: id, ...config });
    expect(error?.code).toBe(-32_602);
    expect(error?.message).not.toMatch(/192\.168|metadata|secret/);
    expect(world.run.pushRows.length).toBe(0);
  });

  it("beyond the eighth of a task is refused, and those that are there stay", async () => {
    const world = new FakeA2aServer();
    const { id: taskId = null } = await taskOf(world);
    const create = (id: string) =>
      world.call("report", "CreateTaskPushNotificationConfig", { taskId, id, url: "https://client.example/hook" });
    for (let number = 0; number < 8; number++) expect((await create(`c${number}`)).error).toBeUndefined();
    expect((await create("c8")).error?.code).toBe(-32_004);
    expect((await create("c7")).error).toBeUndefined();
    expect(world.run.pushRows.length).toBe(8);
  });
});
