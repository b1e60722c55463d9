/** Every client through which executions start adds the webhooks of the tenant, as the catalog had them then. */
import { describe, expect, it } from "vitest";
import type { CatalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { webhookAddressRefusal } from "../../../src/catalog/webhook-registration.ts";
import type { ExecutionClient } from "../../../src/execution/client/execution-client.ts";
import type { SendRequest } from "../../../src/execution/commands/conversation-peer.ts";
import { limitFinding, type StartRequest, type StartResult } from "../../../src/execution/commands/start-request.ts";
import { hookNameOf, hookWebhooks } from "../../../src/execution/webhooks/code-hook.ts";
import type { Webhook } from "../../../src/execution/webhooks/webhook.ts";
import type { ConversationClient, StorageClient } from "../../../src/graph/base/ports.ts";
import { ReachedCaps } from "../../../src/worker/auth/reached-caps.ts";
import { pinningClients } from "../../../src/worker/clients/start-root-execution.ts";
import { storageLimit } from "../../../src/worker/clients/storage-client.ts";

const given: Webhook = { id: "given/0", name: null, url: "https://a.example.com/", events: ["ExecutionFinished"] };
const audit = { name: "audit", url: "https://b.example.com/", events: ["StepFinished"], registeredAt: 5 } as const;
const pinned: Webhook = {
  id: "tenant/audit",
  name: "audit",
  url: audit.url,
  events: ["StepFinished"],
  isForOpen: true,
};

const noCaps = { reached: () => undefined, note: () => undefined };

function world(webhooks: CatalogSnapshot["webhooks"], hooks: readonly Webhook[] = []) {
  const started: StartRequest[] = [];
  const begin = async (request: StartRequest) => {
    started.push(request);
    return { kind: "STARTED" };
  };
  const executions = { start: begin };
  const conversations = { send: (sent: { request: StartRequest }) => begin(sent.request) };
  const catalog = { snapshot: async () => ({ webhooks }) as unknown as CatalogSnapshot };
  const clients = pinningClients(
    executions as unknown as ExecutionClient,
    conversations as unknown as ConversationClient,
    catalog,
    hooks,
    async () => undefined,
    noCaps,
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

describe("a cap on what is stored", () => {
  const amounts = (executions: number, conversations: number) => ({
    executions: { count: 1, bytes: executions },
    conversations: { count: 1, bytes: conversations },
  });
  const asked: string[] = [];
  const storage: StorageClient = {
    executions: async (subject) => {
      asked.push(subject ?? "all");
      return subject === undefined ? amounts(60, 20) : amounts(30, 10);
    },
    ofSubject: async () => ({ executions: [], conversations: [], next: null }),
    artifacts: async () => ({ count: 1, bytes: 20 }),
    registrations: async () => ({ count: 1, bytes: 1_000 }),
    registrationsOf: async () => [],
    forgetRegistrant: async () => {},
    traffic: async () => [],
  };
  const limitOf = (maxStoredBytes: number, maxStoredBytesPerSubject: number) =>
    storageLimit({ subject: "alice" }, storage, { maxStoredBytes, maxStoredBytesPerSubject }, 0);

  it("[N578] is of the tenant or of a subject, says how much is stored and what to do, and asks nobody where there is none", async () => {
    expect(await limitOf(0, 0)).toBeUndefined();
    expect(asked).toEqual([]);
    expect([await limitOf(100, 40), await limitOf(0, 40)]).toEqual([undefined, undefined]);
    const common = { kind: "TENANT_LIMIT", retryAt: 60_000 } as const;
    const ofTenant = { ...common, limit: "maxStoredBytes", maximum: 99, found: 100 } as const;
    expect(await limitOf(99, 39)).toEqual(ofTenant);
    expect(await limitOf(0, 39)).toEqual({ ...common, limit: "maxStoredBytesPerSubject", maximum: 39, found: 40 });
    const what = "delete executions or conversations, or wait until their retention is over";
    expect(limitFinding(ofTenant)).toBe(`required at most 99 bytes stored of the tenant, found 100; ${what}`);
  });

  it("[N578, E1] starts nothing beyond it, and answers what was started before", async () => {
    const calls: string[] = [];
    const earlier = { kind: "STARTED", replayed: true } as StartResult;
    const limit = { kind: "TENANT_LIMIT", limit: "maxStoredBytes", maximum: 1, found: 2, retryAt: 0 } as const;
    const executions = {
      start: async () => void calls.push("start"),
      lookup: async (name: string) => (name === "known" ? earlier : null),
    };
    const sent = {
      send: async () => {
        calls.push("send");
        return { kind: "SENT" };
      },
    };
    const clients = pinningClients(
      executions as unknown as ExecutionClient,
      sent as unknown as ConversationClient,
      { snapshot: async () => undefined },
      [],
      async () => limit,
      noCaps,
    );
    const request = (execution: string) =>
      ({ execution, idempotencyKey: execution, fingerprint: "f", subject: "alice" }) as StartRequest;
    const message = (execution: string) => ({ request: request(execution) }) as SendRequest;
    expect(await clients.executions.start(request("new"))).toEqual(limit);
    expect(await clients.conversations.send(message("new"), undefined)).toEqual(limit);
    expect(calls).toEqual([]);
    expect(await clients.executions.start(request("known"))).toEqual(earlier);
    await clients.conversations.send(message("known"), undefined);
    expect(calls).toEqual(["send"]);
  });
});

describe("a cap on executions that is known to be reached", () => {
  const limit = { kind: "TENANT_LIMIT", limit: "maxConcurrentExecutions", maximum: 1, retryAt: 1_000 } as const;

  it("[N561, E1] answers a start without a key before any object is asked, and lets one with a key be found", async () => {
    const calls: string[] = [];
    const caps = new ReachedCaps();
    let now = 0;
    const ask = (name: string) => async () => {
      calls.push(name);
      return limit;
    };
    const clients = pinningClients(
      { start: ask("start"), lookup: ask("lookup") } as unknown as ExecutionClient,
      { send: ask("send") } as unknown as ConversationClient,
      { snapshot: async () => undefined },
      [],
      async () => undefined,
      {
        reached: () => caps.reached("acme", "alice", now),
        note: (reached) => caps.note("acme", "alice", reached, now),
      },
    );
    const request = (idempotencyKey: string | null) => ({ idempotencyKey, subject: "alice" }) as StartRequest;
    const send = () => clients.conversations.send({ request: request(null) } as SendRequest, undefined);
    expect(await clients.executions.start(request(null))).toEqual(limit);
    expect(await clients.executions.start(request(null))).toEqual(limit);
    expect(await send()).toEqual(limit);
    expect(calls).toEqual(["start"]);
    expect(await clients.executions.start(request("key"))).toEqual(limit);
    expect(calls).toEqual(["start", "start"]);
    now = 1_000;
    await send();
    expect(calls).toEqual(["start", "start", "send"]);
  });
});
