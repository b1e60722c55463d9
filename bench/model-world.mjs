/**
 * A tool server and a language model in one process, so that one clock times both: `node model-world.mjs [secondsOfACall]`; prints its
 * address as its first line. A call of the model takes no time, or that many seconds, in which an answer comes word by word.
 *
 * - POST /mcp: the tool `echo` over MCP Streamable HTTP (stateless, JSON answers)
 * - POST /v1/chat/completions: plans five calls of `echo` where a function is forced, else streams an answer of 40 words
 * - GET /moments: `[{ what, at }]` in the order in which they happened, `at` in milliseconds with a fraction · POST /reset
 */
import http from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const modelMs = Number(process.argv[2] ?? 0) * 1_000;

const echo = {
  name: "echo",
  description: "Returns v.",
  inputSchema: { type: "object", properties: { v: { type: "number" } }, required: ["v"] },
  outputSchema: { type: "object", properties: { v: { type: "number" } }, required: ["v"] },
  annotations: { readOnlyHint: true, idempotentHint: true },
};

const plan = {
  type: "tool_calls",
  reasoning: "five calls, each with the output of the one before",
  calls: Array.from({ length: 5 }, (_, index) => ({
    tool_name: "echo",
    arguments: { v: index === 0 ? 1 : `$${index - 1}.output.v` },
  })),
};

const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };
const words = Array.from({ length: 40 }, (_, index) => `word${index} `);

let moments = [];

function note(what) {
  moments.push({ what, at: performance.timeOrigin + performance.now() });
}

async function read(request) {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += part;
  return text;
}

function send(response, status, value, sent = () => undefined) {
  const text = JSON.stringify(value);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text, sent);
}

async function serveMcp(request, response) {
  const message = JSON.parse(await read(request));
  if (message.id === undefined) return response.writeHead(202).end();
  const answer = (result) => send(response, 200, { jsonrpc: "2.0", id: message.id, result });
  switch (message.method) {
    case "initialize": {
      const serverInfo = { name: "bench", version: "1" };
      return answer({ protocolVersion: message.params.protocolVersion, capabilities: { tools: {} }, serverInfo });
    }
    case "tools/list":
      return answer({ tools: [echo] });
    case "tools/call": {
      note("tool request");
      const { v } = message.params.arguments;
      answer({ content: [{ type: "text", text: JSON.stringify({ v }) }], structuredContent: { v } });
      return note("tool result");
    }
    default:
      return send(response, 200, { jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "not found" } });
  }
}

async function serveModel(request, response) {
  const { model, stream, tools } = JSON.parse(await read(request));
  const head = { id: "bench", created: 0, model };
  if (tools !== undefined) {
    const { name } = tools[0].function;
    const call = { id: "call_1", type: "function", function: { name, arguments: JSON.stringify(plan) } };
    const message = { role: "assistant", content: null, tool_calls: [call] };
    const choices = [{ index: 0, message, finish_reason: "tool_calls" }];
    if (modelMs > 0) await delay(modelMs);
    note("plan sent");
    return send(response, 200, { ...head, object: "chat.completion", choices, usage });
  }
  note("responder request");
  if (stream !== true) throw new Error("the responder is expected to stream");
  response.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = (value) =>
    response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", ...value })}\n\n`);
  note("first text sent");
  for (const content of words) {
    if (modelMs > 0) await delay(modelMs / words.length);
    chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  }
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  chunk({ choices: [], usage });
  response.end("data: [DONE]\n\n");
}

const server = http.createServer(async (request, response) => {
  try {
    if (request.url === "/mcp" && request.method === "POST") await serveMcp(request, response);
    else if (request.url === "/mcp") send(response, 405, {});
    else if (request.url === "/v1/chat/completions") await serveModel(request, response);
    else if (request.url === "/moments") send(response, 200, moments);
    else if (request.url === "/reset") {
      moments = [];
      send(response, 200, {});
    } else send(response, 404, {});
  } catch (error) {
    send(response, 500, { error: String(error) });
  }
});
// A connection that the server closes for being idle would fail the next call on it, and the bench with it.
server.keepAliveTimeout = 0;
server.headersTimeout = 0;
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
