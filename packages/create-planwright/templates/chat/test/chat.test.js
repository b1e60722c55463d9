/** A message as the page sends it, against the Worker of this project in the real runtime. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DefaultChatTransport, readUIMessageStream } from "ai";
import { createTestHarness } from "wrangler";
import { startModel } from "../model.js";
import { setUp } from "../set-up.js";

let harness;
let model;
let origin;

before(async () => {
  // At a port of its own, so that the test runs beside `npm run dev`.
  model = await startModel(0);
  const baseUrl = `http://127.0.0.1:${model.address().port}/v1`;
  const MODELS = JSON.stringify([{ name: "main", provider: "openai-compatible", model: "script", baseUrl }]);
  harness = createTestHarness({ workers: [{ configPath: "wrangler.toml", secrets: { MODELS } }] });
  const { url } = await harness.listen();
  origin = new URL(url).origin;
  await setUp(origin);
});
after(async () => {
  model?.close();
  await harness?.close();
});

test("a message is answered, and the conversation is kept", async () => {
  const transport = new DefaultChatTransport({ api: `${origin}/chat`, body: { manifest: "chat" } });
  const messages = [{ id: "m1", role: "user", parts: [{ type: "text", text: "Good morning" }] }];
  const stream = await transport.sendMessages({ chatId: "c1", messages, trigger: "submit-message" });
  let answer;
  for await (const message of readUIMessageStream({ stream })) answer = message;
  assert.match(answer.parts.map((part) => part.text ?? "").join(""), /Good morning/);
  const kept = await (await fetch(`${origin}/chat/c1/messages`)).json();
  assert.deepEqual(
    kept.messages.map(({ role }) => role),
    ["user", "assistant"],
  );
});
