/** API keys as GraphQL shows them: what a creator may give away, what is refused, and what becomes of a cap of the tenant. */
import { beforeEach, describe, expect, it } from "vitest";
import type { ApiKeyRecord, CredentialClient, NewApiKey } from "../../../src/graph/base/credentials.ts";
import { rateLimited } from "../../../src/graph/base/request-error.ts";
import { type Answer, ask, data, send } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";

let world: FakeClients;
let created: NewApiKey[];
beforeEach(() => {
  world = new FakeClients();
  created = [];
});

function withCredentials(client: Partial<CredentialClient>): void {
  world = new FakeClients();
  Object.assign(world.clients.credentials, client);
}

const record = (key: NewApiKey): ApiKeyRecord => ({ ...key, keyId: "id", createdAt: startTime, revokedAt: null });

const createMutation = /* GraphQL */ `
  mutation ($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      apiKey { keyId label subject groups scopes createdAt createdBy expiresAt revokedAt }
      secret
      errors { __typename code message path ... on LimitError { limit maximum found } }
    }
  }
`;

const input = { label: "nightly import", subject: "importer", scopes: ["REGISTRY_READ"] };

async function create(changes: object = {}, caller: object = {}): Promise<Answer> {
  withCredentials({
    create: async (key) => {
      created.push(key);
      return { kind: "CREATED", apiKey: record(key), secret: "pw_id_secret" };
    },
  });
  return (await data(world, createMutation, { variables: { input: { ...input, ...changes } }, caller })).createApiKey;
}

describe("createApiKey", () => {
  it("shows the key once, and says who made it", async () => {
    const answer = await create({ expiresAt: "2027-01-31T09:30:00.000Z", scopes: ["REGISTRY_READ", "REGISTRY_READ"] });
    expect(answer).toEqual({
      apiKey: {
        ...{ keyId: "id", ...input, groups: [], createdAt: "2026-01-31T09:30:00.000Z", createdBy: "anonymous" },
        ...{ expiresAt: "2027-01-31T09:30:00.000Z", revokedAt: null },
      },
      ...{ secret: "pw_id_secret", errors: [] },
    });
  });

  it("[N501] stands for a subject in groups, within bounds, and may hold less of a scope than its creator", async () => {
    const caller = { scopes: ["CREDENTIALS_ADMIN", "EXECUTION_READ"] };
    const answer = await create({ scopes: ["EXECUTION_READ_OWN"], groups: ["sales", "law", "sales"] }, caller);
    expect(answer.errors).toEqual([]);
    expect(answer.apiKey).toMatchObject({ groups: ["sales", "law"], scopes: ["EXECUTION_READ_OWN"] });
    for (const wrong of [{ scopes: ["EXECUTION_READ_ALL"] }, { groups: [""] }, { groups: Array(101).fill("a") }])
      expect((await create({ scopes: ["EXECUTION_READ"], ...wrong }, caller)).errors).toHaveLength(1);
  });

  it("[N781] names no subject and no group with a control character or half of one", async () => {
    for (const name of ["ada\ud800", "ada\u0000"]) {
      expect((await create({ subject: name })).errors).toMatchObject([
        { code: "INVALID_INPUT", path: ["input", "subject"] },
      ]);
      expect((await create({ groups: [name] })).errors).toMatchObject([
        { code: "INVALID_INPUT", path: ["input", "groups"] },
      ]);
    }
    expect(created).toEqual([]);
  });

  it("gives away no scope that the caller does not hold", async () => {
    const caller = { scopes: ["CREDENTIALS_ADMIN", "REGISTRY_READ"] };
    expect((await create({ scopes: ["REGISTRY_READ", "CREDENTIALS_ADMIN"] }, caller)).errors).toEqual([]);
    created = [];
    const answer = await create({ scopes: ["REGISTRY_READ", "EXECUTION_READ", "INDEX_ADMIN"] }, caller);
    expect(answer).toMatchObject({ apiKey: null, secret: null });
    expect(answer.errors.map(({ message }: Answer) => /found (.*)$/.exec(message)?.[1])).toEqual([
      "EXECUTION_READ",
      "INDEX_ADMIN",
    ]);
    expect(created).toEqual([]);
  });

  it.each([
    ["label", { label: "" }],
    ["label", { label: "x".repeat(201) }],
    ["subject", { subject: "" }],
    ["subject", { subject: "x".repeat(256) }],
    ["scopes", { scopes: [] }],
    ["expiresAt", { expiresAt: "2026-01-31T09:30:05.000Z" }],
  ])("refuses a %s that cannot be", async (member, changes) => {
    const { apiKey, errors } = await create(changes);
    expect(apiKey).toBeNull();
    expect(errors).toMatchObject([{ __typename: "GeneralError", code: "INVALID_INPUT", path: ["input", member] }]);
    expect(created).toEqual([]);
  });

  it("names the cap that is reached", async () => {
    withCredentials({ create: async () => ({ kind: "LIMIT_EXCEEDED", maximum: 1_000, found: 1_001 }) });
    const { createApiKey } = await data(world, createMutation, { variables: { input } });
    expect(createApiKey.errors).toMatchObject([
      { __typename: "LimitError", code: "LIMIT_EXCEEDED", limit: "maxApiKeys", maximum: 1_000, found: 1_001 },
    ]);
  });
});

describe("a subscription token", () => {
  it("permits reading and no more, and ends with the credential of its maker", async () => {
    const asked: unknown[] = [];
    withCredentials({
      createSubscriptionToken: async (rights) => {
        asked.push(rights);
        return { token: "token", expiresAt: startTime };
      },
    });
    const scopes = ["EXECUTION_READ", "EXECUTION_CONTROL", "CREDENTIALS_ADMIN"] as const;
    const caller = { subject: "ada", scopes, validUntil: startTime + 9_000 };
    const answer = await data(world, "mutation { createSubscriptionToken { token expiresAt } }", { caller });
    expect(answer.createSubscriptionToken).toEqual({ token: "token", expiresAt: "2026-01-31T09:30:00.000Z" });
    expect(asked).toMatchObject([
      { subject: "ada", groups: [], scopes: ["EXECUTION_READ"], validUntil: startTime + 9_000 },
    ]);
  });
});

describe("the secret of webhooks", () => {
  const query = "{ viewer { tenant { webhookSecret } } }";

  it("[N792] is read by callers with CREDENTIALS_ADMIN and by no others", async () => {
    const answer = await data(world, query, { caller: { scopes: ["CREDENTIALS_ADMIN"] } });
    expect(answer.viewer.tenant.webhookSecret).toBe("whsec_a");
    const refused = await ask(world, query, { caller: { scopes: ["REGISTRY_WRITE", "EXECUTION_READ_ALL"] } });
    expect(refused.data).toMatchObject({ viewer: { tenant: { webhookSecret: null } } });
    expect(refused.errors?.[0]?.extensions?.code).toBe("FORBIDDEN");
    expect(world.calls).toEqual(["credentials.webhookSecret"]);
  });
});

describe("a cap of the tenant that a field meets", () => {
  it("makes the answer 429 with Retry-After in whole seconds, whatever the other fields say", async () => {
    for (const [seconds, header] of [
      [2.1, "3"],
      [0, "1"],
    ] as const) {
      withCredentials({ revoke: () => Promise.reject(rateLimited("Cannot start the execution: too many", seconds)) });
      const mutation = 'mutation { revokeApiKey(input: { keyId: "x" }) { errors { code } } }';
      for (const headers of [{}, { accept: "application/json" }, { accept: "application/graphql-response+json" }]) {
        const response = await send(world, mutation, { headers });
        expect(response.status).toBe(429);
        expect(response.headers.get("retry-after")).toBe(header);
        expect(await response.json()).toMatchObject({
          data: { revokeApiKey: null },
          errors: [{ message: "Cannot start the execution: too many", extensions: { code: "RATE_LIMITED" } }],
        });
      }
      const answer = await ask(world, mutation);
      expect(JSON.stringify(answer)).not.toContain("retry-after");
    }
  });
});
