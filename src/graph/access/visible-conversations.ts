/** Conversations of a tenant for one caller. The object of a conversation decides about a message by itself, so that no reading comes before it. */
import { audienceOf, mayAccess, reachOf } from "../../access/audience.ts";
import type { ConversationClient } from "../base/ports.ts";
import { type AccessPorts, accessorOf, confined } from "./visible-executions.ts";

export function visibleConversations(conversations: ConversationClient, ports: AccessPorts): ConversationClient {
  const { caller, known, now } = ports;
  // A grant is for one conversation, and decides by itself. Its maker could reach it, unless it did not exist then.
  if (caller.grant !== undefined) {
    const accessor = caller.grant.isVouched ? {} : { accessor: { ...accessorOf(caller), scopes: [] } };
    return {
      ...conversations,
      send: (request, location) =>
        conversations.send({ ...request, request: confined(request.request, ports), ...accessor }, location),
    };
  }
  const isAll = reachOf(caller, "USE") === "ALL";
  const seen = async (name: string) => {
    const view = await conversations.read(name);
    if (view === undefined) return undefined;
    known.set(name, audienceOf(view), now());
    return isAll || mayAccess(caller, audienceOf(view), "USE") ? view : undefined;
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
    delete: async (name) => {
      if (reachOf(caller, "CONTROL") === "ALL") return conversations.delete(name);
      const view = await conversations.read(name);
      if (view !== undefined && !mayAccess(caller, audienceOf(view), "CONTROL")) return { kind: "NOT_FOUND" };
      return conversations.delete(name);
    },
  };
}
