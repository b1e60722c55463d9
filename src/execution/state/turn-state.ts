/** Where the turns of an execution stand: part of its state, small, and computed from the journal alone (E2, E14). */
import type { Json } from "../../json/json.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import type { HandoffMade, MessageAuthor, OutputViolation } from "../events/turn-event.ts";

export interface TurnState {
  readonly number: number;
  readonly key: string;
  readonly agentName: string;
  readonly startedAt: number;
  /**
   * Counted from 1. A later round continues with the results of the tool of the round before. A correction belongs to the round that it
   * corrects.
   */
  readonly round: number;
  /** Waits for a submission. */
  readonly isElsewhere: boolean;
  /** Of the submission that was taken. Absent for none. */
  readonly bodyHash?: string | undefined;
  /** Absent while the agent has not answered. INVALID: not in its schema; FAILED: it gave no answer. */
  readonly reply?: "TEXT" | "OUTPUT" | "INVALID" | "FAILED" | undefined;
  readonly violations: readonly OutputViolation[];
}

/** A message of this execution; those before it are in its conversation. */
export interface TurnMessage {
  readonly author: MessageAuthor;
  readonly agentName?: string | undefined;
  /** The turn that it was written in. Absent for that of the person. */
  readonly turn?: number | undefined;
  readonly text: ValuePosition;
  readonly uiHidden: boolean;
}

export interface TurnsState {
  /** Turns of this execution, oldest first; `maxTurns` at most. */
  readonly turns: readonly TurnState[];
  readonly messages: readonly TurnMessage[];
  /** Values of the variables by name. */
  readonly variables: { readonly [name: string]: Json };
  /** The latest handoff, made after the turn that it names. Absent if none was made. */
  readonly handoff?: Omit<HandoffMade, "kind"> | undefined;
  /** Rows about duplicates since the latest turn began. */
  readonly duplicates: number;
}
