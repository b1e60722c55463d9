/** Conversations of a tenant for one caller. The object of a conversation decides about a message by itself, so that no reading comes before it. */
import { type Action, audienceOf, mayAccess, reachOf } from "../../access/audience.ts";
import type { Grant } from "../../access/grant.ts";
import type { ConversationView } from "../../execution/views/conversation-view.ts";
import type { ConversationClient } from "../base/ports.ts";
import { type AccessPorts, accessorOf, confined } from "./visible-executions.ts";

export function visibleConversations(conversations: ConversationClient, ports: AccessPorts): ConversationClient {
  const { caller, known, now } = ports;
  if (caller.grant !== undefined) return grantedConversations(conversations, ports, caller.grant);
  const isAll = reachOf(caller, "USE") === "ALL";
  const seen = async (name: string) => {
    const view = await conversations.read(name);
    if (view === undefined) return undefined;
    known.set(name, audienceOf(view), now());
    return isAll || mayAccess(caller, audienceOf(view), "USE") ? view : undefined;
  };
  /** An unknown name is answered as such by the object. */
  const mayControl = async (name: string) => {
    if (reachOf(caller, "CONTROL") === "ALL") return true;
    const view = await conversations.read(name);
    return view === undefined || mayAccess(caller, audienceOf(view), "CONTROL");
  };
  return {
    send: (request, location) =>
      conversations.send(
        { ...request, request: confined(request.request, ports), accessor: accessorOf(caller) },
        location,
      ),
    read: seen,
    messages: async (name, query) => {
      const audience = known.get(name, now());
      const isSeen =
        isAll || (audience === undefined ? (await seen(name)) !== undefined : mayAccess(caller, audience, "USE"));
      return isSeen ? conversations.messages(name, query) : { messages: [], hasMore: false };
    },
    delete: async (name) => ((await mayControl(name)) ? conversations.delete(name) : { kind: "NOT_FOUND" }),
    deleteMessage: async (name, position) =>
      (await mayControl(name)) ? conversations.deleteMessage(name, position) : { kind: "NOT_FOUND" },
  };
}

const readings: readonly Action[] = ["READ", "USE"];

/**
 * A grant is for one conversation, and decides by itself. If its maker could not see the conversation, because it did not exist yet or was
 * hidden, the grant is not vouched, and visibility decides as well.
 */
function grantedConversations(conversations: ConversationClient, ports: AccessPorts, grant: Grant): ConversationClient {
  const { caller } = ports;
  const accessor = grant.isVouched ? {} : { accessor: { ...accessorOf(caller), scopes: [] } };
  const isReached = (view: ConversationView) => {
    const audience = { ...audienceOf(view), place: { conversation: view.conversation } };
    return readings.some((action) => mayAccess(caller, audience, action));
  };
  const read = async (name: string) => {
    const view = await conversations.read(name);
    return view !== undefined && isReached(view) ? view : undefined;
  };
  return {
    ...conversations,
    read,
    messages: async (name, query) => {
      const isSeen = grant.isVouched || (await read(name)) !== undefined;
      return isSeen ? conversations.messages(name, query) : { messages: [], hasMore: false };
    },
    send: (request, location) =>
      conversations.send({ ...request, request: confined(request.request, ports), ...accessor }, location),
  };
}
