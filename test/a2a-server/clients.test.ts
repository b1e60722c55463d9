/** The official clients of A2A, 1.0 and 0.3, against the server: what they send is understood, what they are sent they understand. */
import { type Message, Role, type StreamResponse, type Task, TaskState } from "@a2a-js/sdk";
import { describe, expect, it } from "vitest";
import { patience } from "../support/engine/patience.ts";
import { FakeA2aServer } from "./fake-a2a-server.ts";

const versions = ["1.0", "0.3"] as const;

function asked(messageId: string, text: string, more: Partial<Message> = {}): Message {
  return {
    ...{
      messageId,
      contextId: "",
      taskId: "",
      role: Role.ROLE_USER,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    parts: [{ content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" }],
    ...more,
  };
}

function request(message: Message, returnImmediately = false) {
  const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately };
  return { tenant: "", message, configuration, metadata: undefined };
}

function taskIn(answer: Message | Task): Task {
  if ("messageId" in answer) throw new Error("A message came in place of a task");
  return answer;
}

function textsIn({ artifacts }: Task): readonly unknown[] {
  return artifacts.flatMap(({ parts }) => parts.map(({ content }) => content?.value));
}

describe.each(versions)("a client of A2A %s", (version) => {
  it("waits for a workflow and gets its output as data", async () => {
    const world = new FakeA2aServer();
    world.onStart = (run) => {
      run.begin();
      run.finish("SUCCEEDED", { topic: "a" });
    };
    const client = await world.client("report", version);
    const task = taskIn(await client.sendMessage(request(asked("m1", "a report"))));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textsIn(task)).toEqual([{ topic: "a" }]);
    expect(task.history[0]?.parts[0]?.content).toEqual({ $case: "text", value: "a report" });
    expect(task.contextId).not.toBe("");
    expect(world.run.request).toMatchObject({
      ...{ surface: "a2a", subject: "alice", startedWith: "WORKFLOW", idempotencyKey: "m1" },
      input: { kind: "VALUE", value: { text: "a report" } },
      origin: { depth: 0, ancestors: [], parent: null },
    });
  });

  it("does not wait if it says so, asks for its task, and cancels it", async () => {
    const world = new FakeA2aServer();
    const client = await world.client("report", version);
    const begun = taskIn(await client.sendMessage(request(asked("m1", "a report"), true)));
    expect(begun.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED);
    world.run.begin();
    const { id } = begun;
    const working = await client.getTask({ tenant: "", id, historyLength: 0 });
    expect([working.status?.state, working.history]).toEqual([TaskState.TASK_STATE_WORKING, []]);
    const cancelled = await client.cancelTask({ tenant: "", id, metadata: undefined });
    expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    await expect(client.cancelTask({ tenant: "", id, metadata: undefined })).rejects.toThrow("has not ended");
  });

  it("follows an agent: the task first, its text while it is written, the result, the end", async () => {
    const world = new FakeA2aServer();
    world.onStart = (run) => {
      setImmediate(() => {
        run.write("Hel", 0);
        run.write("lo", 3);
        run.finish("SUCCEEDED", { text: "Hello" });
      });
    };
    const client = await world.client("editor", version);
    const seen: StreamResponse[] = [];
    for await (const item of client.sendMessageStream(request(asked("m1", "say hello")))) seen.push(item);
    expect(seen.map(({ payload }) => payload?.$case)).toEqual([
      ...["task", "artifactUpdate", "artifactUpdate", "artifactUpdate", "statusUpdate"],
    ]);
    const chunks = seen.flatMap(({ payload }) => (payload?.$case === "artifactUpdate" ? [payload.value] : []));
    expect(
      chunks.map(({ append, artifact, lastChunk }) => [artifact?.parts[0]?.content?.value, append, lastChunk]),
    ).toEqual([
      ["Hel", false, false],
      ["lo", true, false],
      ["Hello", false, true],
    ]);
    const last = seen.at(-1)?.payload;
    expect(last?.$case === "statusUpdate" && last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(world.openStreams).toBe(0);
  });

  it("is told why a task failed, in words and as data", async () => {
    const world = new FakeA2aServer();
    const failure = {
      code: "TOOL_ERROR",
      message: "the source is gone",
      retryable: false,
      details: null,
      step: null,
    } as const;
    world.onStart = (run) => run.finish("FAILED", null, failure);
    const client = await world.client("report", version);
    const task = taskIn(await client.sendMessage(request(asked("m1", "a"))));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_FAILED);
    const [words, data] = task.status?.message?.parts ?? [];
    expect(words?.content?.value).toBe("the source is gone");
    expect(data?.content?.value).toMatchObject({ code: "TOOL_ERROR" });
  });

  it("answers the question that a task waits with, and the task goes on to its end", async () => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.ask("May it be deleted?");
    const client = await world.client("report", version);
    const waiting = taskIn(await client.sendMessage(request(asked("m1", "a"))));
    expect(waiting.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(waiting.status?.message?.parts[0]?.content?.value).toBe("May it be deleted?");
    const { contextId, id: taskId } = waiting;
    const parts = [
      {
        content: { $case: "data" as const, value: { accept: true } },
        metadata: undefined,
        filename: "",
        mediaType: "",
      },
    ];
    const answered = client.sendMessage(request(asked("m2", "", { contextId, taskId, parts })));
    await expect.poll(() => world.run.view().humanInputs[0]?.status, patience).toBe("ACCEPTED");
    world.run.begin();
    world.run.finish("SUCCEEDED", { topic: "a" });
    expect(taskIn(await answered).status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(world.run.view().humanInputs[0]).toMatchObject({ status: "ACCEPTED", respondedBy: "alice" });
    expect(world.runs).toHaveLength(1);
  });

  it("sets, sees and removes where it wants to be told, and no secret comes back", async () => {
    const world = new FakeA2aServer();
    const client = await world.client("report", version);
    const { id: taskId } = taskIn(await client.sendMessage(request(asked("m1", "a"), true)));
    const authentication = { scheme: "Bearer", credentials: "very-secret" };
    const config = {
      tenant: "",
      id: "mine",
      taskId,
      url: "https://client.example/hook",
      token: "token",
      authentication,
    };
    const set = await client.createTaskPushNotificationConfig(config);
    expect(set).toMatchObject({ id: "mine", taskId, url: "https://client.example/hook" });
    const got = await client.getTaskPushNotificationConfig({ tenant: "", taskId, id: "mine" });
    const { configs } = await client.listTaskPushNotificationConfig({
      tenant: "",
      taskId,
      pageSize: 0,
      pageToken: "",
    });
    expect(JSON.stringify([set, got, configs])).not.toMatch(/very-secret|"token":"token"/);
    expect(configs).toHaveLength(1);
    await client.deleteTaskPushNotificationConfig({ tenant: "", taskId, id: "mine" });
    await client.deleteTaskPushNotificationConfig({ tenant: "", taskId, id: "mine" });
    expect(world.run.pushRows.length).toBe(0);
    await expect(client.getTaskPushNotificationConfig({ tenant: "", taskId, id: "mine" })).rejects.toThrow(
      "push config",
    );
  });

  it("reads the extended card, which names what may be called", async () => {
    const world = new FakeA2aServer();
    const client = await world.client("report", version);
    const card = await client.getAgentCard();
    expect(JSON.stringify(card)).toContain('"callables":["read"]');
  });
});
