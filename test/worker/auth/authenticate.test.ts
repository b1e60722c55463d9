/** Who is let in without a token of an identity provider: nobody, this machine, the operator, and holders of keys and tokens. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { CredentialMemory } from "../../../src/worker/auth/credential-memory.ts";
import { revocationOf } from "../../../src/worker/auth/revocation.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { bearer, FakeDeployment, fakeRateLimit, type Seen } from "../../support/worker/fake-deployment.ts";

const adminToken = "the-operator-has-a-token-that-is-long-enough";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

function expectRefused(seen: Seen, reason = /required a valid credential/): void {
  expect(seen).toMatchObject({ status: 401, code: "UNAUTHENTICATED", viewer: null });
  expect(seen.headers.get("www-authenticate")).toBe("Bearer");
  expect(seen.message).toMatch(reason);
}

interface CreatedKey {
  readonly apiKey: { readonly keyId: string };
  readonly secret: string;
}

/** A key of `acme`, made by the operator. */
function createKey(service: FakeDeployment, input = "scopes: [REGISTRY_READ, EXECUTION_READ]"): Promise<CreatedKey> {
  const document = `mutation { createApiKey(input: { label: "l", subject: "ada", ${input} }) { apiKey { keyId } secret } }`;
  return service.mutate("createApiKey", document, { ...bearer(adminToken), "planwright-tenant": "acme" });
}

const tokenMutation = "mutation { createSubscriptionToken { token expiresAt } }";

describe("without credentials", () => {
  it("this machine is served, and nobody else: a page that rebinds its name names itself", async () => {
    const service = new FakeDeployment({ AUTH_MODE: "none" });
    for (const host of ["localhost:8787", "127.0.0.1", "127.1", "127.255.0.9:80", "[::1]:8787", "0x7f.1"]) {
      const { viewer } = await service.see({}, `http://${host}/graphql`);
      expect(viewer, host).toMatchObject({ subject: "anonymous", tenant: "default" });
    }
    for (const host of [
      "evil.example",
      "127.0.0.1.evil.example",
      "localhost.evil.example",
      "128.0.0.1",
      "0.0.0.0",
      "[::2]",
      "localhost.",
    ]) {
      const seen = await service.see({}, `http://${host}/graphql`);
      expect(seen, host).toMatchObject({ status: 403, code: "FORBIDDEN", viewer: null });
      expect(seen.message).toContain("loopback");
    }
    expect(service.reached).toEqual([]);
  });

  it("is not limited in its rate", async () => {
    const none = fakeRateLimit(0);
    const service = new FakeDeployment({ AUTH_MODE: "none", RATE_LIMIT: none, FAILURE_LIMIT: none });
    expect((await service.see({}, "http://localhost/graphql")).status).toBe(200);
    expect(none.counts.size).toBe(0);
  });
});

describe("the operator", () => {
  const settings = { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken };

  it("may do everything in the tenant that the request names", async () => {
    const service = new FakeDeployment(settings);
    const { viewer } = await service.see(bearer(adminToken));
    expect(viewer).toMatchObject({ subject: "operator", tenant: "default" });
    expect(viewer?.scopes).toHaveLength(17);
    const named = await service.see({ ...bearer(adminToken), "planwright-tenant": "acme" });
    expect(named.viewer?.tenant).toBe("acme");
    for (const tenant of ["", "x".repeat(256)]) {
      expectRefused(await service.see({ ...bearer(adminToken), "planwright-tenant": tenant }), /Planwright-Tenant/);
    }
  });

  it("is nobody with another token, with none, or where no token is configured", async () => {
    const service = new FakeDeployment(settings);
    for (const token of [`${adminToken}x`, adminToken.slice(1), "undefined", "null"]) {
      expectRefused(await service.see(bearer(token)));
    }
    const closed = new FakeDeployment({ AUTH_MODE: "keys" });
    for (const headers of [{}, bearer("null"), bearer("")]) expectRefused(await closed.see(headers));
    expect([...service.reached, ...closed.reached]).toEqual([]);
  });
});

describe("an API key", () => {
  const settings = { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken };
  let service: FakeDeployment;
  beforeEach(() => {
    service = new FakeDeployment(settings);
  });

  it("proves its subject, tenant and scopes, whatever tenant the request names, and asks the tenant once in five seconds", async () => {
    const { secret } = await createKey(service);
    service.reached.length = 0;
    const ada = { subject: "ada", tenant: "acme", scopes: ["REGISTRY_READ", "EXECUTION_READ"] };
    for (let request = 0; request < 5; request++) {
      expect((await service.see({ ...bearer(secret), "planwright-tenant": "other" })).viewer).toEqual(ada);
      pass(1_000);
    }
    expect(service.reached).toEqual(["apiKey acme"]);
    expect((await service.see(bearer(secret))).viewer).toEqual(ada);
    expect(service.reached).toEqual(["apiKey acme", "apiKey acme"]);
  });

  it("that was revoked is refused at once where it was revoked, and within five seconds everywhere", async () => {
    const { apiKey, secret } = await createKey(service);
    const elsewhere = new FakeDeployment(settings);
    Object.assign(elsewhere.environment, { TENANT: service.environment.TENANT });
    expect((await service.see(bearer(secret))).status).toBe(200);
    expect((await elsewhere.see(bearer(secret))).status).toBe(200);
    const document = `mutation { revokeApiKey(input: { keyId: "${apiKey.keyId}" }) { apiKey { revokedAt } errors { code } } }`;
    const operator = { ...bearer(adminToken), "planwright-tenant": "acme" };
    const payload = await service.mutate("revokeApiKey", document, operator);
    expect(payload).toEqual({ apiKey: { revokedAt: new Date().toISOString() }, errors: [] });
    expectRefused(await service.see(bearer(secret)), /revoked/);
    pass(4_999);
    expect((await elsewhere.see(bearer(secret))).status).toBe(200);
    pass(1);
    expectRefused(await elsewhere.see(bearer(secret)), /revoked/);
  });

  it("[N520] that was revoked is known as such to the streams that it opened, wherever they are open", async () => {
    const { apiKey } = await createKey(service);
    const caller: Caller = {
      ...{ tenant: "acme", subject: "ada", groups: [], scopes: [], validUntil: undefined },
      credential: { kind: "API_KEY", id: apiKey.keyId },
    };
    const identity = sealedIdentity(String(service.environment.ID_SEALING_SECRET));
    const { isRevoked } = revocationOf(caller, identity, new CredentialMemory(), service.environment);
    expect(await isRevoked?.()).toBe(false);
    const document = `mutation { revokeApiKey(input: { keyId: "${apiKey.keyId}" }) { errors { code } } }`;
    await service.mutate("revokeApiKey", document, { ...bearer(adminToken), "planwright-tenant": "acme" });
    pass(5_000);
    expect(await isRevoked?.()).toBe(true);
  });

  it("that expired is refused from that moment, also where it is remembered", async () => {
    const expiresAt = new Date(Date.now() + 2_000).toISOString();
    const { secret } = await createKey(service, `scopes: [REGISTRY_READ], expiresAt: "${expiresAt}"`);
    expect((await service.see(bearer(secret))).status).toBe(200);
    pass(1_999);
    expect((await service.see(bearer(secret))).status).toBe(200);
    pass(1);
    expectRefused(await service.see(bearer(secret)), /expired/);
  });

  it("of another tenant cannot be revoked, and looks like one that there never was", async () => {
    const { apiKey, secret } = await createKey(service);
    service.reached.length = 0;
    for (const keyId of [apiKey.keyId, "nonsense"]) {
      const document = `mutation { revokeApiKey(input: { keyId: "${keyId}" }) { apiKey { keyId } errors { code path } } }`;
      const operator = { ...bearer(adminToken), "planwright-tenant": "other" };
      expect(await service.mutate("revokeApiKey", document, operator)).toEqual({
        apiKey: null,
        errors: [{ code: "NOT_FOUND", path: ["input", "keyId"] }],
      });
    }
    expect(service.reached).toEqual([]);
    expect((await service.see(bearer(secret))).status).toBe(200);
  });

  it("with a wrong secret is refused without a word on whether the key exists, revoked or not", async () => {
    const { apiKey } = await createKey(service);
    const wrong = `pw_${apiKey.keyId}_${"0".repeat(64)}`;
    const before = (await service.see(bearer(wrong))).message;
    const identity = sealedIdentity("0123456789abcdef0123456789abcdef");
    const never = await identity.seal(JSON.stringify(["acme", "API_KEY", "never"]));
    expect((await service.see(bearer(`pw_${never}_${"0".repeat(64)}`))).message).toBe(before);
    const document = `mutation { revokeApiKey(input: { keyId: "${apiKey.keyId}" }) { apiKey { keyId } } }`;
    await service.mutate("revokeApiKey", document, { ...bearer(adminToken), "planwright-tenant": "acme" });
    const after = await service.see(bearer(wrong));
    expectRefused(after);
    expect(after.message).toBe(before);
  });

  it("that is malformed, forged, sealed for something else or sealed elsewhere wakes nothing", async () => {
    const { apiKey, secret } = await createKey(service);
    service.reached.length = 0;
    const own = sealedIdentity("0123456789abcdef0123456789abcdef");
    const foreign = sealedIdentity("another secret that is long enough.");
    const name = JSON.stringify(["acme", "API_KEY", "0".repeat(32)]);
    const zeros = "0".repeat(64);
    const tokens = [
      ...[
        "pw_",
        "pw__",
        `pw_${apiKey.keyId}`,
        `pw_${apiKey.keyId}_`,
        `pw__${zeros}`,
        secret.slice(0, -1),
        `${secret}0`,
      ],
      ...[secret.toUpperCase(), secret.replace("pw_", "px_"), `${secret.slice(0, 30)}A${secret.slice(31)}`],
      ...[`pw_${"A".repeat(80)}_${zeros}`, `pw_${"A".repeat(2_000)}_${zeros}`, "x".repeat(20_000)],
      `pw_${await foreign.seal(name)}_${zeros}`,
      `pw_${await own.seal(JSON.stringify(["acme", "EXECUTION", "0".repeat(64)]))}_${zeros}`,
      `pw_${await own.seal(JSON.stringify(["acme", "API_KEY"]))}_${zeros}`,
    ];
    for (const token of tokens.filter((each) => each !== secret)) expectRefused(await service.see(bearer(token)));
    expect(service.reached).toEqual([]);
  });

  it("is not used where the deployment proves callers in another way", async () => {
    const open = new FakeDeployment({ AUTH_MODE: "none" });
    const url = "http://localhost/graphql";
    const document =
      'mutation { createApiKey(input: { label: "l", subject: "s", scopes: [REGISTRY_READ] }) { secret errors { code path } } }';
    expect(await open.mutate("createApiKey", document, {}, url)).toEqual({
      secret: null,
      errors: [{ code: "INVALID_INPUT", path: ["input"] }],
    });
    expect(await open.mutate("apiKeys", "{ apiKeys { keyId } }", {}, url)).toEqual([]);
    expect(open.reached).toEqual([]);
  });
});

describe("a subscription token", () => {
  it("proves its maker once, for reading only, and for an event stream only", async () => {
    const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
    const { secret } = await createKey(service);
    const make = () =>
      service.mutate<{ token: string; expiresAt: string }>("createSubscriptionToken", tokenMutation, bearer(secret));
    const { expiresAt, token } = await make();
    expect(Date.parse(expiresAt)).toBe(Date.now() + 60_000);
    expectRefused(await service.see({}, `https://planwright.example/graphql?access_token=${token}`));
    expectRefused(await service.seeStream(token, { accept: "application/json" }));
    expectRefused(await service.see(bearer(token)));
    expect(service.reached.filter((call) => call.startsWith("useToken"))).toEqual([]);
    expect((await service.seeStream(token)).viewer).toEqual({
      subject: "ada",
      tenant: "acme",
      scopes: ["EXECUTION_READ"],
    });
    const logged = (["log", "info", "warn", "error"] as const).map((level) => vi.spyOn(console, level));
    expectRefused(await service.seeStream(token), /used, has expired or was never given out/);
    expect(JSON.stringify(logged.map(({ mock }) => mock.calls))).not.toContain(token);
    const late = await make();
    pass(60_000);
    expectRefused(await service.seeStream(late.token));
  });

  it("serves one of two that use it at the same time", async () => {
    const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
    const { token } = await service.mutate<{ token: string }>(
      "createSubscriptionToken",
      tokenMutation,
      bearer(adminToken),
    );
    const seen = await Promise.all(Array.from({ length: 10 }, () => service.seeStream(token)));
    expect(seen.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
  });

  it("works on this machine without other credentials, also once", async () => {
    const service = new FakeDeployment({ AUTH_MODE: "none" });
    const url = "http://localhost/graphql";
    const { token } = await service.mutate<{ token: string }>("createSubscriptionToken", tokenMutation, {}, url);
    expect((await service.seeStream(token, {}, "evil.example")).status).toBe(403);
    expect((await service.seeStream(token, {}, "localhost")).viewer).toMatchObject({
      subject: "anonymous",
      scopes: ["EXECUTION_READ", "EXECUTION_READ_OWN", "EXECUTION_READ_ALL"],
    });
    expectRefused(await service.seeStream(token, {}, "localhost"));
  });

  it("that is forged or sealed for something else wakes nothing", async () => {
    const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
    const { apiKey, secret } = await createKey(service);
    const { token } = await service.mutate<{ token: string }>("createSubscriptionToken", tokenMutation, bearer(secret));
    service.reached.length = 0;
    const identity = sealedIdentity("0123456789abcdef0123456789abcdef");
    const other = await identity.seal(JSON.stringify(["acme", "STEP", "0".repeat(64), "step"]));
    for (const forged of [
      other,
      apiKey.keyId,
      secret,
      adminToken,
      "",
      "x",
      `${token}A`,
      token.slice(1),
      "A".repeat(20_000),
    ]) {
      expectRefused(await service.seeStream(forged));
    }
    expect(service.reached).toEqual([]);
  });
});

describe("a rate limit", () => {
  const settings = { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken };

  it("counts each subject of each tenant, and answers 429 with Retry-After above it", async () => {
    const limit = fakeRateLimit(2);
    const service = new FakeDeployment({ ...settings, RATE_LIMIT: limit });
    for (const status of [200, 200, 429, 429]) expect((await service.see(bearer(adminToken))).status).toBe(status);
    const seen = await service.see(bearer(adminToken));
    expect(seen).toMatchObject({ code: "RATE_LIMITED", viewer: null });
    expect(seen.headers.get("retry-after")).toBe("10");
    expect((await service.see({ ...bearer(adminToken), "planwright-tenant": "acme" })).status).toBe(200);
    expect([...limit.counts.keys()]).toEqual(['["default","operator"]', '["acme","operator"]']);
  });

  it("[N109] counts all subjects of a tenant together, and what one subject is refused counts against nobody else", async () => {
    const [ofSubject, ofTenant] = [fakeRateLimit(3), fakeRateLimit(5)];
    const service = new FakeDeployment({ ...settings, RATE_LIMIT: ofSubject, TENANT_RATE_LIMIT: ofTenant });
    const { secret } = await createKey(service);
    const asOperator = { ...bearer(adminToken), "planwright-tenant": "acme" };
    for (const status of [200, 200, 429, 429]) expect((await service.see(asOperator)).status).toBe(status);
    expect([...ofTenant.counts]).toEqual([["acme", 3]]);
    for (const status of [200, 200, 429]) expect((await service.see(bearer(secret))).status).toBe(status);
    expect(ofSubject.counts.get('["acme","ada"]')).toBe(3);
    expect(ofTenant.counts.get("acme")).toBe(6);
    expect((await service.see(bearer(adminToken))).status).toBe(200);
    expect([...ofTenant.counts.keys()]).toEqual(["acme", "default"]);
  });

  it("[N561] is asked once a second at most for a caller that it refuses, and not for a tenant that owes", async () => {
    const limit = fakeRateLimit(1);
    const service = new FakeDeployment({ ...settings, RATE_LIMIT: limit });
    for (const status of [200, 429, 429, 429]) expect((await service.see(bearer(adminToken))).status).toBe(status);
    expect(limit.counts.get('["default","operator"]')).toBe(2);
    pass(1_000);
    expect((await service.see(bearer(adminToken))).status).toBe(429);
    expect(limit.counts.get('["default","operator"]')).toBe(3);
    const open = fakeRateLimit(100);
    const owing = new FakeDeployment({ ...settings, MAX_ANSWERED_BYTES_PER_SECOND: "1", RATE_LIMIT: open });
    for (const status of [200, 429, 429]) expect((await owing.see(bearer(adminToken))).status).toBe(status);
    expect(open.counts.get('["default","operator"]')).toBe(1);
  });

  it("on failures of one address stops its guesses before they wake anything, and ends by itself", async () => {
    const service = new FakeDeployment({ ...settings, FAILURE_LIMIT: fakeRateLimit(3) });
    const { apiKey, secret } = await createKey(service);
    service.reached.length = 0;
    const guess = (address: string) =>
      service.see({ ...bearer(`pw_${apiKey.keyId}_${"0".repeat(64)}`), "cf-connecting-ip": address });
    for (const status of [401, 401, 401, 429, 429, 429]) expect((await guess("192.0.2.1")).status).toBe(status);
    expect(service.reached).toHaveLength(4);
    pass(4_000);
    const seen = await service.see({ ...bearer(secret), "cf-connecting-ip": "192.0.2.1" });
    expect(seen).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    expect(seen.headers.get("retry-after")).toBe("6");
    expect((await guess("192.0.2.2")).status).toBe(401);
    pass(6_000);
    expect((await service.see({ ...bearer(secret), "cf-connecting-ip": "192.0.2.1" })).status).toBe(200);
  });
});
