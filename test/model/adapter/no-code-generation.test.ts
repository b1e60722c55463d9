/** The platform refuses to make code out of text, but not where its tests run; Node can be told to refuse it too. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const script = `
  const { callModel } = await import("./src/model/adapter/adapter.ts");
  const published = await import("./test/support/models/published-answers.ts");
  let refused = null;
  try { new Function("return 1"); } catch (error) { refused = error.name; }
  const answers = { OPENAI_COMPATIBLE: "chatText", OPENAI: "chatText", OPENAI_RESPONSES: "responsesText", ANTHROPIC: "anthropicText" };
  const kinds = {};
  for (const [provider, name] of Object.entries(answers)) {
    const model = { name: "m", provider, model: "m", baseUrl: "https://models.example/v1", keySecret: null, maxOutputTokens: 9 };
    const result = await callModel(
      { model, messages: [{ role: "USER", text: "Hello" }], answer: { kind: "TEXT" } },
      { fetch: async () => Response.json(published[name]), signal: new AbortController().signal },
    );
    kinds[provider] = result.kind;
  }
  console.log(JSON.stringify({ refused, kinds }));
`;

it("no provider's library makes code out of text", async () => {
  const flags = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: process.cwd() });
  expect(JSON.parse(stdout)).toEqual({
    refused: "EvalError",
    kinds: { OPENAI_COMPATIBLE: "ANSWERED", OPENAI: "ANSWERED", OPENAI_RESPONSES: "ANSWERED", ANTHROPIC: "ANSWERED" },
  });
});
