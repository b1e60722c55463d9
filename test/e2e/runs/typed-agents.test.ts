/**
 * Agents with schemas through the real Worker: registered one by one and from a YAML file, in plans and workflows, in conversations, as A2A agents
 * and as MCP tools. The ledgers of the model and of the tools tell what was really asked.
 */
import { type Message, Role, type Task, TaskState } from "@a2a-js/sdk";
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { tool, type UserError } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });

const file = `
agents:
  - name: budget
    description: Estimates what a journey costs
    source:
      local:
        instructions: Estimate what the journey costs.
        inputSchema:
          type: object
          properties: { city: { type: string }, days: { type: integer, minimum: 1 } }
          required: [city, days]
          additionalProperties: false
        outputSchema:
          type: object
          properties:
            city: { type: string }
            total: { type: integer, description: Whole euros }
            note: { type: string, maxLength: 200, default: by rail }
          required: [city, total]
          additionalProperties: false
  - name: counter
    description: Counts what it is told of
    source:
      local:
        instructions: Count.
        outputSchema: { type: object, properties: { count: { type: integer } }, required: [count] }
`;

const { agents } = parse(file) as {
  readonly agents: readonly {
    readonly name: string;
    readonly source: { readonly local: { readonly inputSchema?: object; readonly outputSchema: object } };
  }[];
};
const [budget, counter] = agents;
const given = { city: "Bern", days: 3 };

beforeAll(async () => {
  for (const agent of agents) await served.planwright.registerAgent(agent);
});

const purposes = async () => (await served.sentToModel()).map(({ purpose }) => purpose);

/** The words of the last request to the model. */
async function lastRequest(): Promise<string> {
  const body = (await served.sentToModel()).at(-1)?.body as {
    readonly messages: readonly { readonly content: string }[];
  };
  return body.messages.map(({ content }) => content).join("\n");
}

async function register(local: object): Promise<readonly UserError[]> {
  const { registerAgent } = await served.planwright.ask<{ registerAgent: { errors: readonly UserError[] } }>(
    "mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { errors { code message path } } }",
    { input: { name: "odd", description: "Odd", source: { local: { instructions: "Be odd", ...local } } } },
  );
  return registerAgent.errors;
}

function run(...steps: readonly object[]) {
  return served.planwright.start({ source: { plan: { steps } }, options: { waitMs: 20_000 } });
}

describe("an agent with schemas", () => {
  it("[N265] shows them as they were registered, from YAML as from JSON, and on its card", async () => {
    const { agent } = await served.planwright.ask<{ agent: object }>(
      '{ agent(by: { name: "budget" }) { toolName inputSchema outputSchema card { inputSchema outputSchema } } }',
    );
    const { inputSchema, outputSchema } = budget?.source.local ?? {};
    expect(agent).toEqual({
      ...{ toolName: "peer_budget", inputSchema, outputSchema },
      card: { inputSchema, outputSchema },
    });
  });

  it("[N265] is refused with the place of what is wrong", async () => {
    expect(await register({ outputSchema: { type: "array" } })).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "source", "local", "outputSchema"] },
    ]);
    const deep = JSON.parse(`${'{"type":"object","properties":{"a":'.repeat(40)}true${"}}".repeat(40)}`) as object;
    expect(await register({ inputSchema: deep })).toMatchObject([
      { code: "LIMIT_EXCEEDED", path: ["input", "source", "local", "inputSchema"] },
    ]);
  });

  it("[N266, N269] feeds a tool by pointer: its input is data for the model, its output has its types", async () => {
    const { status, steps } = await run(
      { tool: { stepId: "cost", toolName: "peer_budget", arguments: given } },
      {
        tool: {
          stepId: "keep",
          toolName: "set_note",
          arguments: {
            name: "{{steps.cost.output.city}}",
            text: "{{steps.cost.output.total}} euros, {{steps.cost.output.note}}",
          },
        },
      },
    );
    expect(status).toBe("SUCCEEDED");
    expect(steps[0]?.output?.value).toEqual({
      city: "Bern",
      total: 1,
      note: expect.any(String),
    });
    expect((await served.toolCalls()).map((call) => call.tool)).toEqual(["set_note"]);
    expect(steps[1]?.input?.value).toMatchObject({ name: "Bern", text: expect.stringMatching(/^1 euros, /) });
    const sent = await lastRequest();
    expect(sent).toContain(`<agent_input>\n${JSON.stringify(given)}\n</agent_input>`);
    expect(sent).toContain("<answer_schema>");
  });

  it.each<readonly [string, object, string]>([
    ["another type", { city: "Bern", days: "three" }, "days"],
    ["a missing one", { city: "Bern" }, "days"],
    ["one too many", { ...given, text: "Go" }, "text"],
  ])("[N266] refuses a plan with arguments that have %s before anything is called", async (_, wrong, name) => {
    const steps = [
      tool("keep", "set_note", { name: "n", text: "t" }),
      { tool: { stepId: "cost", toolName: "peer_budget", arguments: wrong } },
    ];
    const { errors, execution } = await served.planwright.executePlan({ source: { plan: { steps } } });
    expect(execution).toBeNull();
    expect(JSON.stringify(errors)).toContain(name);
    expect([await served.toolCalls(), await purposes()]).toEqual([[], []]);
  });

  it.each<readonly [string, object, string]>([
    ["a field that its output schema does not have", { name: "n", text: "{{steps.cost.output.sum}}" }, "sum"],
    ["a field of another type", { ms: "{{steps.cost.output.city}}" }, "city"],
  ])("[N269] refuses a plan that refers to %s before anything is called", async (_, wrong, name) => {
    const steps = [
      { tool: { stepId: "cost", toolName: "peer_budget", arguments: given } },
      { tool: { stepId: "use", toolName: "ms" in wrong ? "slow" : "set_note", arguments: wrong } },
    ];
    const { errors, execution } = await served.planwright.executePlan({ source: { plan: { steps } } });
    expect(execution).toBeNull();
    expect(JSON.stringify(errors)).toContain(name);
    expect(await purposes()).toEqual([]);
  });

  it("[N267] is asked again with what was wrong, and then answers in its schema", async () => {
    await served.script({ for: "RESPOND", answer: { text: '{"city":"Bern","total":"many","tax":1}' } });
    const { status, steps } = await run({ tool: { stepId: "cost", toolName: "budget", arguments: given } });
    expect(status).toBe("SUCCEEDED");
    expect(steps[0]?.output?.value).toMatchObject({ city: "Bern", total: 1 });
    expect(await purposes()).toEqual(["RESPOND", "RESPOND"]);
    const sent = await lastRequest();
    expect(sent).toContain("<rejected_answer>");
    expect(sent).toContain("/total");
  });

  it("[N267] whose answer never fits fails its step with the place, and what comes after is not called", async () => {
    const huge = JSON.stringify({ city: "Bern", total: 1, note: "x".repeat(60_000) });
    const nested = `${"[".repeat(300)}${"]".repeat(300)}`;
    await served.script(
      { for: "RESPOND", answer: { text: huge } },
      { for: "RESPOND", answer: { text: `{"city":"Bern","total":${nested}}` } },
      { for: "RESPOND", answer: { text: '{"city":"Bern","total":1,"more":true}' } },
    );
    const { status, steps } = await run(
      { tool: { stepId: "cost", toolName: "budget", arguments: given } },
      { tool: { stepId: "keep", toolName: "set_note", arguments: { name: "n", text: "{{steps.cost.output.city}}" } } },
    );
    expect(status).toBe("FAILED");
    expect(steps[0]?.failure).toMatchObject({
      code: "CHILD_FAILED",
      message: expect.stringContaining("does not satisfy its output schema"),
      details: { code: "OUTPUT_INVALID", details: [{ message: expect.stringContaining("more") }] },
    });
    expect(await purposes()).toEqual(["RESPOND", "RESPOND", "RESPOND"]);
    expect(await served.toolCalls()).toEqual([]);
  });

  it("[N266] is asked no question in words, which its input is not", async () => {
    const { ask } = await served.planwright.ask<{ ask: { errors: readonly UserError[] } }>(
      "mutation ($input: AskInput!) { ask(input: $input) { errors { code message path } } }",
      { input: { query: "What is Bern?", routing: { manual: "budget" } } },
    );
    expect(ask.errors).toMatchObject([{ message: expect.stringContaining("required an agent that takes a text") }]);
    expect(await purposes()).toEqual([]);
  });

  it("is a typed step of a workflow, whose output is made of its own", async () => {
    await served.planwright.saveWorkflow({
      name: "journey",
      description: "Plans a journey",
      inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      source: {
        plan: { steps: [tool("cost", "peer_budget", { city: "{{input.city}}", days: 2 })] },
      },
      output: { euros: "{{steps.cost.output.total}}" },
      outputSchema: { type: "object", properties: { euros: { type: "integer" } }, required: ["euros"] },
    });
    const { steps } = await run({ tool: { stepId: "go", toolName: "workflow_journey", arguments: { city: "Bern" } } });
    expect(steps[0]?.output?.value).toEqual({ euros: 1 });
  });

  it("is offered to planners with its schemas, and called by the plan of a prompt", async () => {
    const { executePlan } = await served.planwright.ask<{
      executePlan: { execution: { status: string; steps: readonly { output: { value: unknown } | null }[] } };
    }>(
      `mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { execution { status steps { output { value } } } errors { message } } }`,
      {
        input: {
          source: { prompt: { text: 'Ask peer_budget {"city": "Bern", "days": 4}' } },
          options: { waitMs: 20_000 },
        },
      },
    );
    expect(executePlan.execution.steps[0]?.output?.value).toMatchObject({ city: "Bern", total: 1 });
    const [planner] = await served.sentToModel();
    expect(JSON.stringify(planner?.body)).toContain("Whole euros");
  });
});

describe("an agent with schemas as an MCP tool", () => {
  it("[N270] is listed with both schemas to the official client, which holds its structured content against them", async () => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", served.planwright.endpoint)));
    try {
      const { tools } = await client.listTools();
      const listed = tools.find(({ name }) => name === "peer_budget");
      expect(listed).toMatchObject({
        ...(budget?.source.local.inputSchema && { inputSchema: budget.source.local.inputSchema }),
        outputSchema: budget?.source.local.outputSchema,
      });
      expect(tools.find(({ name }) => name === "peer_counter")).toMatchObject({
        inputSchema: { required: ["text"] },
        outputSchema: counter?.source.local.outputSchema,
      });
      const result = await client.callTool({ name: "peer_budget", arguments: given });
      expect(result.structuredContent).toMatchObject({ city: "Bern", total: 1 });
      const counted = await client.callTool({ name: "peer_counter", arguments: { text: "One, two" } });
      expect(counted.structuredContent).toEqual({ count: 1 });
      const refused = await client.callTool({ name: "peer_budget", arguments: { city: "Bern" } });
      expect(refused.isError).toBe(true);
    } finally {
      await client.close();
    }
  });
});

describe("an agent with schemas over A2A", () => {
  function sent(content: NonNullable<Message["parts"][number]["content"]>) {
    const message: Message = {
      ...{ messageId: crypto.randomUUID(), contextId: "", taskId: "", role: Role.ROLE_USER },
      ...{ metadata: undefined, extensions: [], referenceTaskIds: [] },
      parts: [{ content, metadata: undefined, filename: "", mediaType: "" }],
    };
    const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: false };
    return { tenant: "", message, configuration, metadata: undefined };
  }

  it("[N271] is given data by the official client and answers with data", async () => {
    const url = new URL("/a2a/default/budget/", served.planwright.endpoint).href;
    const card = await new DefaultAgentCardResolver().resolve(url);
    const client = await new ClientFactory({
      transports: [new JsonRpcTransportFactory()],
      cardResolver: { resolve: async () => card },
    } as never).createFromAgentCard(card);
    const task = (await client.sendMessage(sent({ $case: "data", value: given }))) as Task;
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(task.artifacts[0]?.parts[0]?.content).toMatchObject({
      $case: "data",
      value: { city: "Bern", total: 1 },
    });
    const before = (await purposes()).length;
    await expect(client.sendMessage(sent({ $case: "text", value: "Three days in Bern" }))).rejects.toThrow(
      /required data that satisfies its input schema/,
    );
    expect((await purposes()).length).toBe(before);
  });
});

describe("an agent with schemas in a conversation", () => {
  it("[N272] is called by the output of an agent that has a schema of its own, and its output is the tool's", async () => {
    const manifest = parse(`
agents:
  Desk:
    system_message: Find out where the journey goes.
    auto_tool_mode: true
    output_schema:
      type: object
      properties: { city: { type: string }, days: { type: integer, minimum: 2 } }
      required: [city, days]
      additionalProperties: false
tools:
  - { agent: Desk, function: peer_budget, tool_type: Agent_Tool, auto_invoke: true }
`) as object;
    const applied = await served.planwright.ask<{ applyManifest: { errors: readonly UserError[] } }>(
      "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { code message path } } }",
      { input: { name: "Travel", manifest } },
    );
    expect(applied.applyManifest.errors).toEqual([]);
    const { sendMessage } = await served.planwright.ask<{
      sendMessage: {
        execution: { status: string; steps: readonly { stepId: string; output: { value: unknown } | null }[] };
        errors: readonly UserError[];
      };
    }>(
      `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
        execution { status steps { stepId output { value } } } errors { message } } }`,
      {
        input: {
          conversation: { start: { manifest: "Travel" } },
          text: "To Bern",
          options: { waitMs: 20_000 },
        },
      },
    );
    expect(sendMessage.errors).toEqual([]);
    expect(sendMessage.execution.status).toBe("SUCCEEDED");
    expect(sendMessage.execution.steps.map(({ stepId }) => stepId)).toEqual(["turns/1/agent", "turns/1/tool"]);
    expect(sendMessage.execution.steps[1]?.output?.value).toMatchObject({ city: "To Bern", total: 1 });
  });
});
