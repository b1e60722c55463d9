/**
 * The deployed Worker: the real build in the real runtime, with the example callees in this process. Started before the tests of a file and
 * ended after them, also when they fail. Ledgers tell which calls were really made.
 *
 * @example const world = deployedWorld({ settings: { GRAPHIQL: "true" } });
 */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type ExampleTools, type LedgerEntry, startExampleTools } from "./example-tools.ts";
import { type ModelCallees, post, startModelCallees } from "./model-callees.ts";
import type { Planwright } from "./planwright.ts";
import { type RunningWorker, startWorker } from "./running-worker.ts";

type Settings = { readonly [name: string]: string };

export interface DeployedOptions {
  /** Settings beside `openSettings`, or how they are found out before the Worker is started. */
  readonly settings?: Settings | (() => Promise<Settings>);
  /** Names under which the example tools are registered, with whether they are trusted. `{ example: true }` unless given. */
  readonly servers?: { readonly [name: string]: boolean };
  /** Further language models beside `scripted`, which is the default one. Without this there is no model and no agent. */
  readonly models?: { readonly [name: string]: object };
  /** Configuration beside another bundle than that of the product. */
  readonly builtConfig?: string;
  /** Headers of every request of the test, such as a credential. */
  readonly headers?: { readonly [name: string]: string };
}

/** `sentToModel` and `sentToAgent` tell of the running test alone. */
export interface DeployedWorld extends Pick<ModelCallees, "agentUrl" | "sentToModel" | "sentToAgent" | "script"> {
  readonly worker: RunningWorker;
  readonly planwright: Planwright;
  readonly tools: ExampleTools;
  /** Calls of tools since the test began. */
  toolCalls(): Promise<readonly LedgerEntry[]>;
  /** Drops every execution from memory, whatever it is doing. Only where the entry of the deployment has a route for it. */
  reset(): Promise<void>;
}

export function deployedWorld(options: DeployedOptions = {}): DeployedWorld {
  const { builtConfig, headers = {}, models, servers = { example: true }, settings = {} } = options;
  let tools: ExampleTools | undefined;
  let callees: ModelCallees | undefined;
  let worker: RunningWorker | undefined;
  let callsBefore = 0;
  beforeAll(async () => {
    tools = await startExampleTools();
    if (models !== undefined) callees = await startModelCallees(models);
    const given = typeof settings === "function" ? await settings() : settings;
    worker = await startWorker({ ...(callees !== undefined && { MODELS: callees.models }), ...given }, builtConfig);
    for (const [name, trusted] of Object.entries(servers))
      await worker.planwright.as(headers).register(name, tools.mcpUrl, trusted);
  });
  afterAll(async () => {
    await worker?.close();
    await callees?.close();
    await tools?.close();
  });
  beforeEach(async () => {
    await callees?.forget();
    callsBefore = (await started(tools).ledger()).length;
  });
  return {
    get worker() {
      return started(worker);
    },
    get planwright() {
      return started(worker).planwright.as(headers);
    },
    get tools() {
      return started(tools);
    },
    get agentUrl() {
      return started(callees).agentUrl;
    },
    sentToModel: () => started(callees).sentToModel(),
    sentToAgent: () => started(callees).sentToAgent(),
    script: (...replies) => started(callees).script(...replies),
    toolCalls: async () => (await started(tools).ledger()).slice(callsBefore),
    reset: () => post(new URL("/reset", started(worker).planwright.endpoint).href),
  };
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("the deployment lacks it, or the tests of the file do not run");
  return part;
}
