/** Agents and workflows as somebody writes them in the options of `createPlanwright`. */

/** A language model with instructions and tools, as `registerAgent` takes one. */
export interface Agent {
  /** Letters, digits, `_` and `-`, 48 at most. */
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  /** Names of tools in code, and of agents and workflows in code, that it may call. */
  readonly tools?: readonly string[];
  /** Name of its language model. That of the deployment if nothing is said. */
  readonly model?: string;
  /** How many plans it makes at most in one run. */
  readonly maxRounds?: number;
  /** JSON Schema of what it is given, and of its answer. Texts if nothing is said. */
  readonly inputSchema?: object;
  readonly outputSchema?: object;
  readonly tags?: readonly string[];
  readonly exampleQueries?: readonly string[];
  /** Whether prompts may be routed to it. */
  readonly routable?: boolean;
  /** Whether its card is shown to callers without credentials. */
  readonly public?: boolean;
}

/** A plan with a name, as `defineWorkflow` of `planwright/plans` makes it. */
export interface Workflow {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: object | boolean;
  readonly outputSchema?: object | boolean;
  readonly plan: object;
  readonly output?: unknown;
  readonly schedule?: "SEQUENTIAL" | "DATAFLOW";
  readonly timeoutMs?: number;
  readonly public?: boolean;
}

export interface DefinitionsInCode {
  readonly agents?: readonly Agent[];
  readonly workflows?: readonly Workflow[];
}
