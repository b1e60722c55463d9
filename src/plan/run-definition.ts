/**
 * Callables that run as executions of their own: workflows, local agents and orchestration. A run definition holds everything that such a
 * run needs. It is pinned with each execution that may call it (E15), so neither that execution nor its children ask the catalog. Journals
 * store it under the key `blueprints`.
 */

import type { JsonObject, JsonSchema } from "../json/json.ts";
import type { ConversationAgent } from "./conversation.ts";
import type { PlanWork, RespondWork } from "./model-definition.ts";
import type { Operand, Plan } from "./plan.ts";

interface RunDefinitionBase {
  /** Unique among the run definitions of an execution, and compared with ancestors: `workflow:{name}`, `agent:{name}`, `orchestration`. */
  readonly key: string;
  /** Names of the callables that the run may call, as its plan writes them; defined among `callables` or `inherited`. */
  readonly callableNames: readonly string[];
}

/** A stored plan with typed input and output. */
export interface WorkflowDefinition extends RunDefinitionBase {
  readonly kind: "WORKFLOW";
  readonly name: string;
  /** Hex SHA-256 of the definition. */
  readonly version: string;
  readonly plan: Plan;
  readonly planHash: string;
  /** The schema of the input; checked by the run itself on entry. */
  readonly inputSchema: JsonSchema;
  /** The schema of the output; checked by the run itself at its end. Null if none is declared. */
  readonly outputSchema: JsonSchema | null;
  /** The parts of the output. Null for the output of the last step. */
  readonly output: Operand | null;
  /** Time of a run, within that of its caller. Absent for no bound of its own. */
  readonly timeoutMs?: number;
}

/** Something that an agent can be asked for by name. */
export interface AgentAction {
  readonly id: string;
  /** The text for the model beside the instructions of the agent. */
  readonly prompt: string;
  /** The schema of the parameters. Null if it takes none. */
  readonly inputSchema: JsonSchema | null;
}

/** A language model with instructions and tools. Without tools it answers at once; with tools it plans first. */
export interface AgentDefinition extends RunDefinitionBase {
  readonly kind: "AGENT";
  readonly name: string;
  readonly agent: ConversationAgent;
  readonly actions: readonly AgentAction[];
  /** The schema of its input. Absent for one that is asked with text or an action. */
  readonly inputSchema?: JsonObject;
  /** The schema of its answer. Absent for one that answers with text. */
  readonly outputSchema?: JsonObject;
  /** Null for an agent without tools. */
  readonly plan: PlanWork | null;
  readonly respond: RespondWork;
}

/** `cp__agent_orchestrate` as a tool: a plan or a prompt over those of `callableNames` that its caller may call itself. */
export interface OrchestrationDefinition extends RunDefinitionBase {
  readonly kind: "ORCHESTRATION";
  /** Null where no model is configured; then only plans can be given. */
  readonly plan: PlanWork | null;
  /** Most bytes of a given plan as canonical JSON. */
  readonly maxPlanBytes: number;
  readonly maxJsonDepth: number;
}

export type RunDefinition = WorkflowDefinition | AgentDefinition | OrchestrationDefinition;

/** The callable that an execution is a run of. */
export interface CallableRun {
  readonly kind: RunDefinition["kind"];
  /** Name of the workflow or agent; `cp__agent_orchestrate` for orchestration. */
  readonly name: string;
  /** Of a workflow. Null for all else. */
  readonly version: string | null;
  /** Checked on entry. Null if nothing is to be checked. */
  readonly inputSchema: JsonSchema | null;
  /** The schema of its output. Null if none is declared; of an agent, for one that answers with text. */
  readonly outputSchema: JsonSchema | null;
  /** The parts of a workflow's output. Null for the output of the last step, and for all that are no workflow. */
  readonly output: Operand | null;
}

/** Key of the one run definition that all agents with the tool share. */
export const orchestrationKey = "orchestration";

/**
 * The key by which ancestors are compared, such as `workflow:invoice`.
 *
 * @example
 * ```ts
 * runDefinitionKey("WORKFLOW", "invoice"); // "workflow:invoice"
 * ```
 */
export function runDefinitionKey(kind: "WORKFLOW" | "AGENT", name: string): string {
  return `${kind.toLowerCase()}:${name}`;
}
