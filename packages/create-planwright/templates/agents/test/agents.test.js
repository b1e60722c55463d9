/** A prompt from which the model makes a plan over an MCP server of somebody else, against the Worker in the real runtime. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { createClient } from "@planwright/client";
import { createTestHarness } from "wrangler";
import { startModel } from "../model.js";
import { setUp } from "../set-up.js";
import { startToolServer } from "../tool-server.js";

let harness;
let toolServer;
let model;
let planwright;

before(async () => {
  // At ports of their own, so that the test runs beside `npm run dev`.
  const toolPort = await freePort();
  toolServer = startToolServer(toolPort);
  model = await startModel(0);
  const baseUrl = `http://127.0.0.1:${model.address().port}/v1`;
  const MODELS = JSON.stringify([{ name: "main", provider: "openai-compatible", model: "script", baseUrl }]);
  harness = createTestHarness({ workers: [{ configPath: "wrangler.toml", secrets: { MODELS } }] });
  const { url } = await harness.listen();
  await setUp(new URL(url).origin, `http://127.0.0.1:${toolPort}/mcp`);
  planwright = createClient({ url });
});
after(async () => {
  toolServer?.kill();
  model?.close();
  await harness?.close();
});

async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  await once(listener.close(), "close");
  return port;
}

/** Runs a prompt to its end. */
async function finished(run) {
  assert.ok(run.ok, run.error?.message);
  const end = await planwright.finished(run.value.execution.id);
  assert.ok(end.ok, end.error?.message);
  return end.value;
}

test("a prompt becomes a plan over the tools of an MCP server", async () => {
  const { response, status, steps } = await finished(await planwright.run("What is 12 and 30 together?"));
  assert.equal(status, "SUCCEEDED");
  assert.equal(steps[0].name, "get-sum");
  assert.match(response, /42/);
});

test("an agent is called in a plan, and plans over its own tools", async () => {
  const plan = { steps: [{ tool: { toolName: "calculator", arguments: { text: "Add 2 and 3" } } }] };
  const { status, steps } = await finished(await planwright.run(plan));
  assert.equal(status, "SUCCEEDED");
  assert.match(steps[0].output.value.text, /5/);
});
