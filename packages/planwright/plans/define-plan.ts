/** A plan as a function: it runs once, makes steps, and what it made is the plan document that is sent, checked and stored. */
import { PlanBuildError, placeAbove } from "./build-error.ts";
import type { Json } from "./json-schema.ts";
import type { KnownCallables } from "./known-callables.ts";
import type { PlanBuilder } from "./plan-builder.ts";
import type { PlanInput } from "./plan-input.ts";
import { Recording } from "./recording.ts";
import type { Reference } from "./ref.ts";
import type { Registry } from "./registry.ts";
import { type FinallyTime, stepMakers } from "./step-makers.ts";
import type { Policy } from "./step-options.ts";
import { type WrittenPlan, writtenPlan } from "./written-plan.ts";

declare const planTypes: unique symbol;

/** A plan that was built. */
export interface PlanDefinition<Input = unknown, Output = unknown> {
  /** The plan document: `source: { plan }` of `executePlan`, `validatePlan` and `saveWorkflow`. */
  readonly plan: PlanInput;
  /** Template of the output, for a workflow. Undefined if it is the output of the last step. */
  readonly output: Json | undefined;
  /** The names of what it calls. */
  readonly callables: readonly string[];
  /**
   * The line of the code that made the step in which an error of the deployment is: `path` is that of the error, or any part of it from
   * `steps` or `finally` on. Undefined if none did, or in engines without line numbers.
   */
  readonly placeOf: (path: readonly (string | number)[]) => string | undefined;
  readonly [planTypes]?: { readonly input: Input; readonly output: Output };
}

export interface PlanOptions {
  /** Policy of every call that does not say otherwise. */
  readonly defaults?: Policy;
  /** Schemas of what can be called, from `knownCallables`: mistakes throw at their line. */
  readonly known?: KnownCallables;
}

/** The value that is returned: of a reference what it stands for, else the value with what its references stand for. */
export type Returned<T> =
  T extends Reference<infer Value> ? Value : T extends object ? { readonly [Key in keyof T]: Returned<T[Key]> } : T;

/**
 * Builds a plan. `build` runs once, at once. What it returns is the output of a workflow of this plan.
 *
 * @example
 * ```ts
 * const post = definePlan(({ tools, input }) => {
 *   const research = tools.research_blog({ topic: input.topic });
 *   return tools.create_blog_post({ artifact_id: research.artifact_id });
 * });
 * ```
 */
export function definePlan<Input = unknown, Output = unknown, Known = Registry>(
  build: (plan: PlanBuilder<Input, Known>) => Output,
): PlanDefinition<Input, Returned<Output>>;
export function definePlan<Input = unknown, Output = unknown, Known = Registry>(
  options: PlanOptions,
  build: (plan: PlanBuilder<Input, Known>) => Output,
): PlanDefinition<Input, Returned<Output>>;
export function definePlan(...given: readonly unknown[]): PlanDefinition {
  const [options, build] = given.length === 1 ? [{}, given[0]] : given;
  if (typeof build !== "function")
    throw new PlanBuildError("Cannot define a plan without a function that builds it", placeAbove(definePlan));
  const written = builtPlan(build as (builder: never) => unknown, options as PlanOptions, definePlan);
  const { callables, output, places, plan } = written;
  return { plan, output, callables, placeOf: (path) => placeOf(path, places) };
}

/** The document of the plan that `build` makes. */
export function builtPlan(
  build: (builder: never) => unknown,
  { defaults, known }: PlanOptions,
  boundary: (...given: never[]) => unknown,
): WrittenPlan & { readonly callables: readonly string[] } {
  const recording = new Recording(known);
  const finallyTime: FinallyTime = {};
  const output = build(stepMakers(recording, finallyTime) as never);
  recording.close();
  if (output instanceof Promise) {
    output.catch(() => undefined);
    throw new PlanBuildError(
      "Cannot define a plan with an async function: it makes steps and waits for nothing",
      placeAbove(boundary),
    );
  }
  const written = writtenPlan(recording, output, { defaults, finallyTimeoutMs: finallyTime.timeoutMs });
  return { ...written, callables: recording.callableNames() };
}

function placeOf(path: readonly (string | number)[], places: ReadonlyMap<string, string>): string | undefined {
  const names = path
    .map(String)
    .filter((name) => !["tool", "parallel", "map", "loop", "humanInput", "sleep", "waitForEvent"].includes(name));
  const start = names.findIndex((name) => name === "steps" || name === "finally");
  if (start < 0) return undefined;
  for (let end = names.length; end > start; end -= 1) {
    const place = places.get(names.slice(start, end).join("/"));
    if (place !== undefined) return place;
  }
  return undefined;
}
