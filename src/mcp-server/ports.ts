/**
 * Ports of the MCP endpoint: one caller, the catalog of its tenant, executions by name, and the input of the execution for a call. The
 * Worker implements them over Durable Objects, tests in memory.
 */
import type { CatalogSnapshot } from "../catalog/snapshot/catalog-snapshot.ts";
import type { ExecutionClient } from "../execution/client/execution-client.ts";
import type { InvocationMessage } from "../execution/commands/invocation-message.ts";
import type { ExecutionInput } from "../execution/commands/start-request.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { TraceContext } from "../json/trace-context.ts";
import type { ExecutionLimits } from "../plan/limits.ts";
import type { Schedule } from "../plan/plan.ts";

/** Newest first. Older ones allow several messages in one request, whose number no limit would count. */
export const protocolVersions: readonly string[] = ["2026-07-28", "2025-11-25", "2025-06-18"];

/** The caller, as its credential proves, and its permissions here. */
export interface McpCaller {
  readonly tenant: string;
  readonly subject: string;
  /** Holds REGISTRY_READ: may see the tools. */
  readonly mayList: boolean;
  /** Holds EXECUTION_START: may call them. */
  readonly mayCall: boolean;
  /** Holds HUMAN_INPUT_RESPOND: may answer what its runs ask. */
  readonly mayAnswer: boolean;
}

/** Why a call cannot be done, in words that a model can act on. */
export interface CallProblem {
  readonly code: string;
  readonly message: string;
  /** Which argument is to blame; empty if none is. */
  readonly path: readonly string[];
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  readonly details: Json;
}

/** The checked run, or all problems of the call. */
export type WorkResult =
  | { readonly ok: true; readonly work: ExecutionInput }
  | { readonly ok: false; readonly problems: readonly CallProblem[] };

/** The arguments of `cp__agent_orchestrate` (O2): exactly one of `plan` and `prompt` is given. */
export interface OrchestrationCall {
  readonly plan?: JsonObject | undefined;
  readonly prompt?: string | undefined;
  readonly bindings?: JsonObject | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxParallel?: number | undefined;
  readonly schedule?: Schedule | undefined;
}

/** Checks plans and prompts the way `executePlan` does, so that there is one runner for both (O14). */
export interface OrchestrationClient {
  /** Paths of problems start at the arguments of the tool. */
  work(call: OrchestrationCall): Promise<WorkResult>;
}

export interface RunClient {
  /** The run of the agent `name`, or of the newest version of the workflow, for `message`. */
  work(kind: "AGENT" | "WORKFLOW", name: string, message: InvocationMessage): Promise<WorkResult>;
}

/** Executions as MCP reaches them. */
export type Executions = Pick<
  ExecutionClient,
  "start" | "lookup" | "read" | "value" | "projection" | "cancel" | "respond" | "watch"
>;

export interface McpClients {
  readonly executions: Executions;
  readonly orchestration: OrchestrationClient;
  readonly runs: RunClient;
  /** The catalog as the isolate has it, some seconds old at most, or as it is now. */
  catalog(isCurrent: boolean): Promise<CatalogSnapshot>;
  /** The public id of an execution, as the API shows it. */
  publicId(execution: string): Promise<string>;
  /** A text that only `open` reads, which gives undefined for anything else. */
  seal(content: string): Promise<string>;
  open(sealed: string): Promise<string | undefined>;
}

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Runs `task` once after `delayMs` unless the returned function is called before. */
  after(delayMs: number, task: () => void): () => void;
}

/** Counts the calls that are waited for, as far as this isolate knows them: each holds a connection to an object. */
export interface CallGate {
  /** Takes one in, or names the cap that is reached. `leave` is to be called once, when it ends. */
  enter():
    | { readonly kind: "ENTERED"; readonly leave: () => void }
    | { readonly kind: "REFUSED"; readonly cap: string; readonly maximum: number };
}

/** Everything that one request is served with. */
export interface McpSession {
  readonly caller: McpCaller;
  readonly clients: McpClients;
  readonly version: string;
  /** Whether prompts are served: then `cp__agent_orchestrate` and agents are offered (O28). */
  readonly promptsServed: boolean;
  readonly limits: ExecutionLimits;
  /** How long a person has to answer, in milliseconds. */
  readonly humanInputTimeoutMs: number;
  /** Id under which the request is followed (H4). */
  readonly requestId: string;
  /** W3C trace context of the HTTP request, or a fresh one. */
  readonly trace: TraceContext;
  readonly gate: CallGate;
  readonly clock: Clock;
  /** Lower-case hexadecimal text of so many random bytes. */
  readonly randomHex: (bytes: number) => string;
  /** Lets work continue after the client has left. */
  readonly keepAlive: (work: Promise<unknown>) => void;
  /** Called with the operation of the request. */
  readonly onOperation?: (operation: string) => void;
  /** Writes one record to the log. */
  readonly log: (record: JsonObject) => void;
}
