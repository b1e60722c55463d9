/** A client of a running Planwright: GraphQL over HTTP as a caller would send it, with the few documents that the tests share. */

import { createClient } from "graphql-sse";

/** A user error with every field that a test may ask for. Fields of other types of errors are absent. */
export interface UserError {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
  readonly [fact: string]: unknown;
}

export interface StepSeen {
  readonly stepId: string;
  readonly status: string;
  readonly callId: string | null;
  readonly outcome: string | null;
  readonly failure: { readonly code: string; readonly message: string; readonly details: unknown } | null;
  readonly input: { readonly value: unknown } | null;
  readonly output: { readonly value: unknown } | null;
}

export interface ExecutionSeen {
  readonly id: string;
  readonly status: string;
  readonly requestId: string;
  readonly cursor: string;
  readonly failure: { readonly code: string } | null;
  readonly steps: readonly StepSeen[];
  readonly pendingHumanInputs: readonly { readonly id: string; readonly stepId: string }[];
  readonly events: { readonly nodes: readonly EventSeen[] };
}

export interface EventSeen {
  readonly type: string;
  readonly sequence: number;
  readonly stepId: string | null;
}

export interface ExecutePlanSeen {
  readonly execution: ExecutionSeen | null;
  readonly replayed: boolean;
  readonly errors: readonly UserError[];
}

export type Variables = { readonly [name: string]: unknown };

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

const seen = /* GraphQL */ `
  fragment Seen on Execution {
    id
    status
    requestId
    cursor
    failure { code }
    steps {
      stepId
      status
      failure { code message details }
      input { value }
      output { value }
      ... on ToolStep { callId outcome }
    }
    pendingHumanInputs { id stepId }
    events(first: 200) { nodes { type sequence stepId } }
  }
`;

type Headers = { readonly [name: string]: string };

export class Planwright {
  /** Address of the GraphQL endpoint. */
  readonly endpoint: string;
  readonly #headers: Headers;

  /** `url` is the address of the deployment, `headers` are sent with every request. */
  constructor(url: string, headers: Headers = {}) {
    this.endpoint = new URL("/graphql", url).href;
    this.#headers = headers;
  }

  /** The same deployment with other headers, such as a credential. */
  as(headers: Headers): Planwright {
    return new Planwright(this.endpoint, headers);
  }

  /** Sends one operation and gives the whole answer, errors included. */
  async send<Data>(query: string, variables: Variables = {}): Promise<Answer<Data>> {
    const response = await fetch(this.endpoint, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...this.#headers },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer<Data>;
  }

  /** The first item of a subscription; null if none came within `withinMs`. */
  async firstItem(query: string, variables: Variables, withinMs: number): Promise<unknown> {
    const client = createClient({ url: this.endpoint, headers: { ...this.#headers }, retryAttempts: 0 });
    const timer = setTimeout(() => client.dispose(), withinMs);
    try {
      for await (const item of client.iterate({ query, variables })) return item;
      return null;
    } catch (error) {
      return { refused: error instanceof Error ? error.message : error };
    } finally {
      clearTimeout(timer);
      client.dispose();
    }
  }

  /** Sends one operation and gives its data. Throws if there are GraphQL errors. */
  async ask<Data>(query: string, variables: Variables = {}): Promise<Data> {
    const { data, errors } = await this.send<Data>(query, variables);
    if (errors !== undefined || data === undefined || data === null) {
      throw new Error(`Cannot ask ${this.endpoint}: ${JSON.stringify(errors)}`);
    }
    return data;
  }

  /** Registers an MCP server. Gives its ID and the revision of the catalog that holds it; throws if it is refused. */
  async register(
    name: string,
    url: string,
    trusted: boolean,
  ): Promise<{ readonly id: string; readonly revision: string }> {
    const { registerMcpServer: answer } = await this.ask<{
      registerMcpServer: { mcpServer: { id: string } | null; catalogRevision: string; errors: readonly UserError[] };
    }>(
      `mutation ($input: RegisterMcpServerInput!) {
        registerMcpServer(input: $input) { mcpServer { id } catalogRevision errors { message } }
      }`,
      { input: { name, url, trusted } },
    );
    if (answer.mcpServer === null) throw new Error(`Cannot register ${name}: ${answer.errors[0]?.message}`);
    return { id: answer.mcpServer.id, revision: answer.catalogRevision };
  }

  /** Removes an MCP server. Throws if it is refused. */
  async remove(mcpServerId: string): Promise<void> {
    const { removeMcpServer } = await this.ask<{ removeMcpServer: { errors: readonly UserError[] } }>(
      "mutation ($input: RemoveMcpServerInput!) { removeMcpServer(input: $input) { errors { message } } }",
      { input: { mcpServerId } },
    );
    if (removeMcpServer.errors.length > 0) throw new Error(`Cannot remove it: ${removeMcpServer.errors[0]?.message}`);
  }

  /** Saves a workflow. Throws if it is refused. */
  async saveWorkflow(input: Variables): Promise<void> {
    const { saveWorkflow } = await this.ask<{ saveWorkflow: { errors: readonly UserError[] } }>(
      "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }",
      { input },
    );
    if (saveWorkflow.errors.length > 0) throw new Error(`Cannot save it: ${saveWorkflow.errors[0]?.message}`);
  }

  /** Registers an agent. Throws if it is refused. */
  async registerAgent(input: Variables): Promise<void> {
    const { registerAgent } = await this.ask<{ registerAgent: { errors: readonly UserError[] } }>(
      "mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { errors { message } } }",
      { input },
    );
    if (registerAgent.errors.length > 0) throw new Error(`Cannot register it: ${registerAgent.errors[0]?.message}`);
  }

  /** Asks for a run and returns any answer. */
  async executePlan(input: Variables): Promise<ExecutePlanSeen> {
    const { executePlan } = await this.ask<{ executePlan: ExecutePlanSeen }>(
      /* GraphQL */ `
        mutation ($input: ExecutePlanInput!) {
          executePlan(input: $input) {
            replayed
            execution { ...Seen }
            errors {
              __typename code message path
              ... on UnknownCallableError { name nearestNames }
              ... on TemplateError {
                stepId stepIndex argument template reason sourceCallable field availableFields expectedType actualType
              }
              ... on SchemaViolationError { violations { instance keyword } }
              ... on LimitError { limit maximum found }
              ... on IdempotencyConflictError { executionId }
            }
          }
        }
        ${seen}
      `,
      { input },
    );
    return executePlan;
  }

  /** Starts a plan that must be accepted, and gives the execution. */
  async start(input: Variables): Promise<ExecutionSeen> {
    const { execution, errors } = await this.executePlan(input);
    if (execution === null) throw new Error(`Cannot start the plan: ${JSON.stringify(errors)}`);
    return execution;
  }

  /** One execution, selected as `ExecutionSelector` says. Null if there is none. */
  async execution(by: Variables): Promise<ExecutionSeen | null> {
    const { execution } = await this.ask<{ execution: ExecutionSeen | null }>(
      `query ($by: ExecutionSelector!) { execution(by: $by) { ...Seen } } ${seen}`,
      { by },
    );
    return execution;
  }

  /** What the list of the tenant says, newest first. It is kept apart: no execution's object is asked. */
  async list(): Promise<readonly { readonly id: string; readonly status: string }[]> {
    const { executions } = await this.ask<{ executions: { nodes: { id: string; status: string }[] } }>(
      "{ executions(first: 100) { nodes { id status } } }",
    );
    return executions.nodes;
  }

  async answer(requestId: string, response: Variables): Promise<readonly UserError[]> {
    const { respondToHumanInput } = await this.ask<{ respondToHumanInput: { errors: readonly UserError[] } }>(
      `mutation ($input: RespondToHumanInputInput!) {
        respondToHumanInput(input: $input) { errors { code message path } }
      }`,
      { input: { requestId, response } },
    );
    return respondToHumanInput.errors;
  }
}

/** A typed step that calls a tool. */
export function tool(stepId: string, toolName: string, args: Variables, more: Variables = {}) {
  return { tool: { stepId, toolName, arguments: args, ...more } };
}

/** Resolves with the first answer that is not null or false. The time limit of the test is the end. */
export async function eventually<Found>(look: () => Promise<Found | null | false>): Promise<Found> {
  // A long wait looks seldom: each look takes time from what is waited for.
  for (let pauseMs = 25; ; pauseMs = Math.min(250, pauseMs * 1.25)) {
    const found = await look();
    if (found !== null && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
