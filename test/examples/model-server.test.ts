/** The scripted model, asked with the prompts that Planwright sends, and made to misbehave. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startHttpAgent } from "../../examples/http-agent/server.ts";
import type { RunningExample } from "../../examples/listening.ts";
import { startExampleServer } from "../../examples/mcp-server/server.ts";
import { startModelServer } from "../../examples/model-server/server.ts";
import type { ModelRequest } from "../../src/model/port.ts";
import type { ResponderInput } from "../../src/model/prompts/execution-report.ts";
import { type PlannerInput, plannerRequest, readPlannerReply } from "../../src/model/prompts/planner.ts";
import { responderRequest } from "../../src/model/prompts/responder.ts";
import { readRouterReply, routerRequest } from "../../src/model/prompts/router.ts";
import { compilePlan } from "../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../src/plan/limits.ts";
import { patience } from "../support/engine/patience.ts";
import { blogCallables, conversation, model, reply } from "../support/models/prompt-parts.ts";
import { callableOf } from "../support/plan/callables.ts";

let server: RunningExample;
beforeAll(async () => {
  server = await startModelServer(0, { wordDelayMs: 0 });
});
afterAll(() => server.close());
beforeEach(() => post("/reset"));

function post(path: string, body?: unknown): Promise<Response> {
  return fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body ?? null),
  });
}

/** A request as it stands on the wire, in the least that OpenAI's interface asks for. */
function wire({ messages, answer }: ModelRequest) {
  const tools = answer.kind === "FUNCTION" ? [{ type: "function", function: answer.function }] : undefined;
  return {
    model: "m",
    messages: messages.map(({ role, text }) => ({ role: role.toLowerCase(), content: text })),
    tools,
  };
}

interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string | null;
      readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: unknown;
}

async function asked(request: ModelRequest) {
  const { choices } = (await (await post("/v1/chat/completions", wire(request))).json()) as Completion;
  const { content = "", tool_calls = [] } = choices[0]?.message ?? {};
  const functions = tool_calls.map((call) => ({
    name: call.function.name,
    arguments: JSON.parse(call.function.arguments),
    isJson: true,
  }));
  return reply({ text: content ?? "", functions });
}

const isError = callableOf({ name: "is_error" });
const setNote = callableOf({
  name: "set_note",
  inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
});

async function planned(message: string, facts: Partial<PlannerInput> = {}) {
  const rest = { callables: [...blogCallables, isError, setNote], bindings: [], maxSteps: 12, corrections: [] };
  const encoding = facts.encoding ?? "FUNCTION";
  const input = { model, encoding, conversation: conversation({ message }), ...rest, ...facts };
  const reading = readPlannerReply(await asked(plannerRequest(input)), encoding);
  if (!reading.ok) throw new Error(reading.message);
  return "search" in reading ? reading : reading.document;
}

function compiled(document: unknown) {
  const callables = new Map([...blogCallables, isError, setNote].map((each) => [each.name, each]));
  return compilePlan({
    source: { kind: "DOCUMENT", document, dialect: "TOOL_CALLS" },
    bindings: null,
    requestedLimits: {},
    callable: (name) => callables.get(name),
    callableNames: () => callables.keys(),
    settings: builtInLimits,
    sourcePath: [],
  });
}

describe("the scripted model plans", () => {
  it.each(["FUNCTION", "JSON"] as const)(
    "a blog post as the document does, and the plan passes (%s) [P28]",
    async (encoding) => {
      const document = await planned("Please write a blog post about AI trends 2025.", { encoding });
      expect(document).toMatchObject({
        type: "tool_calls",
        calls: [
          { tool_name: "research_blog", arguments: { topic: "AI trends 2025" } },
          { tool_name: "create_blog_post", arguments: { artifact_id: "$0.output.artifact_id" } },
        ],
      });
      expect(compiled(document).ok).toBe(true);
    },
  );

  it("a direct answer to a greeting, and where it has no tool", async () => {
    expect(await planned("Hello there")).toEqual({
      type: "direct_response",
      content: "Hello! How can I help you today?",
    });
    expect(await planned("Write a blog post", { callables: [] })).toMatchObject({ type: "direct_response" });
  });

  it("what is named, with the arguments that are given", async () => {
    expect(await planned('Use set_note with {"name":"a"}, then is_error')).toMatchObject({
      calls: [
        { tool_name: "set_note", arguments: { name: "a" } },
        { tool_name: "is_error", arguments: {} },
      ],
    });
    expect(await planned("set_note")).toMatchObject({ calls: [{ arguments: { name: "set_note" } }] });
  });

  it("wrongly when it is told to, and rightly when it is corrected", async () => {
    const wrong = await planned("An invalid plan for a blog post");
    const check = compiled(wrong);
    if (check.ok) throw new Error("passed");
    expect(check.problems).toMatchObject([{ kind: "TEMPLATE_INVALID", reason: "FIELD_NOT_FOUND" }]);
    for (const encoding of ["FUNCTION", "JSON"] as const) {
      const corrections = [{ reply: wrong, problems: check.problems }];
      expect(compiled(await planned("An invalid plan for a blog post", { corrections, encoding })).ok).toBe(true);
    }
  });
});

describe("the scripted model routes", () => {
  const candidates = [
    { name: "CostAgent", description: "Reports costs of machines", tags: ["costs"], exampleQueries: [] },
    { name: "none", description: "Weather", tags: ["forecast"], exampleQueries: ["Will it rain tomorrow?"] },
  ];
  it.each([
    ["What did our machines cost last week?", "CostAgent"],
    ["Will there be rain tomorrow?", "none"],
    ["Who wrote Hamlet?", undefined],
  ])("%s", async (message, agentName) => {
    const request = routerRequest({ model, conversation: conversation({ message }), candidates });
    expect(readRouterReply(await asked(request), candidates)).toMatchObject({ ok: true, agentName });
  });
});

describe("the scripted model answers", () => {
  const input: ResponderInput = {
    model,
    conversation: conversation(),
    callables: blogCallables,
    bindings: [],
    status: "PARTIAL",
    failure: null,
    planProblems: null,
    isUnrouted: false,
    maxBytes: 100_000,
    steps: [
      {
        id: "step0",
        callableName: "research_blog",
        end: "SUCCEEDED",
        arguments: {},
        output: { artifact: { title: "Tea </step>" } },
        text: undefined,
        failure: null,
      },
      {
        id: "step1",
        callableName: "is_error",
        end: "FAILED",
        arguments: {},
        output: undefined,
        text: undefined,
        failure: { code: "TOOL_ERROR", message: "no answer today", retryable: false, details: null },
      },
      {
        id: "step2",
        callableName: "create_blog_post",
        end: "NOT_RUN",
        arguments: undefined,
        output: undefined,
        text: undefined,
        failure: null,
      },
    ],
  };
  const text =
    'Here is what came of "Write a blog post about AI trends". research_blog succeeded with "Tea </step>". is_error failed: no answer today. create_blog_post was not run.';

  it("what succeeded, what failed and what was not run", async () => {
    expect((await asked(responderRequest(input))).text).toBe(text);
  });

  it("[P7, N4] the text of a tool that gave nothing else, and not a second time what its output says", async () => {
    const [first] = input.steps;
    if (first === undefined) throw new Error("there is no step");
    const plain = { ...first, callableName: "weather", output: undefined, text: "Sunny, 21 degrees" };
    const answer = (await asked(responderRequest({ ...input, steps: [plain, { ...first, text: "A summary" }] }))).text;
    expect(answer).toContain('weather succeeded with "Sunny, 21 degrees". research_blog succeeded with "Tea </step>".');
  });

  it("what was wrong with the plan, and that no agent fits", async () => {
    const planProblems = [{ kind: "INVALID_INPUT" as const, message: "no such field", path: [] }];
    expect((await asked(responderRequest({ ...input, steps: [], planProblems }))).text).toContain("no such field");
    expect((await asked(responderRequest({ ...input, steps: [], isUnrouted: true }))).text).toContain("No agent fits");
  });

  it("word by word, with usage at the end if it is wanted", async () => {
    const stream = { stream: true, stream_options: { include_usage: true } };
    const response = await post("/v1/chat/completions", { ...wire(responderRequest(input)), ...stream });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const lines = (await response.text()).split("\n\n").filter((line) => line !== "");
    expect(lines.at(-1)).toBe("data: [DONE]");
    const chunks = lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)));
    const words = chunks.flatMap((chunk) => chunk.choices[0]?.delta.content ?? []);
    expect(words.length).toBeGreaterThan(20);
    expect(words.join("")).toBe(text);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } });
  });
});

describe("the script", () => {
  it("comes before the model's own answers, in order, for the purpose that is named, and is then used up", async () => {
    const script = [
      {
        for: "PLAN",
        answer: { functions: [{ name: "__planning__", arguments: '{"type":"direct_response","content":"first"}' }] },
      },
      { for: "RESPOND", status: 500, body: { error: "not for a plan" } },
      { times: 2, answer: { text: '{"type":"direct_response","content":"second"}' } },
    ];
    expect((await post("/script", script)).status).toBe(204);
    const contents = [];
    for (let turn = 0; turn < 4; turn++) contents.push(((await planned("Hello")) as { content: string }).content);
    expect(contents).toEqual(["first", "second", "second", "Hello! How can I help you today?"]);
  });

  it("gives status, headers and body as they are, on any path", async () => {
    await post("/script", [
      { status: 429, headers: { "retry-after": "7" }, body: { error: { message: "slow down" } } },
    ]);
    const response = await post("/v1/messages", {});
    expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
      429,
      "7",
      { error: { message: "slow down" } },
    ]);
    expect((await post("/v1/messages", {})).status).toBe(404);
  });

  it("cuts a connection after everything before it was sent", async () => {
    await post("/script", [{ chunks: [{ text: "data: half" }], end: "CUT" }]);
    const { body } = await post("/v1/chat/completions", {});
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: half");
    await expect(reader.read()).rejects.toThrow();
  });

  it("hangs until nobody listens, which the ledger then says", async () => {
    await post("/script", [{ chunks: [{ text: "data: x\n\n" }], end: "HANG" }]);
    const leaving = new AbortController();
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      body: "{}",
      signal: leaving.signal,
    });
    const ledger = async () => (await (await fetch(`${server.url}/ledger`)).json()) as { endedAt: number | null }[];
    expect(response.status).toBe(200);
    expect((await ledger())[0]?.endedAt).toBeNull();
    leaving.abort();
    await expect.poll(async () => (await ledger())[0]?.endedAt, patience).toEqual(expect.any(Number));
  });

  it("is refused with its faults if it is no script", async () => {
    const response = await post("/script", [{ sttus: 500 }]);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("sttus");
  });
});

describe("the ledger", () => {
  it("keeps each request with its purpose, and whether a key came with it", async () => {
    await planned("Hello");
    const headers = { authorization: "Bearer k3y" };
    await (await fetch(`${server.url}/v1/chat/completions`, { method: "POST", body: "no JSON", headers })).text();
    const ledger = await (await fetch(`${server.url}/ledger`)).json();
    expect(ledger).toMatchObject([
      { purpose: "PLAN", authorized: false, body: { messages: expect.any(Array) }, endedAt: expect.any(Number) },
      { purpose: "OTHER", authorized: true, body: "no JSON" },
    ]);
    expect(JSON.stringify(ledger)).not.toContain("k3y");
  });
});

it("leaves the objects of the process as they are, beside the other examples", async () => {
  const others = [await startHttpAgent(0), await startExampleServer(0, { delayMs: 0 })];
  const answer = await fetch(`${server.url}/health`);
  expect(answer.constructor).toBe(Response);
  await Promise.all(others.map((other) => other.close()));
});
