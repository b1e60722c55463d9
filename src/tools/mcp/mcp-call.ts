/**
 * Room `tools/mcp`: the client of MCP servers. It owns the first contact with a server (`mcp-discover.ts`), the links and sessions of one
 * object to its servers (`mcp-sessions.ts`), calls of tools (this file), and the questions that a server asks instead of giving a result
 * (`mcp-input-required.ts`).
 *
 * A usual call is written and read here (`lean-call.ts`): one JSON-RPC request, one result. Everything else is the official client's: first
 * contacts, sessions, questions, resumed streams, failures. It is loaded when it is first needed (`mcp-library-call.ts`), and it is given an
 * answer that came already and is unusual in any way, so that both judge it alike and no tool is called twice.
 *
 * It leaves to others: `catalog` has the rules for tool definitions, `durable/catalog` stores discovered tools, `durable/calls` decides
 * which calls come here, and `mcp-server` is the other side of the protocol, where Planwright is the server.
 *
 * Invariants:
 *
 * - A call with a pinned connection makes exactly one request (E15). The one exception is a session that the server has forgotten: it
 *   refused the call unseen, so the session is renewed and the call is sent once more.
 * - Every attempt of a call carries the same idempotency key in its header and metadata (E5).
 * - Output schemas are checked by `schema`, never by the MCP library.
 * - A tool that breaks a rule of the catalog is dropped with a reason and does not affect other tools.
 *
 * This file makes one attempt of a tool call. It never throws: every end is an `AttemptResult`.
 */
import type { AttemptResult } from "../../execution/events/attempt.ts";
import { leanCall } from "./lean-call.ts";
import type { McpToolCall } from "./mcp-tool-call.ts";

/** Calls the tool once. */
export async function callMcpTool(call: McpToolCall): Promise<AttemptResult> {
  const end = await leanCall(call);
  switch (end.kind) {
    case "ENDED":
      return end.attempt;
    case "GIVEN_UP":
      // The notice is not awaited.
      void import("./mcp-library-call.ts").then(({ notifyGivenUp }) => notifyGivenUp(call, end.requestId));
      return end.attempt;
    case "RECEIVED":
    case "NOT_SENT":
      return (await import("./mcp-library-call.ts")).callOverLibrary(call, end.kind === "RECEIVED" ? end : null);
  }
}
