/** The example A2A agent, as the official client finds it: by its card, in both versions. */
import { type Message, SendMessageRequest, type Task, TaskState } from "@a2a-js/sdk";
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from "@a2a-js/sdk/client";
import { isLegacyAgentCard } from "@a2a-js/sdk/compat/v0_3/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { schemasExtension, translatorInput, translatorOutput } from "../../examples/a2a-agent/card.ts";
import { startA2aAgent } from "../../examples/a2a-agent/server.ts";
import type { RunningExample } from "../../examples/listening.ts";

let agent: RunningExample;
beforeAll(async () => {
  agent = await startA2aAgent(0);
});
afterAll(() => agent.close());
beforeEach(() => fetch(`${agent.url}/reset`, { method: "POST" }));

const cardPath = "/.well-known/agent-card.json";

/** The official client, which chooses the interface by the card. */
async function clientOf(url: string) {
  const legacyCompat = { enabled: true };
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ legacyCompat })],
      cardResolver: new DefaultAgentCardResolver({ legacyCompat }),
    }),
  );
  return factory.createFromUrl(url);
}

function request(messageId: string, data: object, returnImmediately = false): SendMessageRequest {
  return SendMessageRequest.fromJSON({
    message: { messageId, role: "ROLE_USER", parts: [{ data }] },
    configuration: { returnImmediately },
  });
}

function stateOf(answer: Message | Task): TaskState | undefined {
  return "status" in answer ? answer.status?.state : undefined;
}

describe("the card", () => {
  it("[W2] advertises schemas by the existing extension, in the form of the version that asks", async () => {
    const current = await (await fetch(agent.url + cardPath, { headers: { "A2A-Version": "1.0" } })).json();
    const legacy = await (await fetch(agent.url + cardPath)).json();
    const schemas = {
      uri: schemasExtension,
      params: { input_schema: translatorInput, output_schema: translatorOutput },
    };
    expect(current).toMatchObject({
      name: "translator",
      supportedInterfaces: [
        { url: `${agent.url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: `${agent.url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
      ],
      capabilities: { extensions: [schemas] },
    });
    expect(legacy).toMatchObject({
      protocolVersion: "0.3.0",
      url: `${agent.url}/a2a`,
      capabilities: { extensions: [schemas] },
    });
    expect([isLegacyAgentCard(current), isLegacyAgentCard(legacy)]).toEqual([false, true]);
  });
});

describe.each([["1.0"], ["0.3"]] as const)("the official client of A2A %s", (version) => {
  let single: RunningExample;
  beforeAll(async () => {
    single = await startA2aAgent(0, { versions: [version] });
  });
  afterAll(() => single.close());

  it("finds the agent by its card and waits for a translation", async () => {
    const client = await clientOf(single.url);
    expect(client.protocolVersion).toBe(version);
    const answer = await client.sendMessage(request("a", { text: "Hello", language: "de", delay_ms: 20 }));
    expect(stateOf(answer)).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(answer).toMatchObject({
      artifacts: [{ parts: [{ content: { value: { text: "[de] Hello", language: "de", characters: 10 } } }, {}] }],
    });
  });

  it("cancels a translation that takes long", async () => {
    const client = await clientOf(single.url);
    const answer = await client.sendMessage(request("b", { text: "Hello", language: "de", delay_ms: 60_000 }, true));
    if (!("status" in answer)) throw new Error("The agent made no task");
    expect(stateOf(answer)).toBe(TaskState.TASK_STATE_WORKING);
    expect(stateOf(await client.cancelTask({ tenant: "", id: answer.id, metadata: undefined }))).toBe(
      TaskState.TASK_STATE_CANCELED,
    );
  });

  it("is refused streams, which the card does not offer", async () => {
    const client = await clientOf(single.url);
    const found: unknown[] = [];
    for await (const item of client.sendMessageStream(request("c", { text: "Hello", language: "de" })))
      found.push(item);
    // The client reads the card and sends without a stream.
    expect(found).toHaveLength(1);
    const body = { jsonrpc: "2.0", id: 7, method: version === "1.0" ? "SendStreamingMessage" : "message/stream" };
    const params = { message: { messageId: "d", role: version === "1.0" ? "ROLE_USER" : "user", parts: [] } };
    const headers = { "content-type": "application/json", "a2a-version": version };
    const response = await fetch(`${single.url}/a2a`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...body, params }),
    });
    expect(await response.json()).toMatchObject({ id: 7, error: { code: -32_004 } });
  });
});

it("[E5] works once on a message that is sent many times at the same time", async () => {
  const client = await clientOf(agent.url);
  const input = { text: "Hello", language: "de", delay_ms: 20 };
  const answers = await Promise.all([1, 2, 3].map(() => client.sendMessage(request("same", input, true))));
  expect(new Set(answers.map((answer) => ("status" in answer ? answer.id : "none"))).size).toBe(1);
  const { requests, works } = (await (await fetch(`${agent.url}/ledger`)).json()) as { requests: []; works: [] };
  expect([requests.length, works.length]).toEqual([3, 1]);
});

it("is unavailable for as many requests as it is told to be", async () => {
  await fetch(`${agent.url}/sabotage`, { method: "POST", body: JSON.stringify({ mode: "UNAVAILABLE", times: 1 }) });
  const statuses: (readonly [number, string | null])[] = [];
  for (const id of [1, 2]) {
    const response = await fetch(`${agent.url}/a2a`, { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id }) });
    statuses.push([response.status, response.headers.get("retry-after")]);
  }
  expect(statuses).toEqual([
    [503, "1"],
    [200, null],
  ]);
});

it("answers what is no JSON-RPC with an error", async () => {
  for (const body of ["", "nonsense", "[]", "{}"]) {
    const headers = { "a2a-version": "1.0" };
    const response = await fetch(`${agent.url}/a2a`, { method: "POST", headers, body });
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) } });
  }
});
