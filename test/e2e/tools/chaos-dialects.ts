/** What the chaotic upstream says in each protocol: where it reads what it is to do, and its right and wrong answers. */
import { chunks, completion, type ScriptedAnswer } from "../../../examples/model-server/completion.ts";
import { type Answer, bodyMarker, type Stage } from "./mischief.ts";

export type Kind = Parameters<Stage["answer"]>[0];

interface RpcBody {
  readonly id: unknown;
  readonly method: string;
  readonly params: {
    readonly arguments?: { readonly text: string };
    readonly message?: { readonly parts: readonly { readonly text?: string; readonly data?: unknown }[] };
  };
}

interface AgentBody {
  readonly request_id: string;
  readonly user_query: string;
}

interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** One protocol. `body` is that of the request, as JSON. */
export interface Dialect {
  /** The instruction in a call; null for a request that is none, such as one that lists tools. */
  instruction(body: unknown): string | null;
  /** `given` is what the instruction gives to be answered. */
  answer(body: unknown, kind: Kind, given: Given): Answer;
  /** The answer to a request that is no call. */
  other(body: unknown): Answer;
}

/** What a model is to plan: calls, or nothing. */
export interface Given {
  readonly calls?: readonly object[] | undefined;
}

export const goodAnswer = "fine";

const text = { type: "string" };
const schemas = {
  inputSchema: { type: "object", properties: { text }, required: ["text"] },
  outputSchema: { type: "object", properties: { answer: text }, required: ["answer"] },
};
const tools = [
  { name: "read", description: "Reads", ...schemas, annotations: { readOnlyHint: true } },
  { name: "keyed", description: "Heeds keys", ...schemas, _meta: { "dev.planwright/keyed": true } },
  { name: "write", description: "Writes", ...schemas },
];
const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

const json = (value: unknown): Answer => ({ contentType: "application/json", body: JSON.stringify(value) });
const event = (value: unknown): Answer => ({
  contentType: "text/event-stream",
  body: `event: message\ndata: ${JSON.stringify(value)}\n\n`,
});

/** MCP over streamable HTTP, whose calls are answered by `written`. */
function mcp(written: (value: unknown) => Answer): Dialect {
  return {
    instruction: (body) => {
      const { method, params } = body as RpcBody;
      return method === "tools/call" ? (params.arguments?.text ?? null) : null;
    },
    answer: (body, kind) => {
      const { id } = body as RpcBody;
      const structuredContent = { answer: kind === "WRONG_SCHEMA" ? 7 : goodAnswer };
      const result = { content: [{ type: "text", text: bodyMarker }], structuredContent, resultType: "complete" };
      return written({ jsonrpc: "2.0", id: kind === "WRONG_ID" ? 4_711 : id, result });
    },
    other: (body) => {
      const { id, method } = body as RpcBody;
      if (method === "tools/list") return json({ jsonrpc: "2.0", id, result: { tools, ...complete } });
      const result = { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ...complete };
      return json({ jsonrpc: "2.0", id, result: { ...result, serverInfo: { name: "chaos", version: "1" } } });
    },
  };
}

const a2a: Dialect = {
  instruction: (body) => {
    const { method, params } = body as RpcBody;
    const [part] = params.message?.parts ?? [];
    if (method !== "SendMessage" || part === undefined) return null;
    return part.text ?? (part.data as { readonly text: string }).text;
  },
  answer: (body, kind) => {
    const { id } = body as RpcBody;
    const status = kind === "WRONG_SCHEMA" ? { state: [bodyMarker] } : { state: "TASK_STATE_COMPLETED" };
    const artifacts = [{ artifactId: "a", parts: [{ data: { answer: goodAnswer } }] }];
    const task = { id: "task-1", contextId: "context-1", status, artifacts, metadata: { note: bodyMarker } };
    return json({ jsonrpc: "2.0", id: kind === "WRONG_ID" ? "another" : id, result: { task } });
  },
  other: (body) => json({ jsonrpc: "2.0", id: (body as RpcBody).id, error: { code: -32_601, message: "No" } }),
};

const http: Dialect = {
  instruction: (body) => (body as AgentBody).user_query,
  answer: (body, kind) => {
    const { request_id } = body as AgentBody;
    const status = kind === "WRONG_SCHEMA" ? bodyMarker : "success";
    const metadata = { note: bodyMarker };
    return json({
      request_id: kind === "WRONG_ID" ? "another" : request_id,
      ...{ status, result: { answer: goodAnswer }, metadata },
    });
  },
  other: () => json({}),
};

const model: Dialect = {
  instruction: (body) => {
    const said = (body as ChatBody).messages.find(({ content }) => content.startsWith('{"step":'));
    return said?.content ?? null;
  },
  answer: (body, kind, { calls }) => {
    const { model: name, stream = false } = body as ChatBody;
    const asked = { id: "1", model: name, requestBytes: 100 };
    const plan = calls === undefined ? { type: "direct_response", content: goodAnswer } : { type: "tool_calls", calls };
    const named = kind === "WRONG_ID" ? "another" : "__planning__";
    const planned = kind === "WRONG_SCHEMA" ? { type: bodyMarker } : plan;
    const answer: ScriptedAnswer = stream
      ? { text: `${goodAnswer} and well` }
      : { functions: [{ name: named, arguments: JSON.stringify(planned) }] };
    if (!stream) return json(completion(answer, asked));
    const lines = kind === "WRONG_SCHEMA" ? ['data: {"choices":"none"}\n\n'] : chunks(answer, asked, true);
    return { contentType: "text/event-stream", body: lines.join("") };
  },
  other: () => json({}),
};

/** By the first part of the path. */
export const dialects = { json: mcp(json), sse: mcp(event), a2a, http, v1: model };

export type DialectName = keyof typeof dialects;

/** The card of the A2A agent at `base`. */
export function chaosCard(base: string): object {
  return {
    ...{ name: "chaos", description: "Does as it is told", version: "1.0.0", capabilities: {} },
    ...{ defaultInputModes: ["text/plain"], defaultOutputModes: ["application/json"], skills: [] },
    supportedInterfaces: [{ url: `${base}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  };
}
