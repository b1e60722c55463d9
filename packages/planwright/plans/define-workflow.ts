/** A workflow as a function: a plan with a name and an input, as `importWorkflows` and `saveWorkflow` take it. */
import { PlanBuildError, placeAbove } from "./build-error.ts";
import { builtPlan, type PlanOptions, type Returned } from "./define-plan.ts";
import { type Json, type JsonSchema, jsonSchemaOf, type SchemaOf } from "./json-schema.ts";
import type { PlanBuilder } from "./plan-builder.ts";
import type { PlanInput } from "./plan-input.ts";
import type { Registry } from "./registry.ts";

/** What a workflow says of itself. */
export interface WorkflowFacts<Input, Output> {
  readonly name: string;
  readonly description: string;
  /** Schema of the input. If left out, what the first step declares, else `{"text": string}`. */
  readonly input?: SchemaOf<Input> | JsonSchema;
  /** Schema of the output. If left out, what the last step declares. */
  readonly output?: SchemaOf<Output> | JsonSchema;
  readonly timeoutMs?: number;
  /** Whether its card is shown to callers without credentials. */
  readonly public?: boolean;
  readonly schedule?: "SEQUENTIAL" | "DATAFLOW";
}

/** A workflow as an entry of the file of `importWorkflows`. */
export interface WorkflowInput {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly plan: PlanInput;
  readonly output?: Json;
  readonly schedule?: "SEQUENTIAL" | "DATAFLOW";
  readonly timeoutMs?: number;
  readonly public?: boolean;
}

/**
 * Builds a workflow. What `build` returns is its output.
 *
 * @example
 * ```ts
 * const greet = defineWorkflow(
 *   { name: "greet", description: "Greets somebody", input: z.object({ name: z.string() }) },
 *   ({ tools, input }) => tools.send({ body: text`Hello ${input.name}` }),
 * );
 * ```
 */
export function defineWorkflow<Input = unknown, Output = unknown, Known = Registry>(
  facts: WorkflowFacts<Input, NoInfer<Returned<Output>>> & PlanOptions,
  build: (plan: PlanBuilder<Input, Known>) => Output,
): WorkflowInput {
  const { defaults, description, known, name, schedule, timeoutMs } = facts;
  if (typeof build !== "function")
    throw new PlanBuildError(
      "Cannot define a workflow without a function that builds its plan",
      placeAbove(defineWorkflow),
    );
  const options = { ...(defaults === undefined ? {} : { defaults }), ...(known === undefined ? {} : { known }) };
  const { output, plan } = builtPlan(build as (builder: never) => unknown, options, defineWorkflow);
  return {
    name,
    description,
    ...(facts.input === undefined ? {} : { inputSchema: jsonSchemaOf(facts.input, "input") }),
    ...(facts.output === undefined ? {} : { outputSchema: jsonSchemaOf(facts.output) }),
    plan,
    ...(output === undefined ? {} : { output }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(facts.public === undefined ? {} : { public: facts.public }),
  };
}
