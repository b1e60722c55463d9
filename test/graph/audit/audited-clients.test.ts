/** What the audit log records: every method of every client is either recorded or named here as one that is not. */
import { describe, expect, it, vi } from "vitest";
import { auditedClients } from "../../../src/graph/audit/audited-clients.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { Clients } from "../../../src/graph/base/ports.ts";
import { ask, data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";
import { freshExecution } from "../../support/graph/streams.ts";

/** Starts, messages and events are found in the lists of executions and conversations; the rest changes nothing. */
const unrecorded = {
  executions: [
    ...[
      "start",
      "lookup",
      "read",
      "value",
      "groupOutput",
      "sourceLabels",
      "projection",
      "storedBytes",
      "events",
      "submit",
      "derive",
      "webhooks",
    ],
    ...["announce", "watch"],
  ],
  conversations: ["send", "read", "messages"],
  catalog: ["snapshot", "previewAgentCard", "workflow", "workflowVersions", "manifest", "manifests", "agentHealth"],
  secrets: ["connectUrl", "forgetRequests"],
  credentials: ["list", "createSubscriptionToken", "endTokensOf"],
  artifacts: ["head", "read", "list", "store", "create", "link"],
  schedules: ["read", "list", "input", "runs"],
  index: ["list", "statusCounts", "inbox", "conversations", "usage", "descendants", "watchInbox", "watch"],
  events: ["send", "find"],
  budget: ["thisMonth"],
  storage: ["executions", "ofSubject", "artifacts", "registrations", "registrationsOf", "forgetRegistrant", "traffic"],
  audit: ["begin", "settle", "list", "webhooks"],
  cards: ["served"],
  identity: ["seal", "open"],
} as const satisfies { readonly [Name in keyof Clients]: readonly (keyof Clients[Name])[] };

type Recorded = (clients: Clients) => Promise<unknown>;

const server = {
  ...{ name: "weather", url: "https://user:secret@tools.example/mcp?key=secret", bearerSecret: null, trusted: false },
  outputValidation: "WARN",
} as const;

/** A call of each method that is recorded, and its entry. Members of requests that are not named in an entry are left out. */
const recorded: { readonly [method: string]: readonly [Recorded, readonly object[]] } = {
  "executions.cancel": [
    ({ executions }) => executions.cancel("e", "alice", "the reason", true),
    [entry("CANCEL", "EXECUTION", "e", "with force", "REFUSED", "NOT_FOUND")],
  ],
  "executions.respond": [
    ({ executions }) =>
      executions.respond("e", { requestId: "r", by: "alice", isAccepted: false, reason: null, response: null }),
    [
      {
        ...entry("RESPOND", "HUMAN_INPUT", "e", "DECLINED", "REFUSED", "NOT_FOUND"),
        target: { kind: "HUMAN_INPUT", name: "e", part: "r" },
      },
    ],
  ],
  "executions.delete": [
    ({ executions }) => executions.delete("e"),
    [entry("DELETE", "EXECUTION", "e", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "conversations.delete": [
    ({ conversations }) => conversations.delete("c"),
    [entry("DELETE", "CONVERSATION", "c", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "conversations.deleteMessage": [
    ({ conversations }) => conversations.deleteMessage("c", 7),
    [
      {
        ...entry("DELETE", "MESSAGE", "c", undefined, "REFUSED", "NOT_FOUND"),
        target: { kind: "MESSAGE", name: "c", part: "7" },
      },
    ],
  ],
  "catalog.registerMcpServer": [
    ({ catalog }) => catalog.registerMcpServer(server),
    [entry("REGISTER", "SERVER", "weather", "tools.example")],
  ],
  "catalog.registerOpenApiServer": [
    ({ catalog }) => catalog.registerOpenApiServer(partly({ name: "orders" })),
    [entry("REGISTER", "SERVER", "orders")],
  ],
  "catalog.removeMcpServer": [
    ({ catalog }) => catalog.removeMcpServer("nobody"),
    [entry("REMOVE", "SERVER", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "catalog.registerAgent": [
    ({ catalog }) =>
      catalog.registerAgent(partly({ kind: "A2A", name: null, url: "https://agent.example/card?key=1" })),
    [entry("REGISTER", "AGENT", "agent.example", undefined, "DONE", "")],
  ],
  "catalog.removeAgent": [
    ({ catalog }) => catalog.removeAgent("nobody"),
    [entry("REMOVE", "AGENT", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "catalog.saveWorkflow": [
    ({ catalog }) => catalog.saveWorkflow(partly({ name: "w", version: "abc" })),
    [entry("REGISTER", "WORKFLOW", "w", "abc")],
  ],
  "catalog.importDefinitions": [
    ({ catalog }) =>
      catalog.importDefinitions([
        { kind: "AGENT", agent: partly({ name: "writer" }) },
        { kind: "WORKFLOW", workflow: partly({ name: "w", version: "abc" }) },
      ]),
    [entry("REGISTER", "AGENT", "writer"), entry("REGISTER", "WORKFLOW", "w", "abc")],
  ],
  "catalog.removeWorkflow": [
    ({ catalog }) => catalog.removeWorkflow("nobody"),
    [entry("REMOVE", "WORKFLOW", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "catalog.applyManifest": [
    ({ catalog }) => catalog.applyManifest(partly({ name: "m", hash: "abc" })),
    [entry("REGISTER", "MANIFEST", "m", "abc")],
  ],
  "catalog.removeManifest": [
    ({ catalog }) => catalog.removeManifest("nobody"),
    [entry("REMOVE", "MANIFEST", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "catalog.registerWebhook": [
    ({ catalog }) => catalog.registerWebhook(partly({ name: "audit", url: "https://hooks.example/secret" })),
    [entry("REGISTER", "WEBHOOK", "audit", "hooks.example")],
  ],
  "catalog.removeWebhook": [
    ({ catalog }) => catalog.removeWebhook("nobody"),
    [entry("REMOVE", "WEBHOOK", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "audit.registerWebhook": [
    ({ audit }) => audit.registerWebhook({ name: "siem", url: "https://hooks.example/secret" }),
    [entry("REGISTER", "WEBHOOK", "siem", "of the audit log: hooks.example")],
  ],
  "audit.resumeWebhook": [
    ({ audit }) => audit.resumeWebhook({ name: "nobody", passOver: 7 }),
    [entry("RESUME", "WEBHOOK", "nobody", "of the audit log: passes over entry 7", "REFUSED", "NOT_FOUND")],
  ],
  "audit.removeWebhook": [
    ({ audit }) => audit.removeWebhook("nobody"),
    [entry("REMOVE", "WEBHOOK", "nobody", "of the audit log", "REFUSED", "NOT_FOUND")],
  ],
  "catalog.setFlowRules": [
    ({ catalog }) => catalog.setFlowRules([{ label: "UNTRUSTED", action: "ASK" }]),
    [entry("UPDATE", "POLICY", "flow rules", "1 rules")],
  ],
  "catalog.acceptTool": [
    ({ catalog }) => catalog.acceptTool("weather_now", "abc"),
    [entry("ACCEPT", "TOOL", "weather_now", "abc")],
  ],
  "credentials.create": [
    ({ credentials }) =>
      credentials.create({
        ...{ label: "import", subject: "importer", scopes: ["REGISTRY_READ", "DEBUG_READ"] },
        ...{ groups: [], createdBy: "alice", expiresAt: null },
      }),
    [entry("CREATE", "API_KEY", "import", "for importer: REGISTRY_READ DEBUG_READ", "REFUSED", "NOT_USED")],
  ],
  "credentials.revoke": [
    ({ credentials }) => credentials.revoke("k"),
    [entry("REVOKE", "API_KEY", "k", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "credentials.webhookSecret": [
    ({ credentials }) => credentials.webhookSecret(),
    [entry("READ", "SECRET", "webhooks")],
  ],
  "credentials.createAccessToken": [
    ({ credentials }) =>
      credentials.createAccessToken({
        subject: "bob",
        grant: { thing: { kind: "EXECUTION", execution: "e" }, actions: ["READ", "ANSWER"], isVouched: true },
        expiresAt: startTime,
        madeWith: undefined,
      }),
    [entry("CREATE", "ACCESS_TOKEN", "e", "for bob: READ ANSWER")],
  ],
  "credentials.revokeAccessTokens": [
    ({ credentials }) => credentials.revokeAccessTokens({ kind: "CONVERSATION", conversation: "c" }, "bob"),
    [entry("REVOKE", "ACCESS_TOKEN", "c", "of bob")],
  ],
  "secrets.list": [({ secrets }) => secrets.list(), [entry("READ", "SECRET", "*")]],
  "secrets.connections": [({ secrets }) => secrets.connections("bob"), [entry("READ", "CONNECTION", "*", "of bob")]],
  "secrets.endConnection": [
    ({ secrets }) => secrets.endConnection("c", "bob", true),
    [entry("DELETE", "CONNECTION", "c", "of the tenant or bob", "REFUSED", "NOT_FOUND")],
  ],
  "secrets.set": [
    ({ secrets }) =>
      secrets.set({ name: "CRM", scope: "SUBJECT", origin: "https://crm.example", value: "a-secret-value" }),
    [entry("UPDATE", "SECRET", "CRM", "of the subject, for https://crm.example")],
  ],
  "secrets.remove": [
    ({ secrets }) => secrets.remove("CRM", "TENANT"),
    [entry("DELETE", "SECRET", "CRM", "of the tenant", "REFUSED", "NOT_FOUND")],
  ],
  "artifacts.remove": [
    ({ artifacts }) => artifacts.remove("order.json"),
    [entry("DELETE", "ARTIFACT", "order.json", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "schedules.create": [
    ({ schedules }) =>
      schedules.create(partly({ facts: { name: "nightly", rules: { startAt: null } }, input: "{}", maximum: 1 })),
    [entry("CREATE", "SCHEDULE", "nightly")],
  ],
  "schedules.update": [
    ({ schedules }) => schedules.update(partly({ name: "nobody", incarnation: "1" })),
    [entry("UPDATE", "SCHEDULE", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "schedules.pause": [
    ({ schedules }) => schedules.pause("nobody", "alice", null),
    [entry("PAUSE", "SCHEDULE", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "schedules.resume": [
    ({ schedules }) => schedules.resume("nobody"),
    [entry("RESUME", "SCHEDULE", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "schedules.trigger": [
    ({ schedules }) => schedules.trigger("nobody", "key"),
    [entry("TRIGGER", "SCHEDULE", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
  "schedules.delete": [
    ({ schedules }) => schedules.delete("nobody"),
    [entry("DELETE", "SCHEDULE", "nobody", undefined, "REFUSED", "NOT_FOUND")],
  ],
};

function entry(
  ...[action, kind, name, detail, outcome = "DONE", result]: readonly (string | undefined)[]
): Record<string, unknown> {
  return {
    ...{ subject: "alice", action, target: { kind, name }, outcome },
    ...(detail !== undefined && { detail }),
    ...(result !== undefined && { result }),
  };
}

/** A request of which only some members matter. */
function partly<Request>(members: object): Request {
  return members as Request;
}

describe("the audit log", () => {
  it("[N572] has an entry for every call that changes, removes or answers something, however many methods the clients have", async () => {
    const { clients } = new FakeClients();
    const audited = auditedClients(clients, "alice");
    const methods = Object.entries(clients).flatMap(([client, members]) =>
      Object.keys(members).map((method) => ({ client: client as keyof Clients, method })),
    );
    const isRecorded = ({ client, method }: (typeof methods)[number]) =>
      Reflect.get(audited[client], method) !== Reflect.get(clients[client], method);
    expect(methods.filter(isRecorded).map(({ client, method }) => `${client}.${method}`)).toEqual(
      methods
        .filter(({ client, method }) => !(unrecorded[client] as readonly string[]).includes(method))
        .map(({ client, method }) => `${client}.${method}`),
    );
    expect(
      methods
        .filter(isRecorded)
        .map(({ client, method }) => `${client}.${method}`)
        .toSorted(),
    ).toEqual(Object.keys(recorded).toSorted());
    for (const [call, expected] of Object.values(recorded)) {
      const world = new FakeClients();
      await call(auditedClients(world.clients, "alice"));
      expect(world.audited).toEqual(expected.map((one) => expect.objectContaining(one)));
      expect([world.calls[0], world.calls.at(-1)]).toEqual(["audit.begin", "audit.settle"]);
      expect(JSON.stringify(world.audited)).not.toMatch(/secret/);
    }
  });

  it("[N572] is written before anything is done, and nothing is done where it cannot be written", async () => {
    const world = new FakeClients();
    const { clients } = world;
    const away = async (): Promise<never> => {
      throw new Error("away");
    };
    clients.audit.begin = away;
    await expect(auditedClients(clients, "alice").catalog.removeAgent("writer")).rejects.toThrow("away");
    expect(world.calls).toEqual([]);
  });

  it("[N572] says of what failed or ended amid it that it may have happened, and never fails what was done", async () => {
    const world = new FakeClients();
    const { clients } = world;
    clients.catalog.removeAgent = async () => {
      throw new Error("away");
    };
    await expect(auditedClients(clients, "alice").catalog.removeAgent("writer")).rejects.toThrow("away");
    expect(world.audited).toMatchObject([{ action: "REMOVE", outcome: "UNKNOWN" }]);
    const lines = vi.spyOn(console, "error").mockImplementation(() => undefined);
    clients.audit.settle = async () => {
      throw new Error("away");
    };
    expect(await auditedClients(clients, "alice").artifacts.remove("order.json")).toBe(false);
    expect(lines.mock.calls).toEqual([[expect.stringContaining('"log":"audit_outcome_not_stored"')]]);
    lines.mockRestore();
    expect(world.audited.at(-1)).toMatchObject({ action: "DELETE", outcome: "UNKNOWN" });
  });
});

const query = /* GraphQL */ `
  query ($first: Int, $after: String, $subject: String) {
    auditLog(first: $first, after: $after, subject: $subject) {
      nodes { id at subject action targetKind target detail outcome result }
      edges { cursor }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

describe("Query.auditLog", () => {
  it("[N573] lists entries by pages, the latest first, with the ids under which their targets are known", async () => {
    const world = new FakeClients();
    const { id, name } = await freshExecution(world);
    const { executions, catalog } = auditedClients(world.clients, "alice");
    await executions.cancel(name, "alice", null);
    await auditedClients(world.clients, "bob").artifacts.remove("order.json");
    await catalog.removeAgent("nobody");
    const { auditLog } = await data(world, query, { variables: { first: 2 } });
    const at = new Date(startTime).toISOString();
    expect(auditLog.nodes).toEqual([
      {
        ...{ id: "audit-3", at, subject: "alice", action: "REMOVE", targetKind: "AGENT", target: "nobody" },
        ...{ detail: null, outcome: "REFUSED", result: "NOT_FOUND" },
      },
      expect.objectContaining({ id: "audit-2", subject: "bob", targetKind: "ARTIFACT", target: "order.json" }),
    ]);
    expect(auditLog.pageInfo.hasNextPage).toBe(true);
    const rest = await data(world, query, { variables: { after: auditLog.pageInfo.endCursor } });
    expect(rest.auditLog.nodes).toMatchObject([
      { action: "CANCEL", targetKind: "EXECUTION", target: id, outcome: "DONE" },
    ]);
    const ofBob = await data(world, query, { variables: { subject: "bob" } });
    expect(ofBob.auditLog.nodes).toMatchObject([{ id: "audit-2" }]);
  });

  it("[N573] refuses cursors of other lists and callers without the scope", async () => {
    const world = new FakeClients();
    for (const after of ["n-a", "a-", "a-1x", "a-9999999999999999"]) {
      const { errors } = await ask(world, query, { variables: { after } });
      expect(errors).toMatchObject([
        { extensions: { code: "BAD_USER_INPUT" }, message: expect.stringContaining(after) },
      ]);
    }
    const { errors } = await ask(world, query, { caller: { scopes: ["CREDENTIALS_ADMIN"] } });
    expect(errors).toMatchObject([
      { extensions: { code: "FORBIDDEN" }, message: expect.stringContaining("AUDIT_READ") },
    ]);
    expect(world.calls).toEqual([]);
  });
});

describe("webhooks of the audit log", () => {
  const register =
    "mutation ($name: String!, $url: URL!) { registerAuditWebhook(input: { name: $name, url: $url }) { webhook { name host registeredAt lastSequence failedAttempts nextAttemptAt lostEntries } errors { code message path } } }";
  const remove =
    "mutation ($name: String!) { removeAuditWebhook(input: { name: $name }) { removedName errors { code path } } }";
  const listed = "{ auditWebhooks { name host } }";

  it("[N527] are registered, listed by their host and removed, with an entry for each", async () => {
    const world = new FakeClients();
    const variables = { name: "siem", url: "https://siem.example/in?key=very-secret" };
    expect(await data(world, register, { variables })).toEqual({
      registerAuditWebhook: {
        webhook: {
          ...{ name: "siem", host: "siem.example", registeredAt: new Date(startTime).toISOString() },
          ...{ lastSequence: 0, failedAttempts: 0, nextAttemptAt: null, lostEntries: 0 },
        },
        errors: [],
      },
    });
    expect(await data(world, listed)).toEqual({ auditWebhooks: [{ name: "siem", host: "siem.example" }] });
    expect(await data(world, remove, { variables })).toEqual({
      removeAuditWebhook: { removedName: "siem", errors: [] },
    });
    expect(await data(world, remove, { variables })).toEqual({
      removeAuditWebhook: { removedName: null, errors: [{ code: "NOT_FOUND", path: ["input", "name"] }] },
    });
    expect(await data(world, listed)).toEqual({ auditWebhooks: [] });
  });

  it("[N596] are resumed by request, behind an entry that is named as the next one and no other", async () => {
    const world = new FakeClients();
    await data(world, register, { variables: { name: "siem", url: "https://siem.example/" } });
    const [webhook] = world.auditWebhooks;
    if (webhook === undefined) throw new Error("there is a receiver");
    world.auditWebhooks = [{ ...webhook, next: 7, attempts: 18, suspendedAt: startTime }];
    const fields = "name nextSequence failedAttempts suspendedAt";
    const stuck = { name: "siem", nextSequence: 7, failedAttempts: 18, suspendedAt: new Date(startTime).toISOString() };
    expect(await data(world, `{ auditWebhooks { ${fields} } }`)).toEqual({ auditWebhooks: [stuck] });
    const resume = `mutation ($name: String!, $passOver: SafeInt) { resumeAuditWebhook(input: { name: $name, passOver: $passOver }) { webhook { ${fields} } errors { code message path } } }`;
    const answered = async (variables: { readonly [name: string]: unknown }, caller: Partial<Caller> = {}) =>
      (await data(world, resume, { variables, caller })).resumeAuditWebhook;
    const resumed = { webhook: { ...stuck, failedAttempts: 0, suspendedAt: null }, errors: [] };
    expect(await answered({ name: "siem" })).toEqual(resumed);
    expect(await answered({ name: "siem", passOver: 7 })).toEqual(resumed);
    expect(await answered({ name: "siem", passOver: 6 })).toMatchObject({
      webhook: null,
      errors: [
        {
          code: "INVALID_INPUT",
          message: expect.stringContaining("required the entry that is delivered next, found 7"),
          path: ["input", "passOver"],
        },
      ],
    });
    expect(await answered({ name: "other" })).toMatchObject({ errors: [{ code: "NOT_FOUND" }] });
    world.calls.length = 0;
    const { errors } = await ask(world, resume, { variables: { name: "siem" }, caller: { scopes: ["AUDIT_READ"] } });
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    expect(world.calls).toEqual([]);
  });

  it("[N527] are refused with a bad name, an address inside or one too many, and to callers without both scopes", async () => {
    const world = new FakeClients();
    const errorsOf = async (name: string, url: string) =>
      (await data(world, register, { variables: { name, url } })).registerAuditWebhook.errors;
    expect(await errorsOf("a b", "https://siem.example/")).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "name"] },
    ]);
    for (const url of ["https://10.0.0.1/", "http://siem.example/", "https://u:p@siem.example/"])
      expect(await errorsOf("siem", url)).toMatchObject([{ path: ["input", "url"] }]);
    expect(world.calls).toEqual([]);
    for (const name of ["a", "b", "c", "d"]) expect(await errorsOf(name, "https://siem.example/")).toEqual([]);
    expect(await errorsOf("e", "https://siem.example/")).toMatchObject([{ code: "LIMIT_EXCEEDED" }]);
    world.calls.length = 0;
    for (const scopes of [["AUDIT_READ"], ["REGISTRY_WRITE", "EXECUTION_READ"]] as const) {
      for (const query of [register, remove]) {
        const variables = { name: "siem", url: "https://siem.example/" };
        const { errors } = await ask(world, query, {
          variables: query === remove ? { name: "a" } : variables,
          caller: { scopes },
        });
        expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
      }
    }
    expect((await ask(world, listed, { caller: { scopes: ["REGISTRY_WRITE"] } })).errors).toMatchObject([
      { message: expect.stringContaining("AUDIT_READ") },
    ]);
    expect(world.calls).toEqual([]);
  });
});
