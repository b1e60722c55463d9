/**
 * `Mutation.deleteMessage`: the text of a hidden message goes, and its place stays. Deleting it twice is no error. A message that is shown goes
 * with its conversation alone: the answers of a chat are made of the events of its executions, which hold that text too.
 */

import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type { DeleteMessageInput } from "../base/schema.generated.ts";
import { type DeletePayload, generalError, notFound, type UserErrorSource } from "../base/user-errors.ts";

/** Deletes the text of a message. Errors: no such message, a message that is shown. */
export async function deleteMessage({ messageId }: DeleteMessageInput, context: GraphContext): Promise<DeletePayload> {
  const place = ["input", "messageId"];
  const refused = (error: UserErrorSource): DeletePayload => ({ deletedId: undefined, errors: [error] });
  const name = await nodeNamed(messageId, "MESSAGE", context);
  if (name === undefined) return refused(notFound("the message", place));
  const answer = await context.clients.conversations.deleteMessage(name.conversation, name.position);
  switch (answer.kind) {
    case "DELETED":
      return { deletedId: messageId, errors: [] };
    case "NOT_FOUND":
      return refused(notFound("the message", place));
    case "SHOWN": {
      const message =
        "Cannot delete the message: required a hidden message, found one that is shown. It goes with its conversation, see deleteConversation";
      return refused(generalError("INVALID_INPUT", message, place));
    }
  }
}
