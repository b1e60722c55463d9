/** What clients send who mean harm, or who send again what was taken: no place among streams is lost, nothing is read twice over. */
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { patience } from "../support/engine/patience.ts";
import { FakeA2aServer, message } from "./fake-a2a-server.ts";

const text = [{ text: "a report" }];

async function begun(world: FakeA2aServer, more: JsonObject = {}): Promise<Json> {
  const params = { message: message("m1", text), configuration: { returnImmediately: true, ...more } };
  const { result } = await world.call("report", "SendMessage", params);
  const { task } = result as { readonly task: JsonObject };
  return task.id ?? null;
}

describe("parameters", () => {
  it.each(["SendStreamingMessage", "SubscribeToTask"])(
    "of %s that cannot be served leave no place among open streams behind",
    async (method) => {
      const world = new FakeA2aServer();
      const id = await begun(world);
      world.run.finish("SUCCEEDED", { topic: "a" });
      const { error } = await world.call("report", method, { "": 1, id, message: message("m2", [{ raw: "*" }]) });
      expect(error?.code).toBeLessThan(-32_003);
      expect(world.openStreams).toBe(0);
    },
  );

  it("[N44] in the spelling of protobuf count in 1.0 like all others, and bring nothing past their bounds", async () => {
    const world = new FakeA2aServer();
    await begun(world);
    expect((await world.call("report", "ListTasks", { page_size: 7 })).result).toMatchObject({ pageSize: 7 });
    for (const page_size of [-5, 1_000_000]) {
      expect((await world.call("report", "ListTasks", { page_size })).error?.code).toBe(-32_602);
    }
    const { result } = await world.call("report", "SendMessage", {
      message: {
        message_id: "m2",
        role: "ROLE_USER",
        parts: [{ text: "a", media_type: "text/plain" }],
        context_id: "c",
      },
      configuration: {
        return_immediately: true,
        task_push_notification_config: { url: "https://client.example/hook" },
      },
    });
    expect(result).toMatchObject({ task: { contextId: "c" } });
    expect(world.run.pushRows).toHaveLength(1);
    const long = { message: message("m3", text, { context_id: "c".repeat(1_000) }) };
    expect((await world.call("report", "SendMessage", long)).error?.code).toBe(-32_602);
    expect(world.runs).toHaveLength(2);
  });

  it("[N44] in both spellings at once are refused by their name, and so is that of protobuf in 0.3", async () => {
    const world = new FakeA2aServer();
    const both = await world.call("report", "ListTasks", { page_size: 7, pageSize: 8 });
    expect(both.error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining("page_size: expected one spelling, found pageSize too"),
    });
    const old = await world.call("report", "tasks/get", { id: "t", history_length: 1 }, "0.3");
    expect(old.error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining("history_length: expected the name historyLength"),
    });
    expect(world.reached).toEqual([]);
  });

  it("[N44] leave the names alone that clients have in metadata and data", async () => {
    const world = new FakeA2aServer();
    const data = { topic: "a", page_size: 3 };
    await world.call("report", "SendMessage", {
      message: message("m1", [{ data }], { metadata: { message_id: "x" } }),
      configuration: { returnImmediately: true },
    });
    expect(world.run.request.input).toEqual({ kind: "VALUE", value: data });
    expect(world.run.request.message).toMatchObject({ metadata: { message_id: "x" } });
  });

  it.each<[string, string, JsonObject]>([
    ["1.0", "SendMessage", { message: { ...message("m2", text), contextId: null, metadata: null, extensions: null } }],
    [
      "1.0",
      "SendMessage",
      { message: message("m2", text), metadata: null, configuration: { acceptedOutputModes: null } },
    ],
    ["1.0", "SendMessage", { message: message("m2", [{ text: "a", filename: null, mediaType: null }]) }],
    [
      "1.0",
      "SendMessage",
      { message: message("m2", [{ text: "a", raw: null, url: null, data: null, metadata: null }]) },
    ],
    ["1.0", "SendMessage", { message: message("m2", [{ data: { text: "a" }, text: null }]) }],
    ["1.0", "ListTasks", { contextId: null, status: null, pageSize: null, pageToken: null, includeArtifacts: null }],
    [
      "0.3",
      "message/send",
      {
        message: {
          ...{ messageId: "m2", role: "user", parts: [{ kind: "text", text: "a", metadata: null }] },
          ...{ contextId: null, taskId: null, metadata: null, extensions: null, referenceTaskIds: null },
        },
        metadata: null,
        configuration: { blocking: null, historyLength: null, acceptedOutputModes: null, pushNotificationConfig: null },
      },
    ],
    [
      "0.3",
      "message/send",
      { message: { messageId: "m2", role: "user", parts: [{ kind: "text", text: "a" }] }, configuration: null },
    ],
  ])("[R17] that are null count as absent (%s %s)", async (version, method, params) => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.finish("SUCCEEDED", { topic: "a" });
    const { error } = await world.call("report", method, params, version);
    expect(error).toBeUndefined();
  });
});

it("[R17] a part that has null alone is refused as one that has nothing", async () => {
  const world = new FakeA2aServer();
  const { error } = await world.call("report", "SendMessage", { message: message("m2", [{ data: null }]) });
  expect(error).toMatchObject({
    code: -32_602,
    message: expect.stringContaining("expected exactly one of text, raw, url and data, which is not null"),
  });
  expect(world.reached).toEqual([]);
});

describe("an answer to a question", () => {
  async function answer(
    world: FakeA2aServer,
    id: Json,
    messageId: string,
    data: JsonObject,
    configuration: JsonObject = {},
  ) {
    return world.call("report", "SendMessage", {
      message: message(messageId, [{ data }], { taskId: id }),
      configuration: { returnImmediately: true, ...configuration },
    });
  }

  it("that comes again does not answer the next question", async () => {
    const world = new FakeA2aServer();
    const id = await begun(world);
    world.run.ask("May it be read?");
    expect((await answer(world, id, "m2", { accept: true })).error).toBeUndefined();
    world.run.begin();
    world.run.ask("May it be deleted?", 2);
    const { error } = await answer(world, id, "m2", { accept: true });
    expect([error?.code, error?.message]).toEqual([-32_602, expect.stringContaining("requestId")]);
    expect(world.run.view().humanInputs.map(({ status }) => status)).toEqual(["ACCEPTED", "PENDING"]);
    expect((await answer(world, id, "m3", { accept: false, requestId: "s0/2" })).error).toBeUndefined();
    expect(world.run.view().humanInputs.map(({ status }) => status)).toEqual(["ACCEPTED", "DECLINED"]);
  });

  it("that comes again while the task works on finds it, and another answer is refused", async () => {
    const world = new FakeA2aServer();
    const id = await begun(world);
    world.run.ask("May it be read?");
    await answer(world, id, "m2", { accept: true });
    world.run.begin();
    for (const again of [{ accept: true }, { accept: true, requestId: "s0/1" }]) {
      expect((await answer(world, id, "m2", again)).result).toMatchObject({ task: { id } });
    }
    expect((await answer(world, id, "m2", { accept: false })).error?.code).toBe(-32_004);
  });

  it("is not taken where the client cannot be told as it asks", async () => {
    const world = new FakeA2aServer();
    const id = await begun(world);
    const url = "https://client.example/hook";
    for (let number = 0; number < 8; number++) {
      await world.call("report", "CreateTaskPushNotificationConfig", { taskId: id, id: `c${number}`, url });
    }
    world.run.ask("May it be read?");
    const { error } = await answer(world, id, "m2", { accept: true }, { taskPushNotificationConfig: { id: "x", url } });
    expect(error?.code).toBe(-32_004);
    expect(world.run.view().humanInputs).toMatchObject([{ status: "PENDING" }]);
  });
});

it("a cancel is answered with the task as it ended, also where it waited for a person", async () => {
  const world = new FakeA2aServer();
  const id = await begun(world);
  world.run.ask("May it be read?");
  world.run.cancelsAtOnce = false;
  const cancelled = world.call("report", "CancelTask", { id });
  await expect.poll(() => world.reached.includes("watch"), patience).toBe(true);
  world.run.finish("CANCELLED");
  expect((await cancelled).result).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
});

it("a page of the list ends before it is too large, and the next one goes on from there", async () => {
  const world = new FakeA2aServer();
  const topic = "a".repeat(1_500_000);
  for (let number = 0; number < 4; number++) {
    world.pass(1_000);
    await world.call("report", "SendMessage", {
      message: message(`m${number}`, text),
      configuration: { returnImmediately: true },
    });
    world.run.finish("SUCCEEDED", { topic });
  }
  const pages = [];
  for (let pageToken = ""; pages.length === 0 || pageToken !== ""; ) {
    const { result } = await world.call("report", "ListTasks", { includeArtifacts: true, pageToken });
    const { nextPageToken, tasks, totalSize } = result as unknown as {
      readonly nextPageToken: string;
      readonly tasks: readonly JsonObject[];
      readonly totalSize: number;
    };
    pages.push(tasks.map(({ id }) => id));
    expect(totalSize).toBe(4);
    pageToken = nextPageToken;
  }
  expect(pages.map((page) => page.length)).toEqual([2, 2]);
  expect(new Set(pages.flat()).size).toBe(4);
});
