/**
 * Agents that take turns in an execution, as it pins them (E15): who they are, which tool their structured output is bound to, which
 * variables they derive, and by which rules one hands over to another. It is compiled from a manifest of the document Auto-tools.
 */

import type { Json, JsonSchema } from "../json/json.ts";
import type { ConversationAgent } from "./conversation.ts";
import type { UiComponent } from "./human-input.ts";
import type { ModelDefinition } from "./model-definition.ts";
import type { Condition } from "./plan.ts";

/** The runtime contract of a tool that is called by itself once its agent has answered in the schema of its model (T16). */
export interface AutoToolBinding {
  readonly modelName: string;
  readonly agentName: string;
  /** The `function` of the manifest, the tool's name in frames and texts. */
  readonly toolName: string;
  /** The callable of `definitions` that is called. */
  readonly callableName: string;
  /** Parameters of the callable; keys of the output are matched to them ignoring case (T17). */
  readonly parameterNames: readonly string[];
  /** Whether the callable takes `context_variables`; they are then given by the runtime alone (C15). */
  readonly acceptsContext: boolean;
  /** Null for a tool that shows nothing. */
  readonly ui: UiComponent | null;
}

/** The structured output that an agent must answer with. */
export interface OutputModel {
  readonly name: string;
  readonly schema: JsonSchema;
}

export interface TurnAgent {
  readonly name: string;
  readonly agent: ConversationAgent;
  /** Null for an agent that runs elsewhere: its output is submitted. */
  readonly model: ModelDefinition | null;
  /** Null for an agent that answers with text. */
  readonly output: OutputModel | null;
  /** Null if no tool follows its output. */
  readonly binding: AutoToolBinding | null;
  /** Turns in a row without a word of a person; then it is the person's turn. Null for no bound but that of the execution. */
  readonly maxConsecutiveAutoReply: number | null;
  /** Maximum outputs in a row, each with the result of the tool of the one before (`turn-rounds.ts`). Absent for one, and until 0.8.0. */
  readonly maxRounds?: number;
}

export interface VariableDefinition {
  readonly name: string;
  readonly description: string;
  readonly initial: Json;
  /** The schema of a value that people set, with null for none. Absent if it may be anything. */
  readonly schema?: JsonSchema;
  /** The text that sets it to true. Null for one that people or a tool set. */
  readonly trigger: VariableTrigger | null;
  /** The tool that sets it. Absent for one that people or a text set. */
  readonly toolTrigger?: ToolTrigger;
}

/** The variable gets a member of a tool's result, or of a person's answer in the component of a tool. */
export interface ToolTrigger {
  /** The `function` of the manifest. */
  readonly toolName: string;
  /** Name of the member. A result without it leaves the variable as it is. */
  readonly responseKey: string;
}

/** Bytes of the JSON of all variables of a conversation: those of a manifest and those of one message always fit. */
export const maxConversationVariableBytes = 131_072;

/** The variable becomes true when the text of an agent, trimmed, is exactly this one (T31, T32, C14). */
export interface VariableTrigger {
  readonly sourceAgent: string;
  readonly value: string;
  /** Whether the message that does it is hidden from end users (T33). */
  readonly uiHidden: boolean;
}

export type HandoffTarget =
  | { readonly kind: "AGENT"; readonly agentName: string }
  /** Back to the person, who speaks to the same agent next. */
  | { readonly kind: "USER" }
  /** The conversation ends. */
  | { readonly kind: "TERMINATE" };

/** The source of a rule that is asked before the first turn of a message. An agent of that name takes its rules for itself. */
export const personSource = "user";

export interface HandoffRule {
  /** Name of an agent, or `personSource`. */
  readonly sourceAgent: string;
  readonly target: HandoffTarget;
  /** References are those to `bindings`: the variables by name. Null for a rule that always applies. */
  readonly condition: Condition | null;
  /** Words of its author. Absent for none. */
  readonly description?: string;
}

/** Where the conversation stood when the execution started. */
export interface TurnStart {
  readonly agentName: string;
  /** Number of its first turn; turns of a conversation are counted from 1. */
  readonly turn: number;
  /** Values before the message. */
  readonly variables: { readonly [name: string]: Json };
  /** The variables that the person sets with the message. */
  readonly set: { readonly [name: string]: Json };
}

export interface TurnWork {
  /** The `chat_id` of the document, and the object that reserves its turns. */
  readonly chatId: string;
  readonly conversation: string;
  readonly appId: string | null;
  /** Name and content hash of the manifest (C16). */
  readonly manifest: { readonly name: string; readonly hash: string };
  readonly agents: readonly TurnAgent[];
  readonly variables: readonly VariableDefinition[];
  readonly handoffs: readonly HandoffRule[];
  /** Turns of this execution, corrections included. */
  readonly maxTurns: number;
  readonly start: TurnStart;
}

/** Corrections of structured output in a row (C31). */
export const maxOutputCorrections = 2;

export function turnAgent(work: TurnWork, name: string): TurnAgent | undefined {
  return work.agents.find((agent) => agent.name === name);
}

/** Whether a step of this id is that of an agent whose turn it is, which calls nothing. No plan can give such an id. */
export function isTurnOfAgent(stepId: string): boolean {
  return /^turns\/\d+\/agent$/.test(stepId);
}

/** Id of the step of the agent whose output made `stepId`, the call of a tool in its turn. Undefined for any other step. */
export function agentOfTurn(stepId: string): string | undefined {
  const [, turn] = /^(turns\/\d+)\/tool$/.exec(stepId) ?? [];
  return turn === undefined ? undefined : `${turn}/agent`;
}
