/**
 * Room `graph/access`: the clients of a tenant for one caller. Each asks `mayAccess` before it reaches an object, or says to the index for
 * whom a list is, so that GraphQL, subscriptions, A2A, MCP, chats, exports and artifacts decide in one place.
 *
 * It leaves to others: the decision is `access`, scopes of fields are enforced by `graph/base/required-scopes.ts`, `durable/index` reads
 * lists along an order of the caller.
 *
 * Invariants:
 * - What the caller may not see gets exactly the answer that something unknown gets.
 * - A caller that reaches everything costs no call more than one without this room.
 *
 * This file puts them together.
 */
import type { ExecutionClient } from "../../execution/client/execution-client.ts";
import type { Clients } from "../base/ports.ts";
import { type AccessPorts, confined, visibleExecutions } from "./visible-executions.ts";

type WholeClients = Clients & { readonly executions: ExecutionClient };

/** The same clients, for one caller alone. */
export function visibleClients(clients: WholeClients, ports: AccessPorts): WholeClients {
  const { executions } = visibleExecutions(clients.executions, ports);
  const { conversations } = clients;
  return {
    ...clients,
    executions,
    conversations: {
      ...conversations,
      send: async (request, location) =>
        conversations.send({ ...request, request: confined(request.request, ports.defaultVisibility) }, location),
    },
  };
}
