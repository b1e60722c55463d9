/**
 * The tool server of the bench: `node tools.mjs [port]`; prints its address as its first line.
 *
 * - POST /mcp: `tools/list` and `tools/call` of `echo` and `guarded` over MCP Streamable HTTP (stateless, JSON answers)
 * - GET /ledger: `{ key: number of calls }` by idempotency key
 * - GET /arrivals: milliseconds at which calls came, the first ten thousand of them
 * - GET /health: `{ requests, calls, maxInFlight }` · POST /reset
 */
import http from "node:http";

const echo = {
  name: "echo",
  description: "Returns v after ms milliseconds.",
  inputSchema: {
    type: "object",
    properties: { step: { type: "string" }, v: { type: "number" }, ms: { type: "integer", minimum: 0 } },
    required: ["v"],
  },
  outputSchema: {
    type: "object",
    properties: { step: { type: "string" }, v: { type: "number" } },
    required: ["v"],
  },
  annotations: { readOnlyHint: true, idempotentHint: true },
};

/** The same, but it says of itself that it may destroy data, so that a person is asked before it is called. */
const guarded = { ...echo, name: "guarded", annotations: { destructiveHint: true } };

const ledger = new Map();
const arrivals = [];
const maxArrivals = 10_000;
const counters = { requests: 0, calls: 0, inFlight: 0, maxInFlight: 0 };

async function read(request) {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += part;
  return text;
}

function send(response, status, value) {
  const text = JSON.stringify(value);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

async function call({ step = "", v, ms = 0 }, key) {
  counters.calls++;
  if (arrivals.length < maxArrivals) arrivals.push(performance.now());
  if (key) ledger.set(key, (ledger.get(key) ?? 0) + 1);
  counters.maxInFlight = Math.max(counters.maxInFlight, ++counters.inFlight);
  if (ms > 0) await new Promise((done) => setTimeout(done, ms));
  counters.inFlight--;
  return { step, v };
}

async function answer(message, headers) {
  switch (message.method) {
    case "initialize":
      return {
        protocolVersion: message.params?.protocolVersion ?? "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "bench", version: "1" },
      };
    case "tools/list":
      return { tools: [echo, guarded] };
    case "tools/call": {
      const key = headers["idempotency-key"] ?? message.params._meta?.["dev.planwright/idempotencyKey"];
      const output = await call(message.params.arguments, key);
      return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output };
    }
    default:
      return null;
  }
}

async function serveMcp(request, response) {
  counters.requests++;
  const message = JSON.parse(await read(request));
  if (message.id === undefined) return response.writeHead(202).end();
  const result = await answer(message, request.headers);
  const outcome = result === null ? { error: { code: -32601, message: "method not found" } } : { result };
  return send(response, 200, { jsonrpc: "2.0", id: message.id, ...outcome });
}

function reset() {
  ledger.clear();
  arrivals.length = 0;
  for (const name of Object.keys(counters)) counters[name] = 0;
  return counters;
}

const server = http.createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://tools.invalid");
  try {
    if (pathname === "/mcp" && request.method === "POST") await serveMcp(request, response);
    else if (pathname === "/mcp") send(response, 405, {});
    else if (pathname === "/ledger") send(response, 200, Object.fromEntries(ledger));
    else if (pathname === "/arrivals") send(response, 200, arrivals);
    else if (pathname === "/health") send(response, 200, counters);
    else if (pathname === "/reset") send(response, 200, reset());
    else send(response, 404, {});
  } catch (error) {
    send(response, 500, { error: String(error) });
  }
});
// A connection that the server closes for being idle would fail the next call on it, and the bench with it.
server.keepAliveTimeout = 0;
server.headersTimeout = 0;
server.requestTimeout = 0;
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
