/** Every client through which executions start adds the webhooks of the tenant, as the catalog had them then. */
import { expect, it } from "vitest";
import type { CatalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { webhookAddressRefusal } from "../../../src/catalog/webhook-registration.ts";
import type { ExecutionClient } from "../../../src/execution/client/execution-client.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { hookNameOf, hookWebhooks } from "../../../src/execution/webhooks/code-hook.ts";
import type { Webhook } from "../../../src/execution/webhooks/webhook.ts";
import type { ConversationClient } from "../../../src/graph/base/ports.ts";
import { pinningClients } from "../../../src/worker/clients/start-root-execution.ts";

const given: Webhook = { id: "given/0", name: null, url: "https://a.example.com/", events: ["ExecutionFinished"] };
const audit = { name: "audit", url: "https://b.example.com/", events: ["StepFinished"], registeredAt: 5 } as const;
const pinned: Webhook = { id: "tenant/audit", name: "audit", url: audit.url, events: ["StepFinished"] };

function world(webhooks: CatalogSnapshot["webhooks"], hooks: readonly Webhook[] = []) {
  const started: StartRequest[] = [];
  const executions = { start: async (request: StartRequest) => void started.push(request) };
  const conversations = { send: async (sent: { request: StartRequest }) => void started.push(sent.request) };
  const catalog = { snapshot: async () => ({ webhooks }) as unknown as CatalogSnapshot };
  const clients = pinningClients(
    executions as unknown as ExecutionClient,
    conversations as unknown as ConversationClient,
    catalog,
    hooks,
  );
  const start = async (request: Partial<StartRequest>) => {
    await clients.executions.start(request as StartRequest, null);
    await clients.conversations.send({ request } as unknown as Parameters<ConversationClient["send"]>[0], undefined);
    return started.map(({ webhooks: pinnedOnes }) => pinnedOnes);
  };
  return start;
}

it("[E15] an execution and the message of a conversation begin with what is registered, after what came with the request", async () => {
  expect(await world([audit])({ webhooks: [given] })).toEqual([
    [given, pinned],
    [given, pinned],
  ]);
  expect(await world([audit])({})).toEqual([[pinned], [pinned]]);
});

it("a request of a tenant without webhooks is handed on as it came", async () => {
  expect(await world([])({ webhooks: [given] })).toEqual([[given], [given]]);
  expect(await world([])({})).toEqual([undefined, undefined]);
});

it("[N494, E15] every root execution begins with the hooks in code, which no caller can name", async () => {
  const hooks = hookWebhooks(["onStepFinished", "onExecutionFinished"]);
  expect(hooks).toEqual([
    {
      id: "code/onExecutionFinished",
      name: "code:onExecutionFinished",
      url: "code:hooks",
      events: ["ExecutionFinished"],
    },
    { id: "code/onStepFinished", name: "code:onStepFinished", url: "code:hooks", events: ["StepFinished"] },
  ]);
  expect(await world([audit], hooks)({ webhooks: [given] })).toEqual([
    [given, pinned, ...hooks],
    [given, pinned, ...hooks],
  ]);
  expect(await world([], hooks)({})).toEqual([hooks, hooks]);
  const rules = { allowPrivate: true, allowHttp: true };
  expect(webhookAddressRefusal("code:hooks", rules)).toMatchObject({ code: "EGRESS_DENIED" });
  expect(hookNameOf(given)).toBeUndefined();
});
