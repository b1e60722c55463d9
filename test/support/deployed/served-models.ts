/**
 * The example world with everything in it, tools, a scripted language model and an agent, and the real Worker over it: started before
 * the tests of a file, ended after them. Ledgers tell what was really sent.
 */
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { AgentLedgerEntry } from "../../../examples/http-agent/app.ts";
import { startHttpAgent } from "../../../examples/http-agent/server.ts";
import type { RunningExample } from "../../../examples/listening.ts";
import type { ModelLedgerEntry } from "../../../examples/model-server/ledger.ts";
import { startModelServer } from "../../../examples/model-server/server.ts";
import { type ExampleWorld, type LedgerEntry, startExampleWorld } from "./example-world.ts";
import type { ExecutionSeen, Planwright, UserError } from "./planwright.ts";
import { type RunningWorker, startWorker } from "./running-worker.ts";

/** A body of a chat completion, as far as tests look at it. */
export interface SentToModel {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
  readonly tool_choice?: unknown;
}

export interface ServedModels {
  readonly worker: RunningWorker;
  readonly planwright: Planwright;
  /** Address of the example agent. */
  readonly agentUrl: string;
  /** What reached the model since the test began, oldest first. */
  sentToModel(): Promise<readonly (Omit<ModelLedgerEntry, "body"> & { readonly body: SentToModel })[]>;
  /** What reached the agent since the test began. */
  sentToAgent(): Promise<readonly AgentLedgerEntry[]>;
  /** Calls of tools since the test began. */
  toolCalls(): Promise<readonly LedgerEntry[]>;
  /** What the model answers next, in the form that the scripted model documents. */
  script(...replies: readonly object[]): Promise<void>;
  /** Throws every execution out of memory whatever it is doing, where the entry of the Worker can. */
  reset(): Promise<void>;
}

const model = (url: string, name: string, more: object = {}) => ({
  ...{ name, provider: "openai-compatible", model: `${name}-1`, baseUrl: `${url}/v1` },
  ...more,
});

/**
 * `models` are further ones beside `scripted`, which is the default, with what differs; `settings` and `configPath` those of the Worker;
 * `headers` prove who the test is, where that is wanted.
 */
export function servedModels(
  models: { readonly [name: string]: object } = {},
  settings: { readonly [name: string]: string } = {},
  configPath?: string,
  headers: { readonly [name: string]: string } = {},
): ServedModels {
  let world: ExampleWorld;
  let modelServer: RunningExample;
  let agent: RunningExample;
  let worker: RunningWorker | undefined;
  let callsBefore = 0;
  beforeAll(async () => {
    world = await startExampleWorld();
    modelServer = await startModelServer(0, { wordDelayMs: 0 });
    agent = await startHttpAgent(0);
    const list = Object.entries(models).map(([name, more]) => model(modelServer.url, name, more));
    const all = JSON.stringify([model(modelServer.url, "scripted"), ...list]);
    worker = await startWorker({ MODELS: all, ...settings }, configPath);
    await worker.planwright.as(headers).register("example", world.mcpUrl, true);
  });
  afterAll(async () => {
    await worker?.close();
    await agent?.close();
    await modelServer?.close();
    await world?.close();
  });
  beforeEach(async () => {
    await fetch(`${modelServer.url}/reset`, { method: "POST" });
    await fetch(`${agent.url}/reset`, { method: "POST" });
    callsBefore = (await world.ledger()).length;
  });
  const post = async (url: string, body: unknown) => {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${url} refused: ${await response.text()}`);
  };
  return {
    get worker() {
      if (worker === undefined) throw new Error("the Worker runs only while the tests of the file run");
      return worker;
    },
    get planwright() {
      return this.worker.planwright.as(headers);
    },
    get agentUrl() {
      return agent.url;
    },
    sentToModel: async () => (await fetch(`${modelServer.url}/ledger`)).json() as never,
    sentToAgent: async () => (await fetch(`${agent.url}/ledger`)).json() as never,
    toolCalls: async () => (await world.ledger()).slice(callsBefore),
    script: (...replies) => post(`${modelServer.url}/script`, replies),
    async reset() {
      await post(new URL("/reset", this.planwright.endpoint).href, {});
    },
  };
}

export interface ModelExecution extends Omit<ExecutionSeen, "failure"> {
  readonly kind: string;
  readonly state: string;
  readonly response: string | null;
  readonly responseFailure: { readonly code: string; readonly message: string } | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly planErrors: readonly UserError[];
  readonly routing: {
    readonly agentName: string | null;
    readonly unknownAgentName: string | null;
    readonly mode: string;
    readonly reason: string | null;
  } | null;
  readonly modelCalls: readonly {
    readonly purpose: string;
    readonly outcome: string | null;
    readonly failure: { readonly code: string; readonly message: string } | null;
    readonly reply: { readonly value: unknown; readonly preview: string } | null;
  }[];
  readonly usage: { readonly modelCalls: number; readonly toolCalls: number; readonly agentCalls: number };
}

const fields = /* GraphQL */ `
  fragment ModelExecution on Execution {
    id requestId kind status state response responseFailure { code message } failure { code message }
    planErrors { __typename code message path }
    routing { mode agentName unknownAgentName reason }
    steps { stepId status output { value } failure { code message } }
    modelCalls { purpose outcome failure { code message } reply { value preview(maxCharacters: 2000) } }
    usage { modelCalls toolCalls agentCalls }
    events(first: 500) { nodes { type sequence stepId ... on TextProduced { streamId offset text } } }
  }
`;

export type Started = {
  readonly execution: ModelExecution | null;
  readonly errors: readonly (UserError & { readonly path: readonly string[] })[];
};

/** Asks for a run, waits for its end and gives what became of it. */
export async function execute(planwright: Planwright, input: object): Promise<Started> {
  const { executePlan } = await planwright.ask<{ executePlan: Started }>(
    `mutation ($input: ExecutePlanInput!) {
      executePlan(input: $input) {
        execution { ...ModelExecution }
        errors { __typename code message path ... on LimitError { limit maximum found } }
      }
    } ${fields}`,
    { input: { ...input, options: { waitMs: 25_000, ...(input as { options?: object }).options } } },
  );
  return executePlan;
}

/** A prompt that must be accepted. `more` stands beside its text. */
export async function prompt(planwright: Planwright, text: string, more: object = {}, input: object = {}) {
  const { execution, errors } = await execute(planwright, { source: { prompt: { text, ...more } }, ...input });
  if (execution === null) throw new Error(`Cannot start the prompt: ${JSON.stringify(errors)}`);
  return execution;
}

/** A question, and what became of it. */
export async function ask(planwright: Planwright, input: object): Promise<Started> {
  const { ask: payload } = await planwright.ask<{ ask: Started }>(
    `mutation ($input: AskInput!) {
      ask(input: $input) { execution { ...ModelExecution } errors { __typename code message path } }
    } ${fields}`,
    { input: { ...input, options: { waitMs: 25_000, ...(input as { options?: object }).options } } },
  );
  return payload;
}
