/**
 * The one place through which every root execution of a tenant starts, from every surface. The webhooks that the tenant has registered and
 * the hooks in code are added to those of the request, and so pinned with the start (E15). Executions that steps start do not pass here,
 * because their root reports their events. Both end in `start` of `durable/execution/execution-requests.ts`. A cap on storage refuses the start.
 */
import { pinnedWebhook } from "../../catalog/webhook-registration.ts";
import type { ExecutionClient } from "../../execution/client/execution-client.ts";
import type { StartRequest, TenantLimit } from "../../execution/commands/start-request.ts";
import type { Webhook } from "../../execution/webhooks/webhook.ts";
import type { CatalogClient, ConversationClient } from "../../graph/base/ports.ts";

/** The caps on executions that are known to be reached. */
export interface StartCaps {
  reached(): TenantLimit | undefined;
  note(limit: TenantLimit): void;
}

/** The same clients, starting with the webhooks of the catalog as the isolate has it: 5 seconds old at most. */
export function pinningClients(
  executions: ExecutionClient,
  conversations: ConversationClient,
  catalog: Pick<CatalogClient, "snapshot">,
  hooks: readonly Webhook[],
  limitOf: (request: StartRequest) => Promise<TenantLimit | undefined>,
  caps: StartCaps,
): { readonly executions: ExecutionClient; readonly conversations: ConversationClient } {
  const pinned = async (request: StartRequest): Promise<StartRequest> => {
    const registered = (await catalog.snapshot({ kind: "CACHED" }))?.webhooks ?? [];
    if (registered.length === 0 && hooks.length === 0) return request;
    return { ...request, webhooks: [...(request.webhooks ?? []), ...registered.map(pinnedWebhook), ...hooks] };
  };
  /** Nothing can have been started before by a request without a key, so no object is asked. */
  const known = ({ idempotencyKey }: StartRequest) => (idempotencyKey === null ? caps.reached() : undefined);
  const noted = <Result extends { readonly kind: string }>(result: Result): Result => {
    if (isLimit(result)) caps.note(result);
    return result;
  };
  /** A request whose key has already started an execution is answered with that one, regardless of the current registrations (E1). */
  const before = (request: StartRequest) =>
    request.idempotencyKey === null ? null : executions.lookup(...keyOf(request));
  return {
    executions: {
      ...executions,
      start: async (request, location) => {
        const reached = known(request);
        if (reached !== undefined) return reached;
        const limit = await limitOf(request);
        if (limit === undefined) return noted(await executions.start(await pinned(request), location));
        return (await before(request)) ?? noted(limit);
      },
    },
    conversations: {
      ...conversations,
      send: async (request, location) => {
        const reached = known(request.request);
        if (reached !== undefined) return reached;
        const limit = await limitOf(request.request);
        if (limit !== undefined && (await before(request.request)) === null) return noted(limit);
        const started = await pinned(request.request);
        return noted(await conversations.send({ ...request, request: started }, location));
      },
    },
  };
}

function isLimit(result: { readonly kind: string }): result is TenantLimit {
  return result.kind === "TENANT_LIMIT";
}

function keyOf({ execution, fingerprint, subject }: StartRequest): readonly [string, string, string] {
  return [execution, fingerprint, subject];
}
