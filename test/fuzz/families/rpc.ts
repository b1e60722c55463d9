/** Bodies of JSON-RPC, of A2A in both versions and of MCP, against our servers over memory. */

import { FakeA2aServer, message } from "../../a2a-server/fake-a2a-server.ts";
import { FakeMcpServer } from "../../mcp-server/fake-session.ts";
import type { Seeded } from "../../support/engine/seeded.ts";
import type { Family, WireRequest } from "../family.ts";
import { hostileText, hostileValue } from "../inputs/hostile-values.ts";
import { changeCount, mutated } from "../inputs/mutate.ts";
import { jsonText } from "../json-text.ts";
import { answerText } from "../read-answer.ts";

interface RpcInput {
  readonly body: string;
  readonly headers: { readonly [name: string]: string };
}

/** Whether a method did something; the codes of the protocol tell what was refused before. */
export function rpcDepth(status: number, text: string): string {
  if (/"result":/.test(text)) return "ANSWERED";
  const code = /"code":(-?\d+)/.exec(text)?.[1] ?? "";
  if (["-32700", "-32600", "-32601", "-32020"].includes(code) || status === 400) return "REFUSED";
  return text === "" ? "SILENT" : "JUDGED";
}

/** A fault of ours is told by the code of the protocol, whatever its words are. */
function rpcFinding(text: string): { readonly finding?: string } {
  return /"code":-32603/.test(text) ? { finding: `an internal error: ${text.slice(0, 400)}` } : {};
}

function broken(body: { readonly params: unknown }, random: Seeded): string {
  const changes = changeCount(random);
  // Mostly below the envelope, which is soon refused.
  const changed = random.chance(0.8)
    ? { ...body, params: mutated(body.params, random, changes) }
    : mutated(body, random, changes);
  const text = jsonText(changed);
  if (!random.chance(0.05)) return text;
  return random.pick([
    text.slice(0, random.between(0, text.length)),
    `[${text}]`,
    "",
    "null",
    hostileText(random),
    `${text}${text}`,
  ]);
}

const id = (random: Seeded) => (random.chance(0.03) ? random.pick([null, 1.5, -1, {}]) : random.pick([1, "a", 0]));

function a2aParts(random: Seeded) {
  return random.pick([
    [{ text: "a report" }],
    [{ data: { topic: "edge" } }],
    [{ text: "a" }, { data: { topic: "b" }, mediaType: "application/json" }],
    [{ url: "https://example.com/a.json", mediaType: "application/json" }],
    [{ raw: "eyJ0b3BpYyI6ImEifQ==", mediaType: "application/json", filename: "a.json" }],
    [{ raw: "*" }],
  ]);
}

function a2aBody(random: Seeded) {
  const task = random.pick(["nope", "ctx-1", hostileText(random)]);
  const push = { url: random.pick(["https://client.example/hook", "http://10.0.0.1/"]), token: "t", id: "p1" };
  const configuration = {
    returnImmediately: random.chance(0.7),
    acceptedOutputModes: ["application/json"],
    historyLength: 3,
  };
  const sent = {
    message: message(`m${random.between(1, 3)}`, a2aParts(random), { metadata: { a: 1 } }),
    configuration,
  };
  const old = {
    message: {
      kind: "message",
      messageId: "m1",
      role: "user",
      parts: [
        { kind: "text", text: "a" },
        { kind: "data", data: { topic: "a" } },
      ],
    },
    configuration: { blocking: false },
  };
  const [method, params] = random.pick<readonly [string, unknown]>([
    ...([
      ["SendMessage", sent],
      ["SendMessage", sent],
      ["SendStreamingMessage", sent],
    ] as const),
    ...([
      ["GetTask", { id: task, historyLength: 1 }],
      ["CancelTask", { id: task }],
      ["SubscribeToTask", { id: task }],
    ] as const),
    [
      "ListTasks",
      {
        pageSize: 5,
        contextId: "c",
        status: "TASK_STATE_WORKING",
        includeArtifacts: true,
        pageToken: hostileText(random),
      },
    ],
    ["CreateTaskPushNotificationConfig", { taskId: task, ...push }],
    ["GetTaskPushNotificationConfig", { taskId: task, id: "p1" }],
    ["GetExtendedAgentCard", {}],
    ...([
      ["message/send", old],
      ["message/stream", old],
      ["tasks/get", { id: task }],
      ["tasks/cancel", { id: task }],
    ] as const),
    ["tasks/pushNotificationConfig/set", { taskId: task, pushNotificationConfig: push }],
  ]);
  return { jsonrpc: "2.0", id: id(random), method, params };
}

export const a2aRequests: Family<RpcInput> = {
  ...{ name: "a2a", weight: 6, deep: ["ANSWERED", "JUDGED"] },
  generate: (random) => {
    const body = a2aBody(random);
    const isOld = body.method.includes("/");
    const version = random.chance(0.93)
      ? isOld
        ? "0.3"
        : "1.0"
      : random.pick(["0.3", "1.0", "2.0", "", "1.0.0", "a"]);
    return {
      body: broken(body, random),
      headers: { "a2a-version": version, ...(random.chance(0.1) ? { "a2a-extensions": "urn:x,," } : {}) },
    };
  },
  run: async ({ body, headers }) => {
    const world = new FakeA2aServer();
    world.onStart = (run) => run.finish("SUCCEEDED", { topic: "a" });
    const response = await world.fetch("report")("https://planwright.example/a2a", { method: "POST", body, headers });
    const text = await answerText(response);
    const left = world.openStreams === 0 ? {} : { finding: "a stream was left open" };
    return {
      depth: rpcDepth(response.status, text),
      shown: text,
      status: response.status,
      ...left,
      ...rpcFinding(text),
    };
  },
  wire: ({ body, headers }) => rpcWire("/a2a/default/report", body, headers),
};

function mcpMessage(
  random: Seeded,
  isModern: boolean,
): { readonly method: string; readonly params: { readonly [name: string]: unknown } } {
  const argument = random.pick([{ amount: 1 }, { amount: "x" }, {}, { input_artifact: "a" }, hostileValue(random)]);
  const workflow = { name: "workflow_invoice", arguments: argument };
  const prompt = {
    name: "cp__agent_orchestrate",
    arguments: { prompt: "do it", ...(random.chance(0.3) ? { bindings: { a: 1 } } : {}) },
  };
  const plan = {
    name: "cp__agent_orchestrate",
    arguments: { plan: { steps: [{ id: "a", type: "agent", agent: { agent_id: "echo" } }] } },
  };
  const first = isModern
    ? ["server/discover", {}]
    : ["initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } }];
  const [method, params] = random.pick<readonly [string, object]>([
    ...([
      ["tools/call", workflow],
      ["tools/call", workflow],
      ["tools/call", prompt],
      ["tools/call", plan],
    ] as const),
    ...([
      ["tools/list", {}],
      ["tools/list", {}],
      ["tools/list", { cursor: hostileText(random) }],
      ["ping", {}],
    ] as const),
    ["resources/list", {}],
    first as [string, object],
  ]);
  return { method, params: params as { readonly [name: string]: unknown } };
}

export const mcpRequests: Family<RpcInput> = {
  ...{ name: "mcp", weight: 6, deep: ["ANSWERED", "JUDGED"] },
  generate: (random) => {
    const isModern = random.chance(0.7);
    const version = isModern ? "2026-07-28" : "2025-11-25";
    const { method, params } = mcpMessage(random, isModern);
    const meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientCapabilities": {},
      ...(random.chance(0.2) ? { progressToken: random.pick(["p", 7, "__proto__"]) } : {}),
      ...(random.chance(0.2) ? { "dev.planwright/idempotencyKey": random.pick(["k", hostileText(random)]) } : {}),
      ...(random.chance(0.1) ? { "dev.planwright/execution": hostileValue(random) } : {}),
    };
    const whole = {
      jsonrpc: "2.0",
      id: id(random),
      method,
      params: { ...params, ...(isModern ? { _meta: meta } : {}) },
    };
    const named = typeof params.name === "string" ? { "mcp-name": params.name } : {};
    const right = { "mcp-protocol-version": version, ...(isModern ? { "mcp-method": method, ...named } : {}) };
    const headers = random.chance(0.93)
      ? right
      : {
          ...right,
          [random.pick(["mcp-method", "mcp-protocol-version", "mcp-name"])]: random.pick([
            "x",
            "=?base64?*?=",
            "2020-01-01",
          ]),
        };
    return { body: broken(whole, random), headers };
  },
  run: async ({ body, headers }) => {
    const world = new FakeMcpServer();
    world.onStart = (run) => {
      run.finishStep("a");
      run.finish({ status: "SUCCEEDED", output: { total: 1 } });
    };
    const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
    const response = await world.fetch()("https://planwright.test/mcp", { method: "POST", headers: all, body });
    const text = await answerText(response);
    const left = world.openCalls === 0 ? {} : { finding: "a call was left open" };
    return {
      depth: rpcDepth(response.status, text),
      shown: text,
      status: response.status,
      ...left,
      ...rpcFinding(text),
    };
  },
  wire: ({ body, headers }) => rpcWire("/mcp", body, headers),
};

function rpcWire(path: string, body: string, headers: RpcInput["headers"]): WireRequest {
  const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  return { method: "POST", path, body, headers: Object.entries({ ...accept, ...headers }) };
}
