/** The entries of the chat: their shapes, and the entry of a stored message. */

/** The speaker, which decides the mark beside the words. */
export type Speaker = "PERSON" | "PLANNER" | "ROUTER" | "AGENT" | "TOOL" | "WORKFLOW" | "RESPONDER" | "RUNTIME";

export interface Said {
  readonly kind: "SAID";
  /** The same for the same entry, however often the list is made. */
  readonly key: string;
  readonly speaker: Speaker;
  readonly name: string;
  /** Short facts beside the name: "gpt-4.1", "step verify". */
  readonly facts: readonly string[];
  /** Unix milliseconds. */
  readonly at: number;
  readonly text: string;
  /** Whether more may come. */
  readonly isWriting: boolean;
  /** Whether users are not shown it. */
  readonly isHidden: boolean;
  readonly tone: "" | "FAILED";
}

/** Messages between agents that this reader is not shown. */
export interface Hidden {
  readonly kind: "HIDDEN";
  readonly key: string;
  readonly at: number;
  readonly count: number;
}

/** Control went from one agent to another, or to the person. */
export interface Moved {
  readonly kind: "MOVED";
  readonly key: string;
  readonly at: number;
  readonly text: string;
}

export type ChatEntry = Said | Hidden | Moved;

/** A remark with its usual empty members. */
export function said(entry: Omit<Said, "kind" | "facts" | "isWriting" | "isHidden" | "tone"> & Partial<Said>): Said {
  return { kind: "SAID", facts: [], isWriting: false, isHidden: false, tone: "", ...entry };
}

/** A message as the API lists those of a conversation. */
export interface StoredMessage {
  readonly id: string;
  readonly createdAt: string;
  readonly author: "PERSON" | "AGENT" | "RUNTIME";
  readonly agentName: string | null;
  readonly turn: number | null;
  readonly text: string;
  readonly uiHidden: boolean;
}

export function messageEntry({ agentName, author, createdAt, id, text, turn, uiHidden }: StoredMessage): Said {
  return said({
    key: id,
    at: Date.parse(createdAt),
    speaker: author,
    name: agentName ?? (author === "PERSON" ? "Person" : "Runtime"),
    facts: turn === null ? [] : [`turn ${turn}`],
    text,
    isHidden: uiHidden,
  });
}
