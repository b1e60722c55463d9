/**
 * Tools in TypeScript. A tool runs in the Worker that runs the plans, without a request; everything else is as with any tool: its intent is
 * stored before it runs, its result before it is used, and nothing that has finished runs again.
 */
import type { InputOf, OutputOf, StandardSchema } from "./standard-schema.ts";

declare global {
  namespace Cloudflare {
    /** Bindings and variables of the Worker, as `wrangler types` writes them. */
    interface Env {}
  }
}

/**
 * What a call does to the world, and so what happens if the Worker is lost before the result is stored.
 *
 * - `read`: it changes nothing. It is called again.
 * - `idempotent`: twice is as good as once. It is called again.
 * - `keyed`: it hands `idempotencyKey` on to something that does the work once for each key. It is called again with the same key.
 * - `unsafe`: none of these. It is not called again; the plan says what happens then (`inDoubt`).
 */
export type Effects = "read" | "idempotent" | "keyed" | "unsafe";

export interface ToolOptions<
  Name extends string,
  Input extends StandardSchema,
  Output extends StandardSchema,
  Secret extends string,
> {
  /** How plans call it: letters, digits, `_` and `-`, 64 at most. */
  readonly name: Name;
  /** What it does, for people and for language models. */
  readonly description?: string;
  /** A schema of objects: plans are checked against it, and so is every call. */
  readonly input: Input;
  /** What a result must satisfy. Plans are checked for the fields that they take from it. */
  readonly output: Output;
  readonly effects: Effects;
  /** Whether it may destroy something, so that people are asked first unless a request says otherwise. */
  readonly destructive?: boolean;
  /**
   * Labels of the result: `["UNTRUSTED"]` where it contains text of strangers, with labels of your own such as `"web"`; `["TRUSTED"]` where
   * it is trusted for every input. Without any, the result has the labels of the input.
   */
  readonly outputLabels?: readonly string[];
  /** Longest time of one attempt, beside the time of the step. */
  readonly timeoutMs?: number;
  /** Secrets that `run` is given: `STRIPE` is the variable `TOOL_SECRET_STRIPE` of the Worker. They are cut out of all that the tool says. */
  readonly secrets?: readonly Secret[];
  /** Does the work. It may run in several attempts, each with the same `idempotencyKey`. */
  readonly run: (input: OutputOf<Input>, context: ToolContext<Secret>) => InputOf<Output> | Promise<InputOf<Output>>;
}

export interface ToolContext<Secret extends string = string> {
  /** The same on every attempt of a call, and of no other call. Hand it on where work is to be done once. */
  readonly idempotencyKey: string;
  /** Counted from 1. */
  readonly attempt: number;
  /** Aborted when nobody waits for the result any more. Hand it on to `fetch`. */
  readonly signal: AbortSignal;
  /** Reports progress to everybody who follows the execution. */
  readonly progress: (notice: string | ToolProgress) => void;
  readonly secrets: { readonly [Name in Secret]: string };
  readonly env: Cloudflare.Env;
  readonly execution: ToolCaller;
}

export interface ToolProgress {
  readonly message?: string;
  /** How far the work has come, in a unit of the tool. */
  readonly progress?: number;
  readonly total?: number;
}

/** The execution that calls. */
export interface ToolCaller {
  readonly contextId: string;
  readonly requestId: string;
  readonly traceId: string;
  readonly userId: string;
  readonly depth: number;
}

export interface Tool<
  Name extends string = string,
  Input extends StandardSchema = StandardSchema,
  Output extends StandardSchema = StandardSchema,
> extends Omit<ToolOptions<Name, Input, Output, string>, "run"> {
  readonly run: (input: OutputOf<Input>, context: ToolContext) => InputOf<Output> | Promise<InputOf<Output>>;
}

/** Any tool, with schemas of any kind. */
// biome-ignore lint/suspicious/noExplicitAny: the input of `run` is contravariant, so that no type but this takes every tool
export type AnyTool = Tool<string, any, any>;

/**
 * Defines a tool. It is there for plans once `createPlanwright` has it.
 *
 * @example
 * ```ts
 * import { defineTool } from "planwright";
 * import * as z from "zod";
 * const greet = defineTool({
 *   name: "greet",
 *   input: z.object({ name: z.string() }),
 *   output: z.object({ text: z.string() }),
 *   effects: "read",
 *   run: ({ name }) => ({ text: `Hello, ${name}!` }),
 * });
 * greet.name; // "greet"
 * ```
 */
export function defineTool<
  const Name extends string,
  Input extends StandardSchema,
  Output extends StandardSchema,
  const Secret extends string = never,
>(options: ToolOptions<Name, Input, Output, Secret>): Tool<Name, Input, Output> {
  return Object.freeze({ ...options }) as unknown as Tool<Name, Input, Output>;
}
