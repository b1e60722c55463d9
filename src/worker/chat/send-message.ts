/**
 * A message of a person, sent by `Mutation.sendMessage`. Its id is its idempotency key, so that a request that is made again finds the turn that it started.
 * The manifest of the chat and its application are named as the conversation has them, so that the request is the same each time.
 */
import { parse } from "graphql";
import type { ExecutionStatus } from "../../execution/events/event.ts";
import { isFinalExecution } from "../../execution/state/status.ts";
import { nodeNamed } from "../../graph/base/node-id.ts";
import { askApi } from "./ask-api.ts";
import type { NewMessage } from "./chat-body.ts";
import { type ChatRefusal, refused } from "./chat-refusal.ts";
import { type ChatSession, type StreamedTurn, wholeTurn } from "./chat-session.ts";

export type TurnResult =
  | { readonly ok: true; readonly turn: StreamedTurn }
  | { readonly ok: false; readonly refusal: ChatRefusal };

interface Sent {
  readonly execution: { readonly id: string; readonly status: ExecutionStatus } | null;
  readonly replayed: boolean | null;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
}

const mutation = parse(
  "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { execution { id status } replayed errors { code message } } }",
);

/** Sends the message and gives its turn. `manifest` undefined for that of the conversation. */
export async function sendChatMessage(
  { isRegenerated, messageId, text, variables }: NewMessage,
  manifest: string | undefined,
  session: ChatSession,
): Promise<TurnResult> {
  const { chatId, conversation, graph } = session;
  const known = await graph.clients.conversations.read(conversation);
  const name = manifest ?? known?.manifest.name;
  if (name === undefined) {
    const message = `Cannot begin the chat: required the name of its manifest, as the member "manifest" of the body or of the address, found none`;
    return { ok: false, refusal: refused("BAD_USER_INPUT", message, 400) };
  }
  const sent = await askApi<Sent>(
    mutation,
    {
      conversation: { start: { manifest: name, chatId, appId: known?.appId ?? null } },
      text,
      variables: variables ?? null,
      options: { idempotencyKey: messageId },
    },
    session,
  );
  if (!sent.ok) return sent;
  const { execution, replayed } = sent.payload;
  if (execution === null) {
    const message = "The message was sent, and its turn cannot be reached now: read the stream of the chat again";
    return { ok: false, refusal: refused("UNAVAILABLE", message, 503) };
  }
  if (isRegenerated && replayed === true && isFinalExecution(execution.status)) {
    const message =
      "Cannot answer the message again: required one that has no answer yet, found one that has. Send it as another message";
    return { ok: false, refusal: refused("INVALID_STATE", message, 409) };
  }
  const node = await nodeNamed(execution.id, "EXECUTION", graph);
  if (node === undefined) throw new Error("the API gave an id that it does not know");
  return { ok: true, turn: wholeTurn(node.execution, execution.id) };
}
