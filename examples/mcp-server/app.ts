/**
 * The example MCP server as a function from requests to responses: host and origin checks in front, the tools behind the
 * official handler at `/mcp`, the ledger beside it. `server.ts` puts it on a port.
 */
import type { HttpBindings } from "@hono/node-server";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  Server,
  type Tool,
} from "@modelcontextprotocol/server";
import { blogTools } from "./blog-tools.ts";
import { Ledger } from "./ledger.ts";
import { meetingTools } from "./meeting-tools.ts";
import { noteTools } from "./note-tools.ts";
import { oddityTools } from "./oddity-tools.ts";
import { type IncomingCall, Saboteur, sabotaged } from "./sabotage.ts";
import type { ExampleTool, ToolContext } from "./tool.ts";

export interface ExampleOptions {
  /** How long the blog tools take, in milliseconds. */
  readonly delayMs: number;
}

export type ExampleApp = (request: Request, bindings: HttpBindings) => Promise<Response>;

/** A fresh server with its own notes and its own ledger. */
export function exampleApp(options: ExampleOptions): ExampleApp {
  const tools = [...blogTools(options.delayMs), ...noteTools(), ...meetingTools(), ...oddityTools()];
  const ledger = new Ledger();
  const saboteur = new Saboteur();
  const mcp = createMcpHandler(() => mcpServer(tools, ledger));

  return async function example(request, bindings) {
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (refused !== undefined) return refused;
    const route = `${request.method} ${new URL(request.url).pathname}`;
    switch (route) {
      case "GET /health":
        return Response.json({ status: "ok", tools: tools.length });
      case "GET /ledger":
        return Response.json(ledger.entries);
      case "POST /ledger/reset":
        ledger.reset();
        return new Response(null, { status: 204 });
      case "POST /mcp":
        break;
      default:
        return new Response("Not found", { status: 404 });
    }
    const body = (await request.json().catch(() => null)) as (IncomingCall & { method?: string }) | null;
    if (body?.method === "tools/call") {
      const { key, ...call } = callDetails(body.params, request);
      const mode = saboteur.nextMode(body, key);
      if (mode !== null) {
        ledger.add({ key, ...call, at: Date.now(), completed: false });
        return sabotaged(mode, body, bindings);
      }
    }
    return mcp.fetch(request, { parsedBody: body });
  };
}

function mcpServer(tools: readonly ExampleTool[], ledger: Ledger): Server {
  const server = new Server({ name: "planwright-example", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: tools.map(({ run: _run, ...definition }) => definition as Tool),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = tools.find((candidate) => candidate.name === params.name);
    if (tool === undefined) return { content: [{ type: "text", text: `No tool ${params.name}` }], isError: true };
    const { inputResponses = {}, signal } = context.mcpReq;
    const requestState = context.mcpReq.requestState<string>() ?? null;
    const { key, ...call } = callDetails({ ...params, inputResponses, requestState }, context.http?.req);
    const entry = ledger.add({ key, ...call, at: Date.now(), completed: false });
    const { meta } = call;
    const { progressToken } = meta;
    const reportProgress: ToolContext["reportProgress"] = async (progress) => {
      if (typeof progressToken !== "string" && typeof progressToken !== "number") return;
      await context.mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...progress } });
    };
    const toolContext = { key, meta, inputResponses, requestState, signal, reportProgress };
    const result = await tool.run(params.arguments ?? {}, toolContext);
    entry.completed = true;
    return "resultType" in result ? result : { ...result, content: [...result.content] };
  });
  return server;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: { readonly [key: string]: unknown } | undefined;
  readonly inputResponses?: unknown;
  readonly requestState?: unknown;
}

function callDetails(params: CallParams, request: Request | undefined) {
  const meta = params._meta ?? {};
  const key = meta["dev.planwright/idempotencyKey"];
  const idempotencyKey = request?.headers.get("idempotency-key") ?? null;
  return {
    key: typeof key === "string" ? key : (idempotencyKey?.replace(/^"(.*)"$/, "$1") ?? null),
    tool: params.name,
    arguments: params.arguments ?? {},
    answers: params.inputResponses ?? {},
    requestState: params.requestState ?? null,
    meta,
    headers: { idempotencyKey, traceparent: request?.headers.get("traceparent") ?? null },
  };
}
