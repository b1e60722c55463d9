/**
 * The deployed Worker: the real build in the real runtime, with the example callees in this process. Started before the tests of a file and
 * ended after them, also when they fail. Ledgers record the calls that were really made.
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
  /**
   * Whether the file shares its deployment with others that run before and after it in the same process. It then finds executions,
   * conversations and agents of theirs, with default settings and the example tools alone.
   */
  readonly isShared?: boolean;
}

interface Deployment {
  readonly tools: ExampleTools;
  readonly callees: ModelCallees | undefined;
  readonly worker: RunningWorker;
  close(): Promise<void>;
}

/** The deployment that files share. It ends with this process. */
let shared: Promise<Deployment> | undefined;

/** `sentToModel` and `sentToAgent` are those of the running test alone. */
export interface DeployedWorld extends Pick<ModelCallees, "agentUrl" | "sentToModel" | "sentToAgent" | "script"> {
  readonly worker: RunningWorker;
  readonly planwright: Planwright;
  readonly tools: ExampleTools;
  /** Calls of tools since the test began. */
  toolCalls(): Promise<readonly LedgerEntry[]>;
  /** Drops every execution from memory in the middle of its work. Only where the entry of the deployment has a route for it. */
  reset(): Promise<void>;
}

async function startDeployment(options: DeployedOptions): Promise<Deployment> {
  const { builtConfig, headers = {}, models, servers = { example: true }, settings = {} } = options;
  const begun: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (const part of begun.splice(0).toReversed()) await part.close();
  };
  function keep<Part extends { close(): Promise<void> }>(part: Part): Part {
    begun.push(part);
    return part;
  }
  try {
    const tools = keep(await startExampleTools());
    const callees = models === undefined ? undefined : keep(await startModelCallees(models));
    const given = typeof settings === "function" ? await settings() : settings;
    const all = { ...(callees !== undefined && { MODELS: callees.models }), ...given };
    const worker = keep(await startWorker(all, builtConfig));
    for (const [name, trusted] of Object.entries(servers))
      await worker.planwright.as(headers).register(name, tools.mcpUrl, trusted);
    return { tools, callees, worker, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function sharedDeployment(): Promise<Deployment> {
  shared ??= startDeployment({ models: {} });
  return shared;
}

export function deployedWorld(options: DeployedOptions = {}): DeployedWorld {
  const { headers = {}, isShared = false } = options;
  let deployment: Deployment | undefined;
  let callsBefore = 0;
  beforeAll(async () => {
    deployment = await (isShared ? sharedDeployment() : startDeployment(options));
  });
  afterAll(async () => {
    if (!isShared) await deployment?.close();
  });
  beforeEach(async () => {
    await deployment?.callees?.forget();
    callsBefore = (await started(deployment).tools.ledger()).length;
  });
  return {
    get worker() {
      return started(deployment).worker;
    },
    get planwright() {
      return started(deployment).worker.planwright.as(headers);
    },
    get tools() {
      return started(deployment).tools;
    },
    get agentUrl() {
      return started(deployment?.callees).agentUrl;
    },
    sentToModel: () => started(deployment?.callees).sentToModel(),
    sentToAgent: () => started(deployment?.callees).sentToAgent(),
    script: (...replies) => started(deployment?.callees).script(...replies),
    toolCalls: async () => (await started(deployment).tools.ledger()).slice(callsBefore),
    reset: () => post(new URL("/reset", started(deployment).worker.planwright.endpoint).href),
  };
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("the deployment lacks it, or the tests of the file do not run");
  return part;
}
