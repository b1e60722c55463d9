/**
 * An agent behind the contract of the document Host contract: it is sent an ExecutionRequest and answers an ExecutionResponse, about the
 * costs of machines. Words of the question decide how it ends, so that each end can be had at will:
 *
 * | the question contains | the answer |
 * |---|---|
 * | "fail" or "error" | status `error` |
 * | "partial" or "everything" | status `partial` |
 * | "as text", "as list" | a result that is a text, a list |
 * | "wrong id" | the id of another request |
 * | "unavailable" | HTTP 503, `Retry-After: 1` |
 * | "hang" | none |
 * | anything else | status `success` |
 *
 * - POST /execute · GET /health · POST /health `{"healthy": false}` makes it unhealthy · GET /ledger · POST /reset
 */
import { Hono } from "hono";
import * as z from "zod";

const executionRequest = z.strictObject({
  request_id: z.string().min(1),
  user_query: z.string(),
  routing_mode: z.enum(["auto", "manual"]),
  selected_agent: z.string(),
  parsed_parameters: z.record(z.string(), z.unknown()).optional(),
  session_context: z.record(z.string(), z.unknown()).optional(),
  agent_instructions: z.string().optional(),
});

/** A request that reached the agent. */
export interface AgentLedgerEntry {
  readonly body: unknown;
  /** Header `Idempotency-Key`, without its quotes. Null if there was none. */
  readonly key: string | null;
  readonly traceparent: string | null;
  readonly authorized: boolean;
  /** When it arrived, Unix milliseconds. */
  readonly at: number;
}

/** A fresh agent with its own ledger. */
export function httpAgentApp(): Hono {
  const app = new Hono();
  let ledger: AgentLedgerEntry[] = [];
  let isHealthy = true;

  app.get("/health", (context) => context.json({ status: isHealthy ? "ok" : "down" }, isHealthy ? 200 : 503));
  app.post("/health", async (context) => {
    const body: { readonly healthy?: unknown } = await context.req.json().catch(() => ({}));
    isHealthy = body.healthy !== false;
    return context.body(null, 204);
  });
  app.get("/ledger", (context) => context.json(ledger));
  app.post("/reset", (context) => {
    ledger = [];
    isHealthy = true;
    return context.body(null, 204);
  });
  app.post("/execute", async (context) => {
    const body: unknown = await context.req.json().catch(() => null);
    ledger.push({
      body,
      key: context.req.header("idempotency-key")?.replace(/^"(.*)"$/, "$1") ?? null,
      traceparent: context.req.header("traceparent") ?? null,
      authorized: context.req.header("authorization") !== undefined,
      at: Date.now(),
    });
    const request = executionRequest.safeParse(body);
    if (!request.success) return context.json({ error: z.prettifyError(request.error) }, 400);
    const { request_id, user_query } = request.data;
    if (/\bunavailable\b/i.test(user_query)) return context.body("Unavailable", 503, { "retry-after": "1" });
    if (/\bhang\b/i.test(user_query)) return new Promise<Response>(() => {});
    const answered = /\bwrong id\b/i.test(user_query) ? `not-${request_id}` : request_id;
    return context.json({ request_id: answered, ...answerTo(user_query), metadata });
  });
  return app;
}

const metadata = { duration_ms: 12, tool_used: "cost_report", agent_version: "v1.0.0" };

const costs = [
  { machine: "runner-1", cost: 51.2 },
  { machine: "runner-2", cost: 23.13 },
];
const report = { costs_last_7_days: 74.33, trend: "increasing", recommendation: "scale down one runner" };

/** Status, result and error of a response. */
function answerTo(query: string): object {
  if (/\b(fail|fails|error)\b/i.test(query)) {
    return { status: "error", result: null, error: "The cost report timed out" };
  }
  if (/\b(partial|everything)\b/i.test(query)) {
    return { status: "partial", result: { ...report, missing: ["costs of storage"] } };
  }
  if (/\bas text\b/i.test(query)) return { status: "success", result: "74.33 dollars in the last seven days" };
  if (/\bas list\b/i.test(query)) return { status: "success", result: costs };
  return { status: "success", result: report };
}
