/** Says something in a conversation. The same words under the same key are said once, also if the first answer was lost. */
import { newKey } from "../api/new-key.ts";
import { offline, type Problem } from "../api/problem.ts";
import { request } from "../api/request.ts";
import { type ConversationChoiceInput, sendMessage } from "./conversations.generated.ts";

export const mostCharacters = 100_000;

export type SentMessage =
  | { readonly kind: "SENT"; readonly conversationId: string }
  | { readonly kind: "REFUSED"; readonly problem: Problem };

export interface Message {
  readonly conversation: ConversationChoiceInput;
  readonly text: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
}

export async function send({ conversation, idempotencyKey, text, variables }: Message): Promise<SentMessage> {
  const input = { conversation, text, ...(variables && { variables }), options: { idempotencyKey } };
  const answer = await request(sendMessage, { input });
  if (!answer.ok) return { kind: "REFUSED", problem: answer.problem };
  const { sendMessage: payload } = answer.data;
  const problem = payload === null ? (answer.problems[0] ?? offline) : payload.errors[0];
  const id = payload?.conversation?.id;
  if (problem !== undefined || id === undefined) return { kind: "REFUSED", problem: problem ?? offline };
  return { kind: "SENT", conversationId: id };
}

/** A key that stays the same as long as `mark` does. */
export function keyKeeper(): (mark: string) => string {
  let kept = { mark: "", key: "" };
  return (mark) => {
    if (kept.key === "" || kept.mark !== mark) kept = { mark, key: newKey("dashboard") };
    return kept.key;
  };
}
