/**
 * The one place through which every root execution of a tenant starts, whichever surface asked for it. The webhooks that the tenant has
 * registered and the hooks in code are added to those of the request, and so pinned with the start (E15). Executions that steps start do not pass here, because
 * their root reports their events. Nothing begins that a cap on what is stored forbids.
 */
import { pinnedWebhook } from "../../catalog/webhook-registration.ts";
import type { ExecutionClient } from "../../execution/client/execution-client.ts";
import type { StartRequest, TenantLimit } from "../../execution/commands/start-request.ts";
import type { Webhook } from "../../execution/webhooks/webhook.ts";
import type { CatalogClient, ConversationClient } from "../../graph/base/ports.ts";

/** The same clients, starting with the webhooks of the catalog as the isolate has it: 5 seconds old at most. */
export function pinningClients(
  executions: ExecutionClient,
  conversations: ConversationClient,
  catalog: Pick<CatalogClient, "snapshot">,
  hooks: readonly Webhook[],
  limitOf: (request: StartRequest) => Promise<TenantLimit | undefined>,
): { readonly executions: ExecutionClient; readonly conversations: ConversationClient } {
  const pinned = async (request: StartRequest): Promise<StartRequest> => {
    const registered = (await catalog.snapshot({ kind: "CACHED" }))?.webhooks ?? [];
    if (registered.length === 0 && hooks.length === 0) return request;
    return { ...request, webhooks: [...(request.webhooks ?? []), ...registered.map(pinnedWebhook), ...hooks] };
  };
  return {
    executions: {
      ...executions,
      start: async (request, location) => {
        const limit = await limitOf(request);
        if (limit === undefined) return executions.start(await pinned(request), location);
        // What was started before is answered whatever is stored by now (E1).
        return (await executions.lookup(...keyOf(request))) ?? limit;
      },
    },
    conversations: {
      ...conversations,
      send: async (request, location) => {
        const limit = await limitOf(request.request);
        const known = limit === undefined ? undefined : await executions.lookup(...keyOf(request.request));
        if (limit !== undefined && known === null) return limit;
        const started = await pinned(request.request);
        return conversations.send({ ...request, request: started }, location);
      },
    },
  };
}

function keyOf({ execution, fingerprint, subject }: StartRequest): readonly [string, string, string] {
  return [execution, fingerprint, subject];
}
