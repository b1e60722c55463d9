/** Tokens of an identity provider, good and hostile, judged over real keys that a server on this machine gives out. */
import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";
import { bearer, FakeDeployment, type Seen } from "../../support/worker/fake-deployment.ts";

const [issuer, audience] = ["https://id.example.com/", "planwright"];
let keys: GenerateKeyPairResult;
let strangerKeys: GenerateKeyPairResult;
let server: FakeHttpServer;
let published: readonly object[];
let reads = 0;
/** What the server of the keys answers instead of them; null for the keys. */
let answer: ((response: Parameters<typeof sendJson>[0]) => void) | null = null;

beforeAll(async () => {
  [keys, strangerKeys] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const key = { ...(await exportJWK(keys.publicKey)), kid: "current", alg: "RS256", use: "sig" };
  server = await fakeHttpServer((_, response) => {
    reads += 1;
    if (answer === null) sendJson(response, 200, { keys: published });
    else answer(response);
  });
  published = [key];
});
afterAll(() => server.close());

beforeEach(() => {
  reads = 0;
  answer = null;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function deployment(more: { readonly [name: string]: string } = {}): FakeDeployment {
  return new FakeDeployment({
    ...{ AUTH_MODE: "jwt", JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_JWKS_URL: `${server.url}/keys.json` },
    ...{ EGRESS_ALLOW_PRIVATE: "true", EGRESS_ALLOW_HTTP: "true", ...more },
  });
}

const now = () => Math.floor(Date.now() / 1_000);
const claims = (): JWTPayload => ({
  ...{ iss: issuer, aud: audience, sub: "ada", tenant: "acme", scope: "execution_read REGISTRY_READ openid" },
  ...{ iat: now(), exp: now() + 60 },
});

function sign(
  changes: { readonly [claim: string]: unknown } = {},
  header: object = {},
  { privateKey } = keys,
): Promise<string> {
  const payload = Object.fromEntries(
    Object.entries({ ...claims(), ...changes }).filter(([, value]) => value !== undefined),
  );
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "RS256", kid: "current", ...header })
    .sign(privateKey, { crit: { "urn:example": true } });
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function expectRefused(seen: Seen): void {
  expect(seen).toMatchObject({ status: 401, code: "UNAUTHENTICATED", viewer: null });
  expect(seen.headers.get("www-authenticate")).toBe("Bearer");
}

describe("a token of the identity provider", () => {
  it("names the subject, the tenant and the scopes, in either spelling; scopes of others are left alone", async () => {
    const acme = { subject: "ada", tenant: "acme", scopes: ["EXECUTION_READ", "REGISTRY_READ"] };
    const service = deployment();
    expect((await service.see(bearer(await sign()))).viewer).toEqual(acme);
    const list = await sign({ scope: ["REGISTRY_READ", "registry_read", "Registry_Write", 7, null] });
    expect((await service.see(bearer(list))).viewer?.scopes).toEqual(["REGISTRY_READ"]);
    expect((await service.see(bearer(await sign({ scope: { REGISTRY_READ: true } })))).viewer?.scopes).toEqual([]);
    expect(service.reached).toEqual([]);
  });

  it("comes as Bearer, or in the header of Cloudflare Access; the first counts", async () => {
    const service = deployment();
    const access = { "cf-access-jwt-assertion": await sign({ sub: "grace" }) };
    expect((await service.see(access)).viewer?.subject).toBe("grace");
    expect((await service.see({ ...access, ...bearer(await sign()) })).viewer?.subject).toBe("ada");
    expectRefused(await service.see({ ...access, ...bearer("nonsense") }));
  });

  it("without tenant or scopes has what the deployment says, which is nothing by default", async () => {
    const bare = await sign({ tenant: undefined, scope: undefined });
    expectRefused(await deployment().see(bearer(bare)));
    const given = deployment({ JWT_TENANT: "home", JWT_SCOPES: "registry_read" });
    expect((await given.see(bearer(bare))).viewer).toEqual({
      ...{ subject: "ada", tenant: "home", scopes: ["REGISTRY_READ"] },
    });
    const scopeless = await deployment().see(bearer(await sign({ scope: undefined })));
    expect(scopeless.viewer?.scopes).toEqual([]);
    const other = deployment({ JWT_TENANT_CLAIM: "org", JWT_SCOPE_CLAIM: "permissions" });
    const elsewhere = await sign({ org: "acme2", permissions: ["INDEX_ADMIN"] });
    expect((await other.see(bearer(elsewhere))).viewer).toMatchObject({ tenant: "acme2", scopes: ["INDEX_ADMIN"] });
    // A claim that every object inherits is no claim.
    const inherited = deployment({ JWT_TENANT_CLAIM: "constructor", JWT_TENANT: "home" });
    expect((await inherited.see(bearer(await sign()))).viewer?.tenant).toBe("home");
  });

  it("[N501] names the groups of its caller if the deployment says in which claim, and is refused if that holds something else", async () => {
    const service = deployment({ JWT_GROUPS_CLAIM: "roles" });
    expect((await service.see(bearer(await sign({ roles: ["sales", "law"] })))).groups).toEqual(["sales", "law"]);
    expect((await service.see(bearer(await sign()))).groups).toEqual([]);
    expect((await deployment().see(bearer(await sign({ groups: ["sales"] })))).groups).toEqual([]);
    for (const roles of ["sales", [""], [7], { sales: true }, Array(101).fill("a")])
      expectRefused(await service.see(bearer(await sign({ roles }))));
  });

  it("[N781] is refused if its subject or a group has a control character or half of one, which an index could not keep apart", async () => {
    const service = deployment({ JWT_GROUPS_CLAIM: "roles" });
    for (const name of ["ada\ud800", "ada\udfff", "ada\u0000", "a\nda", "\ud83d"]) {
      expectRefused(await service.see(bearer(await sign({ sub: name }))));
      expectRefused(await service.see(bearer(await sign({ roles: ["sales", name] }))));
    }
    expect((await service.see(bearer(await sign({ sub: "ada 🦊", roles: ["café"] })))).groups).toEqual(["café"]);
  });

  const hostile: [title: string, make: () => Promise<string>, reason?: RegExp][] = [
    ["that has expired", () => sign({ exp: now() - 60 }), /expired/],
    ["that is not valid yet", () => sign({ nbf: now() + 60 }), /not valid yet/],
    ["for another audience", () => sign({ aud: "other" }), /"aud"/],
    ["for no audience", () => sign({ aud: undefined }), /"aud"/],
    ["of another issuer", () => sign({ iss: "https://id.example.com" }), /"iss"/],
    ["without an end", () => sign({ exp: undefined }), /"exp"/],
    ["without a subject", () => sign({ sub: undefined }), /"sub"/],
    ["with an empty subject", () => sign({ sub: "" })],
    ["with a subject that is too long", () => sign({ sub: "x".repeat(256) })],
    ["whose tenant is no text", () => sign({ tenant: 7 })],
    ["whose tenant is a list", () => sign({ tenant: ["acme"] })],
    ["whose tenant is empty", () => sign({ tenant: "" })],
    ["whose subject is a number", () => sign({ sub: 7 })],
    ["whose subject is a list", () => sign({ sub: ["ada"] })],
    ["whose tenant is too long", () => sign({ tenant: "x".repeat(256) })],
    ["whose tenant has a control character", () => sign({ tenant: "acme\u0000" })],
    ["that a stranger signed under the id of a real key", () => sign({}, {}, strangerKeys)],
    ["of an unknown key", () => sign({}, { kid: "unknown" })],
    ["that demands an extension", () => sign({}, { crit: ["urn:example"], "urn:example": true })],
    ["with alg none", async () => `${encoded({ alg: "none", kid: "current" })}.${encoded(claims())}.`],
    ["with alg none and a signature", async () => `${encoded({ alg: "none" })}.${encoded(claims())}.eHg`],
    [
      "with the public key as the secret of HS256",
      async () => {
        const signed = `${encoded({ alg: "HS256", kid: "current" })}.${encoded(claims())}`;
        const pem = await exportSPKI(keys.publicKey);
        return `${signed}.${createHmac("sha256", pem).update(signed).digest("base64url")}`;
      },
    ],
    ["that brings its own key", async () => sign({}, { jwk: await exportJWK(strangerKeys.publicKey) }, strangerKeys)],
    ["that was cut", async () => (await sign()).slice(0, -10)],
    ["without its signature", async () => (await sign()).replace(/\.[^.]*$/, "")],
    [
      "with another payload",
      async () => (await sign()).replace(/\.[^.]*\./, `.${encoded({ ...claims(), sub: "eve" })}.`),
    ],
    ["that is no JSON", async () => "bm9uc2Vuc2U.bm9uc2Vuc2U.bm9uc2Vuc2U"],
    ["that is an API key", async () => `pw_${"x".repeat(80)}_${"0".repeat(64)}`],
    ["of five parts", async () => "a.b.c.d.e"],
    ["that is huge", async () => sign({ pad: "x".repeat(16_384) })],
  ];

  it.each(hostile)(
    "%s is refused by 401, and wakes nothing",
    async (_, make, reason = /required a valid credential/) => {
      const service = deployment();
      const token = await make();
      const seen = await service.see(bearer(token));
      expectRefused(seen);
      expect(seen.message).toMatch(reason);
      for (const secret of [issuer, audience, server.url, token]) expect(seen.message).not.toContain(secret);
      expect(service.reached).toEqual([]);
    },
  );

  it("has an algorithm that the deployment names, also if its key would do for another", async () => {
    const before = published;
    const pair = await generateKeyPair("PS256", { extractable: true });
    const token = await sign({}, { alg: "PS256", kid: "any" }, pair);
    try {
      published = [{ ...(await exportJWK(pair.publicKey)), kid: "any" }];
      expectRefused(await deployment().see(bearer(token)));
      expect((await deployment({ JWT_ALGORITHMS: "ES256 PS256" }).see(bearer(token))).status).toBe(200);
    } finally {
      published = before;
    }
  });

  it("is refused if it comes in another way, or not at all", async () => {
    const service = deployment();
    const token = await sign();
    const ways = [{}, { authorization: token }, { authorization: `Basic ${token}` }, { authorization: "Bearer" }];
    for (const headers of ways) expectRefused(await service.see(headers));
    expectRefused(await service.see({ "planwright-tenant": "acme" }));
    expectRefused(await service.see({}, `https://planwright.example/graphql?access_token=${token}`));
    expectRefused(await service.seeStream(token));
    expect(reads).toBe(0);
  });
});

describe("the keys of the issuer", () => {
  it("are read once for many tokens, and again for an unknown key at most every thirty seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const service = deployment();
    for (let request = 0; request < 5; request++) {
      expect((await service.see(bearer(await sign()))).status).toBe(200);
      expectRefused(await service.see(bearer(await sign({}, { kid: `stranger ${request}` }))));
    }
    expect(reads).toBe(1);
    vi.setSystemTime(Date.now() + 31_000);
    for (let request = 0; request < 5; request++) await service.see(bearer(await sign({}, { kid: "stranger" })));
    expect(reads).toBe(2);
  });

  it("that were changed let new tokens in and old ones no longer", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const service = deployment();
    const before = published;
    expect((await service.see(bearer(await sign()))).status).toBe(200);
    try {
      published = [{ ...(await exportJWK(strangerKeys.publicKey)), kid: "next", alg: "RS256" }];
      vi.setSystemTime(Date.now() + 31_000);
      expect((await service.see(bearer(await sign({}, { kid: "next" }, strangerKeys)))).status).toBe(200);
      expectRefused(await service.see(bearer(await sign())));
    } finally {
      published = before;
    }
  });

  const broken: readonly (readonly [string, (response: Parameters<typeof sendJson>[0]) => void])[] = [
    ["are not there", (response) => sendJson(response, 404, {})],
    ["are refused", (response) => sendJson(response, 500, {})],
    ["are no JSON", (response) => response.end("<html>")],
    ["are no set of keys", (response) => sendJson(response, 200, { keys: "none" })],
    [
      "are a list of nonsense",
      (response) => sendJson(response, 200, { keys: [{ kty: "RSA", kid: "current", n: "?" }] }),
    ],
    ["are too large", (response) => sendJson(response, 200, { keys: published, pad: "x".repeat(300_000) })],
    ["are cut off", (response) => response.destroy()],
    [
      "are moved to where nothing may be asked",
      (response) => {
        response.writeHead(302, { location: "ftp://example.com/keys.json" });
        response.end();
      },
    ],
  ];

  it.each(broken)(
    "that %s let nobody in: 503 with Retry-After, and they are not asked for at once again",
    async (_, give) => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      vi.useFakeTimers({ toFake: ["Date"] });
      const service = deployment();
      answer = give;
      for (let request = 0; request < 3; request++) {
        const seen = await service.see(bearer(await sign()));
        expect(seen).toMatchObject({ status: 503, code: "UNAVAILABLE", viewer: null });
        expect(seen.headers.get("retry-after")).toBe("5");
        expect(seen.message).not.toContain(server.url);
      }
      expect(reads).toBe(1);
      answer = null;
      vi.setSystemTime(Date.now() + 5_001);
      expect((await service.see(bearer(await sign()))).status).toBe(200);
      expect(service.reached).toEqual([]);
    },
  );
});
