/** Executions with language models as callers see them: asked for, waited for, and read with all that models had a part in. */
import type { ExecutionSeen, Planwright, UserError } from "./planwright.ts";

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
