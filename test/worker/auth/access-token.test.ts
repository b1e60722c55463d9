/** Access tokens from outside: who is let in with one, until when, and what a use of it costs. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { grantKey } from "../../../src/access/grant.ts";
import { maxRevokedThings } from "../../../src/durable/tenant/access-generations.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { conversationName } from "../../../src/json/object-name.ts";
import { createAccessToken, revokeAccess } from "../../../src/worker/auth/access-token.ts";
import { CredentialMemory } from "../../../src/worker/auth/credential-memory.ts";
import { revocationOf } from "../../../src/worker/auth/revocation.ts";
import { credentialClient } from "../../../src/worker/clients/credential-client.ts";
import type { ConversationStub, Environment } from "../../../src/worker/platform/environment.ts";
import { readDeployment } from "../../../src/worker/platform/read-deployment.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { Isolate } from "../../../src/worker/request/isolate.ts";
import { bearer, FakeDeployment, fakeRateLimit } from "../../support/worker/fake-deployment.ts";
import { fakeNamespace } from "../../support/worker/fake-namespace.ts";

const adminToken = "the-operator-has-a-token-that-is-long-enough";
const operator = { ...bearer(adminToken), "planwright-tenant": "acme" };
const settings = {
  AUTH_MODE: "keys",
  ADMIN_TOKEN: adminToken,
  CONVERSATION: fakeNamespace((): Partial<ConversationStub> => ({ read: async () => null })),
};

let service: FakeDeployment;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  service = withConversations(new FakeDeployment(settings));
});
afterEach(() => {
  vi.useRealTimers();
});

function withConversations(deployment: FakeDeployment): FakeDeployment {
  Object.assign(deployment.environment, { CONVERSATION: settings.CONVERSATION });
  return deployment;
}

function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

/** A token for the chat `c`, made with the credential of `headers`. */
async function createToken(
  headers: { readonly [name: string]: string } = operator,
  more = "",
  chatId = "c",
): Promise<string> {
  const document = `mutation { createAccessToken(input: { target: { chatId: "${chatId}" }, actions: [READ, SEND] ${more} }) { token errors { message } } }`;
  const { errors, token } = await service.mutate<{ token: string | null; errors: unknown }>(
    "createAccessToken",
    document,
    headers,
  );
  if (token === null) throw new Error(`refused: ${JSON.stringify(errors)}`);
  return token;
}

async function createKey(
  scopes = ["EXECUTION_READ", "EXECUTION_START"],
): Promise<{ readonly keyId: string; readonly secret: string }> {
  const document = `mutation { createApiKey(input: { label: "l", subject: "ada", scopes: [${scopes.join()}] }) { apiKey { keyId } secret } }`;
  const { apiKey, secret } = await service.mutate<{ apiKey: { keyId: string }; secret: string }>(
    "createApiKey",
    document,
    operator,
  );
  return { keyId: apiKey.keyId, secret };
}

const revokeChat = 'mutation { revokeAccessTokens(input: { target: { chatId: "c" } }) { errors { message } } }';

describe("an access token", () => {
  it("[N523] proves its subject with the scopes of its actions and no other", async () => {
    const { viewer } = await service.see(bearer(await createToken(operator, ', subject: "bob"')));
    expect(viewer).toEqual({ subject: "bob", tenant: "acme", scopes: ["EXECUTION_READ", "EXECUTION_START"] });
  });

  it("[N523] ends after its minutes, or with the credential that made it", async () => {
    const token = await createToken(operator, ", minutes: 2");
    pass(119_999);
    expect((await service.see(bearer(token))).status).toBe(200);
    pass(1);
    const expired = await service.see(bearer(token));
    expect(expired).toMatchObject({ status: 401, viewer: null });
    expect(expired.message).toContain("expired");
  });

  it("[N523] with a byte changed, of another deployment or of another kind proves nobody, and reaches no object", async () => {
    const token = await createToken();
    const middle = Math.floor(token.length / 2);
    const changed = token.slice(0, middle) + (token[middle] === "A" ? "B" : "A") + token.slice(middle + 1);
    const key = await createKey();
    const other = withConversations(new FakeDeployment({ ...settings, ID_SEALING_SECRET: "f".repeat(32) }));
    service.reached.length = 0;
    for (const wrong of [changed, `${token}A`, "pwt_", "pwt_x", `pwt_${key.keyId}`, token.slice(4)])
      expect((await service.see(bearer(wrong))).status, wrong.slice(0, 20)).toBe(401);
    expect((await other.see(bearer(token))).status).toBe(401);
    expect([...service.reached, ...other.reached]).toEqual([]);
  });

  it("[N523] is refused once its thing was revoked, within ten seconds everywhere, and so is none that is made after", async () => {
    const token = await createToken();
    const another = await createToken(operator, "", "another");
    const elsewhere = withConversations(new FakeDeployment(settings));
    Object.assign(elsewhere.environment, { TENANT: service.environment.TENANT });
    expect((await elsewhere.see(bearer(token))).status).toBe(200);
    await service.mutate("revokeAccessTokens", revokeChat, operator);
    const refused = await service.see(bearer(token));
    expect(refused).toMatchObject({ status: 401 });
    expect(refused.message).toContain("revoked");
    expect((await service.see(bearer(another))).status).toBe(200);
    pass(10_000);
    expect((await elsewhere.see(bearer(token))).status).toBe(401);
    expect((await service.see(bearer(await createToken()))).status).toBe(200);
  });

  it("[N582] stays when somebody who may not see its conversation guesses the chat, who ends its own", async () => {
    const { secret } = await createKey(["EXECUTION_READ", "EXECUTION_START", "EXECUTION_CONTROL"]);
    const [token, own] = [await createToken(), await createToken(bearer(secret))];
    await service.mutate("revokeAccessTokens", revokeChat, bearer(secret));
    expect((await service.see(bearer(token))).status).toBe(200);
    expect(await service.see(bearer(own))).toMatchObject({ status: 401, message: expect.stringContaining("revoked") });
    expect((await service.see(bearer(await createToken(bearer(secret))))).status).toBe(200);
  });

  it("[N910] stays when another subject ends more tokens of its own things than are kept, which all end", async () => {
    const { environment } = service;
    const identity = sealedIdentity(String(environment.ID_SEALING_SECRET));
    const made = (execution: string, owner: string) =>
      createAccessToken(
        {
          subject: "bob",
          owner,
          grant: { thing: { kind: "EXECUTION", execution }, actions: ["READ"], isVouched: true },
          expiresAt: Date.now() + 60_000,
          madeWith: undefined,
        },
        "acme",
        identity,
        environment,
      );
    const [alices, mallorys, chat] = [await made("a", "alice"), await made("m", "mallory"), await createToken()];
    const { generations } = new CredentialMemory();
    for (let n = 0; n <= maxRevokedThings; n++)
      await revokeAccess(`Em${n}`, { of: "EVERYBODY", owner: "mallory" }, "acme", generations, environment);
    expect((await service.see(bearer(mallorys))).message).toContain("revoked");
    for (const token of [alices, chat]) expect((await service.see(bearer(token))).status).toBe(200);
    expect((await service.see(bearer(await made("m", "mallory")))).status).toBe(200);
  });

  it("[N523] is refused once the API key that made it was revoked", async () => {
    const { keyId, secret } = await createKey();
    const [token, other] = [await createToken(bearer(secret)), await createToken()];
    expect((await service.see(bearer(token))).viewer?.subject).toBe("ada");
    await service.mutate(
      "revokeApiKey",
      `mutation { revokeApiKey(input: { keyId: "${keyId}" }) { errors { code } } }`,
      operator,
    );
    expect((await service.see(bearer(token))).status).toBe(401);
    expect((await service.see(bearer(other))).status).toBe(200);
  });

  it("[N586] ends with all others that act for its subject, whoever made them, once that is erased", async () => {
    const [bobs, adas] = [
      await createToken(operator, ', subject: "bob"'),
      await createToken(operator, ', subject: "ada"'),
    ];
    const { environment } = service;
    const reading = readDeployment(environment);
    if (!reading.ok) throw new Error(reading.message);
    await credentialClient(environment, reading.settings, new Isolate(async () => ""), "acme").endTokensOf("bob");
    service.freshIsolate();
    expect((await service.see(bearer(bobs))).message).toContain("revoked");
    expect((await service.see(bearer(adas))).status).toBe(200);
    expect((await service.see(bearer(await createToken(operator, ', subject: "bob"')))).status).toBe(200);
  });

  it("[N523] costs one call of the tenant in ten seconds, however often it is used", async () => {
    const token = await createToken();
    service.reached.length = 0;
    for (let n = 0; n < 20; n++) expect((await service.see(bearer(token))).status).toBe(200);
    expect(service.reached).toEqual(["raisedAccess acme"]);
    pass(10_000);
    await service.see(bearer(token));
    expect(service.reached).toEqual(["raisedAccess acme", "raisedAccess acme"]);
  });

  it("[N523] makes neither a token nor a key, and is counted in the rate of its subject", async () => {
    const token = await createToken();
    for (const document of [
      revokeChat,
      'mutation { createAccessToken(input: { target: { chatId: "c" }, actions: [READ] }) { token } }',
    ])
      await expect(service.mutate("createAccessToken", document, bearer(token))).rejects.toThrow(
        /access token for one execution/,
      );
    const limit = fakeRateLimit(1);
    Object.assign(service.environment, { RATE_LIMIT: limit });
    expect((await service.see(bearer(token))).status).toBe(200);
    expect((await service.see(bearer(token))).status).toBe(429);
    expect([...limit.counts.keys()]).toEqual([JSON.stringify(["acme", "operator"])]);
  });

  it("[N523] narrows what a deployment without credentials permits", async () => {
    const open = withConversations(new FakeDeployment({ AUTH_MODE: "none" }));
    const document = 'mutation { createAccessToken(input: { target: { chatId: "c" }, actions: [READ] }) { token } }';
    const { token } = await open.mutate<{ token: string }>(
      "createAccessToken",
      document,
      {},
      "http://localhost/graphql",
    );
    expect((await open.see(bearer(token), "http://localhost/graphql")).viewer?.scopes).toEqual(["EXECUTION_READ"]);
    expect((await open.see(bearer(`${token}x`), "http://localhost/graphql")).status).toBe(401);
  });

  it("[N523] gives its bounds to a token for one subscription, which ends with it", async () => {
    const document = "mutation { createSubscriptionToken { token } }";
    const { token } = await service.mutate<{ token: string }>(
      "createSubscriptionToken",
      document,
      bearer(await createToken()),
    );
    expect((await service.seeStream(token)).viewer).toEqual({
      subject: "operator",
      tenant: "acme",
      scopes: ["EXECUTION_READ"],
    });
    const search = new URLSearchParams({
      query: "{ executions { nodes { id } } }",
      access_token: (
        await service.mutate<{ token: string }>("createSubscriptionToken", document, bearer(await createToken()))
      ).token,
    });
    const address = `https://planwright.example/graphql?${search}`;
    const answer = await (
      await service.fetch(new Request(address, { headers: { accept: "text/event-stream" } }))
    ).text();
    expect(answer).toContain("found an access token for one execution or conversation");
  });

  it("[N523] whose revocation is known ends the streams that it opened", async () => {
    const thing = grantKey({ kind: "CONVERSATION", conversation: conversationName("acme", "c") });
    const caller: Pick<Caller, "credential" | "tenant"> = {
      tenant: "acme",
      credential: { kind: "ACCESS_TOKEN", thing, subject: "a", generations: { thing: 0, tenant: 0 }, madeWith: null },
    };
    const environment: Environment = service.environment;
    const identity = sealedIdentity(String(environment.ID_SEALING_SECRET));
    const { isRevoked } = revocationOf(caller, identity, new CredentialMemory(), environment);
    expect(await isRevoked?.()).toBe(false);
    await service.mutate("revokeAccessTokens", revokeChat, operator);
    pass(10_000);
    expect(await isRevoked?.()).toBe(true);
  });

  it("[N523] opens neither MCP nor A2A, and stores no artifact", async () => {
    const authorization = bearer(await createToken());
    service.reached.length = 0;
    const asked = (path: string, method: string) =>
      service.fetch(
        new Request(`https://planwright.example${path}`, {
          method,
          headers: {
            ...authorization,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
          body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
        }),
      );
    for (const [path, method] of [
      ["/mcp", "POST"],
      ["/a2a/acme/agent", "POST"],
      ["/artifacts", "PUT"],
    ] as const)
      expect((await asked(path, method)).status, path).toBe(403);
    expect(service.reached.filter((call) => call !== "raisedAccess acme")).toEqual([]);
  });
});
