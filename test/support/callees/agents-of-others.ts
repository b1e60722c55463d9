/** Two agents in the shapes of other software, behind one server: one of A2A 0.3 as Mastra and VoltAgent serve it, one of 1.0 as aimock does. */
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { aimockCard, voltAgentCard } from "../catalog/cards-of-others.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "./http-server.ts";

export interface AgentsOfOthers {
  /** The card of A2A 0.3: no version, no description, a relative address. */
  readonly oldCard: string;
  /** The address of A2A 1.0, whose card has no media types. */
  readonly newUrl: string;
  close(): Promise<void>;
}

export async function agentsOfOthers(): Promise<AgentsOfOthers> {
  const server: FakeHttpServer = await fakeHttpServer((request, response, body) => {
    const path = request.url ?? "";
    if (path === "/.well-known/support/agent-card.json") {
      return sendJson(response, 200, { ...voltAgentCard, url: "/a2a/support" });
    }
    if (path === "/new/.well-known/agent-card.json") {
      const supportedInterfaces = [{ url: `${server.url}/new`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
      return sendJson(response, 200, { ...aimockCard, supportedInterfaces });
    }
    const { id, method, params } = JSON.parse(body) as Request;
    const text = `heard ${textOf(params.message ?? { parts: [] })}`;
    const answered = path === "/a2a/support" ? taskWithoutKind(text) : answeredIn10(method, text);
    return sendJson(response, 200, { jsonrpc: "2.0", id, result: answered });
  });
  return {
    oldCard: `${server.url}/.well-known/support/agent-card.json`,
    newUrl: `${server.url}/new`,
    close: () => server.close(),
  };
}

interface Request {
  readonly id: Json;
  readonly method: string;
  readonly params: { readonly message?: JsonObject };
}

/** To words with "later" a task that has ended by the time it is asked for, wrapped as aimock wraps it. */
function answeredIn10(method: string, text: string): JsonObject {
  if (method === "GetTask") return { task: taskIn10("COMPLETED") };
  return text.includes("later") ? { task: taskIn10("WORKING") } : { message: messageIn10(text) };
}

function taskIn10(state: string): JsonObject {
  const artifacts = [{ name: "result", parts: [{ text: "done later" }] }];
  return { id: "task-1", contextId: "ctx-1", status: { state: `TASK_STATE_${state}` }, artifacts, history: [] };
}

function textOf({ parts }: JsonObject): string {
  return (parts as readonly { readonly text?: string }[]).map((part) => part.text ?? "").join();
}

function taskWithoutKind(text: string): JsonObject {
  const message = { kind: "message", role: "agent", messageId: "m", parts: [{ kind: "text", text }] };
  return { id: "t", contextId: "c", status: { state: "completed", message }, history: [] };
}

function messageIn10(text: string): JsonObject {
  return { messageId: "m", role: "ROLE_AGENT", parts: [{ text }] };
}
