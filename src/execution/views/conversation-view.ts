/** A conversation as its object holds it and readers see it (design: One model): messages, variables, the active agent, its turns. */
import type { Confinement } from "../../access/audience.ts";
import type { Json } from "../../json/json.ts";
import type { MessageAuthor } from "../events/turn-event.ts";

export type ConversationStatus = "IDLE" | "RUNNING" | "ENDED";

export interface ConversationView extends Confinement {
  /** Name of its object. */
  readonly conversation: string;
  readonly tenant: string;
  /** The caller's own name for it, `chat_id` in the document. */
  readonly chatId: string;
  readonly appId: string | null;
  readonly manifest: { readonly name: string; readonly hash: string };
  readonly status: ConversationStatus;
  readonly activeAgent: string;
  readonly variables: { readonly [name: string]: Json };
  /** Number of the latest turn. 0 before the first. */
  readonly turn: number;
  readonly messageCount: number;
  /** The execution that runs in it. Null if none does. */
  readonly execution: string | null;
  readonly subject: string;
  /** Unix milliseconds, as all instants. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Raised with every change. */
  readonly revision: number;
}

/** As the index receives it. */
export interface ListedConversation extends ConversationView {
  /** Bytes of its messages and variables. Absent where an earlier version reported it. */
  readonly storedBytes?: number;
}

export interface MessageView {
  /** Counted from 1, without gaps. */
  readonly position: number;
  readonly messageId: string;
  readonly author: MessageAuthor;
  readonly agentName: string | null;
  readonly turn: number | null;
  readonly text: string;
  readonly uiHidden: boolean;
  /** The execution that it was added in. */
  readonly execution: string;
  readonly createdAt: number;
}

/** Messages by position; hidden ones are left out unless asked for. */
export interface MessageQuery {
  readonly after: number | null;
  readonly before: number | null;
  readonly limit: number;
  readonly backward: boolean;
  readonly includeHidden: boolean;
}

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly MessageView[];
  readonly hasMore: boolean;
}

/** The report to the index about a deleted conversation. */
export interface ConversationRemoval {
  readonly tenant: string;
  readonly conversation: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Above every revision that it had. */
  readonly revision: number;
  readonly isDeleted: true;
}

export type ConversationDeletion =
  /** Also if it was deleted before. */
  | { readonly kind: "DELETED" }
  | { readonly kind: "NOT_FOUND" }
  /** An execution runs in it. */
  | { readonly kind: "BUSY" };

export type MessageDeletion =
  /** Its text is gone. Also if it was before. */
  | { readonly kind: "DELETED" }
  | { readonly kind: "NOT_FOUND" }
  /** It is no hidden message. */
  | { readonly kind: "SHOWN" };
