/** JSON-RPC of the revision 2026-07-28 by hand, for what a well-behaved client never sends. */
import type { McpSession } from "../../src/mcp-server/ports.ts";
import type { FakeMcpServer } from "./fake-session.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The last message of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into by the tests.
  readonly message: any;
  /** Parameters of the reports of progress before it. */
  readonly progress: readonly unknown[];
}

const own = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

export interface Message {
  readonly method: string;
  readonly params?: { readonly name?: string; readonly [member: string]: unknown };
  /** Beside what the protocol demands. */
  readonly meta?: { readonly [key: string]: unknown };
}

/** Sends a request as the revision wants it; `headers` go over the right ones. */
export async function send(
  world: FakeMcpServer,
  { meta, method, params }: Message,
  headers: { readonly [name: string]: string } = {},
  more: Partial<McpSession> = {},
): Promise<Answer> {
  const body = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: { ...own, ...meta } } };
  const named = params?.name === undefined ? {} : { "mcp-name": params.name };
  return post(world, JSON.stringify(body), { ...modern, "mcp-method": method, ...named, ...headers }, more);
}

const modern = { "mcp-protocol-version": "2026-07-28" };

/** Sends any text. */
export async function post(
  world: FakeMcpServer,
  body: string,
  headers: { readonly [name: string]: string } = {},
  more: Partial<McpSession> = {},
): Promise<Answer> {
  const response = await world.fetch(more)("https://planwright.test/mcp", {
    ...{ method: "POST", body },
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });
  const text = await response.text();
  const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data ?? "");
  const last = response.headers.get("content-type")?.startsWith("text/event-stream") ? events.at(-1) : text;
  const progress = events.map((data) => JSON.parse(data)).filter(({ method }) => method === "notifications/progress");
  return {
    ...{ status: response.status, headers: response.headers, message: last ? JSON.parse(last) : null },
    progress: progress.map(({ params }) => params),
  };
}

/** Calls a tool and gives what the result says. */
export async function call(
  world: FakeMcpServer,
  name: string,
  input: unknown,
  meta: { readonly [key: string]: unknown } = {},
  more: Partial<McpSession> = {},
) {
  const answer = await send(world, { method: "tools/call", params: { name, arguments: input }, meta }, {}, more);
  return answer.message.result ?? answer.message;
}
