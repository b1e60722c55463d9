/** A message that a person sends, as tests of conversations send it. */
import { type Answer, data } from "./ask.ts";
import type { FakeClients } from "./fake-clients.ts";

export const sendMessageMutation = /* GraphQL */ `
  mutation ($input: SendMessageInput!) {
    sendMessage(input: $input) {
      replayed
      conversation {
        id chatId appId manifestName manifestHash status activeAgentName variables turn messageCount createdAt updatedAt
        execution { id }
      }
      message { id author agentName turn text uiHidden createdAt execution { id } }
      execution { id kind contextId limits { maxModelCalls } conversation { chatId } turns { number } }
      errors { __typename code message path ... on LimitError { limit maximum found } ... on IdempotencyConflictError { executionId } }
    }
  }
`;

/** The beginning of a conversation with the example manifest. */
export const start = { manifest: "Generator", chatId: "chat_abc123", appId: "app_1" };

export const hello = { conversation: { start }, text: "Automate my posts" };

/** The payload of `sendMessage`. */
export async function sentMessage(world: FakeClients, input: object, options: object = {}): Promise<Answer> {
  return (await data(world, sendMessageMutation, { ...options, variables: { input } })).sendMessage;
}
