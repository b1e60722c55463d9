/** Conversations, reached as Durable Objects by name. A message that is sent again is answered the same, so each call may be repeated. */
import type { ConversationClient } from "../../graph/base/ports.ts";
import type { ConversationStub, ObjectNamespace } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
import { near } from "../platform/placement.ts";

/** The client of conversations. */
export function conversationClient(namespace: ObjectNamespace<ConversationStub>): ConversationClient {
  return {
    send: (request, location) =>
      callObject(near(namespace, location), request.conversation, (stub) => stub.send(request)),
    read: (conversation) => callObject(namespace, conversation, (stub) => stub.read()),
    delete: (conversation) => callObject(namespace, conversation, (stub) => stub.delete()),
    messages: (conversation, query) => callObject(namespace, conversation, (stub) => stub.messages(query)),
  };
}
