/**
 * From a prompt to an answer against a scripted language model: the calls that the document Plan, Execute, Respond counts, what is sent
 * with each, the answer as it streams, and a model that misbehaves.
 */
import { createClient } from "graphql-sse";
import { describe, expect, inject, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import {
  type LoggedEvent,
  LogReader,
  readByLastEventId,
  readOverMultipart,
  readOverSse,
  readOverWebSocket,
} from "../../support/deployed/log-readers.ts";
import { execute, type ModelExecution, prompt } from "../../support/deployed/model-executions.ts";
import { eventually } from "../../support/deployed/planwright.ts";

// An entry that can throw executions out of memory whatever they are doing.
const served = deployedWorld({
  models: { locked: { keySecret: "NOWHERE" } },
  builtConfig: inject("builtKillConfig"),
});

const blog = "Write a blog post about AI trends 2025";
const plannedBy = (answer: object) => ({ for: "PLAN", answer });
const planning = (plan: unknown) =>
  plannedBy({
    functions: [{ name: "__planning__", arguments: typeof plan === "string" ? plan : JSON.stringify(plan) }],
  });
const read = { tool_name: "read_note", arguments: { name: "x" } };

/** What was sent to the model, by purpose. */
async function purposes() {
  return (await served.sentToModel()).map(({ purpose }) => purpose);
}

describe("the AI-call table of the document Plan, Execute, Respond", () => {
  it("[P4, P8] no tools: one call, whose answer is the response", async () => {
    const execution = await prompt(served.planwright, "Hello there");
    expect(execution).toMatchObject({ kind: "PROMPT", status: "SUCCEEDED", state: "COMPLETED", steps: [] });
    expect(execution.response).toBe("Hello! How can I help you today?");
    expect(await purposes()).toEqual(["PLAN"]);
    expect(await served.toolCalls()).toEqual([]);
  });

  it("[P1, P5, P8, P28] tools that succeed: two calls, and no model between them", async () => {
    const execution = await prompt(served.planwright, blog);
    expect(execution).toMatchObject({ status: "SUCCEEDED", usage: { modelCalls: 2, toolCalls: 2 } });
    expect(execution.steps.map(({ status }) => status)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
    expect(execution.response).toContain("research_blog succeeded");
    expect(await purposes()).toEqual(["PLAN", "RESPOND"]);
    const [planned, responded] = await served.sentToModel();
    const calls = await served.toolCalls();
    expect(calls.map(({ tool }) => tool)).toEqual(["research_blog", "create_blog_post"]);
    for (const { at } of calls) {
      expect(at).toBeGreaterThanOrEqual(planned?.at ?? Number.POSITIVE_INFINITY);
      expect(at).toBeLessThanOrEqual(responded?.at ?? 0);
    }
  });

  it("[P6, P8] a tool that fails: two calls, the answer knows what was found and what was not", async () => {
    const execution = await prompt(served.planwright, "Call read_note and then is_error and then set_note");
    expect(execution.steps.map(({ status }) => status)).toEqual(["SUCCEEDED", "FAILED", "SKIPPED"]);
    expect(execution.status).toBe("PARTIAL");
    expect(await purposes()).toEqual(["PLAN", "RESPOND"]);
    expect(execution.response).toMatch(/read_note succeeded.*is_error failed.*set_note was not run/s);
  });

  it("[P8, P16, C31] a template that does not pass: two calls, no tool, and the answer explains the error", async () => {
    const execution = await prompt(served.planwright, `${blog}, with an invalid plan`);
    expect(execution).toMatchObject({
      status: "FAILED",
      state: "FAILED",
      failure: { code: "PLAN_INVALID" },
      steps: [],
    });
    expect(execution.planErrors).toMatchObject([{ __typename: "TemplateError", code: "TEMPLATE_INVALID" }]);
    expect(await purposes()).toEqual(["PLAN", "RESPOND"]);
    expect(await served.toolCalls()).toEqual([]);
    expect(execution.response).toContain("artifact_idd");
  });
});

describe("a plan with a text that looks like a reference", () => {
  const lookalike = {
    type: "tool_calls",
    reasoning: "",
    calls: [read, { tool_name: "set_note", arguments: { name: "copy", text: "See $0.output.text" } }],
  };
  const selection = "planWarnings { code message path stepId }";

  it("[N73] that a planner wrote runs, and its warnings stand in the execution and in the event of its plan", async () => {
    await served.script(planning(lookalike));
    const { id, status } = await prompt(served.planwright, blog);
    expect(status).toBe("SUCCEEDED");
    const { execution } = await served.planwright.ask<{
      execution: { planWarnings: unknown; events: { nodes: readonly { planWarnings?: unknown }[] } };
    }>(
      `query ($id: ID!) { execution(by: { id: $id }) { ${selection}
        events(first: 100) { nodes { ... on PlanProposed { ${selection} } } } } }`,
      { id },
    );
    const warning = {
      ...{ code: "TEXT_LIKE_REFERENCE", path: ["calls", "1", "arguments", "text"], stepId: "step1" },
      message: expect.stringContaining("$0.output.text"),
    };
    expect(execution.planWarnings).toEqual([warning]);
    expect(execution.events.nodes.flatMap(({ planWarnings }) => planWarnings ?? [])).toEqual([warning]);
  });

  it("[N73] that was given tells the same in its execution as in the payload, with the place in the plan", async () => {
    const { executePlan } = await served.planwright.ask<{
      executePlan: { execution: { planWarnings: readonly object[] }; warnings: readonly { path: readonly string[] }[] };
    }>(
      `mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { execution { ${selection} } warnings { code message path stepId } } }`,
      { input: { source: { document: lookalike }, options: { waitMs: 20_000 } } },
    );
    const [told] = executePlan.warnings;
    expect(told?.path).toEqual(["input", "source", "document", "calls", "1", "arguments", "text"]);
    expect(executePlan.execution.planWarnings).toEqual([{ ...told, path: ["calls", "1", "arguments", "text"] }]);
  });
});

describe("a plan with groups", () => {
  it("[N335] that a planner wrote makes its calls at the same time, and the answer tells of each", async () => {
    const words = 'Call slow {"ms": 400} and slow {"ms": 401} at the same time';
    const execution = await prompt(served.planwright, words);
    expect(execution).toMatchObject({ status: "SUCCEEDED", usage: { modelCalls: 2, toolCalls: 2 } });
    expect(execution.steps).toMatchObject([
      { stepId: "together", output: { value: { call0: { ms: 400 }, call1: { ms: 401 } } } },
    ]);
    expect(execution.response).toMatch(/slow succeeded.*slow succeeded/s);
    const [first, second] = await served.toolCalls();
    expect(Math.abs((first?.at ?? 0) - (second?.at ?? 0))).toBeLessThan(350);
  });

  it("[N393] that a planner wrote calculates, in the order that it chose", async () => {
    const ms = { cel: "{{steps.a.output.ms}} * 2 + size(['x'])" };
    const steps = [
      { tool: { stepId: "a", toolName: "slow", arguments: { ms: 2 } } },
      { tool: { stepId: "b", toolName: "slow", arguments: { ms } } },
    ];
    await served.script(planning({ type: "plan", schedule: "SEQUENTIAL", steps }));
    const execution = await prompt(served.planwright, blog);
    expect(execution).toMatchObject({ status: "SUCCEEDED" });
    expect(execution.steps).toMatchObject([{ output: { value: { ms: 2 } } }, { output: { value: { ms: 5 } } }]);
  });

  it("[N336] is asked for in the form that stands beside the prompt, and not at all with TOOL_CALLS", async () => {
    const words = 'Call read_note {"name": "x"} and read_note {"name": "y"} at the same time';
    const asked = async (dialect: string) => {
      const source = { dialect, prompt: { text: words } };
      const { execution } = await execute(served.planwright, { source, respond: false });
      return execution?.steps.map(({ stepId }) => stepId);
    };
    expect(await asked("ORCHESTRATE")).toEqual(["together"]);
    expect(await asked("TOOL_CALLS")).toEqual(["step0", "step1"]);
    const { errors } = await execute(served.planwright, {
      source: { dialect: "EXECUTION_RESPONSE", prompt: { text: words } },
    });
    expect(errors).toMatchObject([{ path: ["input", "source", "dialect"] }]);
  });

  it("[N335] that does not pass is refused with its place in the steps, and nothing is called", async () => {
    const parallel = { steps: [{ tool: { toolName: "read_note", arguments: { nme: "x" } } }] };
    await served.script(planning({ type: "plan", steps: [{ parallel }] }));
    const execution = await prompt(served.planwright, blog);
    expect(execution).toMatchObject({ status: "FAILED", failure: { code: "PLAN_INVALID" } });
    expect(execution.planErrors[0]?.path).toEqual(["steps", "0", "parallel", "steps", "0", "tool", "arguments"]);
    expect(await served.toolCalls()).toEqual([]);
  });
});

describe("what is sent", () => {
  it("[P3, C34] the planner is made to call the one function that there is; the responder has none", async () => {
    await prompt(served.planwright, blog);
    const [planned, responded] = await served.sentToModel();
    expect(planned?.body.tools?.map((tool) => tool.function.name)).toEqual(["__planning__"]);
    expect(planned?.body.tool_choice).toEqual({ type: "function", function: { name: "__planning__" } });
    expect(JSON.stringify(planned?.body.tools?.[0]?.function.parameters)).toContain('"create_blog_post"');
    expect(responded?.body).not.toHaveProperty("tools");
    expect(responded?.body).not.toHaveProperty("tool_choice");
  });

  it("[O11, C34] a planner that writes JSON has no function at all", async () => {
    const execution = await prompt(served.planwright, blog, { encoding: "JSON" });
    expect(execution.status).toBe("SUCCEEDED");
    const [planned] = await served.sentToModel();
    expect(planned?.body).not.toHaveProperty("tools");
  });

  it("[P2, P7] the responder gets the messages of the planner and behind them what became of each step", async () => {
    await prompt(served.planwright, blog, {
      systemPrompt: "You write for engineers",
      skills: [{ skillId: "brevity", instructions: "Be brief" }],
      history: [
        { role: "USER", text: "An earlier question" },
        { role: "AGENT", text: "An earlier answer" },
      ],
      usageHints: { length: "one sentence" },
    });
    const [planned, responded] = await served.sentToModel();
    const before = planned?.body.messages ?? [];
    expect(before.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(before[0]?.content).toContain("You write for engineers");
    expect(before[0]?.content).toContain("Be brief");
    expect(before.slice(1).map(({ content }) => content)).toEqual(["An earlier question", "An earlier answer", blog]);
    expect(responded?.body.messages.slice(0, before.length)).toEqual(before);
    const report =
      responded?.body.messages
        .slice(before.length)
        .map(({ content }) => content)
        .join("\n") ?? "";
    expect(report).toContain("A post from research");
    expect(report).toContain("one sentence");
  });

  it("[P2] the instructions and skills of a registered agent count, and its description reaches the responder", async () => {
    await served.planwright.registerAgent({
      name: "Editor",
      description: "Edits what others wrote",
      source: {
        local: { instructions: "Never use exclamation marks", skills: [{ skillId: "s", instructions: "Cut" }] },
      },
    });
    await prompt(served.planwright, blog, { agentName: "Editor" });
    for (const { body } of await served.sentToModel()) {
      expect(body.messages[0]?.content).toContain("Never use exclamation marks");
      expect(body.messages[0]?.content).toContain("Edits what others wrote");
    }
  });

  it("[O28] only the callables of the subset are offered", async () => {
    await prompt(served.planwright, "Call read_note", { callables: ["read_note"] });
    const [planned] = await served.sentToModel();
    expect(JSON.stringify(planned?.body)).toContain("read_note");
    expect(JSON.stringify(planned?.body)).not.toContain("create_blog_post");
  });
});

describe("a plan that does not pass", () => {
  it("[C31] ends the execution after one call if it is to be rejected", async () => {
    const execution = await prompt(served.planwright, `${blog}, with an invalid plan`, {}, { onInvalidPlan: "REJECT" });
    expect(execution).toMatchObject({ status: "FAILED", failure: { code: "PLAN_INVALID" }, response: null });
    expect(await purposes()).toEqual(["PLAN"]);
  });

  it("[C31] is corrected once if that was asked for", async () => {
    const execution = await prompt(served.planwright, `${blog}, with an invalid plan`, { maxCorrections: 1 });
    expect(execution).toMatchObject({ status: "SUCCEEDED", planErrors: [] });
    expect(await purposes()).toEqual(["PLAN", "PLAN", "RESPOND"]);
    expect(execution.events.nodes.map(({ type }) => type)).toContain("PLAN_REJECTED");
  });

  it("[C31] if it was given, is explained by the responder on demand: one call, nothing else", async () => {
    const document = {
      type: "tool_calls",
      reasoning: "",
      calls: [{ tool_name: "nothing_of_this_name", arguments: {} }],
    };
    const { execution } = await execute(served.planwright, {
      source: { document },
      onInvalidPlan: "RESPOND",
      respond: true,
    });
    expect(execution).toMatchObject({ status: "FAILED", failure: { code: "PLAN_INVALID" } });
    expect(execution?.planErrors).toMatchObject([{ code: "UNKNOWN_CALLABLE" }]);
    expect(execution?.response).toContain("nothing_of_this_name");
    expect(await purposes()).toEqual(["RESPOND"]);
  });
});

describe("the answer", () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index} `);
  const chunk = (content: string) => ({
    text: `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 0, model: "m", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`,
    delayMs: 40,
  });
  const last = {
    text: `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 0, model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
  };
  const slowly = {
    for: "RESPOND",
    status: 200,
    headers: { "content-type": "text/event-stream" },
    chunks: [...words.map(chunk), last],
  };

  const subscription = `subscription ($executionId: ID!, $after: EventCursor) {
    executionEvents(executionId: $executionId, after: $after) {
      cursor events { type ... on TextProduced { streamId offset text } }
    }
  }`;
  interface Piece {
    readonly type: string;
    readonly streamId?: string;
    readonly offset?: number;
    readonly text?: string;
  }

  interface Batch {
    readonly executionEvents: { readonly cursor: string; readonly events: readonly Piece[] };
  }

  it("[P7] streams while it is written, and a reader who comes back in the middle of a sentence misses nothing", async () => {
    await served.script(slowly);
    const { execution } = await execute(served.planwright, {
      source: { prompt: { text: blog } },
      options: { waitMs: 0 },
    });
    const pieces: Piece[] = [];
    let connections = 0;
    let after: string | null = null;
    let isOver = false;
    while (!isOver) {
      connections += 1;
      const client = createClient({ url: served.planwright.endpoint, retryAttempts: 0 });
      const items: AsyncIterable<unknown> = client.iterate({
        query: subscription,
        variables: { executionId: execution?.id, after },
      });
      for await (const item of items) {
        const batch: Batch["executionEvents"] | undefined = (item as { readonly data?: Batch | null }).data
          ?.executionEvents;
        if (batch === undefined) throw new Error("the subscription gave an error");
        after = batch.cursor;
        pieces.push(...batch.events);
        isOver = batch.events.some(({ type }) => type === "EXECUTION_FINISHED");
        // Every piece of text is the last that this connection sees.
        if (batch.events.some(({ type }) => type === "TEXT_PRODUCED")) break;
      }
      client.dispose();
    }
    expect(connections).toBeGreaterThan(3);
    const texts = pieces.filter(({ type }) => type === "TEXT_PRODUCED");
    let length = 0;
    for (const { offset, text } of texts) {
      expect(offset).toBe(length);
      length += text?.length ?? 0;
    }
    expect(texts.map(({ text }) => text).join("")).toBe(words.join(""));
    const end = await served.planwright.ask<{ execution: ModelExecution }>(
      "query ($id: ID!) { execution(by: { id: $id }) { status response } }",
      { id: execution?.id },
    );
    expect(end.execution).toEqual({ status: "SUCCEEDED", response: words.join("") });
  });

  it("[E7, E2] is written anew, as a stream of its own, when the object is lost in the middle of it; no tool is called again", async () => {
    await served.script(slowly);
    const { execution } = await execute(served.planwright, {
      source: { prompt: { text: blog } },
      options: { waitMs: 0 },
    });
    const look = async () => {
      const { execution: now } = await served.planwright.ask<{ execution: ModelExecution }>(
        `query ($id: ID!) { execution(by: { id: $id }) {
          status response usage { modelCalls } modelCalls { purpose outcome }
          events(first: 500) { nodes { type ... on TextProduced { streamId text } } } } }`,
        { id: execution?.id },
      );
      return now;
    };
    const isWriting = async () => (await look()).events.nodes.some(({ type }) => type === "TEXT_PRODUCED") || null;
    await eventually(isWriting);
    await served.reset();
    const end = await eventually(async () => {
      const now = await look();
      return now.status === "SUCCEEDED" ? now : null;
    });
    const calls = end.modelCalls.map(({ purpose, outcome }) => `${purpose} ${outcome}`);
    expect(calls).toEqual(["PLAN ANSWERED", "RESPOND UNKNOWN", "RESPOND ANSWERED"]);
    const streams = new Map<string, string>();
    for (const event of end.events.nodes as unknown as readonly Piece[]) {
      if (event.streamId === undefined) continue;
      streams.set(event.streamId, (streams.get(event.streamId) ?? "") + event.text);
    }
    // The text of the lost call was in its object alone.
    expect([...streams.keys()]).toEqual(["respond/3"]);
    expect(end.response).toBe(streams.get("respond/3"));
    expect((await served.toolCalls()).length).toBe(2);
  });

  it("[N235, N237] reaches who is live and who comes late over SSE, WebSocket and multipart alike, and a loss amid it is told to all", async () => {
    // As long as eight readers take to connect on a busy machine.
    await served.script({ ...slowly, chunks: slowly.chunks.map(({ text }) => ({ text, delayMs: 250 })) });
    const { execution } = await execute(served.planwright, {
      source: { prompt: { text: blog } },
      options: { waitMs: 0 },
    });
    const { endpoint } = served.planwright;
    const id = execution?.id ?? "";
    const ways = [readOverSse, readByLastEventId, readOverWebSocket, readOverMultipart];
    const follow = (way: (typeof ways)[number]) => {
      const reader = new LogReader();
      return { reader, end: way(endpoint, id, reader) };
    };
    const live = ways.map(follow);
    const textOf = ({ log }: LogReader) => log.map(({ text = "" }) => text).join("");
    await eventually(async () => live.every(({ reader }) => textOf(reader).includes("word4")));
    const late = ways.map(follow);
    await eventually(async () =>
      late.every(({ reader }) => textOf(reader).startsWith("word0 word1 word2 word3 word4")),
    );
    await served.reset();
    await Promise.all([...live, ...late].map(({ end }) => end));
    const { events } = (
      await served.planwright.ask<{ execution: { readonly events: { readonly nodes: readonly LoggedEvent[] } } }>(
        `query ($id: ID!) { execution(by: { id: $id }) {
          events(first: 500) { nodes { sequence type ... on TextProduced { streamId offset text } } } } }`,
        { id },
      )
    ).execution;
    for (const { reader } of [...live, ...late]) {
      expect({ faults: reader.faults, retold: reader.retold }).toEqual({ faults: [], retold: 1 });
      expect(reader.log).toEqual(events.nodes);
    }
  });

  it("[R27] that fails hides nothing of the result", async () => {
    await served.script({
      for: "RESPOND",
      status: 400,
      body: { error: { message: "no", type: "invalid_request_error" } },
    });
    const execution = await prompt(served.planwright, blog);
    expect(execution).toMatchObject({ status: "SUCCEEDED", response: null, responseFailure: { code: "MODEL_ERROR" } });
    expect(execution.steps.map(({ status }) => status)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  });
});

describe("a request that cannot be is refused before any model is called:", () => {
  it.each([
    ["an empty prompt", { text: "" }, "INVALID_INPUT", "text"],
    ["a prompt of 1 MB", { text: "x".repeat(1_000_000) }, "LIMIT_EXCEEDED", "text"],
    ["an unknown model", { text: "x", model: "gpt-nothing" }, "MODEL_NOT_FOUND", "model"],
    ["a model whose key is missing", { text: "x", model: "locked" }, "MODEL_NOT_FOUND", "model"],
    ["an unknown agent", { text: "x", agentName: "Nobody" }, "AGENT_NOT_FOUND", "agentName"],
    ["an unknown callable", { text: "x", callables: ["read_not"] }, "UNKNOWN_CALLABLE", "callables"],
  ])("%s", async (_, source, code, place) => {
    const { execution, errors } = await execute(served.planwright, { source: { prompt: source } });
    expect(execution).toBeNull();
    expect(errors).toMatchObject([{ code }]);
    expect(errors[0]?.path.slice(0, 4)).toEqual(["input", "source", "prompt", place]);
    expect(await served.sentToModel()).toEqual([]);
  });

  it("a history with an unknown role", async () => {
    const input = { source: { prompt: { text: "x", history: [{ role: "SYSTEM", text: "obey" }] } } };
    const { errors } = await served.planwright.send(
      "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { code } } }",
      { input },
    );
    expect(errors?.[0]?.message).toMatch(/"SYSTEM".*"MessageRole"/);
    expect(await served.sentToModel()).toEqual([]);
  });

  it("names the key that is missing and the setting that it is read from", async () => {
    const { errors } = await execute(served.planwright, { source: { prompt: { text: "x", model: "locked" } } });
    expect(errors[0]?.message).toContain("MODEL_SECRET_NOWHERE");
  });
});

describe("a planner that misbehaves ends in a failure with a code, calls nothing, and what it said is kept:", () => {
  const planOf = (count: number) => ({
    type: "tool_calls",
    reasoning: "",
    calls: Array.from({ length: count }, () => read),
  });
  it.each([
    ["nothing", plannedBy({ text: "" }), "PLANNER_OUTPUT_INVALID", ""],
    ["prose", plannedBy({ text: "I would rather not" }), "PLANNER_OUTPUT_INVALID", "I would rather not"],
    [
      "another function",
      plannedBy({ functions: [{ name: "read_note", arguments: "{}" }] }),
      "PLANNER_OUTPUT_INVALID",
      "read_note",
    ],
    ["invalid JSON", planning('{"type": "tool_calls", "calls": ['), "PLANNER_OUTPUT_INVALID", "tool_calls"],
    ["a plan of 1,000 steps", planning(planOf(1_000)), "PLAN_INVALID", "read_note"],
    ["a plan of 10,000 steps", planning(planOf(10_000)), "MODEL_ERROR", "read_note"],
    ["a callable outside its subset", planning(planOf(1)), "PLAN_INVALID", "read_note"],
  ])("%s", async (_, reply, code, kept) => {
    await served.script(reply);
    const execution = await prompt(
      served.planwright,
      blog,
      { callables: ["research_blog"] },
      { onInvalidPlan: "REJECT" },
    );
    expect(execution.status).toBe("FAILED");
    expect(execution.failure?.code).toBe(code);
    expect(await served.toolCalls()).toEqual([]);
    expect(await purposes()).toEqual(["PLAN"]);
    const said = execution.modelCalls[0]?.reply?.preview ?? "";
    expect(said).toContain(kept);
  });

  it("an answer without end is cut", async () => {
    const text = `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 0, model: "m", choices: [{ index: 0, delta: { content: "x".repeat(50_000) }, finish_reason: null }] })}\n\n`;
    const chunks = Array.from({ length: 100 }, () => ({ text }));
    await served.script({
      for: "RESPOND",
      status: 200,
      headers: { "content-type": "text/event-stream" },
      chunks,
      end: "HANG",
    });
    const execution = await prompt(served.planwright, blog);
    expect(execution).toMatchObject({ status: "SUCCEEDED", responseFailure: { code: "MODEL_ERROR" } });
  });

  it("a model that is busy is asked again when it said so", async () => {
    await served.script({
      for: "PLAN",
      status: 429,
      headers: { "retry-after": "1" },
      body: { error: { message: "busy" } },
    });
    const execution = await prompt(served.planwright, blog);
    expect(execution.status).toBe("SUCCEEDED");
    const [first, second] = await served.sentToModel();
    expect(await purposes()).toEqual(["PLAN", "PLAN", "RESPOND"]);
    expect((second?.at ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(900);
  });
});
