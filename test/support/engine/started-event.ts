/** The first row of an execution for tests. */
import type { FurtherPlan, ReusedStep } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionEvent, ExecutionStarted } from "../../../src/execution/events/event.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { humanInputProvider } from "../../../src/plan/human-input-callable.ts";
import { builtInLimits, type ExecutionLimits } from "../../../src/plan/limits.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import type { RunDefinition } from "../../../src/plan/run-definition.ts";
import { waitProvider } from "../../../src/plan/waits/built-in-callables.ts";
import { callables } from "../plan/callables.ts";
import { plainStart } from "./plain-start.ts";

export interface StartOptions {
  readonly callables?: readonly CallableDefinition[];
  readonly blueprints?: readonly RunDefinition[];
  readonly limits?: Partial<ExecutionLimits>;
  readonly started?: Partial<ExecutionStarted>;
  /** What is taken over from the execution that this one derives from. */
  readonly reused?: readonly ReusedStep[];
  readonly furtherPlans?: readonly FurtherPlan[];
  /** Rows that are stored with the first. */
  readonly following?: readonly ExecutionEvent[];
}

/** The id under which the API knows an execution of a test. */
export async function idOf(_: string, name: { readonly execution: string }): Promise<string> {
  return `id of ${name.execution}`;
}

/** The first row of an execution of `plan`. */
export function startedWith(plan: Plan, options: StartOptions): ExecutionStarted {
  return {
    ...plainStart,
    kind: "ExecutionStarted",
    execution: "execution",
    publicId: "id of execution",
    origin: { root: "execution", parent: null, depth: 0, ancestors: [] },
    title: "what was asked",
    requestId: "request",
    codeVersion: "test",
    input: null,
    plan,
    planHash: "hash",
    definitions: {
      callables: options.callables ?? callables,
      providers: [
        { name: "world", kind: "MCP", url: "https://world.example/mcp", bearerSecret: null, connection: null },
        { name: "agents", kind: "HTTP_AGENT", url: "https://agents.example", bearerSecret: null, connection: null },
        { name: "peers", kind: "A2A", url: "https://peers.example/a2a", bearerSecret: null, connection: null },
        { name: "planwright", kind: "CHILD", url: "", bearerSecret: null, connection: null },
        humanInputProvider,
        waitProvider,
      ],
      blueprints: options.blueprints ?? [],
      catalogRevision: "1",
    },
    bindings: storedValue({}),
    limits: { ...builtInLimits.defaults, ...options.limits },
    ...options.started,
  };
}
