/**
 * The data for language models beside the callables, the same for planning and answering (P2, P7). It is pinned with the execution as one
 * value.
 */
import type { JsonObject } from "../json/json.ts";

/** The input of an agent with an input schema. */
export interface AgentInput {
  readonly schema: JsonObject;
  /** Satisfies `schema`. */
  readonly value: JsonObject;
}

export interface ConversationMessage {
  /** USER: everybody that the agent talks with, the runtime included. */
  readonly role: "USER" | "AGENT";
  /** Name of the agent that said it, in a conversation of several. Absent where there is one agent, and for USER. */
  readonly agentName?: string;
  readonly text: string;
}

/** Something that a model shall know or do. */
export interface Skill {
  readonly id: string;
  readonly instructions: string;
}

/** The agent in whose name a model plans and answers. */
export interface ConversationAgent {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly skills: readonly Skill[];
}

export interface Conversation {
  /** Null if none was named. */
  readonly agent: ConversationAgent | null;
  /** Instructions of the caller beside those of the agent. */
  readonly systemPrompt: string | null;
  /** Skills of the caller beside those of the agent. */
  readonly skills: readonly Skill[];
  /** Earlier messages, oldest first. */
  readonly history: readonly ConversationMessage[];
  /** The user's current text, unchanged (H5). Null for a plan that was given without words. */
  readonly message: string | null;
  /** The input in the place of a message. Absent for an agent that takes text. */
  readonly input?: AgentInput;
  /** Hints for the responder, such as the wished length or format (H13). */
  readonly usageHints: JsonObject | null;
  /** Facts on user and session for the agent (H6). This and the next member are of `ask` only. */
  readonly sessionContext: JsonObject;
  /** Instructions for the agent beside the question. */
  readonly agentInstructions: string | null;
}

/** A conversation without an agent, instructions or messages. */
export const emptyConversation: Conversation = {
  agent: null,
  systemPrompt: null,
  skills: [],
  history: [],
  message: null,
  usageHints: null,
  sessionContext: {},
  agentInstructions: null,
};
