/** One conversation: read, followed, and sent messages to. */
import type { ConversationClient, PlanwrightClient } from "./client-interface.ts";
import type { Reader } from "./live.ts";
import { liveConversation } from "./live-conversation.ts";
import { oneConversation, type SendMessageInput, sendMessage } from "./operations.generated.ts";
import { failed, notFound, ok, type Result, refused } from "./result.ts";
import { keyed } from "./start-key.ts";

type ConversationOptions = NonNullable<Parameters<PlanwrightClient["conversation"]>[1]>;

/** With a manifest the first message begins the conversation. */
export function conversationClient(
  reader: Reader,
  chatId: string,
  { appId, manifest }: ConversationOptions,
): ConversationClient {
  const read: ConversationClient["read"] = async ({ signal } = {}) => {
    const answer = await reader.send(oneConversation, { by: { chatId } }, { signal });
    return answer.ok ? ok(answer.value.conversation, answer.problems) : answer;
  };

  async function place(signal: AbortSignal | undefined): Promise<Result<SendMessageInput["conversation"]>> {
    if (manifest !== undefined) return ok({ start: { manifest, chatId, appId } });
    const found = await read({ signal });
    if (!found.ok) return found;
    return found.value === null ? failed(notFound(missing(chatId))) : ok({ id: found.value.id });
  }

  return {
    read,
    watch: ({ signal } = {}) => liveConversation(reader, chatId, signal),
    async send(text, { signal, variables, ...rest } = {}) {
      const conversation = await place(signal);
      if (!conversation.ok) return conversation;
      const input = { conversation: conversation.value, text, variables, options: keyed(rest) };
      const sent = await reader.send(sendMessage, { input }, { signal, isRepeatable: true });
      if (!sent.ok) return sent;
      const { conversation: current, errors = [], execution, message, replayed } = sent.value.answer ?? {};
      if (current == null || message == null || execution == null) return refused(errors);
      return ok({ conversation: current, message, execution, replayed: replayed === true }, sent.problems);
    },
  };
}

function missing(chatId: string): string {
  return `Cannot send the message: required a conversation ${chatId}, or the manifest that it begins with, found neither`;
}
