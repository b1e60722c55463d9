/**
 * A tool in the code of the deployment, as it is called. It comes from `defineTool` of the package `planwright`; its `definition` has the
 * facts for the catalog.
 */
import type { DiscoveredTool } from "../../catalog/discovered-tool.ts";
import type { EffectClass } from "../../plan/callable.ts";

export interface CodeTool {
  readonly definition: DiscoveredTool;
  readonly effectClass: EffectClass;
  /** Longest time of one attempt. Absent for the time of the step alone. */
  readonly timeoutMs?: number | undefined;
  /** Names of the secrets that it is given: `X` reads `TOOL_SECRET_X`. */
  readonly secrets: readonly string[];
  /** Whether the input fits, and the value that `run` takes, which is not JSON where the schema makes something else of it. */
  readonly readInput: ReadValue;
  /** Like `readInput`, for the result of `run`. */
  readonly readOutput: ReadValue;
  readonly run: (input: unknown, context: CodeToolContext) => unknown;
}

export type ReadValue = (value: unknown) => ValueResult | Promise<ValueResult>;

export type ValueResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly ValueProblem[] };

export interface ValueProblem {
  /** Where in the value, such as `items.3.at`. Empty for the value as a whole. */
  readonly path: string;
  readonly message: string;
}

/** The second argument of a tool, beside its input. */
export interface CodeToolContext {
  /** The same on every attempt of a call, and of no other call (E5). */
  readonly idempotencyKey: string;
  /** Counted from 1. */
  readonly attempt: number;
  /** Aborted when the result is not awaited any more. */
  readonly signal: AbortSignal;
  /** Reports the progress of the work. */
  readonly progress: (notice: CodeToolProgress | string) => void;
  readonly secrets: { readonly [name: string]: string };
  /** The bindings and variables of the Worker. */
  readonly env: unknown;
  readonly execution: CodeToolCaller;
}

export interface CodeToolProgress {
  readonly message?: string | undefined;
  readonly progress?: number | undefined;
  readonly total?: number | undefined;
}

/** Who calls. */
export interface CodeToolCaller {
  readonly contextId: string;
  readonly requestId: string;
  readonly traceId: string;
  readonly userId: string;
  readonly depth: number;
}

/** The tools of the deployment, for the objects that call them. */
export interface CodeTools {
  readonly named: (name: string) => CodeTool | undefined;
  /** The `env` of the tools. */
  readonly env: unknown;
}

export const noCodeTools: CodeTools = { named: () => undefined, env: undefined };
