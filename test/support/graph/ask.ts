/** Sends GraphQL requests to the real endpoint over fake clients, as HTTP would. */
import { readFileSync } from "node:fs";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { buildSchema } from "../../../src/graph/schema.ts";
import { graphEndpoint } from "../../../src/graph/transport/endpoint.ts";
import type { FakeClients } from "./fake-clients.ts";

export const schemaText = readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8");

/** Made once, as in the Worker. */
export const endpoint = graphEndpoint(buildSchema(schemaText));

// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member, and each test says what it expects of them.
export type Answer = any;

interface AskOptions {
  readonly variables?: { readonly [name: string]: unknown };
  /** The variables as JSON text, for values that `JSON.stringify` cannot write. */
  readonly variablesText?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly caller?: Partial<Caller>;
}

/** The HTTP answer to a query or mutation. */
export async function send(world: FakeClients, query: string, options: AskOptions = {}): Promise<Response> {
  return endpoint.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...options.headers },
      body: `{"query":${JSON.stringify(query)},"variables":${options.variablesText ?? JSON.stringify(options.variables ?? {})}}`,
    }),
    world.context(options.caller),
  );
}

/** The body of the answer: `data` and `errors`. */
export async function ask(world: FakeClients, query: string, options: AskOptions = {}): Promise<Answer> {
  return (await send(world, query, options)).json();
}

/** The data of an answer that must have no GraphQL errors. */
export async function data(world: FakeClients, query: string, options: AskOptions = {}): Promise<Answer> {
  const answer = await ask(world, query, options);
  if (answer.errors !== undefined) throw new Error(`The request failed: ${JSON.stringify(answer.errors)}`);
  return answer.data;
}

export const executePlanMutation = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) {
      replayed
      execution { id status state cursor requestId idempotencyKey traceId startedBy }
      errors {
        __typename
        code
        message
        path
        ... on TemplateError { stepId stepIndex argument template reason sourceCallable field availableFields nearestNames expectedType actualType }
        ... on UnknownCallableError { name nearestNames }
        ... on LimitError { limit maximum found }
        ... on SchemaViolationError { violations { instance keyword message } }
        ... on IdempotencyConflictError { executionId }
      }
    }
  }
`;

/** The example of the document Plan, Execute, Respond. */
export const exampleDocument = {
  type: "tool_calls",
  reasoning: "research first, then write",
  calls: [
    { tool_name: "research_blog", arguments: { topic: "edge" } },
    { tool_name: "create_blog_post", arguments: { artifact_id: "$0.output.artifact_id" } },
  ],
};

/** Runs `executePlan` and gives its payload. */
export async function executePlan(world: FakeClients, input: unknown, options: AskOptions = {}): Promise<Answer> {
  return (await data(world, executePlanMutation, { ...options, variables: { input } })).executePlan;
}

/** The same for an input that is given as JSON text. */
export async function executePlanText(world: FakeClients, inputText: string): Promise<Answer> {
  return (await data(world, executePlanMutation, { variablesText: `{"input":${inputText}}` })).executePlan;
}
