/** The scripted language model and the example agent in this process, with ledgers of what reached them. */
import type { AgentLedgerEntry } from "../../../examples/http-agent/app.ts";
import { startHttpAgent } from "../../../examples/http-agent/server.ts";
import type { ModelLedgerEntry } from "../../../examples/model-server/ledger.ts";
import { startModelServer } from "../../../examples/model-server/server.ts";

/** A body of a chat completion, as far as tests look at it. */
export interface SentToModel {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
  readonly tool_choice?: unknown;
}

export interface ModelCallees {
  /** Setting `MODELS` of a Worker that calls them. */
  readonly models: string;
  /** Addresses of the language model and of the agent. */
  readonly modelUrl: string;
  readonly agentUrl: string;
  /** Calls of the model, oldest first. */
  sentToModel(): Promise<readonly (Omit<ModelLedgerEntry, "body"> & { readonly body: SentToModel })[]>;
  /** Calls of the agent, oldest first. */
  sentToAgent(): Promise<readonly AgentLedgerEntry[]>;
  /** The next replies of the model, in the form that the scripted model documents. */
  script(...replies: readonly object[]): Promise<void>;
  /** Empties the ledgers, and drops the replies that were not called for. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** `more` are further models beside `scripted`, each with the facts in which it differs. */
export async function startModelCallees(more: { readonly [name: string]: object } = {}): Promise<ModelCallees> {
  const model = await startModelServer(0, { wordDelayMs: 0 });
  const agent = await startHttpAgent(0);
  const models = Object.entries({ scripted: {}, ...more }).map(([name, facts]) => ({
    name,
    provider: "openai-compatible",
    model: `${name}-1`,
    baseUrl: `${model.url}/v1`,
    ...facts,
  }));
  return {
    models: JSON.stringify(models),
    modelUrl: model.url,
    agentUrl: agent.url,
    sentToModel: async () => (await fetch(`${model.url}/ledger`)).json() as never,
    sentToAgent: async () => (await fetch(`${agent.url}/ledger`)).json() as never,
    script: (...replies) => post(`${model.url}/script`, replies),
    forget: async () => {
      await Promise.all([post(`${model.url}/reset`), post(`${agent.url}/reset`)]);
    },
    close: async () => {
      await Promise.all([agent.close(), model.close()]);
    },
  };
}

/** Throws unless it is accepted. */
export async function post(url: string, body: unknown = {}): Promise<void> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} refused: ${await response.text()}`);
}
