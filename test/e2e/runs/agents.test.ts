/**
 * Everything that can act, through the real Worker: what docs/agents.md shows, the official A2A server as a remote agent, and this
 * deployment as a remote agent of itself. The ledger of the remote agent tells what it was really sent.
 */
import { readFileSync } from "node:fs";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { A2aLedger } from "../../../examples/a2a-agent/ledger.ts";
import { startA2aAgent } from "../../../examples/a2a-agent/server.ts";
import type { RunningExample } from "../../../examples/listening.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, type UserError } from "../../support/deployed/planwright.ts";

/** The address by which others reach the Worker, which only learns its own port when it has begun. */
const client = createServer((incoming, outgoing) => {
  const { headers, method, url } = incoming;
  const address = new URL(url ?? "/", served.planwright.endpoint);
  const onward = httpRequest(address, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
});
const publicUrl = await listening(client);
const served = deployedWorld({ models: {}, settings: { PUBLIC_URL: publicUrl } });

const manual = readFileSync(new URL("../../../docs/agents.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...manual.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text ?? "");

let translator: RunningExample;

beforeAll(async () => {
  translator = await startA2aAgent(0);
  await registerAgent({ source: { a2a: { url: translator.url, effectClass: "KEYED" } } });
});
beforeEach(async () => {
  await fetch(`${translator.url}/reset`, { method: "POST" });
});
afterAll(async () => {
  await translator.close();
  client.close();
});

function listening(server: Server): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  return promise;
}

async function registerAgent(input: object): Promise<string> {
  const { registerAgent: answer } = await served.planwright.ask<{
    registerAgent: { agent: { toolName: string } | null; errors: readonly UserError[] };
  }>(
    "mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { toolName } errors { message } } }",
    { input },
  );
  expect(answer.errors).toEqual([]);
  return answer.agent?.toolName ?? "";
}

interface Ran {
  readonly id: string;
  readonly status: string;
  readonly waitingFor: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly steps: readonly {
    readonly stepId: string;
    readonly status: string;
    readonly output: { readonly value: unknown } | null;
    readonly failure: { readonly code: string } | null;
  }[];
  readonly artifacts: { readonly nodes: readonly { readonly name: string; readonly description: string | null }[] };
  readonly children: { readonly nodes: readonly { readonly status: string }[] };
}

const ran = /* GraphQL */ `
  fragment Ran on Execution {
    id
    status
    waitingFor
    failure { code message }
    steps { stepId status output { value } failure { code message } }
    artifacts(first: 10) { nodes { name description } }
    children(first: 10) { nodes { status } }
  }
`;

async function run(steps: readonly object[], options: object = {}): Promise<Ran> {
  const { executePlan } = await served.planwright.ask<{
    executePlan: { execution: Ran | null; errors: readonly UserError[] };
  }>(
    `mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { execution { ...Ran } errors { message path } } } ${ran}`,
    { input: { source: { plan: { steps } }, options: { waitMs: 20_000, ...options } } },
  );
  expect(executePlan.errors).toEqual([]);
  if (executePlan.execution === null) throw new Error("nothing was started");
  return executePlan.execution;
}

async function seen(id: string): Promise<Ran> {
  const { execution } = await served.planwright.ask<{ execution: Ran }>(
    `query ($id: ID!) { execution(by: { id: $id }) { ...Ran } } ${ran}`,
    { id },
  );
  return execution;
}

const ledger = async () => (await (await fetch(`${translator.url}/ledger`)).json()) as A2aLedger;

interface SentMessage {
  readonly messageId: string;
  readonly parts: readonly { readonly data?: unknown; readonly url?: string; readonly filename?: string }[];
  readonly metadata: { readonly [key: string]: unknown };
}

async function sent(): Promise<SentMessage> {
  const [first] = (await ledger()).requests;
  if (first === undefined) throw new Error("the agent was sent nothing");
  return (first.params as { readonly message: SentMessage }).message;
}

describe("a workflow that is invoked", () => {
  it("[W8] keeps its input as an artifact of the run, which its log tells, its id opens, and a repeated key finds again", async () => {
    const steps = [{ tool: { toolName: "research_blog", arguments: { topic: "{{input.text}}", skill_id: "s" } } }];
    const study = { name: "study", description: "Studies", source: { plan: { steps } } };
    await served.planwright.saveWorkflow(study);
    const invoke = `mutation ($input: InvokeWorkflowInput!) { invokeWorkflow(input: $input) {
      replayed errors { message }
      execution { id status artifacts { nodes { id } } events { nodes { __typename ... on ArtifactStored { stepId artifact { id } } } } }
      inputArtifact { id json execution { id } } } }`;
    interface Invoked {
      readonly replayed: boolean;
      readonly execution: {
        readonly id: string;
        readonly status: string;
        readonly artifacts: { readonly nodes: readonly { readonly id: string }[] };
        readonly events: { readonly nodes: readonly { readonly __typename: string; readonly artifact?: object }[] };
      };
      readonly inputArtifact: { readonly id: string };
    }
    const payload = { parameters: { text: "rivers" } };
    const input = { workflow: { name: "study" }, payload, options: { idempotencyKey: "study-1", waitMs: 20_000 } };
    const first = (await served.planwright.ask<{ invokeWorkflow: Invoked }>(invoke, { input })).invokeWorkflow;
    const { execution, inputArtifact } = first;
    expect(first).toMatchObject({ replayed: false, errors: [], execution: { status: "SUCCEEDED" } });
    expect(inputArtifact).toMatchObject({ json: { text: "rivers" }, execution: { id: execution.id } });
    expect(execution.artifacts.nodes).toEqual([{ id: inputArtifact.id }]);
    expect(execution.events.nodes.slice(0, 2)).toEqual([
      { __typename: "ExecutionStarted" },
      { __typename: "ArtifactStored", stepId: null, artifact: { id: inputArtifact.id } },
    ]);
    const content = await fetch(new URL(`/artifacts/${inputArtifact.id}`, served.planwright.endpoint));
    expect([content.status, await content.text()]).toEqual([200, '{"text":"rivers"}']);
    const again = (await served.planwright.ask<{ invokeWorkflow: Invoked }>(invoke, { input })).invokeWorkflow;
    expect(again).toEqual({ ...first, replayed: true });
  });
});

describe("docs/agents.md", () => {
  it("[O11, O38] shows an agent that asks two others, as YAML, and a prompt that reaches all of them", async () => {
    const { agents, invocation } = parse(blocks("yaml")[0] ?? "") as {
      readonly agents: readonly object[];
      readonly invocation: { readonly tool: string; readonly arguments: { readonly [name: string]: unknown } };
    };
    for (const agent of agents) await registerAgent(agent);
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", served.planwright.endpoint)));
    const result = await client.callTool({ name: invocation.tool, arguments: invocation.arguments });
    await client.close();
    expect(result.structuredContent).toMatchObject({ success: true, steps: [{ status: "success" }] });
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["research_blog"]);
    // Orchestration plans; the editor and the researcher plan and answer; the writer only answers.
    const last = (await served.sentToModel()).map(({ body }) => body.messages.at(-1)?.content ?? "");
    const told = last.map((text) => (text.startsWith("This is the report") ? "answer" : "plan"));
    expect(told.filter((what) => what === "plan")).toHaveLength(3);
    expect(told.filter((what) => what === "answer")).toHaveLength(3);
  });

  it("[W3, W13, N269, N371] shows an agent with schemas in a plan, one that plans again, and a workflow that is saved and run, with the answers that it promises", async () => {
    for (const text of blocks("yaml").slice(1)) {
      const { agents } = parse(text) as { readonly agents: readonly object[] };
      for (const agent of agents) await registerAgent(agent);
    }
    const queries = blocks("graphql");
    const answers = blocks("json");
    expect(queries.length).toBe(4);
    for (const [at, query] of queries.entries()) {
      expect({ data: await served.planwright.ask(query) }).toEqual(JSON.parse(answers[at] ?? ""));
    }
  });
});

describe("an agent of ours", () => {
  it("[O1, O27, O33, N64] may orchestrate without any setting: the plan is made below it, by a planner without orchestration", async () => {
    const tools = ["cp__agent_orchestrate", "research_blog"];
    const conductor = await registerAgent({
      ...{ name: "conductor", description: "Has others work" },
      source: { local: { instructions: "Have others work.", tools } },
    });
    const text = 'Use cp__agent_orchestrate {"prompt": "Find sources about rivers"}';
    const { id, status } = await run([{ tool: { stepId: "t", toolName: conductor, arguments: { text } } }], {
      limits: { maxModelCalls: 30 },
    });
    expect(status).toBe("SUCCEEDED");
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["research_blog"]);
    const runs = "children(first: 5) { nodes { status runOf { kind name } depth";
    const { execution } = await served.planwright.ask<{ execution: unknown }>(
      `query ($id: ID!) { execution(by: { id: $id }) { ${runs} ${runs} } } } } } }`,
      { id },
    );
    expect(execution).toEqual({
      children: {
        nodes: [
          {
            ...{ status: "SUCCEEDED", depth: 1, runOf: { kind: "AGENT", name: "conductor" } },
            children: {
              nodes: [
                { status: "SUCCEEDED", depth: 2, runOf: { kind: "ORCHESTRATION", name: "cp__agent_orchestrate" } },
              ],
            },
          },
        ],
      },
    });
    const offered = (await served.sentToModel()).map(({ body }) => body.messages[0]?.content ?? "");
    const planners = offered.filter((system) => system.includes('"research_blog"'));
    expect(planners.map((system) => system.includes('"cp__agent_orchestrate"'))).toContain(false);
  });
});

describe("a remote A2A agent on the official SDK", () => {
  it("[W8, W10] is sent parameters as data beside the artifact that was stored for them", async () => {
    const { artifacts, status, steps } = await run([
      { tool: { stepId: "t", toolName: "peer_translator", arguments: { text: "Good morning", language: "de" } } },
    ]);
    expect(status).toBe("SUCCEEDED");
    expect(steps[0]?.output?.value).toEqual({ text: "[de] Good morning", language: "de", characters: 17 });
    const [artifact] = artifacts.nodes;
    expect(artifact?.name).toMatch(
      /^workflow_input_translator_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
    );
    expect(artifact?.description).toBe("Auto-generated input payload for workflow 'translator' invocation.");
    const message = await sent();
    expect(message.metadata.sessionBehavior).toBe("RUN_BASED");
    expect(message.metadata["dev.planwright/execution"]).toMatchObject({ depth: 0, ancestors: [] });
    expect(message.parts).toMatchObject([
      { filename: artifact?.name, url: expect.stringContaining(`${publicUrl}/artifacts/`) },
      { data: { text: "Good morning", language: "de" } },
    ]);
  });

  it("[W9, R16] fetches an artifact that was passed through from a link, and its content is in no message", async () => {
    const content = { text: "from a file", language: "fr" };
    await served.planwright.ask(
      "mutation ($input: CreateArtifactInput!) { createArtifact(input: $input) { errors { message } } }",
      { input: { name: "to-translate.json", content: { json: content } } },
    );
    const { status, steps } = await run([
      { tool: { stepId: "t", toolName: "peer_translator", arguments: { input_artifact: "to-translate.json" } } },
    ]);
    expect(status).toBe("SUCCEEDED");
    expect(steps[0]?.output?.value).toMatchObject({ text: "[fr] from a file" });
    expect(JSON.stringify(await sent())).not.toContain("from a file");
    expect((await ledger()).works[0]?.input).toEqual(content);
  });

  it("[R19] that asks for something has not answered: the step waits for a person, and can be cancelled there too", async () => {
    const { id } = await run(
      [{ tool: { stepId: "t", toolName: "peer_translator", arguments: { text: "ask me", language: "de" } } }],
      { waitMs: 0 },
    );
    await eventually(async () => (await seen(id)).status === "WAITING");
    expect((await seen(id)).waitingFor).toBe("PERSON");
    await served.planwright.ask(
      "mutation ($input: CancelExecutionInput!) { cancelExecution(input: $input) { errors { message } } }",
      { input: { executionId: id } },
    );
    expect((await seen(id)).status).toBe("CANCELLED");
    await eventually(async () => (await ledger()).requests.some(({ method }) => method === "CancelTask"));
  });
});

describe("this deployment as a remote agent of itself", () => {
  it("[W1, W2, W4, C23] reads the card of its own workflow as that of another, and calls it over A2A, one deeper", async () => {
    const steps = [{ tool: { toolName: "set_note", arguments: { name: "far", text: "{{input.text}}" } } }];
    const source = { plan: { steps } };
    await served.planwright.saveWorkflow({ name: "keep", description: "Keeps a text", public: true, source });
    const url = new URL("/a2a/default/keep", served.planwright.endpoint).href;
    expect(await registerAgent({ name: "far", source: { a2a: { url } } })).toBe("workflow_far");
    const { status, steps: ended } = await run([
      { tool: { stepId: "t", toolName: "workflow_far", arguments: { text: "hello" } } },
    ]);
    expect(ended[0]?.failure).toBeNull();
    expect(status).toBe("SUCCEEDED");
    expect(ended[0]?.output?.value).toMatchObject({ name: "far" });
    const { executions } = await served.planwright.ask<{
      executions: { nodes: readonly { kind: string; depth: number; status: string }[] };
    }>("{ executions(first: 1) { nodes { kind depth status } } }");
    expect(executions.nodes[0]).toEqual({ kind: "WORKFLOW", depth: 1, status: "SUCCEEDED" });
  });

  it("[O24, O32] refuses a chain of calls that goes too deep, wherever it began", async () => {
    const { steps } = await run([{ tool: { stepId: "t", toolName: "workflow_keep", arguments: { text: "deep" } } }], {
      limits: { maxDepth: 1 },
    });
    expect(steps[0]?.failure).toBeNull();
    const calls = [{ tool: { toolName: "workflow_keep", arguments: { text: "{{input.text}}" } } }];
    const source = { plan: { steps: calls } };
    await served.planwright.saveWorkflow({ name: "outer", description: "Calls another", source });
    const { status, steps: refused } = await run(
      [{ tool: { stepId: "t", toolName: "workflow_outer", arguments: { text: "deep" } } }],
      { limits: { maxDepth: 1 } },
    );
    expect(status).toBe("FAILED");
    expect(refused[0]?.failure?.code).toBe("CHILD_FAILED");
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["set_note"]);
  });
});
