/**
 * Agents and prompts that plan again, through the real Worker: the ledgers of the model and of the tools tell what was really asked and called,
 * the API shows every plan.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { prompt } from "../../support/deployed/model-executions.ts";
import type { UserError } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });

const words = 'Keep set_note {"name": "bees", "text": "They hum"}, then look with read_note {"name": "bees"}';

const file = `
agents:
  - name: keeper
    description: Keeps what it is told and looks again
    source:
      local:
        instructions: Keep what you are told. Look whether it was kept.
        tools: [set_note, read_note]
        maxRounds: 3
  - name: counter
    description: Keeps and counts
    source:
      local:
        instructions: Keep, then count.
        tools: [set_note, read_note]
        maxRounds: 2
        outputSchema: { type: object, properties: { count: { type: integer } }, required: [count] }
`;

const { agents } = parse(file) as { readonly agents: readonly { readonly [member: string]: unknown }[] };

beforeAll(async () => {
  for (const agent of agents) await served.planwright.registerAgent(agent);
});

interface Rounds {
  readonly status: string;
  readonly permittedActions: readonly string[];
  readonly rounds: readonly {
    readonly number: number;
    readonly proposedAt: string | null;
    readonly plan: { readonly hash: string; readonly steps: readonly { readonly stepId: string }[] };
    readonly steps: readonly { readonly stepId: string; readonly status: string }[];
  }[];
  readonly plan: { readonly hash: string; readonly steps: readonly { readonly stepId: string }[] };
  readonly events: { readonly nodes: readonly { readonly type: string; readonly round?: number }[] };
  readonly modelCalls: readonly { readonly purpose: string }[];
}

interface ConversationSeen {
  readonly status: string;
  readonly steps: readonly { readonly stepId: string; readonly status: string }[];
  readonly events: { readonly nodes: readonly { readonly __typename: string; readonly cause?: string }[] };
}

const fields = `status permittedActions rounds { number proposedAt plan { hash steps { stepId } } steps { stepId status } } plan { hash steps { stepId } }
  events(first: 100) { nodes { type ... on PlanProposed { round } ... on PlanRejected { round } } } modelCalls { purpose }`;

const purposes = async () => (await served.sentToModel()).map(({ purpose }) => purpose);
const called = async () => (await served.toolCalls()).map((call) => call.tool);

async function childOf(toolName: string, text: string) {
  const { execution, errors } = await served.planwright.executePlan({
    source: { plan: { steps: [{ tool: { stepId: "ask", toolName, arguments: { text } } }] } },
    options: { waitMs: 25_000 },
  });
  expect(errors).toEqual([]);
  const { execution: seen } = await served.planwright.ask<{ execution: { children: { nodes: readonly Rounds[] } } }>(
    `query ($id: ID!) { execution(by: { id: $id }) { children(first: 5) { nodes { ${fields} } } } }`,
    { id: execution?.id },
  );
  const [child] = seen.children.nodes;
  if (child === undefined) throw new Error("no child was started");
  return { step: execution?.steps[0], child };
}

describe("an agent that plans again", () => {
  it("[N371] makes a plan, sees what it brought, makes another and answers; the API shows each plan", async () => {
    const { child, step } = await childOf("peer_keeper", words);
    expect(step?.status).toBe("SUCCEEDED");
    expect(await called()).toEqual(["set_note", "read_note"]);
    expect(child.modelCalls.map(({ purpose }) => purpose)).toEqual(["PLAN", "PLAN", "PLAN"]);
    expect(child.rounds).toMatchObject([
      { number: 1, proposedAt: null, steps: [{ stepId: "step0", status: "SUCCEEDED" }] },
      { number: 2, proposedAt: expect.any(String), steps: [{ stepId: "rounds/2/step0", status: "SUCCEEDED" }] },
      { number: 3, steps: [] },
    ]);
    const [first, second] = child.rounds;
    expect(child.plan).toEqual(first?.plan);
    expect(second?.plan.steps).toEqual([{ stepId: "step0" }]);
    expect(child.permittedActions).toEqual(["FORK", "DELETE"]);
    expect(child.events.nodes.flatMap(({ round, type }) => (type === "PLAN_PROPOSED" ? [round] : []))).toEqual([
      1, 2, 3,
    ]);
    const sent = JSON.stringify((await served.sentToModel())[1]?.body.messages);
    expect(sent).toContain("<report>");
    expect(sent).toContain("plans_left");
  });

  it("[N371, N267] owes its output after its last round, like after one plan", async () => {
    const { child, step } = await childOf("peer_counter", words);
    expect(step).toMatchObject({ status: "SUCCEEDED", output: { value: { count: expect.any(Number) } } });
    expect(child.modelCalls.map(({ purpose }) => purpose)).toEqual(["PLAN", "PLAN", "RESPOND"]);
    expect(await called()).toEqual(["set_note", "read_note"]);
    const last = (await served.sentToModel()).at(-1);
    expect(last?.body.tools).toBeUndefined();
  });

  it("[N371] is held to its number of plans: at the last one it must answer", async () => {
    const plan = JSON.stringify({
      type: "tool_calls",
      calls: [{ tool_name: "set_note", arguments: { name: "again", text: "again" } }],
    });
    await served.script({ for: "PLAN", times: 5, answer: { functions: [{ name: "__planning__", arguments: plan }] } });
    const { child, step } = await childOf("peer_keeper", "Go on");
    expect(step?.status).toBe("SUCCEEDED");
    expect(await purposes()).toEqual(["PLAN", "PLAN", "PLAN", "RESPOND"]);
    expect(await called()).toEqual(["set_note", "set_note", "set_note"]);
    expect(child.rounds).toHaveLength(3);
  });

  it("[N372] shows how many plans it may make, and is refused with a number that cannot be", async () => {
    const { agent } = await served.planwright.ask<{ agent: object }>('{ agent(by: { name: "keeper" }) { maxRounds } }');
    expect(agent).toEqual({ maxRounds: 3 });
    const refused = async (local: object) => {
      const { registerAgent } = await served.planwright.ask<{ registerAgent: { errors: readonly UserError[] } }>(
        "mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { errors { code message path } } }",
        { input: { name: "odd", description: "Odd", source: { local: { instructions: "Be odd", ...local } } } },
      );
      return registerAgent.errors;
    };
    for (const [local, found] of [
      [{ tools: ["set_note"], maxRounds: 0 }, "a whole number from 1 to 10, found 0"],
      [{ tools: ["set_note"], maxRounds: 11 }, "a whole number from 1 to 10, found 11"],
      [{ maxRounds: 2 }, "1 for an agent without tools, which makes no plan, found 2"],
    ] as const) {
      expect(await refused(local)).toMatchObject([
        {
          code: "INVALID_INPUT",
          path: ["input", "source", "local", "maxRounds"],
          message: expect.stringContaining(found),
        },
      ]);
    }
  });
});

describe("a prompt that may be planned again", () => {
  it("[N371] says how often, or takes it from its agent", async () => {
    const own = await prompt(served.planwright, words, { maxRounds: 2 });
    expect(own.status).toBe("SUCCEEDED");
    expect(own.steps.map(({ stepId }) => stepId)).toEqual(["step0", "rounds/2/step0"]);
    const once = await prompt(served.planwright, words);
    expect(once.steps.map(({ stepId }) => stepId)).toEqual(["step0", "step1"]);
    const ofAgent = await prompt(served.planwright, words, { agentName: "keeper" });
    expect(ofAgent.steps.map(({ stepId }) => stepId)).toEqual(["step0", "rounds/2/step0"]);
    expect(ofAgent.response).toContain("read_note succeeded");
  });

  it("[N372] is refused with a number of plans that cannot be", async () => {
    const { executePlan } = await served.planwright.ask<{ executePlan: { errors: readonly UserError[] } }>(
      "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { code message path } } }",
      { input: { source: { prompt: { text: words, maxRounds: 11 } } } },
    );
    expect(executePlan.errors).toMatchObject([
      { code: "LIMIT_EXCEEDED", path: ["input", "source", "prompt", "maxRounds"] },
    ]);
    expect(await purposes()).toEqual([]);
  });
});

describe("a fork and a retry of calls in several plans", () => {
  const plan = (tool_name: string, given: object) => ({
    functions: [
      {
        name: "__planning__",
        arguments: JSON.stringify({ type: "tool_calls", calls: [{ tool_name, arguments: given }] }),
      },
    ],
  });
  interface Seen {
    readonly id: string;
    readonly status: string;
    readonly permittedActions: readonly string[];
    readonly derivedFrom: { readonly reusedStepIds: readonly string[] } | null;
    readonly steps: readonly { readonly stepId: string; readonly status: string; readonly reused: boolean }[];
    readonly rounds: readonly { readonly number: number }[];
  }
  const seen =
    "id status permittedActions derivedFrom { reusedStepIds } steps { stepId status ... on ToolStep { reused } } rounds { number }";

  it("[N380] call nothing of a round that is over, run what failed in the last, and plan on", async () => {
    await served.script({ for: "PLAN", answer: plan("set_note", { name: "fork", text: "kept" }) });
    await served.script({ for: "PLAN", answer: plan("is_error", {}) });
    const source = await prompt(served.planwright, "Keep it", { maxRounds: 3 });
    expect(source.steps).toMatchObject([{ status: "SUCCEEDED" }, { stepId: "rounds/2/step0", status: "FAILED" }]);
    expect(await called()).toEqual(["set_note", "is_error"]);
    const from = { executionId: source.id, fromStepId: "rounds/2/step0" };
    const { previewFork, execution } = await served.planwright.ask<{ previewFork: object; execution: Seen }>(
      `query ($input: ForkExecutionInput!, $id: ID!) { execution(by: { id: $id }) { ${seen} }
        previewFork(input: $input) { reusedStepIds repeatedStepIds plansAgain errors { message } } }`,
      { input: from, id: source.id },
    );
    const steps = { reusedStepIds: ["step0"], repeatedStepIds: ["rounds/2/step0"] };
    expect(previewFork).toEqual({ ...steps, plansAgain: false, errors: [] });
    expect(execution.permittedActions).toEqual(["RETRY", "FORK", "DELETE"]);
    const { retryExecution } = await served.planwright.ask<{
      retryExecution: { execution: Seen; errors: UserError[] };
    }>(
      `mutation ($input: RetryExecutionInput!) { retryExecution(input: $input) { execution { ${seen} } errors { message } } }`,
      { input: { executionId: source.id, options: { waitMs: 25_000 } } },
    );
    expect(retryExecution).toMatchObject({
      errors: [],
      execution: {
        derivedFrom: { reusedStepIds: ["step0"] },
        steps: [
          { stepId: "step0", status: "SUCCEEDED", reused: true },
          { stepId: "rounds/2/step0", status: "FAILED", reused: false },
        ],
        rounds: [{ number: 1 }, { number: 2 }, { number: 3 }],
      },
    });
    expect(await called()).toEqual(["set_note", "is_error", "is_error"]);
    // From the first round on: its plan is run again, and what followed is planned anew.
    const { forkExecution } = await served.planwright.ask<{ forkExecution: { execution: Seen; errors: UserError[] } }>(
      `mutation ($input: ForkExecutionInput!) { forkExecution(input: $input) { execution { ${seen} } errors { message } } }`,
      {
        input: {
          executionId: retryExecution.execution.id,
          fromStepId: "step0",
          arguments: [{ stepId: "step0", arguments: { name: "fork", text: "changed" } }],
          options: { waitMs: 25_000 },
        },
      },
    );
    expect(forkExecution).toMatchObject({
      errors: [],
      execution: { status: "SUCCEEDED", steps: [{ stepId: "step0", reused: false }], rounds: [{}, {}] },
    });
    expect((await called()).slice(3)).toEqual(["set_note"]);
    expect((await served.sentToModel()).at(-1)?.purpose).toBe("PLAN");
  });
});

describe("an agent of a conversation with rounds", () => {
  it("[N382] sees what its tool brought, calls it again and answers the person in words", async () => {
    const manifest = parse(`
agents:
  Scribe:
    system_message: Keep what is wanted.
    auto_tool_mode: true
    max_rounds: 3
    output_schema:
      type: object
      properties: { name: { type: string }, text: { type: string } }
      required: [name, text]
      additionalProperties: false
tools:
  - { agent: Scribe, function: set_note, tool_type: Agent_Tool, auto_invoke: true }
`) as object;
    const { applyManifest } = await served.planwright.ask<{
      applyManifest: { manifest: { agents: readonly object[] }; errors: readonly UserError[] };
    }>(
      "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { manifest { agents { maxRounds } } errors { code message path } } }",
      { input: { name: "Scribbling", manifest } },
    );
    expect(applyManifest).toEqual({ manifest: { agents: [{ maxRounds: 3 }] }, errors: [] });
    for (const text of [
      JSON.stringify({ name: "one", text: "They hum" }),
      JSON.stringify({ name: "two", text: "and" }),
      "Both are kept.",
    ])
      await served.script({ for: "AGENT", answer: { text } });
    const { sendMessage } = await served.planwright.ask<{
      sendMessage: { execution: ConversationSeen; errors: readonly UserError[] };
    }>(
      `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { message } execution {
        status steps { stepId status } events(first: 100) { nodes { __typename ... on TurnStarted { cause } } } } } }`,
      { input: { conversation: { start: { manifest: "Scribbling" } }, text: "Bees", options: { waitMs: 25_000 } } },
    );
    expect(sendMessage.errors).toEqual([]);
    const { events, status, steps } = sendMessage.execution;
    expect(status).toBe("SUCCEEDED");
    expect(steps.map(({ stepId }) => stepId)).toEqual(
      [1, 2].flatMap((turn) => [`turns/${turn}/agent`, `turns/${turn}/tool`]).concat("turns/3/agent"),
    );
    expect(events.nodes.flatMap(({ cause }) => cause ?? [])).toEqual(["MESSAGE", "ROUND", "ROUND"]);
    expect(await called()).toEqual(["set_note", "set_note"]);
    const [, second] = await served.sentToModel();
    expect(JSON.stringify(second?.body)).toContain("<tool_result>");
    // What may be data for the tool is told to nobody as text.
    expect(events.nodes.map(({ __typename }) => __typename)).not.toContain("TextProduced");
  });
});

describe("conversations", () => {
  it("[N373] the tool of a conversation's agent plans again within the turn that called it", async () => {
    const manifest = parse(`
agents:
  Desk:
    system_message: Find out what is wanted.
    auto_tool_mode: true
    output_schema:
      type: object
      properties: { text: { type: string } }
      required: [text]
      additionalProperties: false
tools:
  - { agent: Desk, function: peer_keeper, tool_type: Agent_Tool, auto_invoke: true }
`) as object;
    const applied = await served.planwright.ask<{ applyManifest: { errors: readonly UserError[] } }>(
      "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { code message path } } }",
      { input: { name: "Keeping", manifest } },
    );
    expect(applied.applyManifest.errors).toEqual([]);
    await served.script({ for: "AGENT", answer: { text: JSON.stringify({ text: words }) } });
    const { sendMessage } = await served.planwright.ask<{
      sendMessage: {
        execution: { status: string; children: { nodes: readonly Rounds[] }; steps: readonly { stepId: string }[] };
        errors: readonly UserError[];
      };
    }>(
      `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
        execution { status steps { stepId } children(first: 5) { nodes { ${fields} } } } errors { message } } }`,
      { input: { conversation: { start: { manifest: "Keeping" } }, text: "Bees", options: { waitMs: 25_000 } } },
    );
    expect(sendMessage.errors).toEqual([]);
    expect(sendMessage.execution.status).toBe("SUCCEEDED");
    expect(sendMessage.execution.steps.map(({ stepId }) => stepId)).toEqual(["turns/1/agent", "turns/1/tool"]);
    expect(sendMessage.execution.children.nodes[0]?.rounds).toHaveLength(3);
    expect(await called()).toEqual(["set_note", "read_note"]);
  });
});
