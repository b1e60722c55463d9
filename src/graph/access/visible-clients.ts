/**
 * Room `graph/access`: the clients of a tenant for one caller. Each asks `mayAccess` before it reaches an object, or says to the index for
 * whom a list is, so that GraphQL, subscriptions, A2A, MCP, chats, exports and artifacts decide in one place.
 *
 * It leaves to others: the decision is `access`, scopes of fields are enforced by `graph/base/required-scopes.ts`, `durable/index` reads
 * lists along an order of the caller.
 *
 * Invariants:
 * - A thing that the caller may not see gets exactly the answer of an unknown one.
 * - A caller that reaches everything costs no call more than one without this room.
 *
 * This file puts them together.
 */
import { type Grant, type GrantAction, isWithinGrant } from "../../access/grant.ts";
import type { ExecutionClient } from "../../execution/client/execution-client.ts";
import type { Clients } from "../base/ports.ts";
import { notWithGrant, refusedClient } from "./not-with-grant.ts";
import { visibleArtifacts } from "./visible-artifacts.ts";
import { visibleConversations } from "./visible-conversations.ts";
import { type AccessPorts, visibleExecutions } from "./visible-executions.ts";
import { visibleIndex } from "./visible-index.ts";
import { visibleSchedules } from "./visible-schedules.ts";

type WholeClients = Clients & { readonly executions: ExecutionClient };

/** The same clients, for one caller alone. */
export function visibleClients(clients: WholeClients, ports: AccessPorts): WholeClients {
  const { executions, guard } = visibleExecutions(clients.executions, ports);
  const visible = {
    ...clients,
    executions,
    index: visibleIndex(clients.index, ports),
    // A grant decides about its conversation itself.
    conversations: visibleConversations(clients.conversations, ports),
    artifacts: visibleArtifacts(clients.artifacts, ports.caller, guard),
    schedules: visibleSchedules(clients.schedules, ports.caller),
  } satisfies WholeClients;
  const { grant } = ports.caller;
  return grant === undefined ? visible : grantedClients(visible, grant);
}

/** The clients that a credential for one thing reaches. A client that is not named here is refused. */
function grantedClients(
  {
    artifacts,
    audit,
    budget,
    cards,
    catalog,
    conversations,
    credentials,
    events,
    executions,
    identity,
    index,
    schedules,
    secrets,
    storage,
  }: WholeClients,
  grant: Grant,
): WholeClients {
  const may = (name: string, action: GrantAction) =>
    isWithinGrant(grant, { conversation: name }) && grant.actions.includes(action);
  return {
    executions,
    identity,
    // A message pins its callables. Fields that show registrations need their own scope.
    catalog,
    // Links of artifacts are fields of an execution that was read.
    artifacts,
    credentials: {
      ...refusedClient(credentials, "use credentials"),
      createSubscriptionToken: credentials.createSubscriptionToken,
    },
    conversations: {
      read: async (name) => (may(name, "READ") || may(name, "SEND") ? conversations.read(name) : undefined),
      messages: async (name, query) => {
        // Like those of a conversation that nobody has begun.
        if (!isWithinGrant(grant, { conversation: name })) return { messages: [], hasMore: false };
        if (!grant.actions.includes("READ")) throw notWithGrant("read the messages");
        return conversations.messages(name, query);
      },
      send: async (request, location) => {
        if (!may(request.conversation, "SEND")) throw notWithGrant("send the message");
        return conversations.send(request, location);
      },
      delete: async () => {
        throw notWithGrant("delete the conversation");
      },
      deleteMessage: async () => {
        throw notWithGrant("delete the message");
      },
    },
    // Cancels and answers of such a caller are recorded as well.
    audit: { ...refusedClient(audit, "read the audit log"), begin: audit.begin, settle: audit.settle },
    budget: refusedClient(budget, "read the budget"),
    cards: refusedClient(cards, "read cards"),
    events: refusedClient(events, "send events"),
    index: refusedClient(index, "read lists"),
    // A schedule is unknown to it, and not refused, where it is asked for among other things by its id.
    schedules: { ...refusedClient(schedules, "use schedules"), read: async () => undefined },
    secrets: refusedClient(secrets, "use secrets"),
    storage: refusedClient(storage, "read the account"),
  };
}
