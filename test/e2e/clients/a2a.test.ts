/** `/a2a` of the real Worker, spoken to by the official client in 1.0 and 0.3: cards, tasks, streams, and what is told by push. */
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { type Message, Role, type StreamResponse, type Task, TaskState } from "@a2a-js/sdk";
import { type Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { beforeAll, describe, expect, it } from "vitest";
import { webhookSecret } from "../../../scripts/webhook-secret.mjs";
import { fakeHttpServer } from "../../support/callees/http-server.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, tool } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });
const versions = ["1.0", "0.3"] as const;
type Version = (typeof versions)[number];

beforeAll(async () => {
  const steps = {
    greet: [tool("keep", "set_note", { name: "greeting", text: "hello {{input.text}}" })],
    forget: [tool("drop", "delete_note", { name: "greeting" })],
  };
  for (const [name, plan] of Object.entries(steps)) {
    await served.planwright.saveWorkflow({ name, description: `Does ${name}`, source: { plan: { steps: plan } } });
  }
  await served.planwright.registerAgent({
    name: "teller",
    description: "Tells things",
    source: { local: { instructions: "Be brief" } },
  });
});

function address(name: string): string {
  return new URL(`/a2a/default/${name}/`, served.planwright.endpoint).href;
}

/** A client that has read the card; one of 0.3 sees nothing of what 0.3 does not know. */
async function clientOf(name: string, version: Version): Promise<Client> {
  const legacyCompat = { enabled: version === "0.3" };
  const fetchImpl: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    if (version === "0.3") headers.set("a2a-version", "0.3");
    return fetch(url, { ...init, headers });
  };
  const card = await new DefaultAgentCardResolver({ fetchImpl, legacyCompat }).resolve(address(name));
  const transports = [new JsonRpcTransportFactory({ fetchImpl, legacyCompat })];
  const supportedInterfaces = card.supportedInterfaces.filter(({ protocolVersion }) => protocolVersion === version);
  return new ClientFactory({ transports, cardResolver: { resolve: async () => card } } as never).createFromAgentCard({
    ...card,
    supportedInterfaces,
  });
}

function asked(text: string, more: Partial<Message> = {}): Message {
  return {
    ...{ messageId: crypto.randomUUID(), contextId: "", taskId: "", role: Role.ROLE_USER },
    ...{ metadata: undefined, extensions: [], referenceTaskIds: [] },
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

function accepted({ contextId, id }: Task): Message {
  const content = { $case: "data" as const, value: { accept: true } };
  const parts = [{ content, metadata: undefined, filename: "", mediaType: "" }];
  return asked("", { contextId, taskId: id, parts });
}

describe.each(versions)("a client of A2A %s", (version) => {
  it("runs a workflow to its typed output, finds it again, and sees it in the list of executions", async () => {
    const client = await clientOf("greet", version);
    const message = asked("Ada");
    // The same message over two connections at a time is one task.
    const senders = [client, await clientOf("greet", version)];
    const [task, other] = await Promise.all(
      senders.map(async (sender) => taskIn(await sender.sendMessage(request(message)))),
    );
    if (task === undefined) throw new Error("There are two answers");
    expect(other?.id).toBe(task.id);
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(task.artifacts[0]?.parts[0]?.content?.value).toMatchObject({ name: "greeting", text: "hello Ada" });
    expect(taskIn(await client.sendMessage(request(message))).id).toBe(task.id);
    expect((await served.toolCalls()).map((call) => call.tool)).toEqual(["set_note"]);
    // The list may follow a moment later; before, its first is of the tests of another version.
    await eventually(async () => (await served.planwright.list())[0]?.status === "SUCCEEDED");
  });

  it("follows an agent of ours until it has answered", async () => {
    await served.script({ answer: { text: "Rivers run to the sea" } });
    const client = await clientOf("teller", version);
    const seen: StreamResponse[] = [];
    for await (const item of client.sendMessageStream(request(asked("Tell me of rivers")))) seen.push(item);
    expect(seen[0]?.payload?.$case).toBe("task");
    const last = seen.at(-1)?.payload;
    expect(last?.$case === "statusUpdate" && last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    const texts = seen.flatMap(({ payload }) => (payload?.$case === "artifactUpdate" ? [payload.value] : []));
    expect(texts.at(-1)).toMatchObject({ append: false, lastChunk: true });
    expect(texts.at(-1)?.artifact?.parts[0]?.content?.value).toBe("Rivers run to the sea");
  });

  it("is told by push that it must answer, answers, and is told of the end; both signed, each once", async () => {
    const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
    const receiver = await fakeHttpServer(({ headers }, response, body) => {
      received.push({ headers, body });
      response.writeHead(200).end();
    });
    try {
      const client = await clientOf("forget", version);
      const waiting = taskIn(await client.sendMessage(request(asked("now"))));
      expect(waiting.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
      const authentication = { scheme: "Bearer", credentials: "of-the-client" };
      const config = {
        tenant: "",
        id: "hook",
        taskId: waiting.id,
        url: `${receiver.url}/hook`,
        token: "mine",
        authentication,
      };
      await client.createTaskPushNotificationConfig(config);
      await eventually(async () => received.length === 1);
      // Whatever sleeps meanwhile, the delivery of the end is not forgotten.
      await served.worker.evictExecutions("hibernate");
      const done = taskIn(await client.sendMessage(request(accepted(waiting))));
      expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
      await eventually(async () => received.length === 2);
    } finally {
      await receiver.close();
    }
    const states = received.map(({ body }) => {
      const parsed = JSON.parse(body) as { task?: { status: { state: string } }; status?: { state: string } };
      return (parsed.task ?? parsed).status?.state;
    });
    expect(states).toEqual(
      version === "1.0" ? ["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED"] : ["input-required", "completed"],
    );
    const key = Buffer.from(webhookSecret("5ea1".repeat(16), "default").replace("whsec_", ""), "base64");
    for (const { body, headers } of received) {
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
      expect(headers).toMatchObject({ authorization: "Bearer of-the-client", "x-a2a-notification-token": "mine" });
    }
  });

  it("cancels a task that waits, and can follow it no more", async () => {
    const client = await clientOf("forget", version);
    const { id } = taskIn(await client.sendMessage(request(asked("now"), true)));
    const task = await client.cancelTask({ tenant: "", id, metadata: undefined });
    expect(task.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    const stream = client.resubscribeTask({ tenant: "", id });
    await expect(stream.next()).rejects.toThrow("has not ended");
  });
});

describe("an agent over A2A", () => {
  it("lists the tasks of its caller, the latest change first", async () => {
    const client = await clientOf("greet", "1.0");
    const contextId = crypto.randomUUID();
    const ids: string[] = [];
    for (const name of ["Ada", "Bo"])
      ids.push(taskIn(await client.sendMessage(request(asked(name, { contextId })))).id);
    const list = {
      tenant: "",
      contextId,
      status: 0,
      pageToken: "",
      statusTimestampAfter: undefined,
      includeArtifacts: true,
    };
    const { tasks, totalSize } = await eventually(async () => {
      const listed = await client.listTasks(list);
      return listed.tasks.length === 2 && listed;
    });
    expect([tasks.map(({ id }) => id), totalSize]).toEqual([ids.toReversed(), 2]);
    expect(tasks[0]?.artifacts[0]?.parts[0]?.content?.value).toMatchObject({ text: "hello Bo" });
  });

  it("[W15] checks the input of a workflow in its own execution, and says what is wrong with it", async () => {
    const client = await clientOf("greet", "1.0");
    const parts = [
      { content: { $case: "data" as const, value: { name: "Ada" } }, metadata: undefined, filename: "", mediaType: "" },
    ];
    const task = taskIn(await client.sendMessage(request(asked("", { parts }))));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_FAILED);
    expect(task.status?.message?.parts[1]?.content?.value).toMatchObject({ code: "INPUT_INVALID" });
    expect(await served.toolCalls()).toEqual([]);
  });
});
