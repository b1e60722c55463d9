/** `Mutation.deleteConversation`: a conversation goes with its messages and variables. Deleting it twice is no error. */

import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type { DeleteConversationInput } from "../base/schema.generated.ts";
import { type DeletePayload, generalError, notFound, type UserErrorSource } from "../base/user-errors.ts";

/** Deletes a conversation. Errors: no such conversation, an execution runs in it. */
export async function deleteConversation(
  { conversationId }: DeleteConversationInput,
  context: GraphContext,
): Promise<DeletePayload> {
  const place = ["input", "conversationId"];
  const refused = (error: UserErrorSource): DeletePayload => ({ deletedId: undefined, errors: [error] });
  const name = await nodeNamed(conversationId, "CONVERSATION", context);
  if (name === undefined) return refused(notFound("the conversation", place));
  const answer = await context.clients.conversations.delete(name.conversation);
  switch (answer.kind) {
    case "DELETED":
      return { deletedId: conversationId, errors: [] };
    case "NOT_FOUND":
      return refused(notFound("the conversation", place));
    case "BUSY": {
      const message =
        "Cannot delete the conversation: required one in which no execution runs, found one that does. Wait for its end, or cancel it";
      return refused(generalError("CONVERSATION_BUSY", message, place));
    }
  }
}
