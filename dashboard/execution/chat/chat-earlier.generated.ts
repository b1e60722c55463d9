// Generated from dashboard/execution/chat/chat-earlier.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Who wrote a message. */
export type MessageAuthor =
  /** A person. */
  | 'PERSON'
  /** An agent. */
  | 'AGENT'
  /** This software, such as what was wrong with the output of an agent. */
  | 'RUNTIME';

export type EarlierMessagesQueryVariables = Exact<{
  id: string;
  includeHidden?: boolean | null | undefined;
}>;


export type EarlierMessagesQuery = { readonly conversation: { readonly chatId: string, readonly messages: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly author: MessageAuthor, readonly agentName: string | null, readonly turn: number | null, readonly text: string, readonly uiHidden: boolean, readonly createdAt: string, readonly execution: { readonly id: string } | null }>, readonly pageInfo: { readonly hasPreviousPage: boolean } } } | null };

export const earlierMessages = "query EarlierMessages($id:ID!$includeHidden:Boolean){conversation(by:{id:$id}){chatId messages(last:50 includeHidden:$includeHidden){nodes{id author agentName turn text uiHidden createdAt execution{id}}pageInfo{hasPreviousPage}}}}" as Operation<EarlierMessagesQuery, EarlierMessagesQueryVariables>;
