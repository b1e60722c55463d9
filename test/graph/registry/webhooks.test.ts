/** Webhooks through the API: with the start of an execution, for the whole tenant, and what is shown of them. */
import { beforeEach, describe, expect, it } from "vitest";
import type { WebhookStanding } from "../../../src/execution/webhooks/webhook.ts";
import { exampleManifest } from "../../support/catalog/example-manifest.ts";
import { ask, data, exampleDocument, executePlan, executePlanMutation } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";
import { hello, sentMessage } from "../../support/graph/sent-message.ts";

const url = "https://hooks.example.com/in?key=very-secret";
const source = { document: exampleDocument };

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

function pinned() {
  return [...world.executions.values()].map(({ request }) => request.webhooks);
}

describe("webhooks of a start", () => {
  it("are pinned with the events that were asked for, each once; those that wait and end if nothing was said", async () => {
    const webhooks = [{ url }, { url, events: ["EXECUTION_FINISHED", "STEP_FINISHED", "STEP_FINISHED"] }];
    expect((await executePlan(world, { source, options: { webhooks } })).errors).toEqual([]);
    expect(pinned()).toEqual([
      [
        { id: "given/0", name: null, url, events: ["StepWaiting", "ExecutionFinished"] },
        { id: "given/1", name: null, url, events: ["StepFinished", "ExecutionFinished"] },
      ],
    ]);
  });

  it.each([
    ["a fifth one", Array.from({ length: 5 }, () => ({ url })), "LIMIT_EXCEEDED", []],
    ["an address inside", [{ url }, { url: "https://localhost/in" }], "INVALID_INPUT", ["1", "url"]],
    ["an address without TLS", [{ url: "http://hooks.example.com/in" }], "INVALID_INPUT", ["0", "url"]],
    ["a password in the address", [{ url: "https://a:very-secret@hooks.example.com/" }], "INVALID_INPUT", ["0", "url"]],
    ["a long address", [{ url: `https://hooks.example.com/${"x".repeat(2_048)}` }], "INVALID_INPUT", ["0", "url"]],
    ["text in pieces", [{ url, events: ["TEXT_PRODUCED"] }], "INVALID_INPUT", ["0", "events"]],
    ["no event at all", [{ url, events: [] }], "INVALID_INPUT", ["0", "events"]],
  ])("are refused with %s, at its place, and nothing is started", async (_, webhooks, code, place) => {
    const { errors } = await executePlan(world, { source, options: { webhooks } });
    expect(errors).toMatchObject([{ code, path: ["input", "options", "webhooks", ...place] }]);
    expect(JSON.stringify(errors)).not.toContain("very-secret");
    expect(world.executions.size).toBe(0);
  });

  it("may lead inside where the deployment permits it", async () => {
    world.settings = { egress: { allowHttp: true, allowPrivate: true } };
    const webhooks = [{ url: "http://127.0.0.1:8000/in" }];
    expect((await executePlan(world, { source, options: { webhooks } })).errors).toEqual([]);
  });

  it("need the scope to read executions, because a receiver reads their events", async () => {
    const variables = { input: { source, options: { webhooks: [{ url }] } } };
    const caller = { scopes: ["EXECUTION_START"] } as const;
    const { errors } = await ask(world, executePlanMutation, { variables, caller });
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(world.executions.size).toBe(0);
  });

  it("[E1] belong to what a key stands for: the same again is the same execution, another receiver a conflict", async () => {
    const options = { idempotencyKey: "order-7", webhooks: [{ url }] };
    await executePlan(world, { source, options });
    expect((await executePlan(world, { source, options })).replayed).toBe(true);
    for (const webhooks of [[], [{ url: `${url}2` }], [{ url, events: ["STEP_WAITING"] }]]) {
      const { errors } = await executePlan(world, { source, options: { ...options, webhooks } });
      expect(errors, JSON.stringify(webhooks)).toMatchObject([{ code: "IDEMPOTENCY_CONFLICT" }]);
    }
  });

  it("come with a message of a conversation too", async () => {
    world.giveManifest(exampleManifest());
    const { errors } = await sentMessage(world, { ...hello, options: { webhooks: [{ url }] } });
    expect(errors).toEqual([]);
    expect(pinned()).toMatchObject([[{ id: "given/0", url }]]);
    const refused = await sentMessage(world, { ...hello, options: { webhooks: [{ url: "https://localhost/" }] } });
    expect(refused.errors).toMatchObject([{ path: ["input", "options", "webhooks", "0", "url"] }]);
  });
});

const register = /* GraphQL */ `
  mutation ($input: RegisterWebhookInput!) {
    registerWebhook(input: $input) { webhook { name host events registeredAt } catalogRevision errors { code message path } }
  }
`;

describe("webhooks of a tenant", () => {
  it("are registered with their events and shown by their host alone", async () => {
    const input = { name: "audit", url, events: ["STEP_FINISHED"] };
    const { registerWebhook } = await data(world, register, { variables: { input } });
    expect(registerWebhook).toEqual({
      webhook: {
        ...{ name: "audit", host: "hooks.example.com", events: ["STEP_FINISHED"] },
        registeredAt: new Date(startTime).toISOString(),
      },
      ...{ catalogRevision: "2", errors: [] },
    });
    expect(world.registeredWebhooks).toEqual([{ name: "audit", url, events: ["StepFinished"], seesAll: true }]);
    expect(world.calls).toEqual(["catalog.registerWebhook"]);
  });

  it("are refused for text in pieces before anything is called, and as the catalog says", async () => {
    const text = { name: "audit", url, events: ["TEXT_PRODUCED"] };
    const early = (await data(world, register, { variables: { input: text } })).registerWebhook;
    expect(early).toMatchObject({ webhook: null, errors: [{ code: "INVALID_INPUT", path: ["input", "events"] }] });
    expect(world.calls).toEqual([]);
    world.webhookAnswer = { kind: "REFUSED", code: "EGRESS_DENIED", member: "url", message: "Cannot use the URL" };
    const late = (await data(world, register, { variables: { input: { name: "audit", url } } })).registerWebhook;
    expect(late).toMatchObject({ webhook: null, errors: [{ code: "EGRESS_DENIED", path: ["input", "url"] }] });
  });

  it.each([[["REGISTRY_WRITE"]], [["EXECUTION_READ"]]] as const)(
    "are not registered by who has only %s",
    async (scopes) => {
      const variables = { input: { name: "audit", url } };
      const { errors } = await ask(world, register, { variables, caller: { scopes } });
      expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
      expect(world.calls).toEqual([]);
    },
  );

  it("[N507] are not registered by who reads nothing but its own, because the receiver hears of more", async () => {
    const scopes = ["REGISTRY_WRITE", "EXECUTION_READ_OWN"] as const;
    const variables = { input: { name: "audit", url } };
    const { errors } = await ask(world, register, { variables, caller: { scopes } });
    expect(errors).toMatchObject([
      { extensions: { code: "FORBIDDEN" }, message: expect.stringContaining("EXECUTION_READ_ALL") },
    ]);
    expect(world.calls).toEqual([]);
  });

  it("are listed in the order of their names, and removed by name, once", async () => {
    const webhook = { url, events: ["ExecutionFinished"], registeredAt: startTime } as const;
    world.catalog = { ...world.catalog, webhooks: ["a", "b"].map((name) => ({ ...webhook, name })) };
    const { webhooks } = await data(world, "{ webhooks(first: 1) { nodes { name host } pageInfo { hasNextPage } } }");
    expect(webhooks).toEqual({ nodes: [{ name: "a", host: "hooks.example.com" }], pageInfo: { hasNextPage: true } });
    const remove = `mutation ($name: String!) { removeWebhook(input: { name: $name }) { removedName errors { code path } } }`;
    const removed = (await data(world, remove, { variables: { name: "a" } })).removeWebhook;
    expect(removed).toEqual({ removedName: "a", errors: [] });
    const missing = (await data(world, remove, { variables: { name: "c" } })).removeWebhook;
    expect(missing).toEqual({ removedName: null, errors: [{ code: "NOT_FOUND", path: ["input", "name"] }] });
  });
});

describe("Execution.webhooks", () => {
  const query = /* GraphQL */ `
    query ($id: ID!) {
      execution(by: { id: $id }) {
        webhooks { name host events lastSequence failedAttempts nextAttemptAt givenUp }
      }
    }
  `;
  const standing: WebhookStanding = {
    ...{ name: "audit", host: "hooks.example.com", events: ["StepWaiting"], deliveredTo: 7, attempts: 2, givenUp: 1 },
    nextAttemptAt: startTime,
  };

  it("says how far each was notified; null where the execution says nothing any more", async () => {
    const { execution } = await executePlan(world, { source });
    const variables = { id: execution.id };
    world.webhookStanding = [standing];
    expect((await data(world, query, { variables })).execution.webhooks).toEqual([
      {
        ...{ name: "audit", host: "hooks.example.com", events: ["STEP_WAITING"], lastSequence: 7, failedAttempts: 2 },
        ...{ nextAttemptAt: new Date(startTime).toISOString(), givenUp: 1 },
      },
    ]);
    world.webhookStanding = null;
    expect((await data(world, query, { variables })).execution.webhooks).toBeNull();
  });
});
