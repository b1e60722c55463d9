/**
 * The one place through which every execution of a tenant starts, whatever surface asked for it: the webhooks that the tenant has
 * registered are added to what came with the request, and so pinned with the start (E15). What steps start does not come through here,
 * because children are told of by their root.
 */
import { pinnedWebhook } from "../../catalog/webhook-registration.ts";
import type { StartRequest } from "../../execution/commands/start-request.ts";
import type { CatalogClient, ConversationClient, ExecutionClient } from "../../graph/base/ports.ts";

/** The same clients, starting with the webhooks of the catalog as the isolate has it: 5 seconds old at most. */
export function pinningClients(
  executions: ExecutionClient,
  conversations: ConversationClient,
  catalog: Pick<CatalogClient, "snapshot">,
): { readonly executions: ExecutionClient; readonly conversations: ConversationClient } {
  const pinned = async (request: StartRequest): Promise<StartRequest> => {
    const registered = (await catalog.snapshot({ kind: "CACHED" }))?.webhooks ?? [];
    if (registered.length === 0) return request;
    return { ...request, webhooks: [...(request.webhooks ?? []), ...registered.map(pinnedWebhook)] };
  };
  return {
    executions: {
      ...executions,
      start: async (request, location) => executions.start(await pinned(request), location),
    },
    conversations: {
      ...conversations,
      send: async (request, location) => {
        const started = await pinned(request.request);
        return conversations.send({ ...request, request: started }, location);
      },
    },
  };
}
