/** The events of agents that take turns: a turn starts, messages, calls made of structured output, variables, handoffs. */
import type { Json } from "../../json/json.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import type { HandoffTarget } from "../../plan/turn-work.ts";

/** A turn was reserved and starts: its key is taken, so no other turn can ever have it (C9). It begins the step `turns/{n}/agent`. */
export interface TurnStarted {
  readonly kind: "TurnStarted";
  readonly turn: number;
  /** The turn idempotency key (T23, C11). */
  readonly key: string;
  readonly agentName: string;
  /** ROUND is not known to 0.8.0, which parks its rows. */
  readonly cause: "MESSAGE" | "HANDOFF" | "CORRECTION" | "ROUND";
  /** Whether the output of the agent is submitted from elsewhere. */
  readonly isElsewhere: boolean;
  /** When waiting for a submission ends, Unix milliseconds. Null for an agent of ours. */
  readonly until: number | null;
}

/** Output of an agent that runs elsewhere was taken for the turn that waited for it. A key of the caller's replaces that of the turn. */
export interface OutputSubmitted {
  readonly kind: "OutputSubmitted";
  readonly turn: number;
  readonly key: string;
  readonly agentName: string;
  /** Hex SHA-256 of the submission. The same key with another body is a conflict. */
  readonly bodyHash: string;
  readonly submittedBy: string;
}

export type MessageAuthor = "PERSON" | "AGENT" | "RUNTIME";

export interface MessageAdded {
  readonly kind: "MessageAdded";
  /** Unique within the conversation: name of the execution and number in it. */
  readonly messageId: string;
  readonly author: MessageAuthor;
  /** Null unless an agent wrote it. */
  readonly agentName: string | null;
  /** The turn that it was written in. Null for that of the person. */
  readonly turn: number | null;
  /** JSON string. */
  readonly text: StoredValue;
  /** Only coordinates agents: kept in the history, hidden from end users (T33). */
  readonly uiHidden: boolean;
}

/** One violation of a schema, as people and models read it. */
export interface OutputViolation {
  /** JSON pointer into the output. */
  readonly pointer: string;
  readonly message: string;
}

/** The facts beside structured output that its frame needs (T6). */
export interface OutputContext {
  /** Whether output of the agent that satisfies its model starts a tool. */
  readonly autoToolMode: boolean;
  readonly workflowName: string;
  readonly chatId: string;
  readonly appId: string | null;
}

/** Structured output of an agent was checked against its model. If it satisfies it and a tool is bound, the step `turns/{n}/tool` follows. */
export interface StructuredOutputChecked {
  readonly kind: "StructuredOutputChecked";
  readonly turn: number;
  readonly key: string;
  readonly agentName: string;
  readonly modelName: string;
  readonly data: StoredValue;
  /** 20 at most. Empty if it satisfies the model. */
  readonly violations: readonly OutputViolation[];
  /** Whether the agent is asked to correct it in its next turn. */
  readonly willCorrect: boolean;
  /** Each parameter of the bound tool with the key of the output that it takes its value from. Null if no tool follows. */
  readonly parameters: readonly (readonly [parameter: string, key: string])[] | null;
  /** Written by the code that stores the row, like `AutoToolCall`. */
  readonly context?: OutputContext;
}

/** A turn came again: nothing was called. At most eight are recorded for a turn; more are only logged. */
export interface DuplicateSuppressed {
  readonly kind: "DuplicateSuppressed";
  readonly key: string;
  readonly agentName: string;
}

/** A variable got a value that no step made. */
export interface BindingSet {
  readonly kind: "BindingSet";
  readonly name: string;
  readonly value: Json;
  readonly source: "PERSON" | "DERIVED" | "TOOL";
  readonly turn: number | null;
}

export interface HandoffMade {
  readonly kind: "HandoffMade";
  readonly from: string;
  readonly target: HandoffTarget;
  /** Position among the rules of the manifest. */
  readonly rule: number;
  readonly turn: number;
}

export type TurnEvent =
  | TurnStarted
  | OutputSubmitted
  | MessageAdded
  | StructuredOutputChecked
  | DuplicateSuppressed
  | BindingSet
  | HandoffMade;

/** Of the call of a bound tool: the facts beside its values that its frames need (T24, T25). It is in the rows of its start and end. */
export interface AutoToolCall {
  readonly turn: number;
  readonly key: string;
  readonly agentName: string;
  readonly toolName: string;
  /** Null for a tool that shows nothing. */
  readonly component: string | null;
  readonly mode: string | null;
  readonly workflowName: string;
  readonly chatId: string;
  readonly appId: string | null;
}

/**
 * Ids of the two steps of a turn (design: One model).
 *
 * @example
 * ```ts
 * turnSteps(3); // { agent: "turns/3/agent", tool: "turns/3/tool" }
 * ```
 */
export function turnSteps(turn: number): { readonly agent: string; readonly tool: string } {
  return { agent: `turns/${turn}/agent`, tool: `turns/${turn}/tool` };
}
