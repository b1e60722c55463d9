/**
 * Ports of the A2A server: executions by name, the tasks of a caller, sealed ids, and settings of the deployment. The Worker implements them
 * over Durable Objects, tests in memory.
 */

import type { EgressRules } from "../catalog/egress.ts";
import type { ServedCallable } from "../catalog/snapshot/served-callable.ts";
import type { ExecutionClient } from "../execution/client/execution-client.ts";
import type { InvocationMessage } from "../execution/commands/invocation-message.ts";
import type { ExecutionInput } from "../execution/commands/start-request.ts";
import type { TaskList, TaskListQuery } from "../execution/views/task-list.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { TraceContext } from "../json/trace-context.ts";

/** The permissions of a credential, as far as A2A needs them. */
export type A2aScope =
  | "EXECUTION_CONTROL"
  | "EXECUTION_READ"
  | "EXECUTION_START"
  | "HUMAN_INPUT_RESPOND"
  | "REGISTRY_READ";

export interface A2aCaller {
  readonly tenant: string;
  readonly subject: string;
  readonly scopes: readonly string[];
}

/** Executions as A2A reaches them. */
export type Executions = Pick<
  ExecutionClient,
  "start" | "lookup" | "read" | "value" | "cancel" | "respond" | "push" | "watch"
>;

export type LinkResult =
  | { readonly ok: true; readonly value: Json }
  /** `finding` is of the form "required …, found …" and does not contain the address. */
  | { readonly ok: false; readonly finding: string };

/** The checked run, or why it cannot be run. */
export type WorkResult =
  | { readonly ok: true; readonly work: ExecutionInput }
  /** `INPUT_INVALID` blames the message, every other code the deployment. */
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface A2aClients {
  /** The run of the agent or workflow that is served, for a message; pinned with all that it may call (E15). */
  readonly work: (message: InvocationMessage) => Promise<WorkResult>;
  readonly executions: Executions;
  readonly tasks: { list(query: TaskListQuery): Promise<TaskList> };
  /** Reads JSON from an address that a caller named, under the rules for addresses. */
  readonly links: { read(url: string): Promise<LinkResult> };
  /** A page of the deployment where the caller connects `connection`, within fifteen minutes. `mayForTenant` says whether it may be that of the tenant. */
  readonly connections: { url(connection: string, mayForTenant: boolean): Promise<string> };
  /** Seals the content of public ids. Equal content gives equal ids; `open` is undefined for anything that `seal` did not make. */
  readonly identity: { seal(content: string): Promise<string>; open(id: string): Promise<string | undefined> };
}

/** Settings of the deployment for every request. */
export interface A2aSettings {
  /** Deepest nesting of a run (C23). */
  readonly maxDepth: number;
  readonly egress: EgressRules;
  /** Whether agents of ours may be asked (O28). */
  readonly promptsEnabled: boolean;
  /** How long a person has to answer, in milliseconds. */
  readonly humanInputTimeoutMs: number;
}

/** The surroundings of one request. Made for each request, and never kept. */
export interface A2aSession {
  readonly caller: A2aCaller;
  readonly served: ServedCallable;
  /** Its card in the form of A2A 1.0. */
  readonly card: JsonObject;
  readonly clients: A2aClients;
  readonly settings: A2aSettings;
  /** W3C trace context of the HTTP request, or a fresh one. */
  readonly trace: TraceContext;
  readonly requestId: string;
  /** Takes a stream in, which is to leave once, or says why it may not be opened now. */
  readonly enterStream: () =>
    | { readonly ok: true; readonly leave: () => void }
    | { readonly ok: false; readonly message: string };
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called with the operation of the request. */
  readonly onOperation?: (operation: string) => void;
  /** Writes one record to the log. */
  readonly log: (record: JsonObject) => void;
}
