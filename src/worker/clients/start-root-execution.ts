/**
 * The one place through which every root execution of a tenant starts, whichever surface asked for it. The webhooks that the tenant has
 * registered and the hooks in code are added to those of the request, and so pinned with the start (E15). Executions that steps start do not pass here, because
 * their root reports their events.
 */
import { pinnedWebhook } from "../../catalog/webhook-registration.ts";
import type { ExecutionClient } from "../../execution/client/execution-client.ts";
import type { StartRequest } from "../../execution/commands/start-request.ts";
import type { Webhook } from "../../execution/webhooks/webhook.ts";
import type { CatalogClient, ConversationClient } from "../../graph/base/ports.ts";

/** The same clients, starting with the webhooks of the catalog as the isolate has it: 5 seconds old at most. */
export function pinningClients(
  executions: ExecutionClient,
  conversations: ConversationClient,
  catalog: Pick<CatalogClient, "snapshot">,
  hooks: readonly Webhook[],
): { readonly executions: ExecutionClient; readonly conversations: ConversationClient } {
  const pinned = async (request: StartRequest): Promise<StartRequest> => {
    const registered = (await catalog.snapshot({ kind: "CACHED" }))?.webhooks ?? [];
    if (registered.length === 0 && hooks.length === 0) return request;
    return { ...request, webhooks: [...(request.webhooks ?? []), ...registered.map(pinnedWebhook), ...hooks] };
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
