/**
 * What a deployment has registered, as types. `planwright types` writes an interface of tools, of agents and of workflows, and declares them
 * for `definePlan`:
 *
 * ```ts
 * declare module "planwright/plans" {
 *   interface Registry { tools: Tools; agents: Agents; workflows: Workflows }
 * }
 * ```
 */
import type { Given, Step, StepHandle, Undeclared } from "./ref.ts";
import type { CallOptions } from "./step-options.ts";

/** A tool, agent or workflow that takes `Input` and gives `Output`. */
export interface Tool<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** Filled by the declarations of a deployment. Empty until then, and every name can be called with anything. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be merged with.
export interface Registry {}

/** The callables of one kind in `Known`. */
export type Named<Kind extends string, Known> = Known extends { readonly [Name in Kind]: infer Callables }
  ? Callables
  : Undeclared;

/** A function for each callable of `Tools`, which makes a step that calls it. */
export type Calls<Tools> = unknown extends Tools
  ? Undeclared
  : {
      readonly [Name in keyof Tools]: Tools[Name] extends Tool<infer Input, infer Output> ? Call<Input, Output> : never;
    };

/** A call that becomes a step. What it is given may be left out if nothing of it is required. */
export type Call<Input, Output> =
  Record<never, never> extends Input
    ? (given?: Given<Input>, options?: CallOptions) => Called<Output>
    : (given: Given<Input>, options?: CallOptions) => Called<Output>;

type Called<Output> = unknown extends Output ? Undeclared & StepHandle : Step<Output>;
