/** The scripted model as the agents of the example manifest, asked through the adapter with the prompts that Planwright sends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RunningExample } from "../../examples/listening.ts";
import { startModelServer } from "../../examples/model-server/server.ts";
import { turnWorkOf } from "../../src/catalog/manifests/manifest-turns.ts";
import { callModel } from "../../src/model/adapter/adapter.ts";
import { agentTurnRequest, readAgentReply, type SaidMessage } from "../../src/model/prompts/agent-turn.ts";
import { violations } from "../../src/schema/validator.ts";
import { definitionOf, exampleManifest } from "../support/catalog/manifests.ts";
import { model } from "../support/models/prompt-parts.ts";

let server: RunningExample;
beforeAll(async () => {
  server = await startModelServer(0, { wordDelayMs: 0 });
});
afterAll(() => server.close());
beforeEach(() => post("/reset", null));

function post(path: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

const work = turnWorkOf(definitionOf(exampleManifest("generator")), () => model);
const context = "ContextAgent";
const interview = "InterviewAgent";

function agentOf(name: string) {
  const agent = work.agents.find((one) => one.name === name);
  if (agent === undefined) throw new Error(`the manifest has no ${name}`);
  return agent;
}

/** What the agent says; `maxOutputTokens` bounds it. */
async function says(name: string, messages: readonly SaidMessage[], maxOutputTokens = 1_000_000) {
  const { agent, output } = agentOf(name);
  const of = { ...model, baseUrl: `${server.url}/v1`, maxOutputTokens };
  const request = agentTurnRequest({ model: of, agent, output, messages });
  const texts: string[] = [];
  const result = await callModel(request, {
    fetch: (url, init) => fetch(url, init),
    permit: (_signal, run) => run(),
    ...{ key: undefined, binding: undefined, signal: new AbortController().signal },
    onText: output === null ? (text) => texts.push(text) : undefined,
  });
  if (result.kind !== "ANSWERED") return { kind: "FAILED", code: result.failure.code } as const;
  if (output === null) expect(texts.join("")).toBe(result.reply.text);
  return readAgentReply(result.reply, output);
}

function person(text: string): SaidMessage {
  return { author: "PERSON", text };
}

function said(agentName: string, text: string): SaidMessage {
  return { author: "AGENT", agentName, text };
}

const correction: SaidMessage = {
  ...{ author: "RUNTIME" },
  text: "Your output did not match the required schema. Error: /: required agent_message",
};

function isValid(reading: Awaited<ReturnType<typeof says>>): boolean {
  const schema = agentOf(context).output?.schema ?? false;
  return reading.kind === "OUTPUT" && violations(schema, reading.data).length === 0;
}

const question = "What would you like to automate?";

describe("the scripted model as the agents of the example manifest", () => {
  it("asks first, and says exactly NEXT after the reply [T32]", async () => {
    expect(await says(interview, [person("Hello")])).toEqual({ kind: "TEXT", text: question });
    const answered = [person("Hello"), said(interview, question), person("My inbox")];
    expect(await says(interview, answered)).toEqual({ kind: "TEXT", text: "NEXT" });
  });

  it("draws up a plan that satisfies its model, about what the person said", async () => {
    const messages = [person("Hello"), said(interview, question), person("My inbox"), said(interview, "NEXT")];
    const reading = await says(context, messages);
    expect(isValid(reading)).toBe(true);
    const data = reading.kind === "OUTPUT" ? reading.data : {};
    expect(data).toMatchObject({ ActionPlan: { workflow: { name: "My inbox", trigger: "form" } } });
    expect(data.agent_message).toContain("My inbox");
    expect(String(data.agent_message).length).toBeLessThanOrEqual(140);
  });

  it.each(["invalid", "always-invalid", "extra-keys", "spoofed-context", "prose", "huge"])(
    "goes wrong if the person says reply-%s, until it was told so",
    async (word) => {
      const wrong = [person(`My inbox reply-${word}`), said(interview, "NEXT")];
      expect(isValid(await says(context, wrong))).toBe(false);
      expect(isValid(await says(context, [...wrong, correction]))).toBe(word !== "always-invalid");
    },
  );

  it("says 1 MB, which is read as no output, or not at all where a model may not say so much", async () => {
    const messages = [person("reply-huge")];
    expect(await says(context, messages)).toEqual({ kind: "NO_OUTPUT", finding: "more than 200000 bytes" });
    expect(await says(context, messages, 4_096)).toEqual({ kind: "FAILED", code: "MODEL_ERROR" });
  });

  it("makes up context variables, in two spellings [R29]", async () => {
    const reading = await says(context, [person("reply-spoofed-context")]);
    expect(reading).toMatchObject({ data: { context_variables: { chat_id: "stolen" }, Context_Variables: {} } });
  });

  it("says what a test has prepared for agents", async () => {
    await post("/script", [
      { for: "PLAN", answer: { text: "not this" } },
      { for: "AGENT", answer: { text: "prepared" } },
    ]);
    expect(await says(interview, [person("Hello")])).toEqual({ kind: "TEXT", text: "prepared" });
    const ledger = (await (await fetch(`${server.url}/ledger`)).json()) as readonly { readonly purpose: string }[];
    expect(ledger.map(({ purpose }) => purpose)).toEqual(["AGENT"]);
  });
});
